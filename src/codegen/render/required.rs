//! The hand-written functions that generated code calls, by the module in which it expects them.

use std::collections::{BTreeMap, BTreeSet};

use super::signatures::Signatures;
use super::{Context, Module};
use crate::codegen::model::{Group, Version};
use crate::codegen::plan::INTERNAL;

/// A module of hand-written functions, such as `functions::apps::v1beta1::conversion`.
#[derive(Debug, Default)]
pub(crate) struct Required {
    /// The signatures, without a body and without visibility.
    pub(crate) signatures: BTreeSet<String>,
    /// The names that the signatures use, by the path of their module. A path begins with `super::super` for the module
    /// of the group and with `super::super::super` for the module that contains all groups, or is absolute.
    pub(crate) imports: BTreeMap<String, BTreeSet<String>>,
}

/// The names of a group, a version (or `internal`), and `conversion` or `defaults`.
pub(crate) type Place = [String; 3];

/// Returns the modules of hand-written functions of all groups that this run generates.
pub(super) fn required(context: Context<'_>) -> BTreeMap<Place, Required> {
    let mut found = BTreeMap::new();
    for group in context.index.model.groups.iter().filter(|group| !group.external) {
        for version in group.versions.iter().filter(|version| version.name != INTERNAL) {
            let plan = context.plan.version(group, version);
            for known_as in ["functions", "hub_functions"] {
                let module = Module::of_functions(context, group, version);
                let signatures = module.signatures_in(&plan.conversions, known_as);
                add(&mut found, (group, version, known_as, "conversion"), signatures, &module);
            }
            let module = Module::of_functions(context, group, version);
            let signatures = module.defaulter_signatures(&plan.defaulters);
            add(&mut found, (group, version, "functions", "defaults"), signatures, &module);
        }
    }
    found
}

fn add(
    found: &mut BTreeMap<Place, Required>,
    (group, version, known_as, word): (&Group, &Version, &str, &str),
    signatures: Signatures,
    module: &Module<'_>,
) {
    if signatures.is_empty() {
        return;
    }
    let version = if known_as == "hub_functions" { INTERNAL } else { &version.name };
    let required = found.entry([&*group.module, version, word].map(str::to_owned)).or_default();
    required.signatures.extend(signatures.into_iter().map(|(_, text)| text));
    for (path, names) in module.imported() {
        required.imports.entry(path).or_default().extend(names);
    }
}
