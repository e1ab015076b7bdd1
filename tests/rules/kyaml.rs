//! KYAML, as written by the encoder of sigs.k8s.io/yaml/kyaml.

use apimachinery::yaml;
use serde_json::Value;

use super::support::{cases, outcome, text};

fn to_kyaml(document: &Value) -> Value {
    let kyaml = yaml::json_to_kyaml(text(document).as_bytes());
    // It is equivalent to the JSON.
    if let Ok(kyaml) = &kyaml {
        assert_eq!(yaml::to_json(kyaml.as_bytes()), yaml::to_json(text(document).as_bytes()), "{kyaml}");
    }
    outcome(kyaml)
}

#[test]
fn objects_and_lists_are_in_braces_and_brackets() {
    cases("kyaml", "objects_and_lists_are_in_braces_and_brackets").compare(to_kyaml);
}

#[test]
fn lists_of_objects_and_lists_are_cuddled() {
    cases("kyaml", "lists_of_objects_and_lists_are_cuddled").compare(to_kyaml);
}

#[test]
fn numbers_stand_as_they_are_written() {
    cases("kyaml", "numbers_stand_as_they_are_written").compare(to_kyaml);
}

#[test]
fn keys_are_quoted_if_they_could_be_something_else() {
    cases("kyaml", "keys_are_quoted_if_they_could_be_something_else").compare(to_kyaml);
}

#[test]
fn text_is_in_double_quotes() {
    cases("kyaml", "text_is_in_double_quotes").compare(to_kyaml);
}

#[test]
fn text_with_line_breaks_goes_over_lines() {
    cases("kyaml", "text_with_line_breaks_goes_over_lines").compare(to_kyaml);
}

#[test]
fn lines_may_start_with_white_space_that_is_escaped() {
    let reason = "upstream writes a backslash before the escape, which makes a backslash and a letter of it";
    let differ = [r#""\"a\\n\\rb\"""#, r#""\"a\\n\\u2028b\\n\\u00a0c\"""#, r#""\"a\\n\\u2003\\n\"""#]
        .map(|input| (input, reason));
    cases("kyaml", "lines_may_start_with_white_space_that_is_escaped").compare_but(&differ, to_kyaml);
}
