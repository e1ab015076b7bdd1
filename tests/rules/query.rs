//! Query parameters, as Go reads and writes them, and the options that they encode.

use std::sync::Arc;

use apimachinery::meta::Object;
use apimachinery::schema::GroupVersion;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::query::Values;
use apimachinery::serializer::{Encoder, Error, JsonSerializer, ParameterCodec};
use serde_json::{Value, json};

use super::support::{cases, outcome, text};

#[test]
fn queries_are_read_as_go_reads_them() {
    cases("query", "queries_are_read_as_go_reads_them")
        .compare(|query| outcome(text(query).parse::<Values>().map(|values| values.to_string())));
}

#[test]
fn servers_ignore_what_they_cannot_read() {
    cases("query", "servers_ignore_what_they_cannot_read").compare(|query| Values::parse_lax(text(query)).to_string());
}

#[test]
fn queries_are_escaped_as_go_escapes_them() {
    cases("query", "queries_are_escaped_as_go_escapes_them")
        .compare(|name| Values::from_iter([(text(name), text(name))]).to_string());
}

/// Decodes options of a kind from a query of a version, and encodes them as a query.
fn decoded(kind: &str, version: &str, query: &str) -> Value {
    let scheme: Arc<Scheme> = apimachinery::apis::scheme().into();
    let codec = ParameterCodec::new(scheme.clone());
    let version: GroupVersion = version.parse().expect("a version");
    let read = || -> Result<Value, Error> {
        let mut options: Box<dyn Object> = scheme.new_object(&GroupVersion::new("", "v1").with_kind(kind))?;
        codec.decode_into(&query.parse().expect("a query"), &version, &mut *options)?;
        let json = JsonSerializer::new(scheme.clone()).encode_to_vec(&*options)?;
        let written = codec.encode(&*options, &version)?;
        Ok(json!([String::from_utf8(json).expect("text"), written.to_string()]))
    };
    // The names of Go types are the last two parts of our names.
    outcome(read().map_err(|error| error.to_string().replace("apimachinery::apis::meta::v1::", "v1.")))
}

fn of_v1(case: &Value) -> Value {
    decoded(text(&case[0]), "v1", text(&case[1]))
}

#[test]
fn of_several_values_the_first_counts() {
    cases("query", "of_several_values_the_first_counts").compare(of_v1);
}

#[test]
fn truth_values_are_true_but_for_0_and_false() {
    cases("query", "truth_values_are_true_but_for_0_and_false").compare(of_v1);
}

#[test]
fn numbers_are_decimal() {
    cases("query", "numbers_are_decimal").compare(of_v1);
}

#[test]
fn lists_take_all_values() {
    cases("query", "lists_take_all_values").compare(of_v1);
}

#[test]
fn lists_of_ports_have_commas() {
    cases("query", "lists_of_ports_have_commas").compare(of_v1);
}

#[test]
fn preconditions_come_from_two_parameters() {
    cases("query", "preconditions_come_from_two_parameters").compare(of_v1);
}

#[test]
fn times_may_be_empty_or_null() {
    cases("query", "times_may_be_empty_or_null").compare(of_v1);
}

#[test]
fn unknown_parameters_are_ignored() {
    cases("query", "unknown_parameters_are_ignored").compare(of_v1);
}

#[test]
fn options_are_those_of_a_version() {
    cases("query", "options_are_those_of_a_version")
        .with_our_scheme()
        .compare(|case| decoded(text(&case[0]), text(&case[1]), text(&case[2])));
}
