//! The stage that turns documents into a checked model, or reports all mistakes in them.

mod conversion;
mod declare;
mod defaults;
mod docs;
mod fields;
mod formats;
mod groups;
mod hub;
mod kind_fields;
mod kinds;
mod limits;
mod literal;
mod members;
mod path;
mod recursion;
mod same;
mod subresources;
#[cfg(test)]
pub(crate) mod testing;
mod tree;
mod unions;

use std::collections::BTreeMap;

use self::conversion::Context;
use self::tree::{GroupId, INTERNAL, Tree};
use super::diagnostics::Report;
use super::files::Files;
use super::load::document::{Definitions, VersionDoc};
use super::model::{Conversion, Group, Model, TypeId, Version};

/// Resolves all names and checks all rules. The model is only valid if nothing was reported.
pub(crate) fn resolve(definitions: &Definitions, files: &Files, report: &mut Report) -> Model {
    let mut tree = Tree::new(files, groups::read(definitions, report));
    let kinds = declare::declare(&mut tree, report);
    fields::fill(&mut tree, &kinds, report);
    docs::complete(&mut tree, &kinds);
    recursion::check_aliases(&mut tree, report);
    let hub = hub::build(&mut tree, report);
    recursion::mark(&mut tree, report);
    let same = same::compare(&tree);
    for id in tree.ids() {
        tree.types[id.0].same_as = Some(same.of(id)).filter(|other| *other != id);
    }
    let context = Context { tree: &tree, same: &same, hub: &hub, kinds: &kinds };
    let mut conversions = conversion::read(context, report);
    let groups: Vec<_> = (0..tree.groups.len()).map(|id| group(context, id, &mut conversions, report)).collect();
    kinds.iter().for_each(|kind| kind_fields::check(&tree, kind, report));
    let defaults = groups.iter().flat_map(|group| &group.versions).flat_map(|version| version.defaults.clone());
    members::check(&tree, &defaults.collect(), report);
    same::unify(&mut tree.types);
    Model { groups, types: tree.types }
}

/// The conversions that do not belong to a version yet.
type Conversions = BTreeMap<TypeId, Conversion>;

fn group(context: Context<'_, '_>, id: GroupId, conversions: &mut Conversions, report: &mut Report) -> Group {
    let group = &context.tree.groups[id];
    let versions = group.versions.iter().map(|doc| version(context, id, doc, conversions, report));
    let mut versions: Vec<_> = versions.collect();
    versions.extend(internal(context, id, report));
    Group {
        name: group.name.clone(),
        module: group.doc.folder.clone(),
        versions,
        hub: context.hub.of_group(id),
        storage: storage(group),
        external: group.doc.external,
    }
}

fn version(
    context: Context<'_, '_>,
    group: GroupId,
    doc: &VersionDoc,
    conversions: &mut Conversions,
    report: &mut Report,
) -> Version {
    let Context { tree, same, hub, kinds } = context;
    let types = types(tree, group, &doc.name);
    let own = kinds.iter().filter(|kind| kind.group == group && kind.version.name == doc.name);
    Version {
        name: doc.name.clone(),
        doc: doc.doc.clone(),
        files: doc.files.clone(),
        kinds: own.flat_map(|kind| kinds::kinds(tree, kind, hub, report)).collect(),
        conversions: types.iter().filter_map(|id| conversions.remove_entry(id)).collect(),
        types,
        defaults: defaults::read(tree, same, group, doc, report),
        undefaulted: doc.undefaulted,
    }
}

fn storage(group: &tree::Group<'_>) -> BTreeMap<String, String> {
    let said = group.doc.internal.iter().flat_map(|internal| &internal.storage);
    said.map(|(resource, version)| (resource.text.clone(), version.text.clone())).collect()
}

fn types(tree: &Tree<'_>, group: GroupId, version: &str) -> Vec<TypeId> {
    tree.ids().filter(|id| tree.facts(*id).group == group && tree.get(*id).version == version).collect()
}

/// Returns the version with the hub types that differ from their base and with the rules that all versions share.
fn internal(context: Context<'_, '_>, group: GroupId, report: &mut Report) -> Option<Version> {
    let types = types(context.tree, group, INTERNAL);
    let doc = context.tree.groups[group].doc.internal.as_ref();
    if types.is_empty() && doc.is_none_or(|doc| doc.conversion.is_empty()) {
        return None;
    }
    Some(Version {
        name: INTERNAL.to_owned(),
        doc: doc.map(|doc| doc.doc.clone()).unwrap_or_default(),
        files: doc.map(|doc| doc.file.clone()).into_iter().collect(),
        kinds: Vec::new(),
        types,
        conversions: conversion::internal(context, group, report),
        defaults: BTreeMap::new(),
        undefaulted: false,
    })
}

#[cfg(test)]
mod tests {
    use super::testing::mistakes;

    #[test]
    fn mistakes_of_all_stages_are_told_at_once_and_what_follows_from_them_is_left_out() {
        let hub = "group: test.example.com\ntypes:\n  A: { fields: { x: int32, b: B, n: int32 } }\n  C: { fields: { y: int32 } }\n";
        let old = "group: test.example.com\ntypes:\n  A: { felds: {}, fields: { z: int32 } }\n  C: { fields: { w: int32 } }\n\
                   defaults:\n  D: { x: 1 }\nconversion:\n  A: { fields: { z: zz } }\n";
        assert_eq!(
            mistakes(&[("test/v1.yaml", hub), ("test/v1beta1.yaml", old)]),
            [
                "unknown-type v1.yaml:3", // B
                "unknown-key v1beta1.yaml:3",
                "no-counterpart v1beta1.yaml:4", // C.w, which may be C.y; what A lacks may be meant by zz
                "unknown-type v1beta1.yaml:6",
                "unknown-field v1beta1.yaml:8",
            ]
        );
    }
}
