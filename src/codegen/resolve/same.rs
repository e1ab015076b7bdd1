//! Equality of types: several types of definitions can share one Rust type.
//!
//! Two types with the same name are equal if all their fields are, recursively. The equivalence classes are found by
//! starting with all types that look alike and splitting classes until nothing differs any more, so recursive types
//! need no special care. A class is represented by its first type in the type's group or its peers: never in another
//! group, which a Cargo feature may disable.
//!
//! A string equals any string enum, and string enums of one name are one Rust type, with the constants of all versions.
//! [`unify`] gives equal types the same string types in their fields.

use std::collections::HashMap;
use std::hash::Hash;

use super::tree::{INTERNAL, Tree};
use crate::codegen::load::document::RuleDoc;
use crate::codegen::model::{Body, Field, Scalar, Type, TypeId, TypeRef};

/// For every type its representative, which may be the type itself.
pub(crate) struct Sameness(Vec<TypeId>);

impl Sameness {
    /// Returns the representative of a type.
    pub(crate) fn of(&self, id: TypeId) -> TypeId {
        self.0[id.0]
    }

    /// Returns true if both types are one Rust type.
    pub(crate) fn same(&self, a: TypeId, b: TypeId) -> bool {
        self.of(a) == self.of(b)
    }

    /// Returns true if values of both types have one Rust type. An unknown type is equal to all others.
    pub(crate) fn same_type(&self, tree: &Tree<'_>, a: &TypeRef, b: &TypeRef) -> bool {
        if tree.is_broken(a) || tree.is_broken(b) {
            return true;
        }
        match (tree.base(a), tree.base(b)) {
            (TypeRef::Named(a), TypeRef::Named(b)) => self.same(*a, *b),
            (TypeRef::List(a), TypeRef::List(b)) | (TypeRef::Map(a), TypeRef::Map(b)) => self.same_type(tree, a, b),
            (a, b) => a == b,
        }
    }
}

/// Computes the representatives of all types of the tree.
pub(crate) fn compare(tree: &Tree<'_>) -> Sameness {
    let order = order(tree);
    let parts: Vec<_> = tree.ids().map(|id| parts(tree, id)).collect();
    let (looks, _) = numbered(tree.ids().map(|id| looks(tree, id)));
    let mut classes = vec![0; tree.types.len()];
    let mut count = 1;
    loop {
        let drawn = drawn(tree, &classes, &order);
        let of_parts = |id: TypeId| parts[id.0].iter().map(|part| drawn[part.0]).collect::<Vec<_>>();
        let (refined, refined_count) = numbered(tree.ids().map(|id| (classes[id.0], looks[id.0], of_parts(id))));
        if refined_count == count {
            return Sameness(drawn);
        }
        (classes, count) = (refined, refined_count);
    }
}

/// Numbers the values, equal ones alike. Returns the numbers and the number of different values.
fn numbered<T: Eq + Hash>(values: impl Iterator<Item = T>) -> (Vec<usize>, usize) {
    let mut numbers = HashMap::new();
    let classes = values
        .map(|value| {
            let next = numbers.len();
            *numbers.entry(value).or_insert(next)
        })
        .collect();
    (classes, numbers.len())
}

/// Returns the rank of each type as a representative: peers before the groups that name them, the hub's version before
/// the others, `internal` last.
fn order(tree: &Tree<'_>) -> Vec<(usize, usize, usize)> {
    let place = |id: TypeId| {
        let group = &tree.groups[tree.facts(id).group];
        let version = &tree.get(id).version;
        let position = group.hub_first().position(|doc| doc.name == *version);
        debug_assert!(position.is_some() || version == INTERNAL || version.is_empty());
        (group.depth, position.unwrap_or(usize::MAX), id.0)
    };
    tree.ids().map(place).collect()
}

fn drawn(tree: &Tree<'_>, classes: &[usize], order: &[(usize, usize, usize)]) -> Vec<TypeId> {
    let mut members: HashMap<usize, Vec<TypeId>> = HashMap::new();
    for id in tree.ids() {
        members.entry(classes[id.0]).or_default().push(id);
    }
    for class in members.values_mut() {
        class.sort_by_key(|id| order[id.0]);
    }
    let first = |id: TypeId| {
        let group = tree.facts(id).group;
        members[&classes[id.0]].iter().find(|other| tree.reaches(group, tree.facts(**other).group))
    };
    tree.ids().map(|id| *first(id).unwrap_or(&id)).collect()
}

/// Returns everything that must be equal for two types to be one, except for the structs that they contain.
fn looks(tree: &Tree<'_>, id: TypeId) -> String {
    let ty = tree.get(id);
    let body = match &ty.body {
        Body::Text { values, .. } => match disputed(tree, id) {
            Some(values) => format!("{values:?}"),
            None => format!("{}", is_external(tree, id, values)),
        },
        Body::Alias(base) => reference(tree, base),
        Body::Struct(body) => {
            let fields: Vec<_> = body.fields.iter().map(|field| field_looks(tree, field)).collect();
            // The methods of a union are those of its Rust type.
            let union = (body.union, &body.one_of, &body.discriminator);
            format!("{} {union:?} {}", body.has_type_meta, fields.join(";"))
        }
    };
    format!("{} {body} {:?}", ty.name, rules(tree, id))
}

/// Returns true for a string enum that is one of an external group, by itself or by its name and values. The Rust type
/// of an external group exists already and cannot get more constants.
fn is_external(tree: &Tree<'_>, id: TypeId, values: &[String]) -> bool {
    let external = |id: TypeId| tree.groups[tree.facts(id).group].doc.external;
    let is_alike = |other: TypeId| {
        let reached = tree.reaches(tree.facts(id).group, tree.facts(other).group);
        let same = matches!(&tree.get(other).body, Body::Text { values: others, .. } if others == values);
        external(other) && reached && same && tree.get(other).name == tree.get(id).name
    };
    external(id) || tree.ids().any(is_alike)
}

/// Gives the types that are one Rust type the same string types: a field that is a string in one version and a string
/// enum in another one has the type of the version that declares the Rust type.
pub(crate) fn unify(types: &mut [Type]) {
    for at in 0..types.len() {
        let Some(of) = types[at].same_as else { continue };
        let body = match (&types[at].body, &types[of.0].body) {
            (Body::Struct(own), Body::Struct(other)) => {
                let mut body = own.clone();
                for (field, other) in body.fields.iter_mut().zip(&other.fields) {
                    field.ty = unified(types, &field.ty, &other.ty);
                }
                Body::Struct(body)
            }
            (Body::Alias(own), Body::Alias(other)) => Body::Alias(unified(types, own, other)),
            _ => continue,
        };
        types[at].body = body;
    }
}

/// Returns the type `own` with the string types of `other`, which is equal otherwise.
fn unified(types: &[Type], own: &TypeRef, other: &TypeRef) -> TypeRef {
    match (own, other) {
        _ if is_text(types, own) && is_text(types, other) => other.clone(),
        (TypeRef::List(own), TypeRef::List(other)) => TypeRef::List(unified(types, own, other).into()),
        (TypeRef::Map(own), TypeRef::Map(other)) => TypeRef::Map(unified(types, own, other).into()),
        // One of them, or both, can be an alias. Equal aliases of equal types have the same string types themselves.
        (TypeRef::Named(a), TypeRef::Named(b)) if rust(types, *a) == rust(types, *b) => own.clone(),
        _ if has_text(types, own) => other.clone(),
        _ => own.clone(),
    }
}

fn rust(types: &[Type], id: TypeId) -> TypeId {
    types[id.0].same_as.unwrap_or(id)
}

fn is_text(types: &[Type], ty: &TypeRef) -> bool {
    match ty {
        TypeRef::Scalar(scalar) => *scalar == Scalar::String,
        TypeRef::Named(id) => match &types[id.0].body {
            Body::Text { .. } => true,
            Body::Alias(base) => is_text(types, base),
            Body::Struct(_) => false,
        },
        _ => false,
    }
}

/// Returns true for a string, and for a list or map of strings.
fn has_text(types: &[Type], ty: &TypeRef) -> bool {
    match ty {
        TypeRef::List(item) | TypeRef::Map(item) => has_text(types, item),
        TypeRef::Named(id) => match &types[id.0].body {
            Body::Alias(base) => has_text(types, base),
            _ => is_text(types, ty),
        },
        _ => is_text(types, ty),
    }
}

/// Returns the type itself if the rules of its version convert values. Such a type differs from the hub's, even if all
/// of its fields are equal.
fn rules(tree: &Tree<'_>, id: TypeId) -> Option<TypeId> {
    let is_hub = tree.groups[tree.facts(id).group].hub == tree.get(id).version;
    let converts = |rule: &RuleDoc| {
        let value = rule.values.is_some() || !rule.transforms.is_empty() || rule.function.is_some();
        value || rule.split.is_some() || rule.key.is_some()
    };
    let doc = tree.conversion_doc(id).filter(|_| !is_hub)?;
    doc.fields.iter().chain(&doc.absent).any(converts).then_some(id)
}

fn field_looks(tree: &Tree<'_>, field: &Field) -> String {
    let Field { name, number, optional, boxed, omit, inline, .. } = field;
    let ty = reference(tree, &field.ty);
    format!("{name} {number:?} {optional} {boxed} {omit:?} {inline} {ty}")
}

fn reference(tree: &Tree<'_>, ty: &TypeRef) -> String {
    if let TypeRef::Named(id) = ty
        && let Some(values) = disputed(tree, *id)
    {
        return format!("{values:?}");
    }
    match tree.base(ty) {
        TypeRef::Scalar(scalar) => format!("{scalar:?}"),
        TypeRef::Leaf(leaf) => format!("{leaf:?}"),
        TypeRef::Named(_) => "#".to_owned(),
        TypeRef::List(item) => format!("[{}]", reference(tree, item)),
        TypeRef::Map(value) => format!("{{{}}}", reference(tree, value)),
    }
}

/// Returns the sorted values of a closed enum if another version has an enum of this name with other values. Fields of
/// such types need rules, so that structs which contain them are never equal. Other enums equal their base.
fn disputed<'t>(tree: &'t Tree<'_>, id: TypeId) -> Option<Vec<&'t String>> {
    let values = |id: TypeId| match &tree.get(id).body {
        Body::Text { values, closed: true } => {
            let mut values: Vec<_> = values.iter().collect();
            values.sort_unstable();
            Some(values)
        }
        _ => None,
    };
    let own = values(id)?;
    let is_alike =
        |other: &TypeId| tree.facts(*other).group == tree.facts(id).group && tree.get(*other).name == tree.get(id).name;
    let mut others = tree.ids().filter(is_alike).filter_map(values);
    others.any(|other| other != own).then_some(own)
}

/// Returns the structs that a type contains, in order.
fn parts(tree: &Tree<'_>, id: TypeId) -> Vec<TypeId> {
    match &tree.get(id).body {
        Body::Text { .. } => Vec::new(),
        Body::Alias(base) => tree.inner_struct(base).into_iter().collect(),
        Body::Struct(body) => body.fields.iter().filter_map(|field| tree.inner_struct(&field.ty)).collect(),
    }
}
