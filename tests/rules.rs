//! One test for each rule of Kubernetes' API machinery, compared with results of the Kubernetes code.
//!
//! `rules/<area>.rs` tests the rules recorded in `rules/<area>.jsonl` by `conformance/rules_<area>.go`. A recorded rule
//! and its test have the same name.

#[path = "rules/support/mod.rs"]
mod support;

#[path = "rules/codecs.rs"]
mod codecs;
#[cfg(feature = "cli")]
#[path = "rules/convert.rs"]
mod convert;
#[cfg(all(feature = "apps", feature = "core", feature = "storage"))]
#[path = "rules/gates.rs"]
mod gates;
#[path = "rules/json.rs"]
mod json;
#[path = "rules/kyaml.rs"]
mod kyaml;
#[path = "rules/labels.rs"]
mod labels;
#[path = "rules/leaves.rs"]
mod leaves;
#[path = "rules/legacyscheme.rs"]
mod legacyscheme;
#[path = "rules/nested.rs"]
mod nested;
#[path = "rules/protobuf.rs"]
mod protobuf;
#[path = "rules/quantity.rs"]
mod quantity;
#[path = "rules/query.rs"]
mod query;
#[cfg(all(feature = "apps", feature = "core"))]
#[path = "rules/replication.rs"]
mod replication;
#[path = "rules/schema.rs"]
mod schema;
#[path = "rules/scheme.rs"]
mod scheme;
#[cfg(feature = "certificates")]
#[path = "rules/signers.rs"]
mod signers;
#[path = "rules/streams.rs"]
mod streams;
#[path = "rules/unstructured.rs"]
mod unstructured;
#[path = "rules/untyped.rs"]
mod untyped;
#[path = "rules/yaml.rs"]
mod yaml;

#[path = "rules/support/tidy.rs"]
mod tidy;
