//! Determines which types need a function: those that have rules and those that contain such a type.

use super::{Chosen, Index, Traversal};
use crate::codegen::model::{Body, Path, TypeId, TypeRef};

/// Returns the types that have conversion functions.
pub(crate) fn converted_types(index: &Index<'_>) -> Chosen {
    let own = |id| index.is_pair(id) || has_rules_in_place(index, id);
    closure(index, own, |id, at| !is_covered(index, id, at))
}

fn has_rules_in_place(index: &Index<'_>, id: TypeId) -> bool {
    let own = index
        .conversion(id)
        .is_some_and(|rules| !rules.rules.is_empty() || rules.functions.is_some() || rules.preserve.is_some());
    own || index.shared_rules(id).is_some()
}

/// Returns true if in-place functions cover a field, including everything below it.
pub(super) fn is_covered(index: &Index<'_>, id: TypeId, at: usize) -> bool {
    let shared = index.shared_rules(id).map(|(_, rules)| rules);
    let functions = index.conversion(id).into_iter().chain(shared).flat_map(|r| &r.functions);
    functions.into_iter().any(|functions| functions.version.contains(&Path(vec![at])))
}

/// Returns all types for which `own` is true, plus all structs that reach one of them through fields for which `open`
/// is true.
pub(super) fn closure(index: &Index<'_>, own: impl Fn(TypeId) -> bool, open: impl Fn(TypeId, usize) -> bool) -> Chosen {
    let all = || (0..index.model.types.len()).map(TypeId);
    let mut chosen: Chosen = all().filter(|&id| own(id)).collect();
    loop {
        let reached: Vec<TypeId> =
            all().filter(|&id| !chosen.contains(&id) && reaches(index, id, &chosen, &open)).collect();
        if reached.is_empty() {
            return chosen;
        }
        chosen.extend(reached);
    }
}

fn reaches(index: &Index<'_>, id: TypeId, chosen: &Chosen, open: &impl Fn(TypeId, usize) -> bool) -> bool {
    let Body::Struct(body) = &index.ty(id).body else { return false };
    let mut fields = body.fields.iter().enumerate();
    fields.any(|(at, field)| open(id, at) && traversal(index, &field.ty, chosen).is_some())
}

/// Returns how to reach the functions below a field, or `None` if there are none.
pub(super) fn traversal(index: &Index<'_>, ty: &TypeRef, chosen: &Chosen) -> Option<Traversal> {
    match ty {
        TypeRef::Named(id) if chosen.contains(id) => Some(Traversal::Call(*id)),
        TypeRef::Named(id) => match &index.ty(*id).body {
            Body::Alias(target) => traversal(index, target, chosen),
            _ => None,
        },
        TypeRef::List(item) => traversal(index, item, chosen).map(|inner| Traversal::List(inner.into())),
        TypeRef::Map(value) => traversal(index, value, chosen).map(|inner| Traversal::Map(inner.into())),
        TypeRef::Scalar(_) | TypeRef::Leaf(_) => None,
    }
}

/// Returns the fields of a type that have functions below them. For an alias of a list or map, returns the alias itself
/// with an empty path.
pub(super) fn children(index: &Index<'_>, ty: TypeId, chosen: &Chosen) -> Vec<(Path, Traversal)> {
    match &index.ty(ty).body {
        Body::Struct(body) => {
            let fields = body.fields.iter().enumerate();
            fields.filter_map(|(at, f)| Some((Path(vec![at]), traversal(index, &f.ty, chosen)?))).collect()
        }
        Body::Alias(target) => {
            traversal(index, target, chosen).map(|inner| (Path::default(), inner)).into_iter().collect()
        }
        Body::Text { .. } => Vec::new(),
    }
}
