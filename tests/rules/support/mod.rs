//! Support for reading and comparing recorded cases.

mod cases;
mod coverage;
pub(crate) mod files;
pub(crate) mod probe;
pub(crate) mod serializers;
pub(crate) mod versioners;

use apimachinery::meta::{Map, Unstructured, Value};
use apimachinery::serializer::json;
use serde_json::Value as Json;

pub(crate) use self::cases::{cases, outcome, text};

/// Decodes a recorded document as untyped content.
pub(crate) fn untyped(document: &Json) -> Map<Value> {
    json::from_str::<Unstructured>(text(document)).expect("an object").content
}

pub(crate) fn to_json(value: &Value) -> Json {
    let text = json::to_string(value).expect("a value that can be encoded as JSON");
    serde_json::from_str(&text).expect("JSON")
}

pub(crate) fn content_text(content: &Map<Value>) -> String {
    json::to_string(&Unstructured::new(content.clone())).expect("content that can be encoded as JSON")
}
