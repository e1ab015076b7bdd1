//! Documents to the checked model, or every mistake in them.

mod declare;
mod fields;
mod groups;
mod hub;
mod kinds;
mod recursion;
mod same;
mod tree;

use self::declare::KindType;
use self::hub::Hub;
use self::tree::{INTERNAL, Tree};
use super::diagnostics::Report;
use super::files::Files;
use super::load::document::{Definitions, VersionDoc};
use super::model::{Group, Model, Version};

/// Looks every name up and checks every rule. The model is of use only if nothing was reported.
pub(crate) fn resolve(definitions: &Definitions, files: &Files, report: &mut Report) -> Model {
    let mut tree = Tree::new(files, groups::read(definitions, report));
    let kinds = declare::declare(&mut tree, report);
    fields::fill(&mut tree, &kinds, report);
    recursion::check_aliases(&mut tree, report);
    let hub = hub::build(&mut tree, report);
    recursion::mark(&mut tree, report);
    let same = same::compare(&tree);
    for id in tree.ids() {
        tree.types[id.0].same_as = Some(same.of(id)).filter(|other| *other != id);
    }
    let groups = (0..tree.groups.len()).map(|id| group(&tree, id, &kinds, &hub, report)).collect();
    Model { groups, types: tree.types }
}

fn group(tree: &Tree<'_>, id: usize, kinds: &[KindType<'_>], hub: &Hub, report: &mut Report) -> Group {
    let group = &tree.groups[id];
    let mut versions: Vec<_> = group.versions.iter().map(|doc| version(tree, id, doc, kinds, hub, report)).collect();
    versions.extend(internal(tree, id));
    Group {
        name: group.name.clone(),
        module: group.doc.folder.clone(),
        versions,
        hub: hub.of_group(id),
        external: group.doc.external,
    }
}

fn version(
    tree: &Tree<'_>,
    group: usize,
    doc: &VersionDoc,
    kinds: &[KindType<'_>],
    hub: &Hub,
    report: &mut Report,
) -> Version {
    let own = kinds.iter().filter(|kind| kind.group == group && kind.version.name == doc.name);
    Version {
        name: doc.name.clone(),
        doc: doc.doc.clone(),
        files: doc.files.clone(),
        kinds: own.flat_map(|kind| kinds::kinds(tree, kind, hub, report)).collect(),
        types: types(tree, group, &doc.name),
        conversions: Default::default(),
        defaults: Default::default(),
    }
}

fn types(tree: &Tree<'_>, group: usize, version: &str) -> Vec<super::model::TypeId> {
    tree.ids().filter(|id| tree.facts(*id).group == group && tree.get(*id).version == version).collect()
}

/// The version of the hub types that differ from their base and of the rules that all versions share.
fn internal(tree: &Tree<'_>, group: usize) -> Option<Version> {
    let types = types(tree, group, INTERNAL);
    let doc = tree.groups[group].doc.internal.as_ref();
    if types.is_empty() && doc.is_none_or(|doc| doc.conversion.is_empty()) {
        return None;
    }
    Some(Version {
        name: INTERNAL.to_owned(),
        doc: doc.map(|doc| doc.doc.clone()).unwrap_or_default(),
        files: doc.map(|doc| doc.file.clone()).into_iter().collect(),
        kinds: Vec::new(),
        types,
        conversions: Default::default(),
        defaults: Default::default(),
    })
}
