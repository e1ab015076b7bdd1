//! Decisions: which types need functions, and what each function does, step by step.
//!
//! The planner reads the checked model and answers with typed steps; it makes no text. All steps
//! of a conversion are listed for both directions, so that `render` only has to write them down.

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
    /// What is generated for a version beside its types, by modules of group and version.
    pub(crate) versions: BTreeMap<(String, String), VersionPlan>,
    /// The order in which groups are registered: owners of shared types before those who use them.
    pub(crate) order: Vec<usize>,
    /// The types whose conversion may report a loss.
    pub(crate) reporting: Chosen,
}

/// The functions of one version.
#[derive(Debug, Default)]
pub(crate) struct VersionPlan {
    /// Conversion functions in the order of the types.
    pub(crate) conversions: Vec<Function>,
    /// What annotations keep, by the type of which it is a part.
    pub(crate) kept: BTreeMap<TypeId, Kept>,
    /// Defaulters in the order of the types.
    pub(crate) defaulters: Vec<Defaulter>,
    /// Kinds in order of definition.
    pub(crate) registrations: Vec<Registration>,
}

/// Decides everything that can be decided before text is made.
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

/// The versions that this run generates.
fn own_versions(model: &Model) -> impl Iterator<Item = (&Group, &Version)> {
    let own = model.groups.iter().filter(|group| !group.external);
    own.flat_map(|group| group.versions.iter().map(move |version| (group, version)))
}

impl Plan {
    /// The plan of a version.
    pub(crate) fn version(&self, group: &Group, version: &Version) -> &VersionPlan {
        let key = (group.module.clone(), version.name.clone());
        self.versions.get(&key).expect("every version of an own group has a plan")
    }
}

/// The types that have a function of some sort.
pub(crate) type Chosen = std::collections::BTreeSet<TypeId>;
