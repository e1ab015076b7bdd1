//! The planning stage: decides which types need functions and what each function does, step by step.
//!
//! The planner reads the checked model and returns typed steps; it creates no text. It lists the steps of every
//! conversion in both directions, so that `render` only has to print them.

mod conversion;
mod defaults;
mod index;
mod losses;
mod ops;
mod preserve;
mod traversal;

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Group, Kind, Model, TypeId, Version};

pub(crate) use self::index::{INTERNAL, Index};
pub(crate) use self::ops::{
    Alias, Arguments, Call, Defaulter, Direction, Entry, FieldRef, Function, Kept, KeptField, KeptKind, Loss,
    LossCondition, Move, Op, Parts, Registration, Route, SetRule, Traversal, UnionRole, Value, Variable,
};

/// All decisions of one run.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The functions of each version, keyed by the modules of group and version.
    pub(crate) versions: BTreeMap<(String, String), VersionPlan>,
    /// The order in which groups are registered: groups that declare shared types come before groups that use them.
    pub(crate) order: Vec<usize>,
    /// The types whose conversion may report a loss.
    pub(crate) reporting: Chosen,
}

/// The functions of one version.
#[derive(Debug, Default)]
pub(crate) struct VersionPlan {
    /// Conversion functions, in the order of the types.
    pub(crate) conversions: Vec<Function>,
    /// Structs preserved in annotations, keyed by the type of which they hold a part.
    pub(crate) kept: BTreeMap<TypeId, Kept>,
    /// Defaulters, in the order of the types.
    pub(crate) defaulters: Vec<Defaulter>,
    /// Kinds, in order of definition.
    pub(crate) registrations: Vec<Registration>,
}

/// Makes all decisions that are needed to generate text.
pub(crate) fn plan(model: &Model) -> Plan {
    let index = Index::new(model);
    let converted = traversal::converted_types(&index);
    let defaulted = defaults::defaulted_types(&index);
    let versions = own_versions(model).map(|(group, version)| {
        let kept = preserve::plan(&index, version, &converted);
        let plan = VersionPlan {
            conversions: conversion::plan(&index, version, &converted, &kept),
            kept,
            defaulters: defaults::plan(&index, version, &defaulted),
            registrations: registrations(&index, version, &converted, &defaulted),
        };
        ((group.module.clone(), version.name.clone()), plan)
    });
    let reporting = losses::reporting_types(&index, &converted);
    Plan { versions: versions.collect(), order: registration_order(&index), reporting }
}

/// Returns the versions that this run generates.
fn own_versions(model: &Model) -> impl Iterator<Item = (&Group, &Version)> {
    let own = model.groups.iter().filter(|group| !group.external);
    own.flat_map(|group| group.versions.iter().map(move |version| (group, version)))
}

impl Plan {
    /// Returns the plan of a version.
    pub(crate) fn version(&self, group: &Group, version: &Version) -> &VersionPlan {
        let key = (group.module.clone(), version.name.clone());
        self.versions.get(&key).expect("every version of an own group has a plan")
    }
}

/// The types that have a certain function.
pub(crate) type Chosen = BTreeSet<TypeId>;

/// Plans the registrations of a version.
fn registrations(index: &Index<'_>, version: &Version, converted: &Chosen, defaulted: &Chosen) -> Vec<Registration> {
    let kinds = version.kinds.iter().enumerate();
    kinds
        .map(|(at, kind)| Registration {
            kind: at,
            route: route(index, kind, converted),
            defaulted: defaulted.contains(&kind.ty),
        })
        .collect()
}

fn route(index: &Index<'_>, kind: &Kind, converted: &Chosen) -> Route {
    match kind.hub {
        None => Route::None,
        Some(hub) if index.rust(hub) != index.rust(kind.ty) => Route::Pair,
        Some(_) if converted.contains(&kind.ty) => Route::InPlace,
        Some(_) => Route::Shared,
    }
}

/// Returns the groups in registration order. A group that declares a type comes before the groups that share it,
/// because the first registration of a type determines the version in which it is written.
fn registration_order(index: &Index<'_>) -> Vec<usize> {
    let groups = &index.model.groups;
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for at in (0..groups.len()).filter(|&at| !groups[at].external) {
        visit(index, at, &mut seen, &mut order);
    }
    order
}

fn visit(index: &Index<'_>, at: usize, seen: &mut BTreeSet<usize>, order: &mut Vec<usize>) {
    if !seen.insert(at) {
        return;
    }
    for owner in owners(index, &index.model.groups[at]) {
        visit(index, owner, seen, order);
    }
    order.push(at);
}

/// Returns the other groups that declare types used by this group.
fn owners(index: &Index<'_>, group: &Group) -> BTreeSet<usize> {
    let shared = group.versions.iter().flat_map(|version| &version.types);
    let owner = shared.chain(group.hub.values()).map(|&id| &index.ty(index.rust(id)).group);
    let names: BTreeSet<&String> = owner.filter(|owner| **owner != group.module).collect();
    let groups = index.model.groups.iter().enumerate();
    groups.filter(|(_, g)| !g.external && names.contains(&g.module)).map(|(at, _)| at).collect()
}
