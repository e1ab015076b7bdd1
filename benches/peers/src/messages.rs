//! The messages that buffa has generated.
#![allow(dead_code, unused_imports, clippy::all, reason = "it is generated")]

include!(concat!(env!("OUT_DIR"), "/messages.rs"));
