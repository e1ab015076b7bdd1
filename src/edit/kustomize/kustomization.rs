//! The parts of a kustomization that name objects and their fields.

use super::super::Editor;
use super::super::tree::NodeId;
use super::field_path::Notation;
use super::inline;
use super::relocation::{Relocation, Use};
use super::revision::Revision;
use super::selector::{KindSelector, Target, wanted};
use crate::schema::GroupVersionKind;

pub(super) fn convert(editor: &Editor, revision: &mut Revision<'_>, target: Target<'_>) {
    let root = revision.tree().root;
    for key in ["patches", "patchesJson6902"] {
        for &patch in revision.items(root, key) {
            let selected = revision.get(patch, "target");
            let selectors: Vec<_> = selected.map(|selected| selector(revision, selected)).into_iter().collect();
            if let Some(text) = revision.get(patch, "patch") {
                inline::convert(editor, revision, text, &selectors, target);
            }
            if let Some(selected) = selected {
                convert_selector(editor, revision, selected, target);
            }
        }
    }
    for &patch in revision.items(root, "patchesStrategicMerge") {
        // The other items are names of files.
        if revision.text_of(patch).is_some_and(|text| text.contains('\n') || text.contains(": ")) {
            inline::convert(editor, revision, patch, &[], target);
        }
    }
    for &replacement in revision.items(root, "replacements") {
        convert_replacement(editor, revision, replacement, target);
    }
    for &var in revision.items(root, "vars") {
        convert_var(editor, revision, var, target);
    }
}

pub(super) fn convert_replacements(editor: &Editor, revision: &mut Revision<'_>, target: Target<'_>) {
    let tree = revision.tree();
    let (items, is_list) = (tree.items(tree.root), !tree.items(tree.root).is_empty());
    match is_list {
        true => items.iter().for_each(|item| convert_replacement(editor, revision, *item, target)),
        false => convert_replacement(editor, revision, tree.root, target),
    }
}

fn selector(revision: &Revision<'_>, node: NodeId) -> KindSelector {
    KindSelector::of(&revision.tree().value(node))
}

fn convert_replacement(editor: &Editor, revision: &mut Revision<'_>, replacement: NodeId, target: Target<'_>) {
    if let Some(source) = revision.get(replacement, "source") {
        let selector = selector(revision, source);
        if let Some(path) = revision.get(source, "fieldPath") {
            convert_field_path(editor, revision, path, &selector, target);
        }
        convert_selector(editor, revision, source, target);
    }
    for &destination in revision.items(replacement, "targets") {
        let selected = revision.get(destination, "select");
        if let Some(selected) = selected {
            let selector = selector(revision, selected);
            for &path in revision.items(destination, "fieldPaths") {
                convert_field_path(editor, revision, path, &selector, target);
            }
        }
        for &selected in selected.iter().chain(revision.items(destination, "reject")) {
            convert_selector(editor, revision, selected, target);
        }
    }
}

/// Converts the reference of a variable to a field of an object.
fn convert_var(editor: &Editor, revision: &mut Revision<'_>, var: NodeId, target: Target<'_>) {
    let Some(object) = revision.get(var, "objref") else { return };
    let text = |revision: &Revision<'_>, key: &str| revision.get(object, key).and_then(|node| revision.text_of(node));
    let mut selected = selector(revision, object);
    let version = revision.get(object, "apiVersion");
    let gvk = text(revision, "apiVersion")
        .zip(text(revision, "kind"))
        .map(|(version, kind)| GroupVersionKind::from_api_version(&version, &kind));
    if let Some(gvk) = &gvk {
        selected.group = Some(gvk.group.to_string()).filter(|group| !group.is_empty());
        selected.version = Some(gvk.version.to_string());
    }
    let path = revision
        .get(var, "fieldref")
        .and_then(|field| revision.get(field, "fieldPath").or_else(|| revision.get(field, "fieldpath")));
    if let Some(path) = path {
        convert_field_path(editor, revision, path, &selected, target);
    }
    match (version, gvk.and_then(|gvk| wanted(&gvk, target))) {
        (Some(node), Some(to)) => revision.set_text(node, &to.to_string()),
        (Some(_), None) => {}
        (None, _) => convert_selector(editor, revision, object, target),
    }
}

fn convert_selector(editor: &Editor, revision: &mut Revision<'_>, node: NodeId, target: Target<'_>) {
    let old = selector(revision, node);
    let new = match old.converted(editor.codec.scheme(), target) {
        Ok(Some(new)) => new,
        Ok(None) => return,
        Err(refusal) => return revision.refuse(node, &refusal),
    };
    for (key, text) in [("group", new.group), ("version", new.version)] {
        if let (Some(node), Some(text)) = (revision.get(node, key), text) {
            revision.set_text(node, &text);
        }
    }
}

fn convert_field_path(
    editor: &Editor,
    revision: &mut Revision<'_>,
    node: NodeId,
    selector: &KindSelector,
    target: Target<'_>,
) {
    let Some(path) = revision.text_of(node) else { return };
    match (Relocation { editor, selector, target }).of(&path, Notation::Dots, Use::Any) {
        Ok(Some(relocated)) => revision.set_text(node, &relocated.text),
        Ok(None) => {}
        Err(refusal) => revision.refuse(node, &refusal),
    }
}
