//! The properties that every edited text has.

use apimachinery::edit::{Edited, Refusal, Step, apply};
use apimachinery::meta::{Object, semantic_eq};
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::{Decoded, Mode};
use apimachinery::yaml;
use serde_json::Value;

use super::{CODEC, editor, newest};

/// Returns the edits of a text and the edited text. Objects in a `List` are converted to their newest versions.
pub(crate) fn convert(text: &str, target: &GroupVersion) -> Result<(Edited, String), Refusal> {
    let edited = editor().convert(text.as_bytes(), &|gvk| newest(gvk).map(|_| target.clone()))?;
    let text = apply(text.as_bytes(), &edited.edits);
    Ok((edited, String::from_utf8(text).expect("edits keep the text UTF-8")))
}

/// Returns the value of a text.
pub(crate) fn value(text: &str) -> Value {
    let json = serde_json::from_str(text);
    json.unwrap_or_else(|_| {
        let lines = text.replace("\r\n", "\n");
        let json = yaml::to_json(lines.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        serde_json::from_str(&json).expect("JSON")
    })
}

/// Returns the object in the hub version, as Kubernetes' codecs read it.
pub(crate) fn hub(object: &Value) -> Decoded {
    let object = without_item_versions(object);
    CODEC.decode_into_hub(object.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}: {object}"))
}

/// Returns the object; a typed list without the versions of its items, which are always that of the list.
fn without_item_versions(object: &Value) -> Value {
    let mut object = object.clone();
    if object["kind"].as_str().is_some_and(|kind| kind.ends_with("List")) {
        for item in object["items"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            item.remove("apiVersion");
            item.remove("kind");
        }
    }
    object
}

/// Returns the objects in a document with their paths.
pub(crate) fn objects(document: &Value) -> Vec<(Vec<Step>, &Value)> {
    match (document["kind"].as_str(), document["items"].as_array()) {
        (Some("List"), Some(items)) => {
            let path = |index| vec![Step::Key("items".into()), Step::Index(index)];
            items.iter().enumerate().map(|(index, item)| (path(index), item)).collect()
        }
        _ => vec![(Vec::new(), document)],
    }
}

/// Returns the comments that the styles write.
fn comments(text: &str) -> Vec<&str> {
    let notes = text.match_indices("# note ").map(|(at, _)| &text[at..]);
    let mut notes: Vec<_> = notes.map(|note| note.split_inclusive('.').next().unwrap_or_default()).collect();
    notes.sort_unstable();
    notes
}

/// Checks the properties of an edited text.
pub(crate) fn check(text: &str, target: &GroupVersion, edited: &Edited, result: &str) {
    let context = || format!("{text}\n->\n{result}");
    assert_eq!(comments(text), comments(result), "{}", context());
    let (before, after) = (value(text), value(result));
    let strict = CODEC.clone().with_mode(Mode::Strict);
    for ((path, before), (_, after)) in objects(&before).into_iter().zip(objects(&after)) {
        if before == after {
            continue;
        }
        let accepted = strict.decode(after.to_string().as_bytes());
        assert!(accepted.is_ok(), "{}: {}", accepted.unwrap_err(), context());
        let (hub_before, hub_after) = (hub(before), hub(after));
        if edited.differences.iter().any(|difference| difference.path.steps().starts_with(&path)) {
            check_additions(&*hub_after.object, edited, &path, [before, after], &context);
            continue;
        }
        if semantic_eq(&*hub_before.object, &*hub_after.object) {
            check_additions(&*hub_before.object, edited, &path, [before, after], &context);
            continue;
        }
        // The two versions of a StatefulSet cannot have the same status, which the API server ignores.
        let differences = editor().differences(before.to_string().as_bytes(), after.to_string().as_bytes());
        let differences = differences.expect("both objects are of one kind");
        let is_status_only = differences.iter().all(|difference| is_in_status(difference.path.steps()));
        assert!(is_status_only, "{differences:?}: {}", context());
    }
    let (again, _) = convert(result, target).unwrap_or_else(|error| panic!("{error}: {}", context()));
    assert_eq!(again.edits, [], "{}", context());
}

/// Returns true for the status of an object or of an item of a list.
pub(crate) fn is_in_status(path: &[Step]) -> bool {
    let path = match path {
        [Step::Key(items), Step::Index(_), path @ ..] if items == "items" => path,
        path => path,
    };
    path.first() == Some(&Step::Key("status".into()))
}

/// Checks that every added value is necessary: without it, the object has another meaning or is refused.
fn check_additions(
    meaning: &dyn Object,
    edited: &Edited,
    base: &[Step],
    [before, after]: [&Value; 2],
    context: &dyn Fn() -> String,
) {
    let is_right = |without: &Value| {
        let decoded = CODEC.decode_into_hub(without_item_versions(without).to_string().as_bytes());
        decoded.is_ok_and(|without| semantic_eq(meaning, &*without.object))
    };
    let added = edited.edits.iter().flat_map(|edit| &edit.changes).filter(|change| change.old.is_none());
    for path in added.filter_map(|change| change.new.as_ref()?.steps().strip_prefix(base)) {
        // An authored value can be replaced.
        if !leaves(before, path).is_empty() {
            continue;
        }
        for leaf in leaves(after, path) {
            let mut without = after.clone();
            if !remove(&mut without, &leaf) {
                continue;
            }
            assert!(!is_right(&without), "{leaf:?} is not necessary: {}", context());
            prune(&mut without, &leaf[..leaf.len() - 1]);
            assert!(!is_right(&without), "{leaf:?} is not necessary: {}", context());
        }
    }
}

/// Returns the paths of the scalars and empty collections below a path.
fn leaves(value: &Value, path: &[Step]) -> Vec<Vec<Step>> {
    let found = path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Index(index) => value.get(*index),
    });
    let below = |step: Step| leaves(value, &[path, &[step]].concat());
    match found {
        Some(Value::Object(map)) if !map.is_empty() => {
            map.keys().flat_map(|key| below(Step::Key(key.clone()))).collect()
        }
        Some(Value::Array(list)) if !list.is_empty() => (0..list.len()).flat_map(|at| below(Step::Index(at))).collect(),
        Some(_) => vec![path.to_vec()],
        None => Vec::new(),
    }
}

fn at_mut<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(*index),
    })
}

/// Removes the value at a path. Returns false if it is neither the value of a key nor the last item of a list.
fn remove(value: &mut Value, path: &[Step]) -> bool {
    let Some((last, parent)) = path.split_last() else { return false };
    match (last, at_mut(value, parent)) {
        (Step::Key(key), Some(Value::Object(map))) => map.remove(key).is_some(),
        (Step::Index(index), Some(Value::Array(list))) if index + 1 == list.len() => list.pop().is_some(),
        _ => false,
    }
}

/// Removes the collections on a path that are empty, from the inside.
fn prune(value: &mut Value, path: &[Step]) {
    let is_empty = match at_mut(value, path) {
        Some(Value::Object(map)) => map.is_empty(),
        Some(Value::Array(list)) => list.is_empty(),
        _ => false,
    };
    if is_empty && remove(value, path) {
        prune(value, &path[..path.len() - 1]);
    }
}
