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
mod registration;
mod walk;

use std::collections::BTreeMap;

use super::model::{Group, Model, TypeId, Version};

pub(crate) use self::index::{INTERNAL, Index};
pub(crate) use self::ops::{
    Alias, Arguments, Call, Defaulter, Direction, Function, Kept, KeptField, KeptKind, Lose, Move, Op, Place,
    Registration, Route, Value, Variable, Walk, When,
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
    let converted = walk::converted_types(&index);
    let defaulted = walk::defaulted_types(&index);
    let versions = own_versions(model).map(|(group, version)| {
        let kept = preserve::plan(&index, version, &converted);
        let plan = VersionPlan {
            conversions: conversion::plan(&index, version, &converted, &kept),
            kept,
            defaulters: defaults::plan(&index, version, &defaulted),
            registrations: registration::plan(&index, version, &converted, &defaulted),
        };
        ((group.module.clone(), version.name.clone()), plan)
    });
    let reporting = losses::reporting_types(&index, &converted);
    Plan { versions: versions.collect(), order: registration::order(&index), reporting }
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
pub(crate) type Chosen = std::collections::BTreeSet<TypeId>;
