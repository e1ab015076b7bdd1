//! Structs that are never converted separately, because every field of their type spreads them.

use std::collections::HashSet;

use super::rules::is_dot;
use crate::codegen::model::TypeId;
use crate::codegen::resolve::path;
use crate::codegen::resolve::tree::Tree;

/// Returns the types whose fields are in the containing struct in the hub, wherever they occur. Additional fields of a
/// hub type with the same name are irrelevant to them.
pub(super) fn everywhere(tree: &Tree<'_>) -> HashSet<TypeId> {
    let holders = tree.ids().filter(|id| tree.conversion_doc(*id).is_some());
    let fields = holders.flat_map(|holder| spread(tree, holder));
    let found: HashSet<(TypeId, usize)> = fields.collect();
    let types = found.iter().filter_map(|(holder, index)| tree.as_struct(&tree.fields(*holder)[*index].ty));
    let types = types.filter(|id| tree.conversion_doc(*id).is_none());
    types.filter(|id| tree.uses(*id).iter().all(|usage| found.contains(usage))).collect()
}

/// Returns the fields of a type that its rules spread.
fn spread(tree: &Tree<'_>, holder: TypeId) -> Vec<(TypeId, usize)> {
    let doc = tree.conversion_doc(holder);
    let dots = doc.iter().flat_map(|doc| &doc.fields).filter(|rule| is_dot(rule));
    let paths = dots.filter_map(|rule| path::lookup(tree, holder, &rule.path.text));
    paths.filter_map(|path| Some((holder, *path.0.last().filter(|_| path.0.len() == 1)?))).collect()
}
