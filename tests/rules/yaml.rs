//! YAML, as read and written by sigs.k8s.io/yaml.

use apimachinery::prelude::*;
use apimachinery::yaml;
use serde_json::{Value, json};

use super::support::{cases, outcome, text};

fn to_json(document: &Value) -> Value {
    outcome(yaml::to_json(text(document).as_bytes()))
}

fn from_json(document: &Value) -> Value {
    outcome(yaml::json_to_yaml(text(document).as_bytes()))
}

#[test]
fn words_of_yaml_1_1_are_booleans() {
    cases("yaml", "words_of_yaml_1_1_are_booleans").compare(to_json);
}

#[test]
fn words_of_yaml_1_1_are_null() {
    cases("yaml", "words_of_yaml_1_1_are_null").compare(to_json);
}

#[test]
fn integers_are_written_in_many_ways() {
    cases("yaml", "integers_are_written_in_many_ways").compare(to_json);
}

#[test]
fn floats_are_written_in_many_ways() {
    cases("yaml", "floats_are_written_in_many_ways").compare(to_json);
}

#[test]
fn what_json_cannot_say_is_an_error() {
    cases("yaml", "what_json_cannot_say_is_an_error").compare(to_json);
}

#[test]
fn timestamps_stay_text() {
    cases("yaml", "timestamps_stay_text").compare(to_json);
}

#[test]
fn keys_become_text() {
    cases("yaml", "keys_become_text").compare(to_json);
}

#[test]
fn other_keys_are_errors() {
    cases("yaml", "other_keys_are_errors").compare(to_json);
}

#[test]
fn keys_are_sorted_by_bytes() {
    cases("yaml", "keys_are_sorted_by_bytes").compare(to_json);
}

#[test]
fn merge_keys_are_honoured() {
    cases("yaml", "merge_keys_are_honoured").compare(to_json);
}

#[test]
fn aliases_are_expanded() {
    cases("yaml", "aliases_are_expanded").compare(to_json);
}

#[test]
fn too_many_aliases_are_an_error() {
    cases("yaml", "too_many_aliases_are_an_error").compare(to_json);
}

#[test]
fn a_number_for_a_text_stays_a_number() {
    cases("yaml", "a_number_for_a_text_stays_a_number").compare(to_json);
}

#[test]
fn the_first_document_counts() {
    cases("yaml", "the_first_document_counts").compare(to_json);
}

#[test]
fn block_scalars() {
    cases("yaml", "block_scalars").compare(to_json);
}

#[test]
fn quoted_scalars() {
    cases("yaml", "quoted_scalars").compare(to_json);
}

#[test]
fn plain_scalars_end_where_they_must() {
    cases("yaml", "plain_scalars_end_where_they_must").compare(to_json);
}

#[test]
fn characters_yaml_forbids() {
    cases("yaml", "characters_yaml_forbids").compare(to_json);
}

#[test]
fn nesting_ends_at_ten_thousand() {
    cases("yaml", "nesting_ends_at_ten_thousand").compare(|depth| {
        let depth = usize::try_from(depth.as_u64().expect("a number")).expect("a small value");
        let document = "[".repeat(depth) + &"]".repeat(depth);
        outcome(yaml::to_json(document.as_bytes()).map(|_| Value::Null))
    });
}

#[test]
fn of_repeated_keys_the_last_wins() {
    cases("yaml", "of_repeated_keys_the_last_wins").compare(to_json);
}

#[test]
fn strict_names_every_repeated_key_with_its_line() {
    cases("yaml", "strict_names_every_repeated_key_with_its_line").compare(|document| {
        let converted = yaml::to_json_strict(text(document).as_bytes());
        outcome(converted.and_then(yaml::Parsed::into_strict).map(|_| Value::Null))
    });
}

#[test]
fn two_spaces_and_dashes_at_the_key() {
    cases("yaml", "two_spaces_and_dashes_at_the_key").compare(from_json);
}

#[test]
fn keys_are_in_natural_order() {
    cases("yaml", "keys_are_in_natural_order").compare(from_json);
}

#[test]
fn what_would_be_another_type_is_quoted() {
    cases("yaml", "what_would_be_another_type_is_quoted").compare(from_json);
}

#[test]
fn indicators_need_single_quotes() {
    cases("yaml", "indicators_need_single_quotes").compare(from_json);
}

#[test]
fn unprintable_characters_need_double_quotes() {
    cases("yaml", "unprintable_characters_need_double_quotes").compare(from_json);
}

#[test]
fn text_with_line_breaks_is_literal() {
    cases("yaml", "text_with_line_breaks_is_literal").compare(from_json);
}

#[test]
fn long_text_is_folded_at_80_columns() {
    cases("yaml", "long_text_is_folded_at_80_columns").compare(from_json);
}

#[test]
fn null_and_empty_values() {
    cases("yaml", "null_and_empty_values").compare(from_json);
}

#[test]
fn numbers_keep_64_bits() {
    cases("yaml", "numbers_keep_64_bits").compare(from_json);
}

#[test]
fn json_is_read_as_the_yaml_that_it_nearly_is() {
    cases("yaml", "json_is_read_as_the_yaml_that_it_nearly_is").compare(from_json);
}

#[test]
fn the_serializer_writes_no_marker() {
    cases("yaml", "the_serializer_writes_no_marker").compare(|document| {
        let codec = Codec::new(apimachinery::apis::scheme());
        let decoded = codec.decode(text(document).as_bytes()).expect("a document");
        String::from_utf8(codec.encode(&decoded, Format::Yaml).expect("it encodes")).expect("YAML is UTF-8")
    });
}

#[test]
fn streams_are_split_at_lines_that_begin_with_dashes() {
    cases("yaml", "streams_are_split_at_lines_that_begin_with_dashes").compare(|stream| {
        let documents = yaml::documents(text(stream).as_bytes())
            .map(|document| document.map(|document| String::from_utf8_lossy(document.text()).into_owned()));
        outcome(documents.collect::<Result<Vec<_>, _>>().map(|documents| json!(documents)))
    });
}
