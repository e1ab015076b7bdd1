//! Plans which kinds are registered with the Scheme, and in which order.

use std::collections::BTreeSet;

use super::{Chosen, Index, Registration, Route};
use crate::codegen::model::{Group, Kind, Version};

/// Plans the registrations of a version.
pub(super) fn plan(index: &Index<'_>, version: &Version, converted: &Chosen, defaulted: &Chosen) -> Vec<Registration> {
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
pub(super) fn order(index: &Index<'_>) -> Vec<usize> {
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
