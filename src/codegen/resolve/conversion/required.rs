//! The check that conversions set required fields. A required field is neither optional nor omitted if it is empty.

use super::Context;
use super::draft::Draft;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{BodyDoc, DefaultsDoc, PreserveDoc, PreservedFields};
use crate::codegen::model::{Action, Body, Field, Limits, Omit, Path, Scalar, Side, TypeId, TypeRef};
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

/// Reports required fields without a value: those that the other side lacks and no rule sets, and those that are moved
/// from a field that can be unset, if their empty value is invalid.
pub(super) fn check(context: Context<'_, '_>, draft: &Draft<'_>, report: &mut Report) {
    let tree = context.tree;
    for action in draft.actions() {
        match action {
            Action::Drop { side, field, .. } => check_lacking(tree, draft, *side, field, report),
            Action::Move { from, to, .. } | Action::Values { from, to, .. } | Action::Transform { from, to, .. } => {
                check_unset(tree, draft, Side::There, [from, to], report);
                check_unset(tree, draft, Side::Here, [to, from], report);
            }
            _ => {}
        }
    }
    for annotation in draft.annotations.iter().filter(|annotation| annotation.set.is_none()) {
        check_lacking(tree, draft, annotation.side, &annotation.field, report);
    }
    if let Some(PreserveDoc { fields: PreservedFields::Paths(words), .. }) = draft.preserve() {
        for path in words.iter().filter_map(|word| path::lookup(tree, draft.here, &word.text)) {
            check_lacking(tree, draft, Side::Here, &path, report);
        }
    }
}

fn check_lacking(tree: &Tree<'_>, draft: &Draft<'_>, side: Side, path: &Path, report: &mut Report) {
    if draft.is_unsure(side) {
        return;
    }
    let claims = draft.claims(side);
    let Some(claim) = claims.get(path).filter(|_| claims.below(path).next().is_none()) else { return };
    if is_required(tree, draft.ty(side), path) && !has_default(tree, draft.ty(side), path) {
        let rule = format!("{}: {{ set: <value>, drop: <reason> }}", path::show(tree, draft.ty(side), path));
        report.add(lacking(tree, draft, side, path, claim.span, &rule));
    }
}

/// Reports a required field of `side` that the other side lacks.
pub(super) fn lacking(
    tree: &Tree<'_>,
    draft: &Draft<'_>,
    side: Side,
    path: &Path,
    span: Span,
    rule: &str,
) -> Diagnostic {
    let (ty, other) = (tree.get(draft.ty(side)), tree.get(draft.ty(opposite(side))));
    let shown = path::show(tree, draft.ty(side), path);
    let message = format!(
        "objects of `{}` have no value for the required field `{}.{shown}` of `{}`",
        other.version, ty.name, ty.version
    );
    let block = if side == Side::Here { "fields" } else { "absent" };
    let help =
        format!("in `conversion.{}.{block}`, write `{rule}`, or make the field optional", tree.get(draft.here).name);
    error("required-unset", span, message).help(help)
}

/// Reports a required field of `side` whose counterpart can be unset, if its empty value is invalid.
fn check_unset(tree: &Tree<'_>, draft: &Draft<'_>, side: Side, [from, to]: [&Path; 2], report: &mut Report) {
    let (here, there) = (draft.ty(opposite(side)), draft.ty(side));
    let field = path::field(tree, there, to);
    if tree.is_broken(&path::field(tree, here, from).ty) {
        return;
    }
    let is_set = is_required(tree, here, from) || has_default(tree, here, from) || has_default(tree, there, to);
    let Some(invalid) = empty_is_invalid(tree, field).filter(|_| is_required(tree, there, to) && !is_set) else {
        return;
    };
    let Some(span) = draft.claims(side).get(to).map(|claim| claim.span) else { return };
    let (source, target) = (tree.get(here), tree.get(there));
    let (from, to) = (path::show(tree, here, from), path::show(tree, there, to));
    let message = format!(
        "the field `{}.{to}` of `{}` is required and {invalid}, but `{from}` of `{}` can be unset",
        target.name, target.version, source.version
    );
    let help =
        format!("add a default for `{from}` in `{}`, or make `{to}` in `{}` optional", source.version, target.version);
    report.add(error("required-unset", span, message).help(help));
}

/// True if JSON always contains the field. Fields that only hub objects have are not encoded at all.
pub(super) fn is_required(tree: &Tree<'_>, ty: TypeId, path: &Path) -> bool {
    let field = path::field(tree, ty, path);
    let (owner, _) = path::end(tree, ty, path);
    // Kubernetes has required bytes that are `null` if they are unset.
    let is_imported = tree.facts(owner).doc.is_some_and(|doc| doc.from_proto);
    if tree.is_doubtful(owner) || is_imported && *tree.base(&field.ty) == TypeRef::Scalar(Scalar::Bytes) {
        return false;
    }
    let is_encoded = !field.source.file.ends_with("/internal.yaml");
    is_encoded && !field.optional && !field.inline && field.omit == Omit::Never && !tree.is_broken(&field.ty)
}

/// Returns why the empty value of a field is invalid.
fn empty_is_invalid(tree: &Tree<'_>, field: &Field) -> Option<&'static str> {
    let excludes = |limits: &Limits| {
        limits.min_length.is_some_and(|least| least > 0)
            || limits.min_items.is_some_and(|least| least > 0)
            || limits.min_properties.is_some_and(|least| least > 0)
            || limits.minimum.is_some_and(|least| least > 0.0 || least == 0.0 && limits.exclusive_minimum)
            || limits.maximum.is_some_and(|most| most < 0.0 || most == 0.0 && limits.exclusive_maximum)
    };
    let of_type = match &field.ty {
        TypeRef::Named(id) => match &tree.get(*id).body {
            Body::Text { values, closed: true } if !values.iter().any(String::is_empty) => {
                return Some("has no empty value");
            }
            _ => excludes(&tree.get(*id).limits),
        },
        _ => false,
    };
    (of_type || excludes(&field.limits)).then_some("has limits that exclude its empty value")
}

/// True if the defaults of a version set the field, or may set it in a function.
pub(super) fn has_default(tree: &Tree<'_>, ty: TypeId, path: &Path) -> bool {
    let (owner, index) = path::end(tree, ty, path);
    let name = &tree.fields(owner)[index].name;
    let declared = match tree.facts(owner).doc.map(|doc| &doc.body) {
        Some(BodyDoc::Struct { fields, .. }) => {
            fields.iter().any(|field| field.name.text == *name && field.default.is_some())
        }
        _ => false,
    };
    let (group, version) = (tree.facts(ty).group, &tree.get(ty).version);
    let docs = tree.version_doc(group, version).into_iter().flat_map(|version| &version.defaults);
    let may_set = |doc: &DefaultsDoc| {
        let Some(root) = tree.named(group, version, &doc.ty.text) else { return false };
        let is_field = |word: &Word| {
            path::lookup(tree, root, &word.text).is_some_and(|path| path::end(tree, root, &path) == (owner, index))
        };
        doc.steps.iter().any(|step| {
            step.function && tree.holds(root, owner)
                || step.set.iter().any(|(word, _)| is_field(word))
                || step.copy.iter().any(|(word, _)| is_field(word))
        })
    };
    declared || docs.into_iter().any(may_set)
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Here => Side::There,
        Side::There => Side::Here,
    }
}
