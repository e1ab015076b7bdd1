//! JSON, as Kubernetes' serializer writes and reads it.

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::prelude::*;
use apimachinery::serializer::json;
use serde_json::Value;

use super::support::{cases, outcome};

fn reread(document: &Value) -> Value {
    let codec = Codec::new(apimachinery::apis::scheme());
    let document = document.as_str().expect("a text");
    outcome(codec.decode(document.as_bytes()).and_then(|decoded| codec.encode(&decoded, Format::Json)).map(|json| {
        let text = String::from_utf8(json).expect("JSON is UTF-8");
        text.trim_end_matches('\n').to_owned()
    }))
}

fn written(object: &Deployment) -> String {
    // The line break behind an object is the codec's.
    json::to_string(object).expect("no leaf of a new object fails") + "\n"
}

#[test]
fn text_is_escaped_as_for_html() {
    cases("json", "text_is_escaped_as_for_html").compare(|text| {
        let mut object = Deployment::default();
        object.metadata.annotations.insert("k", text.as_str().expect("a text").into());
        written(&object)
    });
}

#[test]
fn half_surrogates_become_the_replacement_character() {
    cases("json", "half_surrogates_become_the_replacement_character").compare(reread);
}

#[test]
fn empty_structs_are_written() {
    cases("json", "empty_structs_are_written").compare(|_| written(&Deployment::default()));
}
