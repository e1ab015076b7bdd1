//! Kinds and resources compared with recorded facts, and their list in KINDS.md.
//!
//! `tests/facts/README.md` describes the facts.

#![cfg(feature = "default")]

#[path = "../support/bless.rs"]
mod bless;
mod fields;
mod list;
mod registered;
mod removed;
mod served;
mod versions;

use std::fs::File;
use std::io::BufReader;

use bless::blesses;
use flate2::read::GzDecoder;
use serde_json::Value;

/// Reads a file of facts.
fn facts(name: &str) -> Value {
    let file = File::open(format!("tests/facts/{name}.gz")).expect("the facts are part of the repository");
    serde_json::from_reader(BufReader::new(GzDecoder::new(file))).expect("facts are JSON")
}
