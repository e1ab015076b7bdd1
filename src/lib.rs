//! Kubernetes' API machinery for Rust, generated at build time: versioned types, conversions
//! through a hub, defaults, a Scheme, and codecs (JSON, YAML, Protobuf) that read and write byte
//! for byte as Kubernetes' own.
//!
//! # Convert a manifest
//!
//! Decoding fills the defaults of the version that a manifest was written in and converts it to
//! the hub; encoding converts from there to any version of the kind.
//!
//! ```
//! # #[cfg(all(feature = "apps", feature = "extensions"))] {
//! use apimachinery::prelude::*;
//!
//! let codec = Codec::new(apimachinery::apis::scheme());
//! let hub = codec.decode_to_hub(b"apiVersion: apps/v1beta1\nkind: Deployment\nmetadata: {name: web}\n")?;
//! let yaml = codec.encode_to_version(hub, &"apps/v1".parse()?, Format::Yaml)?;
//! assert!(yaml.starts_with(b"apiVersion: apps/v1\nkind: Deployment\n"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Use the types
//!
//! They are plain structs below [`apis`], made of the field types of [`meta`]. Literals end in
//! `..Default::default()`, since every release adds fields.
//!
//! ```
//! # #[cfg(feature = "core")] {
//! use apimachinery::apis::core::v1::{Container, PodSpec, RestartPolicy};
//! use apimachinery::serializer::json;
//!
//! let spec = PodSpec {
//!     containers: [Container { name: "web".into(), ..Default::default() }].into(),
//!     restart_policy: RestartPolicy::ALWAYS.into(),
//!     ..Default::default()
//! };
//! assert_eq!(
//!     json::to_string(&spec)?,
//!     r#"{"containers":[{"name":"web","resources":{}}],"restartPolicy":"Always"}"#,
//! );
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Know what was dropped
//!
//! As Kubernetes does, a lax decode drops what a type does not know. It comes back as
//! [`Decoded::warnings`](serializer::Decoded::warnings), or as an error in
//! [`Mode::Strict`](serializer::Mode::Strict).
//!
//! # Define types of your own
//!
//! By hand: a struct and [`message!`]. From definitions in several versions, with conversions and
//! defaults: the module `codegen` (feature `codegen`) in your `build.rs`; `api-defs/README.md` is
//! the language.

#![deny(missing_docs, unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[allow(unused_extern_crates, reason = "generated text says `::apimachinery` here and in other crates")]
extern crate self as apimachinery;

#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod apis;
pub mod conversion;
pub mod defaulting;
mod field;
mod format;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod meta;
pub mod prelude;
#[doc(hidden)]
pub mod private;
#[allow(unsafe_code, reason = "the one module that projects through type tables")]
pub mod reflect;
pub mod schema;
pub mod scheme;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod serializer;
mod shims;
mod wire;
pub mod yaml;

#[cfg(feature = "prost-messages")]
#[allow(missing_docs, clippy::all, clippy::pedantic, reason = "prost-build writes no documentation of its own")]
/// Plain prost structs of the messages in `api-defs`, made by prost-build.
///
/// They have neither Kubernetes' JSON nor its presence rules: zero values are left out.
pub mod prost_messages {
    include!(concat!(env!("OUT_DIR"), "/prost_messages.rs"));
}
#[cfg(feature = "cli")]
#[allow(unsafe_code, reason = "in the expansion of message! only")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "codegen")]
pub mod codegen;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
