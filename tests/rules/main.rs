//! One test for each rule of Kubernetes' API machinery, compared with results of the Kubernetes code.
//!
//! `rules/<area>.rs` tests the rules recorded in `rules/<area>.jsonl` by `conformance/rules_<area>.go`. A recorded rule
//! and its test have the same name.

mod support;

mod codecs;
#[cfg(feature = "cli")]
mod convert;
#[cfg(all(feature = "apps", feature = "core", feature = "storage"))]
mod gates;
mod json;
mod kyaml;
mod labels;
mod leaves;
mod legacyscheme;
mod nested;
mod protobuf;
mod quantity;
mod query;
#[cfg(all(feature = "apps", feature = "core"))]
mod replication;
mod schema;
mod scheme;
#[cfg(feature = "certificates")]
mod signers;
mod streams;
mod unstructured;
mod untyped;
mod yaml;
