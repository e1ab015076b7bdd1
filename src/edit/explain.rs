//! Comments that explain added values.

use std::collections::BTreeMap;

use super::document::Object;
use super::lines::{line_end, line_start, spaces};
use super::reason::{Change, Reason};
use super::refusal::{Cause, Refusal};
use super::tree::{NodeId, Shape, Tree};
use super::{Edit, splice, types};
use crate::go_yaml;
use crate::meta::TypeMeta;

/// The number of characters of a default that a comment repeats.
const MAX_SHOWN: usize = 40;

/// Adds comments with reasons to the lines of added values. Returns the comments.
///
/// A comment is at the end of the line in which the value starts. If this line already ends with a comment, or inside a
/// scalar, the comment is above it.
///
/// # Errors
///
/// Returns a refusal if the edited text cannot be read.
pub(super) fn comment(
    text: &str,
    newline: &str,
    objects: &[Object],
    edits: &mut Vec<Edit>,
) -> Result<Vec<String>, Refusal> {
    let edited = splice(text, edits);
    let decoded = go_yaml::Text::decode(edited.as_bytes());
    let decoded = decoded.map_err(|error| Refusal::new(Cause::Proof, error.to_string()))?;
    let tree = Tree::read(&decoded)?;
    // The start of the first added value of each line, with the names and the reasons of all.
    let mut reasons: BTreeMap<usize, (usize, Vec<(String, String)>)> = BTreeMap::new();
    for change in edits.iter().flat_map(|edit| &edit.changes) {
        let Some(reason) = explanation(change, objects) else { continue };
        let node = change.new.as_ref().and_then(|path| tree.find(tree.root, path));
        let Some(node) = node else { continue };
        let (start, name) = match tree.entry_of(node) {
            Some((map, index)) => (tree.entries(map)[index].key_span.start, tree.entries(map)[index].key.clone()),
            None => (tree.node(node).span.start, "item".to_string()),
        };
        let (_, all) = reasons.entry(line_start(&edited, start)).or_insert((start, Vec::new()));
        all.push((name, reason));
    }
    let mut scalars = Vec::new();
    find_scalars(&tree, tree.root, &mut scalars);
    let is_inside = |offset: usize| scalars.iter().any(|scalar| scalar.start < offset && offset < scalar.end);
    let mut comments = Vec::new();
    // The last comment first, so that the other offsets remain valid.
    for (line, (start, reasons)) in reasons.into_iter().rev() {
        let comment = format!("# {}", joined(reasons));
        let end = line_end(&edited, start);
        let has_comment = !tree.comments_in(&(line..end)).is_empty();
        if !has_comment && !is_inside(end) {
            insert(edits, end, &format!("  {comment}"));
        } else if !is_inside(line) {
            let indentation = edited[line..].len() - edited[line..].trim_start_matches(' ').len();
            insert(edits, line, &format!("{}{comment}{newline}", spaces(indentation)));
        } else {
            continue;
        }
        comments.push(comment);
    }
    Ok(comments)
}

/// Returns the reasons in one text. If there are several, each one has the name of its value.
fn joined(mut reasons: Vec<(String, String)>) -> String {
    match &mut *reasons {
        [(_, reason)] => std::mem::take(reason),
        _ => {
            let named: Vec<_> = reasons.into_iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
            named.join(", ")
        }
    }
}

/// Returns the reason for an added value, as a comment.
fn explanation(change: &Change, objects: &[Object]) -> Option<String> {
    let new = change.new.as_ref()?;
    let object = objects.iter().find(|object| new.steps().starts_with(object.path.steps()))?;
    let from = TypeMeta::from(&object.from).api_version;
    let to = &object.to;
    Some(match &change.reason {
        Reason::Default { target: Some(target), .. } if target.chars().count() <= MAX_SHOWN => {
            format!("default of {from}; {to} has {target}")
        }
        Reason::Default { target: Some(_), .. } => format!("default of {from}; {to} has another one"),
        Reason::Default { target: None, .. } => {
            let below = new.steps()[object.path.steps().len()..].iter().cloned().collect();
            let need = if types::is_required(object.minimal.shape, &below) { "requires it" } else { "has none" };
            format!("default of {from}; {to} {need}")
        }
        Reason::Conversion if change.old.is_none() => format!("made from the fields of {from}"),
        Reason::Filled => format!("default of {to}"),
        Reason::Remedy(rule) => rule.clone(),
        _ => return None,
    })
}

/// Adds the ranges of all scalars and keys.
fn find_scalars(tree: &Tree<'_>, id: NodeId, found: &mut Vec<std::ops::Range<usize>>) {
    match &tree.node(id).shape {
        Shape::Scalar { .. } => found.push(tree.node(id).span.clone()),
        Shape::List { items, .. } => items.iter().for_each(|item| find_scalars(tree, *item, found)),
        Shape::Map { entries, .. } => {
            for entry in entries.iter().filter(|entry| !entry.is_merged) {
                found.push(entry.key_span.clone());
                find_scalars(tree, entry.value, found);
            }
        }
        Shape::Alias(_) => {}
    }
}

/// Inserts a text at an offset of the edited text: into the edit that writes the offset, or as a new edit.
fn insert(edits: &mut Vec<Edit>, offset: usize, text: &str) {
    // The number of bytes that the edits before an offset add and remove.
    let (mut added, mut removed) = (0, 0);
    let new = |source: usize| Edit { range: source..source, text: text.to_string(), changes: Vec::new() };
    for index in 0..edits.len() {
        let start = edits[index].range.start + added - removed;
        if offset < start {
            return edits.insert(index, new(offset + removed - added));
        }
        if offset <= start + edits[index].text.len() {
            return edits[index].text.insert_str(offset - start, text);
        }
        added += edits[index].text.len();
        removed += edits[index].range.len();
    }
    edits.push(new(offset + removed - added));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_inserted_into_edits_and_between_them() {
        let edit = |range, text: &str| Edit { range, text: text.into(), changes: Vec::new() };
        let source = "abcdefghij";
        let edits = [edit(1..3, "XYZ"), edit(4..4, "-"), edit(6..9, "")];
        let edited = splice(source, &edits);
        assert_eq!(edited, "aXYZd-efj");
        for offset in 0..=edited.len() {
            let mut edits = edits.to_vec();
            insert(&mut edits, offset, "#");
            let mut expected = edited.clone();
            expected.insert(offset, '#');
            assert_eq!(splice(source, &edits), expected, "{offset}");
        }
    }
}
