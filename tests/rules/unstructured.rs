//! Untyped values and unstructured objects: documents, and accessors by path and by name.

use apimachinery::meta::unstructured::nested;
use apimachinery::meta::{List, Map, Str, Time, Unstructured, UnstructuredList, Value};
use apimachinery::serializer::{Decoder, Encoder, UnstructuredJsonScheme, json};
use serde_json::{Value as Json, json};

use super::support::{cases, content_text, outcome, text, to_json, untyped};

/// Formats the type and the value in the form in which Go prints them in errors.
fn printed(value: &Value) -> String {
    if let Value::Int(number) = value {
        return format!("int64 {number}");
    }
    let content: Map<Value> = [("x", value.clone())].into();
    let error = nested::integer(&content, &["x"]).expect_err("not an integer").to_string();
    let error = error.trim_start_matches(".x accessor error: ").trim_end_matches(", expected int64");
    let (value, kind) = error.split_once(" is of the type ").expect("a value and a type");
    format!("{kind} {value}")
}

#[test]
fn numbers_are_integers_where_they_can_be() {
    let reason = "our own text for a number that no float holds";
    cases("unstructured", "numbers_are_integers_where_they_can_be")
        .compare_but(&[(r#""1e400""#, reason)], |document| {
            outcome(json::from_str::<Value>(text(document)).map(|value| printed(&value)))
        });
}

#[test]
fn untyped_content_is_written_sorted() {
    cases("unstructured", "untyped_content_is_written_sorted")
        .compare(|document| outcome(json::from_str::<Value>(text(document)).and_then(|value| json::to_string(&value))));
}

#[test]
fn untyped_values_nest_ten_thousand_levels() {
    // Upstream's text also names the character: `invalid character '[' exceeded max depth`.
    cases("unstructured", "untyped_values_nest_ten_thousand_levels").without_error_texts().compare(|depth| {
        let depth = depth.as_u64().expect("a number") as usize;
        let text = "[".repeat(depth) + &"]".repeat(depth);
        outcome(json::from_str::<Value>(&text).map(|_| Json::Null))
    });
}

fn reread(document: &Json) -> Json {
    let decoded = UnstructuredJsonScheme.decode(text(document).as_bytes(), None);
    outcome(decoded.and_then(|decoded| {
        let written = String::from_utf8(UnstructuredJsonScheme.encode_to_vec(&*decoded.object)?).expect("JSON");
        let list = decoded.object.as_list().is_some();
        Ok(json!({ "list": list, "kind": decoded.gvk.to_string(), "text": written }))
    }))
}

#[test]
fn only_the_kind_of_unstructured_content_is_required() {
    cases("unstructured", "only_the_kind_of_unstructured_content_is_required").compare(reread);
}

#[test]
fn unstructured_content_is_written_sorted() {
    cases("unstructured", "unstructured_content_is_written_sorted").compare(reread);
}

#[test]
fn items_make_a_list() {
    cases("unstructured", "items_make_a_list").compare(reread);
}

#[test]
fn what_is_no_object_is_refused() {
    cases("unstructured", "what_is_no_object_is_refused").without_error_texts().compare(reread);
}

#[test]
fn items_get_the_kind_of_their_list() {
    cases("unstructured", "items_get_the_kind_of_their_list").compare(reread);
}

#[test]
fn items_are_objects() {
    cases("unstructured", "items_are_objects").compare(|document| {
        let object = Unstructured::new(untyped(document));
        outcome(object.list_items().map(|items| match &items[..] {
            // Go returns nil for an empty list.
            [] => Json::Null,
            items => items.iter().copied().map(content_text).collect(),
        }))
    });
}

#[test]
fn an_item_that_is_no_object_is_named_by_its_type() {
    // Upstream always names the expected type, map[string]interface {}.
    let object = Unstructured::new(untyped(&json!(r#"{"items":["x"]}"#)));
    assert_eq!(object.list_items().unwrap_err().to_string(), "items member is not an object: string");
}

fn found<T: Into<Json>>(
    input: &Json,
    lookup: impl Fn(&Map<Value>, &[&str]) -> Result<Option<T>, apimachinery::meta::Error>,
) -> Json {
    let path: Vec<&str> = text(&input[1]).split('.').collect();
    let found = lookup(&untyped(&input[0]), &path);
    outcome(found.map(|found| found.map_or(Json::Null, |found| json!([found.into()]))))
}

fn texts(map: &Map<Str>) -> Json {
    match map.is_nil() {
        true => Json::Null,
        false => map.iter().map(|(key, text)| (key.to_string(), Json::from(text.as_str()))).collect(),
    }
}

#[test]
fn nested_values() {
    cases("unstructured", "nested_values")
        .compare(|input| found(input, |content, path| Ok(nested::value(content, path)?.map(to_json))));
}

#[test]
fn nested_texts() {
    cases("unstructured", "nested_texts")
        .compare(|input| found(input, |content, path| Ok(nested::string(content, path)?.map(str::to_owned))));
}

#[test]
fn nested_booleans() {
    cases("unstructured", "nested_booleans").compare(|input| found(input, nested::boolean));
}

#[test]
fn nested_integers() {
    let text = |number: i64| number.to_string();
    cases("unstructured", "nested_integers")
        .compare(|input| found(input, |content, path| Ok(nested::integer(content, path)?.map(text))));
}

#[test]
fn nested_floats() {
    cases("unstructured", "nested_floats").compare(|input| found(input, nested::float));
}

#[test]
fn nested_numbers() {
    cases("unstructured", "nested_numbers").compare(|input| {
        // Go writes a float without a fraction as an integer.
        let written = |number: f64| to_json(&Value::Float(number));
        found(input, |content, path| Ok(nested::number(content, path)?.map(written)))
    });
}

#[test]
fn nested_lists() {
    let items = |list: &List<Value>| Json::from_iter(list.iter().map(to_json));
    cases("unstructured", "nested_lists")
        .compare(|input| found(input, |content, path| Ok(nested::list(content, path)?.map(items))));
}

#[test]
fn nested_lists_of_texts() {
    let items = |list: List<Str>| Json::from_iter(list.iter().map(|text| text.to_string()));
    cases("unstructured", "nested_lists_of_texts")
        .compare(|input| found(input, |content, path| Ok(nested::strings(content, path)?.map(items))));
}

#[test]
fn nested_objects() {
    let entries = |map: &Map<Value>| to_json(&Value::Map(map.clone()));
    cases("unstructured", "nested_objects")
        .compare(|input| found(input, |content, path| Ok(nested::map(content, path)?.map(entries))));
}

#[test]
fn nested_objects_of_texts() {
    cases("unstructured", "nested_objects_of_texts")
        .compare(|input| found(input, |content, path| Ok(nested::string_map(content, path)?.map(|map| texts(&map)))));
}

#[test]
fn nested_objects_of_texts_or_null() {
    cases("unstructured", "nested_objects_of_texts_or_null").compare(|input| {
        found(input, |content, path| Ok(nested::null_coercing_string_map(content, path)?.map(|map| texts(&map))))
    });
}

#[test]
fn nested_values_are_set() {
    cases("unstructured", "nested_values_are_set").compare(|input| {
        let mut content = untyped(&input[0]);
        let path: Vec<&str> = text(&input[1]).split('.').collect();
        outcome(nested::set(&mut content, &path, 7).map(|()| content_text(&content)))
    });
}

#[test]
fn nested_values_are_removed() {
    cases("unstructured", "nested_values_are_removed").compare(|input| {
        let mut content = untyped(&input[0]);
        let path: Vec<&str> = text(&input[1]).split('.').collect();
        nested::remove(&mut content, &path);
        json!({ "ok": content_text(&content) })
    });
}

#[test]
fn metadata_is_read_by_name() {
    let time = |time: Time| if time.is_zero() { Json::Null } else { time.to_string().into() };
    let finalizers = |list: &List<Str>| match list.is_nil() {
        true => Json::Null,
        false => list.iter().map(|text| text.to_string()).collect(),
    };
    cases("unstructured", "metadata_is_read_by_name").compare(|document| {
        let object = Unstructured::new(untyped(document));
        json!({
            "apiVersion": object.api_version(), "kind": object.kind(), "name": object.name(),
            "generateName": object.generate_name(), "namespace": object.namespace(), "selfLink": object.self_link(),
            "uid": object.uid(), "resourceVersion": object.resource_version(), "continue": object.continue_(),
            "generation": object.generation(), "grace": object.deletion_grace_period_seconds(),
            "remaining": object.remaining_item_count(), "created": time(object.creation_timestamp()),
            "deleted": object.deletion_timestamp().map(|deleted| deleted.to_string()),
            "labels": texts(&object.labels()), "annotations": texts(&object.annotations()),
            "finalizers": finalizers(&object.finalizers()),
        })
    });
}

#[test]
fn setters_drop_empty_values() {
    cases("unstructured", "setters_drop_empty_values").compare(|input| {
        let mut object = Unstructured::new(untyped(&input[0]));
        let full = input[1] == true;
        let text = if full { "t" } else { "" };
        let labels = || if full { [("k", "v".into())].into() } else { Map::nil() };
        object.set_api_version(text);
        object.set_kind(text);
        object.set_name(text);
        object.set_generate_name(text);
        object.set_namespace(text);
        object.set_self_link(text);
        object.set_uid("");
        object.set_resource_version(text);
        object.set_continue(text);
        object.set_generation(if full { 5 } else { 0 });
        object.set_deletion_grace_period_seconds(full.then_some(5));
        object.set_remaining_item_count(full.then_some(5));
        object.set_creation_timestamp(if full { Time::from_unix(0, 0) } else { Time::default() });
        object.set_deletion_timestamp(full.then_some(Time::from_unix(0, 0)));
        object.set_labels(labels());
        object.set_annotations(labels());
        object.set_finalizers(if full { ["f".into()].into() } else { List::nil() });
        content_text(&object.content)
    });
}

#[test]
fn setters_of_lists_keep_empty_values() {
    cases("unstructured", "setters_of_lists_keep_empty_values").compare(|input| {
        let mut list = UnstructuredList { content: untyped(&input[0]), ..Default::default() };
        let full = input[1] == true;
        let text = if full { "t" } else { "" };
        list.set_api_version(text);
        list.set_kind(text);
        list.set_resource_version(text);
        list.set_self_link(text);
        list.set_continue(text);
        list.set_remaining_item_count(full.then_some(0));
        content_text(&list.content)
    });
}
