//! The parts of a kustomization that name objects and their fields.

use super::super::Editor;
use super::super::refusal::{Cause, Refusal};
use super::super::tree::NodeId;
use super::field_path::Notation;
use super::inline;
use super::relocation::{Relocation, Use};
use super::selector::{KindSelector, Target, wanted};
use super::sheet::Sheet;
use crate::schema::GroupVersionKind;

pub(super) fn convert(editor: &Editor, sheet: &mut Sheet<'_>, target: Target<'_>) {
    let root = sheet.tree().root;
    for key in ["patches", "patchesJson6902"] {
        for &patch in sheet.items(root, key) {
            let selected = sheet.get(patch, "target");
            let selectors: Vec<_> = selected.map(|selected| selector(sheet, selected)).into_iter().collect();
            if let Some(text) = sheet.get(patch, "patch") {
                inline::convert(editor, sheet, text, &selectors, target);
            }
            if let Some(selected) = selected {
                convert_selector(editor, sheet, selected, target);
            }
        }
    }
    for &patch in sheet.items(root, "patchesStrategicMerge") {
        // The other items are names of files.
        if sheet.text_of(patch).is_some_and(|text| text.contains('\n') || text.contains(": ")) {
            inline::convert(editor, sheet, patch, &[], target);
        }
    }
    for &replacement in sheet.items(root, "replacements") {
        convert_replacement(editor, sheet, replacement, target);
    }
    for &var in sheet.items(root, "vars") {
        convert_var(editor, sheet, var, target);
    }
}

pub(super) fn convert_replacements(editor: &Editor, sheet: &mut Sheet<'_>, target: Target<'_>) {
    let tree = sheet.tree();
    let (items, is_list) = (tree.items(tree.root), !tree.items(tree.root).is_empty());
    match is_list {
        true => items.iter().for_each(|item| convert_replacement(editor, sheet, *item, target)),
        false => convert_replacement(editor, sheet, tree.root, target),
    }
}

fn selector(sheet: &Sheet<'_>, node: NodeId) -> KindSelector {
    KindSelector::of(&sheet.tree().value(node))
}

fn convert_replacement(editor: &Editor, sheet: &mut Sheet<'_>, replacement: NodeId, target: Target<'_>) {
    if let Some(source) = sheet.get(replacement, "source") {
        let selector = selector(sheet, source);
        if let Some(path) = sheet.get(source, "fieldPath") {
            convert_field_path(editor, sheet, path, &selector, target);
        }
        convert_selector(editor, sheet, source, target);
    }
    for &destination in sheet.items(replacement, "targets") {
        let selected = sheet.get(destination, "select");
        if let Some(selected) = selected {
            let selector = selector(sheet, selected);
            for &path in sheet.items(destination, "fieldPaths") {
                convert_field_path(editor, sheet, path, &selector, target);
            }
        }
        for &selected in selected.iter().chain(sheet.items(destination, "reject")) {
            convert_selector(editor, sheet, selected, target);
        }
    }
}

/// Converts the reference of a variable to a field of an object.
fn convert_var(editor: &Editor, sheet: &mut Sheet<'_>, var: NodeId, target: Target<'_>) {
    let Some(object) = sheet.get(var, "objref") else { return };
    let text = |sheet: &Sheet<'_>, key: &str| sheet.get(object, key).and_then(|node| sheet.text_of(node));
    let mut selected = selector(sheet, object);
    let version = sheet.get(object, "apiVersion");
    let gvk = text(sheet, "apiVersion")
        .zip(text(sheet, "kind"))
        .map(|(version, kind)| GroupVersionKind::from_api_version(&version, &kind));
    if let Some(gvk) = &gvk {
        selected.group = Some(gvk.group.to_string()).filter(|group| !group.is_empty());
        selected.version = Some(gvk.version.to_string());
    }
    let path = sheet
        .get(var, "fieldref")
        .and_then(|field| sheet.get(field, "fieldPath").or_else(|| sheet.get(field, "fieldpath")));
    if let Some(path) = path {
        convert_field_path(editor, sheet, path, &selected, target);
    }
    match (version, gvk.and_then(|gvk| wanted(&gvk, target))) {
        (Some(node), Some(to)) => sheet.set_text(node, &to.to_string()),
        (Some(_), None) => {}
        (None, _) => convert_selector(editor, sheet, object, target),
    }
}

fn convert_selector(editor: &Editor, sheet: &mut Sheet<'_>, node: NodeId, target: Target<'_>) {
    let old = selector(sheet, node);
    let new = match old.converted(editor.codec.scheme(), target) {
        Ok(Some(new)) => new,
        Ok(None) => return,
        Err(message) => return sheet.refuse(node, &Refusal::new(Cause::Conversion, message)),
    };
    for (key, text) in [("group", new.group), ("version", new.version)] {
        if let (Some(node), Some(text)) = (sheet.get(node, key), text) {
            sheet.set_text(node, &text);
        }
    }
}

fn convert_field_path(
    editor: &Editor,
    sheet: &mut Sheet<'_>,
    node: NodeId,
    selector: &KindSelector,
    target: Target<'_>,
) {
    let Some(path) = sheet.text_of(node) else { return };
    match (Relocation { editor, selector, target }).of(&path, Notation::Dots, Use::Any) {
        Ok(Some(relocated)) => sheet.set_text(node, &relocated.text),
        Ok(None) => {}
        Err(refusal) => sheet.refuse(node, &refusal),
    }
}
