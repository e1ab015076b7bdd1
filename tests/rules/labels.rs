//! Conversions between the forms of label selectors.

use apimachinery::apis::meta::v1::LabelSelector;
use apimachinery::meta::{Map, Str};
use apimachinery::serializer::json;
use serde_json::{Value as Json, json};

use super::support::{cases, outcome, text};

fn selector(input: &Json) -> Option<LabelSelector> {
    (!input.is_null()).then(|| json::from_str(&input.to_string()).expect("a selector"))
}

fn labels(input: &Json) -> Map<Str> {
    let members = input.as_object().map(|labels| labels.iter().map(|(key, value)| (key.as_str(), text(value).into())));
    members.map_or_else(Map::nil, Iterator::collect)
}

fn labels_json(labels: &Map<Str>) -> Json {
    labels.iter().map(|(key, value)| (key.to_string(), json!(value.as_str()))).collect()
}

fn selector_json(selector: &LabelSelector) -> Json {
    serde_json::from_str(&json::to_string(selector).expect("a selector is JSON")).expect("JSON")
}

#[test]
fn a_selector_is_read_from_text() {
    cases("labels", "a_selector_is_read_from_text").compare(|input| {
        let parsed = LabelSelector::parse(text(input));
        outcome(parsed.map(|selector| selector_json(&selector)))
    });
}

#[test]
fn a_selector_becomes_labels() {
    cases("labels", "a_selector_becomes_labels").compare(|input| match selector(input) {
        None => json!({ "ok": null }),
        Some(selector) => outcome(selector.as_map().map(|labels| labels_json(&labels))),
    });
}

#[test]
fn a_selector_is_shown_as_text() {
    let rule = cases("labels", "a_selector_is_shown_as_text");
    rule.compare(|input| LabelSelector::format(selector(input).as_ref()));
}

#[test]
fn labels_become_a_selector() {
    let rule = cases("labels", "labels_become_a_selector");
    rule.compare(|input| LabelSelector::from_labels(&labels(input)).as_ref().map_or(Json::Null, selector_json));
}
