//! Values represented by text: times, durations, ports and raw JSON.

use apimachinery::meta::{Duration, FieldsV1, IntOrString, MicroTime, Quantity, RawExtension, Time};
use apimachinery::reflect::Reflect;
use apimachinery::serializer::{json as format, protobuf};
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

use super::support::probe::probed;
use super::support::{cases, outcome, text};

fn probe(document: &Value) -> Value {
    probed(text(document).as_bytes())
}

/// Decodes a leaf from JSON, and returns it in Protobuf and, decoded from that, in JSON.
fn wire<T: Reflect + Default>(document: &Value) -> Value {
    let value: T = format::from_str(text(document)).expect("a value");
    let bytes = protobuf::to_vec(&value).expect("it encodes");
    let again: T = protobuf::from_slice(&bytes).expect("it decodes");
    json!([BASE64_STANDARD.encode(bytes), format::to_string(&again).expect("it encodes")])
}

#[test]
fn a_time_is_rfc3339_in_whole_seconds_of_utc() {
    cases("leaves", "a_time_is_rfc3339_in_whole_seconds_of_utc").without_error_texts().compare(probe);
}

#[test]
fn a_micro_time_has_six_digits() {
    cases("leaves", "a_micro_time_has_six_digits").without_error_texts().compare(probe);
}

#[test]
fn a_duration_is_the_text_of_go() {
    cases("leaves", "a_duration_is_the_text_of_go").without_error_texts().compare(probe);
}

#[test]
fn an_int_or_string_is_a_number_or_a_text() {
    cases("leaves", "an_int_or_string_is_a_number_or_a_text").without_error_texts().compare(probe);
}

#[test]
fn a_raw_extension_keeps_its_json() {
    cases("leaves", "a_raw_extension_keeps_its_json").compare(probe);
}

#[test]
fn fields_v1_keeps_its_json() {
    cases("leaves", "fields_v1_keeps_its_json").compare(probe);
}

#[test]
fn texts_of_numbers_become_numbers() {
    cases("leaves", "texts_of_numbers_become_numbers")
        .compare(|value| outcome(format::to_string(&IntOrString::parse(text(value)))));
}

#[test]
fn percents_are_of_a_total() {
    cases("leaves", "percents_are_of_a_total").without_error_texts().compare(|case| {
        let value: IntOrString = format::from_str(text(&case[0])).expect("a value");
        let (total, up) = (case[1].as_i64().expect("a number"), case[2] == true);
        outcome(value.scaled_value(total, up))
    });
}

#[test]
fn a_time_on_the_wire_has_seconds_and_nanos_of_zero() {
    cases("leaves", "a_time_on_the_wire_has_seconds_and_nanos_of_zero").compare(wire::<Time>);
}

#[test]
fn a_micro_time_on_the_wire_has_whole_microseconds() {
    cases("leaves", "a_micro_time_on_the_wire_has_whole_microseconds").compare(wire::<MicroTime>);
}

#[test]
fn a_duration_on_the_wire_is_nanoseconds() {
    cases("leaves", "a_duration_on_the_wire_is_nanoseconds").compare(wire::<Duration>);
}

#[test]
fn an_int_or_string_on_the_wire_writes_all_three() {
    cases("leaves", "an_int_or_string_on_the_wire_writes_all_three").compare(wire::<IntOrString>);
}

#[test]
fn a_quantity_on_the_wire_is_its_canonical_text() {
    cases("leaves", "a_quantity_on_the_wire_is_its_canonical_text").compare(wire::<Quantity>);
}

#[test]
fn raw_json_on_the_wire_is_raw() {
    cases("leaves", "raw_json_on_the_wire_is_raw").compare(wire::<RawExtension>);
}

#[test]
fn fields_v1_on_the_wire_is_raw() {
    cases("leaves", "fields_v1_on_the_wire_is_raw").compare(wire::<FieldsV1>);
}
