//! The hub: for every type of every version, the type that its objects are converted to.
//!
//! The hub extends one version of the group. A type gets a hub type of its own only where
//! `internal.yaml` changes it, or where it holds a type whose hub type is another one.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::fields;
use super::same::{self, Sameness};
use super::tree::{GroupId, INTERNAL, Tree};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::{Span, Word};
use crate::codegen::load::document::{BodyDoc, FieldDoc, Shape, TypeDoc};
use crate::codegen::model::{Body, Field, Omit, TypeId, TypeRef};

/// The hub types of all groups.
pub(crate) struct Hub {
    /// By group and name; a peer's type is listed under its own group and under those that share it.
    types: BTreeMap<(GroupId, String), TypeId>,
    /// Hub types by the types of versions.
    of: HashMap<TypeId, TypeId>,
}

impl Hub {
    /// The hub type of a type.
    pub(crate) fn of(&self, id: TypeId) -> TypeId {
        self.of.get(&id).copied().unwrap_or(id)
    }

    /// The hub type of this name.
    pub(crate) fn named(&self, group: GroupId, name: &str) -> Option<TypeId> {
        self.types.get(&(group, name.to_owned())).copied()
    }

    /// The hub types of a group by name.
    pub(crate) fn of_group(&self, group: GroupId) -> BTreeMap<String, TypeId> {
        let own = self.types.iter().filter(|((owner, _), _)| *owner == group);
        own.map(|((_, name), id)| (name.clone(), *id)).collect()
    }
}

/// A hub type before it is known whether it is a type of its own.
type Key = (GroupId, String);

struct Builder<'a> {
    /// What each key's type is made from; none for a type that only `internal.yaml` has.
    bases: BTreeMap<Key, Option<TypeId>>,
    /// What `internal.yaml` says of it.
    patches: BTreeMap<Key, &'a TypeDoc>,
    /// Where keys of groups with peers really are.
    owners: BTreeMap<Key, Key>,
    keys: HashMap<TypeId, Key>,
}

/// Builds the hub types that differ from their base into the tree.
pub(crate) fn build(tree: &mut Tree<'_>, report: &mut Report) -> Hub {
    let builder = Builder::new(tree, report);
    let own = builder.own(tree, &same::compare(tree));
    let hub = builder.finish(tree, &own);
    builder.fill(tree, &own, &hub, report);
    hub
}

impl<'a> Builder<'a> {
    fn new(tree: &Tree<'a>, report: &mut Report) -> Builder<'a> {
        let mut builder = Builder {
            bases: BTreeMap::new(),
            patches: patches(tree),
            owners: BTreeMap::new(),
            keys: HashMap::new(),
        };
        let mut groups: Vec<_> = (0..tree.groups.len()).collect();
        groups.sort_by_key(|group| tree.groups[*group].depth);
        for group in groups {
            builder.add_group(tree, group);
        }
        for id in tree.ids().filter(|id| !tree.get(*id).version.is_empty()) {
            let name = renamed(tree, id).map_or(&tree.get(id).name, |word| &word.text);
            let key = (tree.facts(id).group, name.clone());
            match builder.owners.get(&key).cloned() {
                Some(owner) => _ = builder.keys.insert(id, owner),
                None => report_unknown(tree, id, report),
            }
        }
        builder
    }

    fn add_group(&mut self, tree: &Tree<'a>, group: GroupId) {
        for name in names(tree, group) {
            let key = (group, name);
            let owner = self.owner(tree, &key);
            if owner == key {
                self.bases.insert(key.clone(), base(tree, group, &key.1));
            }
            self.owners.insert(key, owner);
        }
    }

    /// The first peer that has a type of the name, unless `internal.yaml` speaks of it.
    fn owner(&self, tree: &Tree<'_>, key: &Key) -> Key {
        if self.patches.contains_key(key) {
            return key.clone();
        }
        let mut peers = tree.groups[key.0].peers.iter();
        let owner = peers.find_map(|peer| self.owners.get(&(*peer, key.1.clone())));
        owner.unwrap_or(key).clone()
    }

    /// The keys that get a type of their own: those that `internal.yaml` changes, and, as long as
    /// there are any, those that hold one.
    fn own(&self, tree: &Tree<'_>, same: &Sameness) -> HashSet<Key> {
        let mut own: HashSet<Key> = self.patches.keys().cloned().collect();
        loop {
            let holds_other = |base: TypeId| {
                references(tree, base).into_iter().any(|id| match self.keys.get(&id) {
                    Some(key) if own.contains(key) => true,
                    Some(key) => self.bases[key].is_some_and(|base| !same.same(base, id)),
                    None => false,
                })
            };
            let open = self.bases.iter().filter(|(key, _)| !own.contains(*key));
            let more: Vec<_> = open.filter(|(_, base)| base.is_some_and(holds_other)).map(|(key, _)| key.clone()).collect();
            if more.is_empty() {
                return own;
            }
            own.extend(more);
        }
    }

    fn finish(&self, tree: &mut Tree<'a>, own: &HashSet<Key>) -> Hub {
        let mut types = BTreeMap::new();
        for (key, base) in &self.bases {
            let id = match base {
                Some(base) if !own.contains(key) => *base,
                _ => self.declare(tree, key, *base),
            };
            types.insert(key.clone(), id);
        }
        let shared: Vec<_> = self.owners.iter().map(|(key, owner)| (key.clone(), types[owner])).collect();
        types.extend(shared);
        let of = self.keys.iter().map(|(id, key)| (*id, types[key])).collect();
        Hub { types, of }
    }

    fn declare(&self, tree: &mut Tree<'a>, key: &Key, base: Option<TypeId>) -> TypeId {
        let patch = self.patches.get(key).copied();
        let place = match (patch, base) {
            (Some(patch), _) => patch.name.span,
            (None, Some(base)) => tree.facts(base).name,
            (None, None) => Default::default(),
        };
        let id = tree.add(key.0, INTERNAL, &key.1, None, place);
        if let Some(base) = base {
            tree.types[id.0].doc = tree.get(base).doc.clone();
            tree.types[id.0].limits = tree.get(base).limits.clone();
        }
        if let Some(patch) = patch.filter(|patch| !patch.doc.is_empty()) {
            tree.types[id.0].doc = patch.doc.clone();
        }
        id
    }

    /// Fills the bodies of the hub's own types: the base's, with hub types for types.
    fn fill(&self, tree: &mut Tree<'a>, own: &HashSet<Key>, hub: &Hub, report: &mut Report) {
        for key in self.bases.keys().filter(|key| own.contains(*key)) {
            let id = hub.types[key];
            let base = self.bases[key];
            let mut body = match base {
                Some(base) => mapped(&tree.get(base).body, hub),
                None => Body::Struct(Default::default()),
            };
            let mut places = base.map(|base| tree.facts(base).fields.clone()).unwrap_or_default();
            if let Some(patch) = self.patches.get(key) {
                let unchanged = shape(&body);
                let patched = self.patch(tree, key.0, patch, &mut body, &mut places, hub, report);
                if patched && shape(&body) == unchanged && base.is_some() {
                    let message = format!("the hub type {} is what its base is", key.1);
                    report.add(error("hub-equals-base", patch.name.span, message).help("remove it"));
                }
            }
            tree.types[id.0].body = body;
            tree.facts[id.0].fields = places;
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call of one function")]
    fn patch(
        &self,
        tree: &mut Tree<'a>,
        group: GroupId,
        patch: &TypeDoc,
        body: &mut Body,
        places: &mut Vec<Span>,
        hub: &Hub,
        report: &mut Report,
    ) -> bool {
        let (Body::Struct(body), BodyDoc::Struct { fields, .. }) = (body, &patch.body) else {
            let message = format!("the hub type {} can only have other fields", patch.name.text);
            report.add(error("hub-body", patch.name.span, message));
            return false;
        };
        for doc in fields {
            let mut field = self.field(tree, group, doc, report);
            field.ty = mapped_ref(&field.ty, hub);
            match body.fields.iter().position(|known| known.name == field.name) {
                Some(index) => {
                    field.number = body.fields[index].number;
                    body.fields[index] = field;
                    places[index] = doc.name.span;
                }
                None => {
                    body.fields.push(field);
                    places.push(doc.name.span);
                }
            }
        }
        true
    }

    /// A field of `internal.yaml`. Its names are those of the hub: of the first version that has one.
    fn field(&self, tree: &mut Tree<'a>, group: GroupId, doc: &FieldDoc, report: &mut Report) -> Field {
        let name = doc.ty.as_ref().and_then(|expr| short_name(&expr.shape)).unwrap_or_default();
        let versions = tree.groups[group].hub_first();
        let found = versions.map(|version| version.name.clone()).find(|version| tree.named(group, version, &name).is_some());
        let version = found.unwrap_or_else(|| match tree.named(group, INTERNAL, &name) {
            Some(_) => INTERNAL.to_owned(),
            None => tree.groups[group].hub.clone(),
        });
        fields::field(tree, group, &version, doc, report)
    }
}

fn short_name(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Name(name) => Some(name.clone()),
        Shape::List(item) | Shape::Map(item) => short_name(item),
        _ => None,
    }
}

fn patches<'a>(tree: &Tree<'a>) -> BTreeMap<Key, &'a TypeDoc> {
    let groups = tree.groups.iter().enumerate();
    let patches = groups.flat_map(|(group, known)| {
        let types = known.doc.internal.iter().flat_map(|internal| &internal.types);
        types.map(move |ty| ((group, ty.name.text.clone()), ty))
    });
    patches.collect()
}

/// All type names of a group's hub. A type that has another name in the hub adds none.
fn names(tree: &Tree<'_>, group: GroupId) -> Vec<String> {
    let declared = tree.ids().filter(|id| tree.facts(*id).group == group && !tree.get(*id).version.is_empty());
    let mut names: Vec<_> =
        declared.filter(|id| renamed(tree, *id).is_none()).map(|id| tree.get(id).name.clone()).collect();
    let internal = tree.groups[group].doc.internal.iter().flat_map(|internal| &internal.types);
    names.extend(internal.map(|ty| ty.name.text.clone()));
    names.sort();
    names.dedup();
    names
}

/// What `to:` says in a version that is not the hub's own.
fn renamed<'a>(tree: &Tree<'a>, id: TypeId) -> Option<&'a Word> {
    tree.conversion_doc(id)?.to.as_ref()
}

fn report_unknown(tree: &Tree<'_>, id: TypeId, report: &mut Report) {
    if let Some(word) = renamed(tree, id) {
        report.add(error("unknown-hub-type", word.span, format!("the hub has no type `{}`", word.text)));
    }
}

fn base(tree: &Tree<'_>, group: GroupId, name: &str) -> Option<TypeId> {
    let mut versions = tree.groups[group].hub_first();
    versions.find_map(|version| tree.named(group, &version.name, name).filter(|id| renamed(tree, *id).is_none()))
}

/// The named types in a type's body, lists and texts included.
fn references(tree: &Tree<'_>, id: TypeId) -> Vec<TypeId> {
    match &tree.get(id).body {
        Body::Alias(base) => innermost(base).into_iter().filter(|id| matters(tree, *id)).collect(),
        Body::Text { .. } => Vec::new(),
        Body::Struct(body) => {
            let named = body.fields.iter().filter_map(|field| innermost(&field.ty));
            named.filter(|id| matters(tree, *id)).collect()
        }
    }
}

/// A named text is a text, whatever its values.
fn matters(tree: &Tree<'_>, id: TypeId) -> bool {
    !matches!(tree.get(id).body, Body::Text { .. })
}

fn innermost(ty: &TypeRef) -> Option<TypeId> {
    match ty {
        TypeRef::Named(id) => Some(*id),
        TypeRef::List(item) | TypeRef::Map(item) => innermost(item),
        TypeRef::Scalar(_) | TypeRef::Leaf(_) => None,
    }
}

/// What the fields of a body are in Rust and on the wire.
fn shape(body: &Body) -> Vec<(String, TypeRef, bool, Omit)> {
    let Body::Struct(body) = body else { return Vec::new() };
    let fields = body.fields.iter();
    fields.map(|field| (field.name.clone(), field.ty.clone(), field.optional, field.omit)).collect()
}

fn mapped(body: &Body, hub: &Hub) -> Body {
    match body {
        Body::Text { values, closed } => Body::Text { values: values.clone(), closed: *closed },
        Body::Alias(base) => Body::Alias(mapped_ref(base, hub)),
        Body::Struct(body) => {
            let mut body = body.clone();
            for field in &mut body.fields {
                field.ty = mapped_ref(&field.ty, hub);
            }
            Body::Struct(body)
        }
    }
}

fn mapped_ref(ty: &TypeRef, hub: &Hub) -> TypeRef {
    match ty {
        TypeRef::Named(id) => TypeRef::Named(hub.of(*id)),
        TypeRef::List(item) => TypeRef::List(Box::new(mapped_ref(item, hub))),
        TypeRef::Map(value) => TypeRef::Map(Box::new(mapped_ref(value, hub))),
        TypeRef::Scalar(_) | TypeRef::Leaf(_) => ty.clone(),
    }
}
