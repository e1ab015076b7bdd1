//! `apis.rs`: the tree of modules and the registration of all groups.

use std::collections::BTreeSet;

use super::docs::{api_version, comment, or};
use super::file::File;
use super::views::{GroupView, ModuleView, RegisterView};
use super::{Context, Draft};
use crate::codegen::model::{Group, Kind, TypeId, Version};
use crate::codegen::plan::INTERNAL;

/// Returns the file that a crate includes.
pub(super) fn tree(context: Context<'_>) -> Draft {
    let groups: Vec<&Group> = context.index.model.groups.iter().filter(|group| !group.external).collect();
    let sources: BTreeSet<String> = groups.iter().map(|group| format!("{}/*", group.module)).collect();
    let sources: Vec<String> = sources.into_iter().collect();
    let mut file = File::new(context, "apis.rs".to_owned(), &sources);
    file.item("register", &register_all(context));
    for group in groups {
        file.item("group", &group_view(context, group));
    }
    file.finish("")
}

fn feature(context: Context<'_>, group: &Group) -> String {
    if context.options.features { format!("#[cfg(feature = {:?})]", group.module) } else { String::new() }
}

/// Returns the registrations: versions first, hubs last, because the first registration of a type determines its
/// encoding.
fn register_all(context: Context<'_>) -> RegisterView {
    let groups = || context.plan.order.iter().map(|&at| &context.index.model.groups[at]);
    let call =
        |group: &Group, function: &str| format!("{} {}::{function}(builder);", feature(context, group), group.module);
    let versions = groups().filter(|group| has_kinds(group)).map(|group| call(group, "register"));
    let hubs = groups().filter(|group| has_hub_kinds(group)).map(|group| call(group, "register_hub"));
    RegisterView {
        doc: comment("Registers all generated types: first all versions, then all hubs."),
        optional: context.options.features,
        builder: format!("{}::scheme::Builder", context.options.runtime),
        calls: versions.chain(hubs).collect(),
    }
}

fn has_hub_kinds(group: &Group) -> bool {
    kinds(group).any(|kind| kind.hub.is_some())
}

fn kinds(group: &Group) -> impl Iterator<Item = &Kind> {
    group.versions.iter().flat_map(|version| &version.kinds)
}

fn group_view(context: Context<'_>, group: &Group) -> GroupView {
    let external = || group.versions.iter().filter(|version| version.name != INTERNAL);
    let hub = (!group.hub.is_empty()).then(|| ModuleView {
        doc: comment(&format!(
            "The hub of {}: the types to which and from which all versions are converted.",
            group.module
        )),
        name: INTERNAL.to_owned(),
        path: format!("{}/{INTERNAL}.rs", group.module),
    });
    let names: Vec<&str> = external().map(|version| version.name.as_str()).collect();
    let registered = external().filter(|version| !version.kinds.is_empty());
    let calls = registered.map(|version| format!("{}::zz_generated_register::register(builder);", version.name));
    let priority =
        format!("{}::private::version_priority(builder, {:?}, &{names:?});", context.options.runtime, group.name);
    GroupView {
        doc: comment(&group_doc(group)),
        feature: feature(context, group),
        name: group.module.clone(),
        builder: format!("{}::scheme::Builder", context.options.runtime),
        modules: external().map(|version| version_module(group, version)).chain(hub).collect(),
        register: has_kinds(group).then_some(priority).into_iter().chain(calls).chain(storage_calls(group)).collect(),
        hub: hub_calls(context, group),
    }
}

fn has_kinds(group: &Group) -> bool {
    kinds(group).next().is_some()
}

fn group_doc(group: &Group) -> String {
    match group.name.as_str() {
        "" => "The core group.".to_owned(),
        name => format!("The group {name}."),
    }
}

fn version_module(group: &Group, version: &Version) -> ModuleView {
    let of = api_version(&group.name, &version.name);
    ModuleView {
        doc: comment(&or(&version.doc, || format!("The types of {of}."))),
        name: version.name.clone(),
        path: format!("{}/{}.rs", group.module, version.name),
    }
}

/// Returns the calls for kinds whose storage version is not the preferred version.
fn storage_calls(group: &Group) -> impl Iterator<Item = String> {
    group.storage.iter().filter_map(|(resource, version)| {
        let is_meant = |kind: &&Kind| kind.resource.as_ref().is_some_and(|names| names.plural == *resource);
        let kind = &kinds(group).find(is_meant)?.name;
        Some(format!("builder.storage_version({:?}, {kind:?}, {version:?});", group.name))
    })
}

/// Returns one call for each kind of the group.
fn hub_calls(context: Context<'_>, group: &Group) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let hubs = kinds(group).filter_map(|kind| Some((&kind.name, kind.hub?)));
    let new = hubs.filter(|(name, _)| seen.insert(name.as_str()));
    new.map(|(name, hub)| {
        let path = hub_path(context, group, hub);
        format!("builder.hub::<{path}>({:?}, {name:?});", group.name)
    })
    .collect()
}

/// Returns the path of a hub type, relative to the module of its group.
fn hub_path(context: Context<'_>, group: &Group, hub: TypeId) -> String {
    if let Some((name, _)) = group.hub.iter().find(|(_, id)| **id == hub) {
        return format!("{INTERNAL}::{name}");
    }
    let ty = context.index.ty(hub);
    let above = match context.index.group(hub).external {
        true => format!("{}::apis", context.options.runtime),
        false => "super".to_owned(),
    };
    format!("{above}::{}::{}::{}", ty.group, ty.version, ty.name)
}
