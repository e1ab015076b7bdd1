//! Strategic merge patches that have the kind of the selected objects: kustomize ignores the version and kind of a patch
//! with a selector, which can therefore be missing.

use std::ops::Range;

use super::super::lines::{column, spaces};
use super::super::meaning::Meaning;
use super::super::numbers::Numbers;
use super::super::reason::Reason;
use super::super::refusal::{Cause, Refusal};
use super::super::scalar::{Place, print, print_key};
use super::super::source::{self, Source};
use super::super::tree::Tree;
use super::super::writer::Style;
use super::super::{Edit, Edited, Editor, Path, apply};
use super::selector::{KindSelector, Outdated, Target};
use crate::meta::{TypeMeta, Value};
use crate::schema::GroupVersionKind;

impl Editor {
    /// Returns the edits that convert a strategic merge patch of the selected objects. It is converted as by
    /// [`Editor::convert_patch`], if its version and kind are those of a selected object.
    pub(crate) fn convert_merge_patch(
        &self,
        text: &[u8],
        selectors: &[KindSelector],
        target: Target<'_>,
    ) -> Result<Edited, Refusal> {
        match self.has_selected_kind(text, selectors)? {
            true => self.convert_selected(text, selectors, target),
            false => self.convert_patch(text, target),
        }
    }

    /// Returns true if a patch has the kind of the selected objects, because its own is missing or another one.
    pub(crate) fn has_selected_kind(&self, text: &[u8], selectors: &[KindSelector]) -> Result<bool, Refusal> {
        if selectors.is_empty() {
            return Ok(false);
        }
        let own = source::type_meta(&self.codec, text)?.group_version_kind();
        if own.is_v1_list() {
            return Ok(false);
        }
        if own.version.is_empty() || own.kind.is_empty() {
            return Ok(true);
        }
        let mut matches_own = selectors.iter().map(|selector| selector.matches_kind_name(&own.kind));
        Ok(!matches_own.try_fold(false, |known, matches| matches.map(|matches| known || matches))?)
    }

    fn convert_selected(&self, text: &[u8], selectors: &[KindSelector], target: Target<'_>) -> Result<Edited, Refusal> {
        let source = Source::decode(text)?;
        let tree = source.tree()?;
        let patch = tree.value(tree.root);
        let numbers = Numbers::default();
        let meaning = Meaning::of_patches(&self.codec, &numbers);
        let fits = |gvk: &GroupVersionKind| {
            let misfits = meaning.misfits(meaning.shape(gvk)?, &without_type(&patch));
            misfits.is_empty().then_some(())
        };
        let mut found: Option<Edited> = None;
        let disagree = || {
            let message = "the values have different places in the selected objects; write one patch for each kind, \
                           with apiVersion and kind";
            Refusal::new(Cause::Conversion, message)
        };
        for selector in selectors {
            for kinds in selector.outdated(self.codec.scheme(), target, fits)? {
                if kinds.is_empty() {
                    let is_same = found.get_or_insert_default().edits.is_empty();
                    is_same.then_some(()).ok_or_else(disagree)?;
                }
                for kind in kinds {
                    let edited = self.convert_of_kind(text, &source, &tree, kind)?;
                    let known = found.get_or_insert_with(|| edited.clone());
                    if known.edits != edited.edits {
                        return Err(disagree());
                    }
                }
            }
        }
        if let Some(edited) = found {
            return Ok(edited);
        }
        let kinds = selectors.iter().map(|selector| selector.kinds(self.codec.scheme(), target));
        if kinds.collect::<Result<Vec<_>, _>>()?.iter().flatten().any(|(_, to)| to.is_some()) {
            let message =
                "no version of the selected objects has all fields of the patch; write its apiVersion and kind";
            return Err(Refusal::new(Cause::Conversion, message));
        }
        Ok(Edited::default())
    }

    /// Converts the patch with a version and a kind, which are removed again.
    fn convert_of_kind(
        &self,
        text: &[u8],
        source: &Source<'_>,
        tree: &Tree<'_>,
        (gvk, to, ()): Outdated<()>,
    ) -> Result<Edited, Refusal> {
        let mut header = header(tree, &gvk);
        for edit in &mut header {
            edit.range = source.input_range(edit.range.clone());
        }
        let complete = apply(text, &header);
        let mut edited = self.convert_patch(&complete, &|own| (*own == gvk).then(|| to.clone()))?;
        let mut edits = Vec::new();
        for edit in edited.edits {
            match original(&edit.range, &header) {
                Some(range) => edits.push(Edit { range, ..edit }),
                None if edit.changes.iter().all(|change| change.reason == Reason::Version) => {}
                None => {
                    let message = "the patch needs another field at its start; write its apiVersion and kind";
                    return Err(Refusal::new(Cause::Layout, message));
                }
            }
        }
        edited.edits = edits;
        Ok(edited)
    }
}

fn without_type(patch: &Value) -> Value {
    let mut patch = patch.clone();
    if let Value::Map(map) = &mut patch {
        map.remove("apiVersion");
        map.remove("kind");
    }
    patch
}

/// Returns the edits that give a patch the version and the kind of an object.
fn header(tree: &Tree<'_>, gvk: &GroupVersionKind) -> Vec<Edit> {
    let style = Style::of(tree);
    let place = match tree.is_flow(tree.root) {
        _ if style.is_json => Place::Json,
        true => Place::Flow,
        false => Place::Block,
    };
    let Some(first) = tree.entries(tree.root).iter().find(|entry| !entry.is_merged) else { return Vec::new() };
    let start = first.start;
    let TypeMeta { api_version, kind, .. } = TypeMeta::from(gvk);
    let mut edits = Vec::new();
    for (key, text) in [("apiVersion", api_version), ("kind", kind)] {
        let value = print(&Value::from(text.as_str()), place, &Numbers::default(), None);
        let edit = match tree.find(tree.root, &Path::default().key(key)) {
            Some(node) => Edit { range: tree.node(node).content.clone(), text: value, changes: Vec::new() },
            None => {
                let end = match place {
                    Place::Block => format!("{}{}", style.newline, spaces(column(tree.text, start))),
                    _ => ", ".to_string(),
                };
                let text = format!("{}: {value}{end}", print_key(key, place));
                Edit { range: start..start, text, changes: Vec::new() }
            }
        };
        edits.push(edit);
    }
    edits.sort_by_key(|edit| edit.range.start);
    edits
}

/// Returns the range in the text before `header` was applied, or `None` for a range in the header.
fn original(range: &Range<usize>, header: &[Edit]) -> Option<Range<usize>> {
    let (mut start, mut end) = (range.start, range.end);
    // The offset of the text that is not yet part of the header.
    let mut shift = 0_isize;
    for edit in header {
        let from = edit.range.start.checked_add_signed(shift)?;
        let to = from + edit.text.len();
        if range.start < to && range.end > from || range.is_empty() && range.start == from && from < to {
            return None;
        }
        let by = edit.text.len() as isize - edit.range.len() as isize;
        if range.start >= to {
            start = start.checked_add_signed(-by)?;
        }
        if range.end >= to {
            end = end.checked_add_signed(-by)?;
        }
        shift += by;
    }
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_text_without_the_header() {
        let edit = |range, text: &str| Edit { range, text: text.to_string(), changes: Vec::new() };
        let header = [edit(0..0, "kind: A\n"), edit(4..6, "new")];
        // `abcd` and `ghij` around the replaced text.
        let ranges = [(8..9, Some(0..1)), (8..12, Some(0..4)), (15..17, Some(6..8)), (3..7, None), (11..16, None)];
        for (range, expected) in ranges {
            assert_eq!(original(&range, &header), expected, "{range:?}");
        }
        assert_eq!(original(&(0..0), &header), None);
    }
}
