//! The check that `preserve` can find the items of lists again: it identifies them by their keys.

use std::collections::BTreeSet;

use super::answers::{Drafts, Search};
use super::draft::Draft;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::load::document::PreservedFields;
use crate::codegen::model::{Action, Field, Omit, Path, Scalar, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

/// Reports lists whose items lose fields that an annotation preserves, if nothing identifies the items. Their positions
/// do not: an item can be inserted or removed in the other version.
pub(super) fn check(search: &Search<'_, '_, '_>, preserved: impl Fn(TypeId) -> bool, report: &mut Report) {
    for side in [Side::Here, Side::There] {
        let losing = losing(search, side, &preserved);
        for draft in search.drafts.values().filter(|draft| preserved(draft.here) && !draft.is_unsure(side)) {
            for path in moved(draft, side) {
                check_list(search, draft, (side, path), &losing, report);
            }
        }
    }
}

/// Returns the types of versions in which an annotation preserves fields, or in a type below it.
fn losing(search: &Search<'_, '_, '_>, side: Side, preserved: impl Fn(TypeId) -> bool) -> BTreeSet<TypeId> {
    let drafts = || search.drafts.values().filter(|draft| preserved(draft.here));
    let own = drafts().filter(|draft| keeps(search, draft, side)).map(|draft| draft.here);
    let mut losing: BTreeSet<TypeId> = own.collect();
    loop {
        let before = losing.len();
        let tree = search.context.tree;
        let holds = |draft: &&Draft<'_>| {
            moved(draft, Side::Here).iter().any(|path| {
                let inner = tree.inner_struct(&path::field(tree, draft.here, path).ty);
                inner.is_some_and(|inner| losing.contains(&inner))
            })
        };
        let holders: Vec<_> = drafts().filter(holds).map(|draft| draft.here).collect();
        losing.extend(holders);
        if losing.len() == before {
            return losing;
        }
    }
}

/// Returns true if an annotation preserves fields of the type itself.
fn keeps(search: &Search<'_, '_, '_>, draft: &Draft<'_>, side: Side) -> bool {
    match (side, draft.preserve().map(|doc| &doc.fields)) {
        (Side::Here, Some(PreservedFields::Paths(paths))) => !paths.is_empty(),
        (Side::Here, None | Some(PreservedFields::None)) => false,
        (Side::There, _) | (Side::Here, Some(PreservedFields::All)) => search.has_uncovered(draft, side),
    }
}

/// Returns the fields of a side whose items are converted one by one.
fn moved<'d>(draft: &'d Draft<'_>, side: Side) -> Vec<&'d Path> {
    let moves = draft.actions().filter_map(|action| match action {
        Action::Move { from, to, .. } => Some(side.path(from, to)),
        _ => None,
    });
    moves.collect()
}

fn check_list(
    search: &Search<'_, '_, '_>,
    draft: &Draft<'_>,
    (side, list): (Side, &Path),
    losing: &BTreeSet<TypeId>,
    report: &mut Report,
) {
    let tree = search.context.tree;
    let field = path::field(tree, draft.ty(side), list);
    let Some(of_version) = version_of(tree, search.drafts, draft, (side, list)) else { return };
    let ty = tree.base(&field.ty);
    let (TypeRef::List(item) | TypeRef::Map(item)) = ty else { return };
    if !losing.contains(&of_version) {
        return;
    }
    let (owner, index) = path::end(tree, draft.ty(side), list);
    let place = tree.facts(owner).fields[index];
    let Some(item) = tree.as_struct(item) else {
        let message =
            format!("`preserve` cannot store fields of `{}`, which is `{}`", field.name, tree.show(&field.ty));
        let help = "write a rule for each field of the innermost type that versions lack, such as `drop: <reason>`, or declare a type with `fields` for the inner list";
        return report.add(error("preserve-items", place, message).help(help));
    };
    if matches!(ty, TypeRef::Map(_)) {
        return;
    }
    let keys = &field.merge.list_map_keys;
    let converted = &search.drafts[&of_version];
    let lost = keys.iter().find(|key| !is_moved(tree, converted, side, item, key));
    if keys.is_empty() && field.merge.list_type.as_deref() == Some("map") {
        // The missing keys are reported with the type of the list.
    } else if keys.is_empty() {
        report.add(without_keys(tree, converted, (side, item), (draft.ty(side), list)));
    } else if let Some(key) = lost {
        let message = format!(
            "the key `{key}` of `{}` has no counterpart, so `preserve` cannot find the items again",
            field.name
        );
        let help = "use a key that both versions have";
        report.add(error("preserve-items", place, message).help(help));
    }
}

/// Returns the type of the version to which the innermost items of a list belong.
fn version_of(tree: &Tree<'_>, drafts: &Drafts<'_>, draft: &Draft<'_>, (side, list): (Side, &Path)) -> Option<TypeId> {
    let from = draft.actions().find_map(|action| match action {
        Action::Move { from, to, .. } if side.path(from, to) == list => Some(from),
        _ => None,
    })?;
    let item = tree.inner_struct(&path::field(tree, draft.here, from).ty)?;
    drafts.contains_key(&item).then_some(item)
}

/// Returns true if a field of an item has the same meaning after a conversion in both directions.
fn is_moved(tree: &Tree<'_>, draft: &Draft<'_>, side: Side, item: TypeId, key: &str) -> bool {
    let Some(key) = path::lookup(tree, item, key) else { return true };
    draft.actions().any(|action| match action {
        Action::Move { from, to, .. }
        | Action::Values { from, to, .. }
        | Action::Transform { from, to, reason: None, .. }
        | Action::Function { from, to, reason: None, .. } => *side.path(from, to) == key,
        _ => false,
    })
}

fn without_keys(
    tree: &Tree<'_>,
    converted: &Draft<'_>,
    (side, item): (Side, TypeId),
    (root, list): (TypeId, &Path),
) -> Diagnostic {
    let field = path::field(tree, root, list);
    // Every key must be required or have a default.
    let is_key = |field: &&Field| {
        let is_text = *tree.base(&field.ty) == TypeRef::Scalar(Scalar::String);
        let is_required = !field.optional && field.omit == Omit::Never;
        is_text && is_required && is_moved(tree, converted, side, item, &field.name)
    };
    let key = tree.fields(item).iter().find(is_key).map_or("<field>", |field| field.name.as_str());
    let optional = if field.optional || field.omit == Omit::Empty { "optional " } else { "" };
    let message = format!("`preserve` cannot find the items of `{}` again, because the list has no keys", field.name);
    let (owner, index) = path::end(tree, root, list);
    let help = format!(
        "name the fields that identify an item: `{}: {{ type: {optional}{}, listType: map, listMapKeys: [{key}] }}`,",
        field.name,
        tree.show(&field.ty)
    );
    let other = format!(
        "or write a rule for each field of `{}` that the other version lacks, such as `drop: <reason>`",
        tree.get(item).name
    );
    error("preserve-items", tree.facts(owner).fields[index], message).help(help).help(other)
}
