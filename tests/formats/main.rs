//! Codecs and type tables on structs with every kind of field. `.ci/miri` runs these tests under Miri.

#[path = "../support/everything.rs"]
mod everything;
mod json;
mod miri;
mod named_text;
mod protobuf;
