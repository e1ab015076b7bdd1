//! Random parts of the recorded objects, converted as patches.

use apimachinery::edit::{Change, Edited, KindSelector, Path, Reason, Refusal, Step, apply};
use apimachinery::meta::semantic_eq;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::{Codec, Format};
use apimachinery::{apis, yaml};
use serde_json::{Map, Value};

use super::recorded::objects;
use super::{editor, styles};

/// A generator of random numbers: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Returns a patch with parts of an object. Lists are complete, because a patch replaces most of them as a whole.
fn part(value: &Value, depth: usize, random: &mut Random) -> Value {
    let Value::Object(map) = value else { return value.clone() };
    let mut kept = Map::new();
    for (key, value) in map {
        let is_name = depth == 0 && ["apiVersion", "kind"].contains(&&**key) || depth == 1 && key == "name";
        let has_parts = value.as_object().is_some_and(|map| !map.is_empty());
        if is_name || depth == 0 && key != "status" && has_parts || random.below(100) < if has_parts { 70 } else { 40 }
        {
            kept.insert(key.clone(), if has_parts { part(value, depth + 1, random) } else { value.clone() });
        }
    }
    Value::Object(kept)
}

fn convert(text: &str, target: &GroupVersion, is_patch: bool) -> Result<(Edited, String), Refusal> {
    let (editor, target) = (editor(), |_: &_| Some(target.clone()));
    let edited = if is_patch {
        editor.convert_patch(text.as_bytes(), &target)?
    } else {
        editor.convert(text.as_bytes(), &target)?
    };
    let text = String::from_utf8(apply(text.as_bytes(), &edited.edits)).expect("edits keep the text UTF-8");
    Ok((edited, text))
}

fn value_of(text: &str) -> Value {
    serde_json::from_str(&yaml::to_json(text.as_bytes()).expect("YAML")).expect("JSON")
}

/// Adds the scalars, nulls and empty collections as text.
fn leaves(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) if !map.is_empty() => map.values().for_each(|value| leaves(value, found)),
        Value::Array(list) if !list.is_empty() => list.iter().for_each(|value| leaves(value, found)),
        Value::String(text) => found.push(text.clone()),
        other => found.push(other.to_string()),
    }
}

/// Returns the value at a path.
fn at<'v>(value: &'v Value, path: &Path) -> Option<&'v Value> {
    path.steps().iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Index(index) => value.get(index),
    })
}

/// Merges a patch whose lists have as many items as those of the object. Empty values of the patch are skipped, because
/// the object can have defaults in their place.
fn merge(object: &mut Value, patch: &Value) {
    let empty = [
        Value::Null,
        Value::from(""),
        Value::from(0),
        Value::from(false),
        Value::Array(Vec::new()),
        Value::Object(Map::new()),
    ];
    let is_empty = empty.contains(patch);
    match (object, patch) {
        _ if is_empty => {}
        (Value::Object(object), Value::Object(patch)) => {
            for (key, patch) in patch {
                merge(object.entry(key.clone()).or_insert(Value::Null), patch);
            }
        }
        (Value::Array(object), Value::Array(patch)) if object.len() == patch.len() => {
            object.iter_mut().zip(patch).for_each(|(object, patch)| merge(object, patch));
        }
        (object, patch) => *object = patch.clone(),
    }
}

#[test]
fn parts_of_objects_are_moved_and_nothing_is_added() {
    let codec = Codec::new(apis::scheme());
    let (mut converted, mut merged, mut different, mut refused, mut in_lists) = (0, 0, 0, 0, 0);
    for (index, (gvk, target, object)) in objects().into_iter().enumerate().step_by(2) {
        let patch = part(&object, 0, &mut Random(index as u64 + 1));
        let style = [styles::Style::Block, styles::Style::Wide, styles::Style::Flow][index % 3];
        let text = styles::print(&patch, style);
        let (edited, new) = match convert(&text, &target, true) {
            Ok(converted) => converted,
            Err(refusal) => {
                in_lists += usize::from(refusal.message().contains("in a list that a patch replaces"));
                refused += 1;
                continue;
            }
        };
        converted += 1;
        let context = || format!("{gvk}\n{text}\n->\n{new}");
        let changes: Vec<_> = edited.edits.iter().flat_map(|edit| &edit.changes).collect();
        let added = changes.iter().filter(|change| change.old.is_none());
        assert!(added.clone().all(|change| change.reason == Reason::Conversion), "{changes:?}: {}", context());
        let (mut before, mut after) = (Vec::new(), Vec::new());
        leaves(&value_of(&text), &mut before);
        let result = value_of(&new);
        leaves(&result, &mut after);
        let is_respelled = changes.iter().any(|change| change.reason == Reason::Respelled);
        let count = changes.iter().filter(|change| change.new.is_none()).count();
        // A value that the conversion rewrites is no loss, but then the whole patch must have the same meaning.
        let is_rewritten = |change: &&&Change| change.old.is_some() && change.new.is_some();
        let rewritten = changes.iter().filter(|change| change.reason == Reason::Conversion).filter(is_rewritten);
        let mut replaced = Vec::new();
        for change in rewritten.clone() {
            let old = change.old.as_ref().and_then(|old| at(&patch, old));
            leaves(old.unwrap_or_else(|| panic!("{change:?}: {}", context())), &mut replaced);
        }
        if !replaced.is_empty() {
            let [old, new] = [&text, &new].map(|text| codec.decode_into_hub(text.as_bytes()).expect("a patch"));
            assert!(semantic_eq(&*old.object, &*new.object), "{changes:?}: {}", context());
        }
        for leaf in before.iter().filter(|leaf| Some(&***leaf) != patch["apiVersion"].as_str()) {
            let place = after.iter().position(|other| other == leaf);
            let is_replaced = replaced.iter().position(|other| other == leaf);
            let is_explained = is_respelled || count > 0 || is_replaced.is_some();
            assert!(place.is_some() || is_explained, "{leaf} is lost: {}", context());
            match (place, is_replaced) {
                (Some(place), _) => drop(after.swap_remove(place)),
                (None, Some(place)) => drop(replaced.swap_remove(place)),
                (None, None) => {}
            }
        }
        // The rest is the version, and what moved values need.
        assert!(
            is_respelled || after.len() <= 1 + added.count() + rewritten.count(),
            "{after:?} are added: {}",
            context()
        );
        let (again, _) = convert(&new, &target, true).expect("an edited patch can be read");
        assert_eq!(again.edits, [], "{}", context());
        // An object does not change if a part of it is merged with it.
        let Ok((full, whole)) = convert(&styles::print(&object, styles::Style::Block), &target, false) else {
            continue;
        };
        let unmerged = value_of(&whole);
        let mut object = unmerged.clone();
        merge(&mut object, &result);
        let hubs = [&object, &unmerged].map(|object| codec.decode_into_hub(object.to_string().as_bytes()).ok());
        let [Some(object), Some(unmerged)] = hubs else { continue };
        if full.differences.is_empty() {
            merged += 1;
            if !semantic_eq(&*object.object, &*unmerged.object) {
                println!("{}\nmerged with\n{whole}", context());
                different += 1;
            }
        }
    }
    println!("{converted} patches converted, {merged} merged, {refused} refused, {in_lists} of them for lists");
    // A value that the old version replaces by a default, such as zero shares, is explicit in a patch.
    assert!(different * 50 <= merged, "{different} of {merged} merged objects are different");
    assert!(converted > 250 && merged > 150 && refused * 4 < converted, "{converted} {merged} {refused}");
}

/// Returns the JSON pointers of all scalars that can be replaced.
fn pointers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in
                map.iter().filter(|(key, _)| !(path.is_empty() && ["apiVersion", "kind"].contains(&&***key)))
            {
                pointers(value, &format!("{path}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, value)| pointers(value, &format!("{path}/{index}"), found));
        }
        Value::Null => {}
        _ => found.push(path.to_string()),
    }
}

/// Applies a JSON patch with one operation.
fn patched(object: &Value, patch: &Value) -> Option<Value> {
    let mut object = object.clone();
    let operation = &patch[0];
    let path = operation["path"].as_str()?;
    let (parent, key) = path.rsplit_once('/')?;
    let key = key.replace("~1", "/").replace("~0", "~");
    match (operation["op"].as_str()?, object.pointer_mut(parent)?) {
        ("remove", Value::Object(map)) => drop(map.remove(&key)?),
        ("remove", _) => return None,
        _ => *object.pointer_mut(path)? = operation["value"].clone(),
    }
    Some(object)
}

/// Returns true if all that `after` has in addition to `before` is not in the text, and thus a default.
fn only_adds_defaults(before: &Value, after: &Value, text: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let is_kept = before.keys().all(|key| after.contains_key(key));
            is_kept
                && after.iter().all(|(key, value)| match before.get(key) {
                    Some(old) => only_adds_defaults(old, value, &text[key]),
                    None => text.get(key).is_none(),
                })
        }
        (Value::Array(before), Value::Array(after)) => {
            let mut items = before.iter().zip(after).enumerate();
            before.len() == after.len() && items.all(|(index, (old, new))| only_adds_defaults(old, new, &text[index]))
        }
        _ => before == after,
    }
}

#[test]
#[allow(clippy::field_reassign_with_default, reason = "the selector is non-exhaustive")]
fn operations_have_the_same_effect_on_converted_objects() {
    let codec = Codec::new(apis::scheme());
    let hub = |object: &Value| codec.decode_into_hub(object.to_string().as_bytes()).ok();
    let (mut all, mut refused, mut checked) = (0, 0, 0);
    for (index, (gvk, target, object)) in objects().into_iter().enumerate().step_by(2) {
        // Numbers in untyped values are spelled as in YAML.
        let object = value_of(&styles::print(&object, styles::Style::Block));
        let mut random = Random(index as u64 + 1);
        let mut paths = Vec::new();
        pointers(&object, "", &mut paths);
        paths.retain(|path| path.starts_with("/spec") || path.starts_with("/webhooks"));
        let Ok((full, whole)) = convert(&styles::print(&object, styles::Style::Block), &target, false) else {
            continue;
        };
        if paths.is_empty() || !full.differences.is_empty() {
            continue;
        }
        let path = &paths[random.below(paths.len() as u64) as usize];
        let value = match object.pointer(path).expect("an own path") {
            Value::String(text) => Value::from(format!("{text}x")),
            Value::Bool(value) => Value::from(!value),
            _ => Value::from(7),
        };
        let operation = match random.below(3) {
            0 => serde_json::json!([{"op": "remove", "path": path}]),
            1 => serde_json::json!([{"op": "test", "path": path, "value": object.pointer(path)}]),
            _ => serde_json::json!([{"op": "replace", "path": path, "value": value}]),
        };
        let Some(before) = patched(&object, &operation) else { continue };
        let (kind, text) = (gvk.kind.to_string(), operation.to_string());
        let mut selector = KindSelector::default();
        selector.group = Some(gvk.group.to_string());
        (selector.version, selector.kind) = (Some(gvk.version.to_string()), Some(kind));
        all += 1;
        let Ok(edited) = editor().convert_json_patch(text.as_bytes(), &[selector], &|_| Some(target.clone())) else {
            refused += 1;
            continue;
        };
        let new = String::from_utf8(apply(text.as_bytes(), &edited.edits)).expect("edits keep the text UTF-8");
        let after = patched(&value_of(&whole), &value_of(&new));
        let Some(authored) = after else { continue };
        let (Some(before), Some(after)) = (hub(&before), hub(&authored)) else { continue };
        checked += 1;
        // A default can depend on the value, and is explicit in the converted object.
        let is_same = semantic_eq(&*before.object, &*after.object);
        let in_target = |decoded| {
            let encoded = codec.encode_to_version(decoded, &target, Format::Json).expect("it was converted before");
            serde_json::from_slice::<Value>(&encoded.bytes).expect("JSON")
        };
        // Only the target version may have defaults for what remains without a removed value.
        let is_removal = operation[0]["op"] == "remove";
        assert!(
            is_same
                || text == new
                || is_removal && only_adds_defaults(&in_target(before), &in_target(after), &authored),
            "{gvk}: {text}\nbecame {new}\nfor\n{object}\n->\n{whole}"
        );
    }
    println!("{all} operations, {refused} refused, {checked} checked");
    assert!(all > 150 && refused * 4 < all && checked * 2 > all, "{all} {refused} {checked}");
}
