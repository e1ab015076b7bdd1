//! JSON, as written and read by Kubernetes' serializer.

use apimachinery::prelude::*;
use apimachinery::serializer::json;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use super::support::probe::{probed, probed_strictly};
use super::support::{cases, outcome, text};

fn probe(document: &Value) -> Value {
    probed(text(document).as_bytes())
}

fn reread(document: &Value) -> Value {
    let codec = Codec::new(apimachinery::apis::scheme());
    let decoded = codec.decode(text(document).as_bytes());
    outcome(
        decoded
            .and_then(|decoded| codec.encode(&decoded, Format::Json))
            .map(|json| String::from_utf8(json).expect("JSON is UTF-8")),
    )
}

#[test]
fn text_is_escaped_as_for_html() {
    cases("json", "text_is_escaped_as_for_html").compare(probe);
}

#[test]
fn half_surrogates_become_the_replacement_character() {
    cases("json", "half_surrogates_become_the_replacement_character").compare(probe);
}

#[test]
fn invalid_utf8_becomes_the_replacement_character() {
    cases("json", "invalid_utf8_becomes_the_replacement_character").compare(|bytes| {
        let bytes = BASE64_STANDARD.decode(text(bytes)).expect("base64");
        probed(&[b"{\"text\":\"", &bytes[..], b"\"}"].concat())
    });
}

#[test]
fn raw_json_is_compacted_and_otherwise_kept() {
    cases("json", "raw_json_is_compacted_and_otherwise_kept").compare(probe);
}

#[test]
fn bytes_are_base64_with_padding() {
    cases("json", "bytes_are_base64_with_padding").without_error_texts().compare(probe);
}

#[test]
fn map_keys_are_sorted_by_bytes() {
    cases("json", "map_keys_are_sorted_by_bytes").compare(probe);
}

#[test]
fn pretty_is_two_spaces_and_no_line_break_at_the_end() {
    cases("json", "pretty_is_two_spaces_and_no_line_break_at_the_end").compare(|object| {
        let plain = text(object).trim_end_matches('\n');
        String::from_utf8(json::indent(plain.as_bytes(), 2)).expect("JSON is UTF-8")
    });
}

#[test]
fn fields_are_written_in_the_order_of_the_struct() {
    cases("json", "fields_are_written_in_the_order_of_the_struct").compare(probe);
}

#[test]
fn empty_values_are_left_out() {
    cases("json", "empty_values_are_left_out").compare(probe);
}

#[test]
fn empty_structs_are_written() {
    cases("json", "empty_structs_are_written").compare(probe);
}

#[test]
fn a_zero_time_is_left_out_by_omitzero() {
    cases("json", "a_zero_time_is_left_out_by_omitzero").compare(probe);
}

#[test]
fn nil_and_empty_differ_where_nothing_is_left_out() {
    cases("json", "nil_and_empty_differ_where_nothing_is_left_out").compare(probe);
}

#[test]
fn null_empties_what_can_be_nil_and_leaves_the_rest() {
    cases("json", "null_empties_what_can_be_nil_and_leaves_the_rest").without_error_texts().compare(probe);
}

#[test]
fn floats_are_shortest_and_exponents_begin_at_1e21() {
    cases("json", "floats_are_shortest_and_exponents_begin_at_1e21").without_error_texts().compare(probe);
}

#[test]
fn integers_take_no_fraction_and_no_exponent() {
    cases("json", "integers_take_no_fraction_and_no_exponent").without_error_texts().compare(probe);
}

#[test]
fn integers_out_of_range_are_errors() {
    cases("json", "integers_out_of_range_are_errors").without_error_texts().compare(probe);
}

#[test]
fn types_must_match() {
    cases("json", "types_must_match").without_error_texts().compare(probe);
}

#[test]
fn names_are_case_sensitive() {
    cases("json", "names_are_case_sensitive").compare(probe);
}

#[test]
fn unknown_fields_are_dropped() {
    cases("json", "unknown_fields_are_dropped").compare(probe);
}

#[test]
fn of_repeated_fields_the_last_wins_and_objects_merge() {
    cases("json", "of_repeated_fields_the_last_wins_and_objects_merge").compare(probe);
}

#[test]
fn repeated_lists_reuse_their_elements() {
    const DIFFER: &[(&str, &str)] = &[(
        r#""{\"children\":[{\"text\":\"a\"},{\"text\":\"b\"},{\"text\":\"c\"}],\"children\":[{}],\"children\":[{},{},{},{}]}""#,
        "a list that shrinks and grows again finds old elements in the spare room of Go's array; ours are gone",
    )];
    cases("json", "repeated_lists_reuse_their_elements").compare_but(DIFFER, probe);
}

#[test]
fn strict_finds_repeated_fields() {
    cases("json", "strict_finds_repeated_fields").compare(|document| probed_strictly(text(document).as_bytes()));
}

#[test]
fn strict_finds_unknown_fields() {
    cases("json", "strict_finds_unknown_fields").compare(|document| probed_strictly(text(document).as_bytes()));
}

#[test]
fn strict_stops_at_a_hundred_and_says_nothing_twice() {
    cases("json", "strict_stops_at_a_hundred_and_says_nothing_twice")
        .compare(|document| probed_strictly(text(document).as_bytes()));
}

#[test]
fn text_behind_the_value_is_an_error() {
    cases("json", "text_behind_the_value_is_an_error").compare(probe);
}

#[test]
fn broken_syntax_is_an_error() {
    const DIFFER: &[(&str, &str)] =
        &[("\"\u{feff}{}\"", "upstream shows the first byte of a character as if it were one, ours the character")];
    cases("json", "broken_syntax_is_an_error").compare_but(DIFFER, probe);
}

#[test]
fn nesting_ends_at_ten_thousand() {
    cases("json", "nesting_ends_at_ten_thousand").compare(|depth| {
        let depth = usize::try_from(depth.as_u64().expect("a number")).expect("a small value");
        let document = format!("{{\"any\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        probed(document.as_bytes()).get("ok").is_some()
    });
}

#[test]
fn the_kind_is_sniffed_in_any_case() {
    cases("json", "the_kind_is_sniffed_in_any_case").compare(reread);
}

#[test]
fn documents_without_a_registered_kind_are_errors() {
    cases("json", "documents_without_a_registered_kind_are_errors").with_our_scheme().compare(reread);
}
