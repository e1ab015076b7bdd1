//! Patches in the text of a kustomization.

use super::super::lines::{line_start, spaces};
use super::super::refusal::{Cause, Refusal};
use super::super::source::Source;
use super::super::tree::{NodeId, Shape};
use super::super::{Edit, Edited, Editor, Path, apply};
use super::revision::Revision;
use super::selector::{KindSelector, Target};
use crate::go_yaml::{self, ScalarStyle};
use crate::meta::Value;

/// Converts the patch that a scalar contains.
pub(super) fn convert(
    editor: &Editor,
    revision: &mut Revision<'_>,
    node: NodeId,
    selectors: &[KindSelector],
    target: Target<'_>,
) {
    let Some(text) = revision.text_of(node) else { return };
    let mut edits = Vec::new();
    for document in go_yaml::documents(text.as_bytes()) {
        let (offset, raw) = match &document {
            Ok(document) => (document.offset(), document.raw()),
            Err(error) => return revision.refuse(node, &Refusal::new(Cause::Invalid, error.to_string())),
        };
        match convert_patch(editor, raw, selectors, target) {
            Ok(edited) => {
                revision.omit(node, edited.omitted);
                edits.extend(edited.edits.into_iter().map(|mut edit| {
                    edit.range = edit.range.start + offset..edit.range.end + offset;
                    edit
                }));
            }
            Err(refusals) => refusals.iter().for_each(|refusal| revision.refuse(node, refusal)),
        }
    }
    if edits.is_empty() {
        return;
    }
    let new = String::from_utf8_lossy(&apply(text.as_bytes(), &edits)).into_owned();
    let own = revision.tree().path(node);
    let below = |path: Option<Path>| path.map(|path| own.join(path.steps()));
    for edit in &mut edits {
        for change in &mut edit.changes {
            (change.old, change.new) = (below(change.old.take()), below(change.new.take()));
        }
    }
    match literal_edits(revision, node, &text, &edits) {
        Some(edits) => revision.set(node, Value::from(&*new), edits),
        None => revision.set_text(node, &new),
    }
}

/// Converts a document that is a JSON patch, if it is a list, or else a strategic merge patch.
fn convert_patch(
    editor: &Editor,
    text: &[u8],
    selectors: &[KindSelector],
    target: Target<'_>,
) -> Result<Edited, Vec<Refusal>> {
    if is_list(text) {
        return editor.convert_json_patch(text, selectors, target);
    }
    let is_empty = go_yaml::to_json(text).is_ok_and(|json| json == "null");
    if is_empty {
        return Ok(Edited::default());
    }
    editor.convert_merge_patch(text, selectors, target).map_err(|refusal| vec![refusal])
}

/// Returns true if a document is a list.
pub(crate) fn is_list(text: &[u8]) -> bool {
    let Ok(source) = Source::decode(text) else { return false };
    source.tree().is_ok_and(|tree| matches!(tree.node(tree.root).shape, Shape::List { .. }))
}

/// Returns the edits of the lines of a literal block scalar. Returns `None` for other scalars, which are printed anew.
fn literal_edits(revision: &Revision<'_>, node: NodeId, inner: &str, edits: &[Edit]) -> Option<Vec<Edit>> {
    let tree = revision.tree();
    let Shape::Scalar { style: ScalarStyle::Literal, .. } = tree.node(node).shape else { return None };
    let content = tree.node(node).content.clone();
    let first = content.start + tree.text.get(content.clone())?.find('\n')? + 1;
    // The offset of each line of the inner text, and the columns before it in the outer text.
    let (mut outer, mut lines) = (first, Vec::new());
    let content_lines = inner.strip_suffix('\n').unwrap_or(inner);
    for line in content_lines.split('\n') {
        let rest = tree.text.get(outer..)?;
        let whole = rest.split('\n').next()?;
        let lead = whole.trim_end_matches('\r').strip_suffix(line.trim_end_matches('\r'))?;
        if !lead.trim_matches(' ').is_empty() {
            return None;
        }
        lines.push((outer, lead.len()));
        outer = (outer + whole.len() + 1).min(tree.text.len());
    }
    let indent =
        lines.iter().zip(inner.split('\n')).find(|(_, line)| !line.trim().is_empty()).map(|((_, lead), _)| *lead)?;
    let moved = |offset: usize| {
        let line = inner[..offset].matches('\n').count();
        let (start, lead) = lines.get(line)?;
        Some(start + lead + offset - line_start(inner, offset))
    };
    let edit = |edit: &Edit| {
        let mut text = String::new();
        for (index, line) in edit.text.replace("\r\n", "\n").split('\n').enumerate() {
            if index > 0 {
                text.push('\n');
                text += &spaces(if line.is_empty() { 0 } else { indent });
            }
            text += line;
        }
        Some(Edit { range: moved(edit.range.start)?..moved(edit.range.end)?, text, changes: edit.changes.clone() })
    };
    edits.iter().map(edit).collect()
}
