//! Merging of the YAML files of a version.

use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::{FileId, Word};

/// Merges documents in the given order.
///
/// Maps are merged key by key. Other values can be repeated, but two different values are a mistake. The defaulting
/// steps of a type are concatenated. Later documents can override values in the file `machine`, but only those of
/// kinds.
pub(crate) fn merge(documents: Vec<Node>, machine: Option<FileId>, report: &mut Report) -> Option<Node> {
    let mut documents = documents.into_iter();
    let mut whole = documents.next()?;
    for document in documents {
        merge_into(&mut whole, document, &mut Place { machine, path: Vec::new() }, report);
    }
    Some(whole)
}

/// The position in the documents that are being merged.
struct Place {
    machine: Option<FileId>,
    path: Vec<String>,
}

fn merge_into(whole: &mut Node, part: Node, place: &mut Place, report: &mut Report) {
    let path = &place.path;
    if is_steps(path) && (is_list(whole) || is_list(&part)) {
        return append_steps(whole, part);
    }
    if is_field(path) {
        spell_out_type(whole, &part);
    }
    let part = if is_field(path) { spelled_out(part, whole) } else { part };
    match (&mut whole.value, part.value) {
        (Value::Map(entries), Value::Map(more)) => merge_maps(entries, more, place, report),
        (value, other) if *value == other => {}
        (value, other) if is_of_kind(path) && place.machine == Some(whole.span.file) => {
            *value = other;
            whole.span = part.span;
        }
        _ => {
            let name = path.last().map_or("the file", String::as_str);
            let message = format!("`{name}` is set twice, to different values");
            report.add(
                error("said-twice", part.span, message)
                    .also(whole.span, "first set here")
                    .help("remove it from one of the files"),
            );
        }
    }
}

fn merge_maps(entries: &mut Vec<(Word, Node)>, more: Vec<(Word, Node)>, place: &mut Place, report: &mut Report) {
    for (key, node) in more {
        match entries.iter_mut().find(|(name, _)| name.text == key.text) {
            None => entries.push((key, node)),
            Some((_, known)) => {
                place.path.push(key.text);
                merge_into(known, node, place, report);
                place.path.pop();
            }
        }
    }
}

fn is_list(node: &Node) -> bool {
    matches!(node.value, Value::List(_))
}

/// Returns true for a path of the form `kinds.<Kind>.<key>`.
fn is_of_kind(path: &[String]) -> bool {
    path.len() == 3 && path[0] == "kinds"
}

/// Returns true for a path of the form `defaults.<Type>`.
fn is_steps(path: &[String]) -> bool {
    path.len() == 2 && path[0] == "defaults"
}

/// Returns true for a path of the form `types.<Type>.fields.<field>`.
fn is_field(path: &[String]) -> bool {
    path.len() == 4 && path[0] == "types" && path[2] == "fields"
}

fn append_steps(whole: &mut Node, part: Node) {
    let mut steps = into_steps(std::mem::replace(&mut whole.value, Value::Null), whole);
    let span = part.clone();
    steps.extend(into_steps(part.value, &span));
    whole.value = Value::List(steps);
}

/// Converts the defaults of a type to steps. A map of values is equivalent to a single step with `set`.
fn into_steps(value: Value, place: &Node) -> Vec<Node> {
    match value {
        Value::List(steps) => steps,
        map => {
            let set = Word { text: "set".to_owned(), span: place.span };
            let values = Node { value: map, span: place.span };
            vec![Node { value: Value::Map(vec![(set, values)]), span: place.span }]
        }
    }
}

/// Expands the short form of a field, `limit: optional quantity`, to a map with the key `type` if the other file
/// contains the long form.
fn spell_out_type(node: &mut Node, other: &Node) {
    if matches!((&node.value, &other.value), (Value::Text(_), Value::Map(_))) {
        let long = spelled(node.clone());
        *node = long;
    }
}

fn spelled_out(node: Node, other: &Node) -> Node {
    match (&node.value, &other.value) {
        (Value::Text(_), Value::Map(_)) => spelled(node),
        _ => node,
    }
}

fn spelled(node: Node) -> Node {
    let span = node.span;
    let key = Word { text: "type".to_owned(), span };
    Node { value: Value::Map(vec![(key, node)]), span }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::files::FileId;
    use crate::codegen::load::yaml::read;

    fn merged(texts: &[&str]) -> (Option<Node>, Vec<&'static str>) {
        let mut report = Report::default();
        let documents = texts.iter().enumerate().filter_map(|(i, text)| read(FileId(i), text, &mut report)).collect();
        let node = merge(documents, Some(FileId(0)), &mut report);
        (node, report.finish().iter().map(|d| d.code()).collect())
    }

    fn check(texts: &[&str], expected: &str) {
        assert_eq!(merged(texts), (merged(&[expected]).0, vec![]));
    }

    #[test]
    fn maps_merge_and_repetition_is_fine() {
        check(&["a: { b: 1 }", "a: { b: 1, c: [2] }"], "a: { b: 1, c: [2] }");
    }

    #[test]
    fn steps_follow_one_another() {
        check(
            &["defaults: { A: { x: 1 } }", "defaults: { A: [{ fn: true }] }"],
            "defaults: { A: [{ set: { x: 1 } }, { fn: true }] }",
        );
        check(&["defaults: { A: { x: 1 } }", "defaults: { A: { y: 2 } }"], "defaults: { A: { x: 1, y: 2 } }");
    }

    #[test]
    fn short_and_long_form_of_a_field_merge() {
        let long = "types: { A: { fields: { f: { type: int32, minimum: 1 } } } }";
        check(&["types: { A: { fields: { f: int32 } } }", "types: { A: { fields: { f: { minimum: 1 } } } }"], long);
        let reversed = "types: { A: { fields: { f: { minimum: 1, type: int32 } } } }";
        check(&["types: { A: { fields: { f: { minimum: 1 } } } }", "types: { A: { fields: { f: int32 } } }"], reversed);
    }

    #[test]
    fn what_the_importer_says_of_a_kind_may_be_corrected() {
        let (imported, corrected) = ("kinds: { A: { removed: \"1.9\" } }", "kinds: { A: { removed: \"1.8\" } }");
        check(&[imported, corrected], corrected);
        assert_eq!(merged(&["a: 1", imported, corrected]).1, ["said-twice"]);
    }

    #[test]
    fn contradictions_are_mistakes() {
        assert_eq!(merged(&["a: 1", "a: 2"]).1, ["said-twice"]);
        assert_eq!(merged(&["a: [1]", "a: { b: 1 }"]).1, ["said-twice"]);
    }
}
