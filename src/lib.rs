//! Kubernetes' API machinery for Rust, generated at build time.

#![deny(missing_docs, unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[allow(unused_extern_crates, reason = "generated text says `::apimachinery` here and in other crates")]
extern crate self as apimachinery;

mod wire;
pub mod yaml;
mod field;
#[allow(unsafe_code, reason = "the one module that projects through type tables")]
pub mod reflect;
pub mod schema;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod meta;
mod format;
mod shims;
pub mod conversion;
pub mod defaulting;
pub mod scheme;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod serializer;
#[allow(unsafe_code, reason = "in the expansion of message! only")]
pub mod apis;
pub mod prelude;
#[doc(hidden)]
pub mod private;

#[cfg(feature = "codegen")]
pub mod codegen;
#[cfg(feature = "cli")]
#[allow(unsafe_code, reason = "in the expansion of message! only")]
#[doc(hidden)]
pub mod cli;
