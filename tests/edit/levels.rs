//! Properties of the levels and of remedies, for the recorded objects.

use apimachinery::apis;
use apimachinery::edit::{Difference, Edited, Editor, Level, Reason, Step, apply, refused_values};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::serializer::{Codec, Format, Mode};
use apimachinery::yaml;
use serde_json::Value;

use super::editor;
use super::properties::is_in_status;
use super::recorded::objects;
use super::styles::{self, Style};

/// The share of the recorded objects that each test reads.
const EVERY: usize = 4;

fn json(text: &str) -> Value {
    serde_json::from_str(&yaml::to_json(text.as_bytes()).expect("an edited text is YAML")).expect("JSON")
}

/// Calls `check` with the text of recorded objects, their target version, and the exact conversion.
fn each(start: usize, mut check: impl FnMut(&GroupVersionKind, &str, &GroupVersion, &str)) {
    let mut count = 0;
    for (gvk, target, object) in objects().iter().skip(start).step_by(EVERY) {
        for style in [Style::Block, Style::Flow] {
            let text = styles::print(object, style);
            // Documents in which only the version changes are not read as a tree, which some numbers prevent.
            let is_readable = editor().with_fixes(true).convert(text.as_bytes(), &|_| Some(target.clone())).is_ok();
            let edited = editor().convert(text.as_bytes(), &|_| Some(target.clone())).ok();
            let Some(edited) = edited.filter(|_| is_readable) else { continue };
            if edited.differences.is_empty() {
                count += 1;
                let exact = String::from_utf8(apply(text.as_bytes(), &edited.edits)).expect("UTF-8");
                check(gvk, &text, target, &exact);
            }
        }
    }
    assert!(count > 200, "too few objects are converted: {count}");
}

fn convert(editor: &Editor, text: &str, target: &GroupVersion) -> (Edited, String) {
    let edited = editor.convert(text.as_bytes(), &|_| Some(target.clone()));
    let edited = edited.unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    let result = String::from_utf8(apply(text.as_bytes(), &edited.edits)).expect("UTF-8");
    let again = editor.convert(result.as_bytes(), &|_| Some(target.clone())).expect("an edited text can be read");
    assert_eq!(again.edits, [], "{text}\n->\n{result}");
    (edited, result)
}

/// Checks that the meaning of a result differs from that of the source in exactly the listed deviations.
fn check_deviations(text: &str, edited: &Edited, result: &str) {
    let mut found = editor().differences(text.as_bytes(), result.as_bytes()).expect("both texts are objects");
    // The two versions of a StatefulSet cannot have the same status, which the API server ignores.
    found.retain(|difference| !is_in_status(difference.path.steps()));
    assert_eq!(found.is_empty(), edited.deviations.is_empty(), "{found:?} {:?}\n{text}", edited.deviations);
    if edited.deviations.is_empty() {
        return;
    }
    let mut restored = json(result);
    for deviation in &edited.deviations {
        let before = deviation.before.as_ref().map(|before| serde_json::from_str(before).expect("JSON"));
        set(&mut restored, deviation.path.steps(), before);
    }
    let found = editor().differences(text.as_bytes(), restored.to_string().as_bytes()).expect("both are objects");
    // Raw JSON in a field is written anew by the test: `-0` and escapes differ.
    let json = |value: &Option<String>| {
        let text = value.as_ref()?.replace("-0,", "0,");
        serde_json::from_str::<Value>(&text).ok()
    };
    let is_other = |found: &&Difference| json(&found.before) != json(&found.after) && !is_in_status(found.path.steps());
    let found: Vec<_> = found.iter().filter(is_other).collect();
    assert!(found.is_empty(), "{found:?} {:?}\n{text}\n->\n{result}", edited.deviations);
}

fn set(place: &mut Value, path: &[Step], value: Option<Value>) {
    match path {
        [] => *place = value.unwrap_or(Value::Null),
        [Step::Key(key)] if value.is_none() => drop(place.as_object_mut().map(|map| map.remove(key))),
        [Step::Key(key), rest @ ..] => set(&mut place[key], rest, value),
        [Step::Index(index), rest @ ..] => set(&mut place[*index], rest, value),
    }
}

#[test]
fn adopted_defaults_are_all_that_differs() {
    let adopting = editor().with_level(Level::Adopt);
    let mut adopted = 0;
    each(0, |_, text, target, exact| {
        let (edited, result) = convert(&adopting, text, target);
        check_deviations(text, &edited, &result);
        assert!(edited.deviations.iter().all(|deviation| deviation.reason == Reason::Adopted));
        assert_eq!(result == exact, edited.deviations.is_empty(), "{text}\n->\n{result}");
        adopted += edited.deviations.len();
    });
    assert!(adopted > 20, "too few defaults are adopted: {adopted}");
}

#[test]
fn full_texts_are_the_complete_objects() {
    let codec = Codec::new(apis::scheme());
    let full = editor().with_level(Level::Full);
    each(1, |gvk, text, target, _| {
        let (_, result) = convert(&full, text, target);
        let hub = codec.decode_into_hub(text.as_bytes()).expect("an object");
        let complete = codec.convert(hub, target).expect("a conversion");
        let complete = codec.encode(&complete, Format::Json).expect("JSON");
        let read = codec.clone().with_mode(Mode::Strict).decode(result.as_bytes()).expect("an object");
        let read = codec.encode(&read, Format::Json).expect("JSON");
        let [complete, read] = [complete, read].map(|json| serde_json::from_slice::<Value>(&json).expect("JSON"));
        let missing = missing(&read, &complete, "");
        assert_eq!(missing, None, "{gvk}\n{complete}\n{read}");
    });
}

/// Returns the path of a field that an object lacks, compared with another one. Authored values keep their spelling,
/// which can be another quantity or time of the same value, or an empty value that JSON omits.
fn missing(value: &Value, other: &Value, path: &str) -> Option<String> {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::String(text) => text.is_empty(),
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
    };
    match (value, other) {
        (Value::Object(value), Value::Object(other)) => other.iter().find_map(|(key, other)| match value.get(key) {
            Some(value) => missing(value, other, &format!("{path}.{key}")),
            None => (!is_empty(other)).then(|| format!("{path}.{key}")),
        }),
        (Value::Array(value), Value::Array(other)) if value.len() == other.len() => {
            value.iter().zip(other).find_map(|(value, other)| missing(value, other, &format!("{path}[]")))
        }
        _ => None,
    }
}

#[test]
fn comments_change_no_value() {
    let commenting = editor().with_comments(true);
    let mut comments = 0;
    each(2, |_, text, target, exact| {
        let (_, result) = convert(&commenting, text, target);
        assert_eq!(json(&result), json(exact), "{result}");
        assert!(result.len() >= exact.len());
        comments += usize::from(result != exact);
    });
    assert!(comments > 50, "too few texts have comments: {comments}");
}

#[test]
fn remedies_are_all_that_differs() {
    let fixing = editor().with_fixes(true);
    let mut fixed = 0;
    each(3, |gvk, text, target, _| {
        let (edited, result) = convert(&fixing, text, target);
        check_deviations(text, &edited, &result);
        fixed += edited.deviations.len();
        let object = apimachinery::serializer::json::from_str(&json(&result).to_string()).expect("a value");
        let refused = refused_values(&target.with_kind(gvk.kind.clone()), &object);
        assert!(refused.iter().all(|refused| !refused.is_fixable), "{refused:?}\n{result}");
    });
    assert!(fixed > 5, "too few objects are fixed: {fixed}");
}
