//! What each defaulter does: its own steps, then those of the types below it.

use super::walk::children;
use super::{Chosen, Defaulter, Index};
use crate::codegen::model::{TypeId, Version};

/// The defaulters of a version.
pub(super) fn plan(index: &Index<'_>, version: &Version, chosen: &Chosen) -> Vec<Defaulter> {
    let types = version.types.iter().filter(|id| chosen.contains(id));
    types.map(|&id| defaulter(index, id, chosen)).collect()
}

fn defaulter(index: &Index<'_>, ty: TypeId, chosen: &Chosen) -> Defaulter {
    Defaulter { ty, steps: index.defaults(ty).to_vec(), children: children(index, ty, chosen) }
}
