//! Conversion: for every field of every version, and of the hub, where it goes.
//!
//! First the rules that somebody wrote are read, then what goes without saying is added, then every
//! field that is still without an answer is reported. A rule may answer for fields of types below
//! its own, so answers are looked for when the rules of all types are known.

mod annotations;
mod answers;
mod draft;
mod fit;
mod implied;
mod in_place;
mod rules;

use std::collections::BTreeMap;

use self::draft::Draft;
use super::declare::KindType;
use super::hub::Hub;
use super::same::Sameness;
use super::tree::{GroupId, INTERNAL, Tree};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::model::{Body, Conversion, TypeId};

/// What the rules are checked against.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a, 't> {
    pub(crate) tree: &'t Tree<'a>,
    pub(crate) same: &'t Sameness,
    pub(crate) hub: &'t Hub,
    pub(crate) kinds: &'t [KindType<'a>],
}

/// The conversions of all types of all versions, by type.
pub(crate) fn read(context: Context<'_, '_>, report: &mut Report) -> BTreeMap<TypeId, Conversion> {
    check_names(context, report);
    let mut conversions = BTreeMap::new();
    let mut drafts = BTreeMap::new();
    for id in context.tree.ids().filter(|id| converts(context.tree, *id)) {
        let there = context.hub.of(id);
        let doc = context.tree.conversion_doc(id);
        if !context.same.same(id, there) {
            drafts.insert(id, Draft::read(context, id, there, doc, report));
        } else if let Some(doc) = doc {
            conversions.extend(in_place::read(context, id, doc, report).map(|conversion| (id, conversion)));
        }
    }
    annotations::lift(context, &mut drafts, report);
    answers::check(context, &drafts, report);
    conversions.extend(drafts.into_iter().map(|(id, draft)| (id, draft.finish())));
    conversions
}

/// The rules of a group's `internal.yaml`, by hub type.
pub(crate) fn internal(context: Context<'_, '_>, group: GroupId, report: &mut Report) -> BTreeMap<TypeId, Conversion> {
    let docs = context.tree.groups[group].doc.internal.iter().flat_map(|internal| &internal.conversion);
    let mut conversions = BTreeMap::new();
    for doc in docs {
        let Some(id) = context.hub.named(group, &doc.ty.text) else {
            report.add(error("unknown-hub-type", doc.ty.span, format!("the hub has no type `{}`", doc.ty.text)));
            continue;
        };
        conversions.extend(in_place::read(context, id, doc, report).map(|conversion| (id, conversion)));
    }
    conversions
}

/// A struct of a version that converts.
fn converts(tree: &Tree<'_>, id: TypeId) -> bool {
    let ty = tree.get(id);
    let version = tree.version_doc(tree.facts(id).group, &ty.version);
    ty.version != INTERNAL && version.is_some_and(|doc| !doc.unconverted) && matches!(ty.body, Body::Struct(_))
}

fn check_names(context: Context<'_, '_>, report: &mut Report) {
    let tree = context.tree;
    for (id, group) in tree.groups.iter().enumerate() {
        for version in &group.versions {
            for doc in &version.conversion {
                let found = tree.find(id, &version.name, &doc.ty.text, doc.ty.span, report);
                if found.is_some_and(|found| !matches!(tree.get(found).body, Body::Struct(_))) {
                    let message = format!("{} has no fields to convert", doc.ty.text);
                    report.add(error("conversion-without-fields", doc.ty.span, message));
                }
                let is_kind = |kind: &KindType<'_>| Some(kind.ty) == found;
                if let (Some(word), false) = (&doc.preserve, context.kinds.iter().any(is_kind)) {
                    let message = format!("{} is no kind: it has no annotations to keep fields in", doc.ty.text);
                    report.add(error("preserve-on-type", word.span, message).help("write `preserve` at the kind"));
                }
            }
        }
    }
}
