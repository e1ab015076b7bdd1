//! Protobuf, as Kubernetes stores and reads it.

use apimachinery::prelude::*;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use super::support::{cases, outcome, text};

fn codec() -> Codec {
    Codec::new(apimachinery::apis::scheme())
}

/// Encodes a document for storage.
fn stored(document: &Value) -> Value {
    let decoded = codec().decode(text(document).as_bytes());
    let bytes = decoded.and_then(|decoded| codec().encode(&decoded, Format::Protobuf));
    outcome(bytes.map(|bytes| BASE64_STANDARD.encode(bytes)))
}

/// Decodes a stored object.
fn read(stored: &Value) -> Value {
    let bytes = BASE64_STANDARD.decode(text(stored)).expect("base64");
    let json = codec().decode(&bytes).and_then(|decoded| codec().encode(&decoded, Format::Json));
    outcome(json.map(|json| String::from_utf8(json).expect("JSON is UTF-8").trim_end().to_owned()))
}

/// Removes the position from an error: upstream names the Go field, we name the path in the document.
fn without_place(mut outcome: Value) -> Value {
    if let Some(Value::String(error)) = outcome.get_mut("err") {
        let start = error.find("proto: ").or_else(|| error.find("unexpected EOF")).unwrap_or_default();
        let end = error.find(" for field ").unwrap_or(error.len());
        *error = error[start..end].to_owned();
    }
    outcome
}

#[test]
fn the_envelope_names_kind_and_version_and_ends_with_two_empty_fields() {
    cases("protobuf", "the_envelope_names_kind_and_version_and_ends_with_two_empty_fields").compare(stored);
}

#[test]
fn plain_values_and_structs_are_always_written() {
    cases("protobuf", "plain_values_and_structs_are_always_written").compare(stored);
}

#[test]
fn pointers_are_written_if_they_are_set() {
    cases("protobuf", "pointers_are_written_if_they_are_set").compare(stored);
}

#[test]
fn lists_and_maps_are_written_if_they_are_not_empty() {
    cases("protobuf", "lists_and_maps_are_written_if_they_are_not_empty").compare(stored);
}

#[test]
fn bytes_are_written_if_they_are_not_nil() {
    cases("protobuf", "bytes_are_written_if_they_are_not_nil").compare(stored);
}

#[test]
fn map_entries_are_sorted_by_the_bytes_of_their_keys() {
    cases("protobuf", "map_entries_are_sorted_by_the_bytes_of_their_keys").compare(stored);
}

#[test]
fn negative_integers_take_ten_bytes() {
    cases("protobuf", "negative_integers_take_ten_bytes").compare(stored);
}

#[test]
fn fields_ascend_by_number() {
    cases("protobuf", "fields_ascend_by_number").compare(stored);
}

#[test]
fn raw_json_is_stored_as_it_stands() {
    cases("protobuf", "raw_json_is_stored_as_it_stands").compare(stored);
}

#[test]
fn unknown_fields_are_skipped() {
    cases("protobuf", "unknown_fields_are_skipped").adapted(without_place).compare(read);
}

#[test]
fn groups_are_skipped_by_their_depth() {
    cases("protobuf", "groups_are_skipped_by_their_depth").adapted(without_place).compare(read);
}

#[test]
fn wrong_wire_types_are_errors() {
    const DIFFER: &[(&str, &str)] = &[(
        "\"azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgQSAggBGgAiAA==\"",
        "upstream does not look at the wire type of a map's key, takes the number for a length, and fails at that",
    )];
    cases("protobuf", "wrong_wire_types_are_errors").adapted(without_place).compare_but(DIFFER, read);
}

#[test]
fn tags_of_zero_are_errors() {
    cases("protobuf", "tags_of_zero_are_errors").adapted(without_place).compare(read);
}

#[test]
fn varints_of_more_than_ten_bytes_are_errors() {
    cases("protobuf", "varints_of_more_than_ten_bytes_are_errors").adapted(without_place).compare(read);
}

#[test]
fn lengths_beyond_the_end_are_errors() {
    cases("protobuf", "lengths_beyond_the_end_are_errors").adapted(without_place).compare(read);
}

#[test]
fn of_repeated_values_the_last_wins() {
    cases("protobuf", "of_repeated_values_the_last_wins").adapted(without_place).compare(read);
}

#[test]
fn repeated_messages_merge() {
    cases("protobuf", "repeated_messages_merge").adapted(without_place).compare(read);
}

#[test]
fn integers_are_cut_and_truth_is_not_zero() {
    cases("protobuf", "integers_are_cut_and_truth_is_not_zero").adapted(without_place).compare(read);
}

#[test]
fn entries_of_maps_may_be_incomplete() {
    const DIFFER: &[(&str, &str)] = &[(
        "\"azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgUaAwoBYRoAIgA=\"",
        "nil bytes are left out of an entry: ours come back as nil, so that stored bytes stay the same, upstream's as empty",
    )];
    cases("protobuf", "entries_of_maps_may_be_incomplete").adapted(without_place).compare_but(DIFFER, read);
}

#[test]
fn text_is_not_checked() {
    const WHY: &str = "our texts are UTF-8: U+FFFD stands in them from the start, upstream only writes it";
    const DIFFER: &[(&str, &str)] = &[
        ("\"azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgUKAwoB/xoAIgA=\"", WHY),
        ("\"azhzAAoPCgJ2MRIJQ29uZmlnTWFwEgsSCQoCYcMSA+2ggBoAIgA=\"", WHY),
    ];
    cases("protobuf", "text_is_not_checked").compare_but(DIFFER, read);
}

#[test]
fn nothing_is_an_empty_object() {
    cases("protobuf", "nothing_is_an_empty_object").adapted(without_place).compare(read);
}
