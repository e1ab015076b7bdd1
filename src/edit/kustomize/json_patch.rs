//! JSON patches, which name fields by JSON pointers.

use super::super::lines::{column, shifted, spaces};
use super::super::numbers::Numbers;
use super::super::path::Step;
use super::super::reason::Reason;
use super::super::refusal::Refusal;
use super::super::scalar::{Place, print, print_key};
use super::super::source::Source;
use super::super::tree::NodeId;
use super::super::{Editor, apply};
use super::field_path::Notation;
use super::relocation::{Relocated, Relocation, Use, agree};
use super::revision::Revision;
use super::selector::{KindSelector, Target};
use crate::meta::{TypeMeta, Value};

/// Converts all operations of a patch.
pub(super) fn convert(editor: &Editor, revision: &mut Revision<'_>, selectors: &[KindSelector], target: Target<'_>) {
    let tree = revision.tree();
    for &operation in tree.items(tree.root) {
        let text = |key: &str| revision.get(operation, key).and_then(|node| revision.text_of(node)).unwrap_or_default();
        let op = text("op");
        let value = revision.get(operation, "value").map(|node| tree.value(node));
        let used = match (&*op, &value) {
            ("add", Some(value)) => Use::Add(value),
            ("replace" | "test", Some(value)) => Use::Replace(value),
            ("remove", _) => Use::Remove,
            ("move" | "copy", _) => Use::Any,
            _ => continue,
        };
        for (key, used) in [("path", used), ("from", Use::Any)] {
            let Some(node) = revision.get(operation, key) else { continue };
            match relocated(editor, selectors, target, &revision.text_of(node).unwrap_or_default(), used) {
                Ok(Some(relocated)) => apply_to(editor, revision, operation, node, &relocated),
                Ok(None) => {}
                Err(refusal) => revision.refuse(node, &refusal),
            }
        }
    }
}

/// Relocates a field for all selectors, which must agree.
fn relocated(
    editor: &Editor,
    selectors: &[KindSelector],
    target: Target<'_>,
    path: &str,
    used: Use<'_>,
) -> Result<Option<Relocated>, Refusal> {
    let mut found: Option<Option<Relocated>> = None;
    for selector in selectors {
        let relocated = Relocation { editor, selector, target }.of(path, Notation::Pointer, used)?;
        let message = "the patch is used for kinds that have this field at different places; write one patch for each";
        agree(&mut found, relocated, || message.to_string())?;
    }
    Ok(found.flatten())
}

fn apply_to(editor: &Editor, revision: &mut Revision<'_>, operation: NodeId, path: NodeId, relocated: &Relocated) {
    revision.set_text(path, &relocated.text);
    let (Some(new), Some(node)) = (&relocated.value, revision.get(operation, "value")) else { return };
    revision.omit(node, relocated.omitted.iter().cloned());
    let text = embedded(editor, revision, node, relocated)
        .unwrap_or_else(|| flow(new, revision.place(node), &revision.tree().numbers));
    revision.replace(node, new, text, Reason::Respelled);
}

/// Converts a value in its text, as a part of an object that contains nothing else. Comments are kept. Returns `None` if
/// the value has to be printed anew.
fn embedded(editor: &Editor, revision: &Revision<'_>, node: NodeId, relocated: &Relocated) -> Option<String> {
    let tree = revision.tree();
    let is_block = tree.is_block_collection(node);
    if revision.style.is_json || !(is_block || tree.is_flow(node)) {
        return None;
    }
    let start = tree.node(node).content.start;
    let end = if is_block { tree.node_end(node) } else { tree.node(node).content.end };
    let at = column(tree.text, start);
    let value = shifted(&tree.text[start..end].replace("\r\n", "\n"), -(at as isize));
    let TypeMeta { api_version, kind, .. } = TypeMeta::from(&relocated.from);
    let object = around(relocated.old.steps(), value, is_block);
    let text = format!("apiVersion: {api_version}\nkind: {kind}\n{object}\n");
    let edited = editor.convert_patch(text.as_bytes(), &|_| Some(relocated.to.clone())).ok()?;
    let text = apply(text.as_bytes(), &edited.edits);
    let source = Source::decode(&text).ok()?;
    let new = source.tree().ok()?;
    let found = new.find(new.root, &relocated.new)?;
    if new.is_block_collection(found) != is_block {
        return None;
    }
    let start = new.node(found).content.start;
    let end = if is_block { new.node_end(found) } else { new.node(found).content.end };
    let by = at as isize - column(new.text, start) as isize;
    Some(shifted(&new.text[start..end], by))
}

/// Returns the text of a value in the collections of a path.
fn around(path: &[Step], value: String, is_block: bool) -> String {
    let Some((step, rest)) = path.split_first() else { return value };
    let below = shifted(&around(rest, value, is_block), 2);
    match step {
        Step::Index(_) => format!("- {below}"),
        Step::Key(key) if rest.is_empty() && !is_block => format!("{}: {below}", print_key(key, Place::Block)),
        Step::Key(key) => format!("{}:\n{}{below}", print_key(key, Place::Block), spaces(2)),
    }
}

/// Returns the text of a value in one line.
fn flow(value: &Value, place: Place, numbers: &Numbers) -> String {
    let inner = if place == Place::Json { Place::Json } else { Place::Flow };
    match value {
        Value::Map(map) if !map.is_empty() => {
            let entries: Vec<_> = map
                .iter()
                .map(|(key, value)| format!("{}: {}", print_key(key, inner), flow(value, inner, numbers)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::List(list) if !list.is_empty() => {
            format!("[{}]", list.iter().map(|item| flow(item, inner, numbers)).collect::<Vec<_>>().join(", "))
        }
        scalar => print(scalar, place, numbers, None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::path::Path;
    use super::*;

    #[test]
    fn values_are_placed_in_the_collections_of_their_path() {
        let path: Path = [Step::Key("a".into()), Step::Index(0), Step::Key("b".into())].into_iter().collect();
        assert_eq!(around(path.steps(), "c: 1\nd: 2".into(), true), "a:\n  - b:\n      c: 1\n      d: 2");
        assert_eq!(around(path.steps(), "{c: 1}".into(), false), "a:\n  - b: {c: 1}");
    }

    #[test]
    fn values_are_printed_in_one_line() {
        let value = Value::from([("a", Value::Int(1)), ("b", Value::from("x: y"))]);
        assert_eq!(flow(&value, Place::Block, &Numbers::default()), "{a: 1, b: 'x: y'}");
        assert_eq!(flow(&value, Place::Json, &Numbers::default()), r#"{"a": 1, "b": "x: y"}"#);
    }
}
