//! Declaration of all types: the types of every version, and a list for every kind with a resource.

use super::tree::{GroupId, Tree};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::load::document::{KindDoc, VersionDoc};
use crate::codegen::model::TypeId;

/// A kind with its type.
#[derive(Clone, Copy)]
pub(crate) struct KindType<'a> {
    pub(crate) group: GroupId,
    pub(crate) version: &'a VersionDoc,
    pub(crate) doc: &'a KindDoc,
    pub(crate) ty: TypeId,
    /// The type `<Kind>List`, if the kind has a list.
    pub(crate) list: Option<TypeId>,
}

/// Declares all types without their bodies, and finds the types of the kinds.
pub(crate) fn declare<'a>(tree: &mut Tree<'a>, report: &mut Report) -> Vec<KindType<'a>> {
    for group in 0..tree.groups.len() {
        for version in tree.groups[group].versions.clone() {
            declare_version(tree, group, version);
        }
    }
    let mut kinds = Vec::new();
    for group in 0..tree.groups.len() {
        for version in tree.groups[group].versions.clone() {
            kinds.extend(version.kinds.iter().filter_map(|doc| kind(tree, group, version, doc, report)));
        }
    }
    kinds
}

fn declare_version<'a>(tree: &mut Tree<'a>, group: GroupId, version: &'a VersionDoc) {
    for ty in &version.types {
        tree.add(group, &version.name, &ty.name.text, Some(ty), ty.name.span);
    }
}

fn kind<'a>(
    tree: &mut Tree<'a>,
    group: GroupId,
    version: &'a VersionDoc,
    doc: &'a KindDoc,
    report: &mut Report,
) -> Option<KindType<'a>> {
    let ty = match &doc.ty {
        Some(word) => tree.find(group, &version.name, &word.text, word.span, report)?,
        None => kind_type(tree, group, version, doc, report)?,
    };
    if !is_own_or_kind(tree, group, doc, ty, report) {
        return None;
    }
    let has_resource = tree.groups[group].said(&doc.name.text, |kind| kind.resource.as_ref()).is_some();
    let list = if doc.list.unwrap_or(has_resource) { list(tree, group, version, doc, report) } else { None };
    Some(KindType { group, version, doc, ty, list })
}

/// Returns true for types of this crate, and for types of another crate that are kinds there. Reports the others, which
/// lack the fields of a kind.
fn is_own_or_kind(tree: &Tree<'_>, group: GroupId, doc: &KindDoc, ty: TypeId, report: &mut Report) -> bool {
    let owner = &tree.groups[tree.facts(ty).group];
    let registers = |kind: &KindDoc| match &kind.ty {
        Some(word) => word.text.ends_with(&tree.get(ty).name),
        None => kind.name.text == tree.get(ty).name,
    };
    let kinds = tree.groups.iter().filter(|group| group.doc.external).flat_map(|group| &group.versions);
    let is_kind = kinds.flat_map(|version| &version.kinds).any(registers);
    let fits = !owner.doc.external || tree.groups[group].doc.external || is_kind;
    if !fits {
        let message = format!("the built-in type `{}` cannot be used as a kind", tree.get(ty).name);
        report.add(error("foreign-kind", doc.name.span, message).help("declare a type in this group that contains it"));
    }
    fits
}

fn kind_type(
    tree: &mut Tree<'_>,
    group: GroupId,
    version: &VersionDoc,
    doc: &KindDoc,
    report: &mut Report,
) -> Option<TypeId> {
    let found = tree.named(group, &version.name, &doc.name.text);
    if found.is_none() {
        let message = format!("the kind `{}` has no type", doc.name.text);
        let help = "declare a type with this name, or set `type: <Type>`";
        let mistake = error("kind-without-type", doc.name.span, message);
        let meant = tree.nearest(group, &version.name, &doc.name.text);
        report.add(match meant {
            Some(meant) => mistake.label(format!("did you mean `{}`?", tree.get(meant).name)),
            None => mistake.help(help),
        });
        meant.into_iter().for_each(|id| tree.doubt(id));
    }
    found
}

fn list(
    tree: &mut Tree<'_>,
    group: GroupId,
    version: &VersionDoc,
    doc: &KindDoc,
    report: &mut Report,
) -> Option<TypeId> {
    let name = format!("{}List", doc.name.text);
    if let Some(declared) = tree.named(group, &version.name, &name) {
        let message = format!("`{name}` is generated for the kind `{}` and cannot be declared", doc.name.text);
        let place = tree.facts(declared).name;
        report.add(error("list-declared", place, message).help("remove it, or set `list: false` for the kind"));
        tree.doubt(declared);
        return None;
    }
    Some(tree.add(group, &version.name, &name, None, doc.name.span))
}
