//! Hubs: for every type of every version, the type that its objects are converted to.
//!
//! The hub extends a version of the group. A separate hub type exists only if `internal.yaml` changes the type, or if
//! the type contains another one with a separate hub type.

mod fill;

use std::collections::{BTreeMap, HashMap, HashSet};

use super::same::{self, Sameness};
use super::tree::{GroupId, INTERNAL, Tree};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Word;
use crate::codegen::load::document::TypeDoc;
use crate::codegen::model::{Body, TypeId, TypeRef};

/// The hub types of all groups.
pub(crate) struct Hub {
    /// Hub types by group and name. The type of a peer is listed for its group and for all groups that share it.
    types: BTreeMap<(GroupId, String), TypeId>,
    /// Hub types by type of a version.
    of: HashMap<TypeId, TypeId>,
}

impl Hub {
    /// Returns the hub type of a type.
    pub(crate) fn of(&self, id: TypeId) -> TypeId {
        self.of.get(&id).copied().unwrap_or(id)
    }

    /// Returns the hub type of this name.
    pub(crate) fn named(&self, group: GroupId, name: &str) -> Option<TypeId> {
        self.types.get(&(group, name.to_owned())).copied()
    }

    /// Returns the hub types of a group by name.
    pub(crate) fn of_group(&self, group: GroupId) -> BTreeMap<String, TypeId> {
        let own = self.types.iter().filter(|((owner, _), _)| *owner == group);
        own.map(|((_, name), id)| (name.clone(), *id)).collect()
    }
}

/// The group and name of a hub type, whether or not it differs from the types of all versions.
type Key = (GroupId, String);

struct Builder<'a> {
    /// The base of each type, or `None` for a type that only `internal.yaml` declares.
    bases: BTreeMap<Key, Option<TypeId>>,
    /// The changes of `internal.yaml`.
    patches: BTreeMap<Key, &'a TypeDoc>,
    /// The keys in the peers that own the types.
    owners: BTreeMap<Key, Key>,
    keys: HashMap<TypeId, Key>,
}

/// Adds the hub types that differ from their base to the tree.
pub(crate) fn build(tree: &mut Tree<'_>, report: &mut Report) -> Hub {
    let builder = Builder::new(tree, report);
    let own = builder.own(tree, &same::compare(tree));
    let hub = builder.finish(tree, &own);
    fill::fill(tree, &builder, &own, &hub, report);
    hub
}

impl<'a> Builder<'a> {
    fn new(tree: &Tree<'a>, report: &mut Report) -> Builder<'a> {
        let mut builder =
            Builder { bases: BTreeMap::new(), patches: patches(tree), owners: BTreeMap::new(), keys: HashMap::new() };
        let mut groups: Vec<_> = (0..tree.groups.len()).collect();
        groups.sort_by_key(|group| tree.groups[*group].depth);
        for group in groups {
            builder.add_group(tree, group);
        }
        for id in tree.ids().filter(|id| converts(tree, *id)) {
            let name = renamed(tree, id).map_or(&tree.get(id).name, |word| &word.text);
            let key = (tree.facts(id).group, name.clone());
            match builder.owners.get(&key).cloned() {
                Some(owner) => {
                    builder.keys.insert(id, owner);
                }
                None => builder.report_unknown(tree, id, report),
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

    /// Returns the key in the first peer that has a type of the name, unless `internal.yaml` declares the type.
    fn owner(&self, tree: &Tree<'_>, key: &Key) -> Key {
        if self.patches.contains_key(key) {
            return key.clone();
        }
        let mut peers = tree.groups[key.0].peers.iter();
        let owner = peers.find_map(|peer| self.owners.get(&(*peer, key.1.clone())));
        owner.unwrap_or(key).clone()
    }

    /// Returns the keys that need a separate type: those that `internal.yaml` changes, and all that contain a separate
    /// type.
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
            let more: Vec<_> =
                open.filter(|(_, base)| base.is_some_and(holds_other)).map(|(key, _)| key.clone()).collect();
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

    fn report_unknown(&self, tree: &Tree<'_>, id: TypeId, report: &mut Report) {
        let group = tree.facts(id).group;
        let names = self.owners.keys().filter(|(owner, _)| *owner == group).map(|(_, name)| name.as_str());
        if let Some(word) = renamed(tree, id) {
            report.add(unknown_type(word, names));
        }
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
}

fn patches<'a>(tree: &Tree<'a>) -> BTreeMap<Key, &'a TypeDoc> {
    let groups = tree.groups.iter().enumerate();
    let patches = groups.flat_map(|(group, known)| {
        let types = known.doc.internal.iter().flat_map(|internal| &internal.types);
        types.map(move |ty| ((group, ty.name.text.clone()), ty))
    });
    patches.collect()
}

/// Returns all names of types in a group's hub. The name of a type that is renamed in the hub is not one of them.
fn names(tree: &Tree<'_>, group: GroupId) -> Vec<String> {
    let declared = tree.ids().filter(|id| tree.facts(*id).group == group && converts(tree, *id));
    let mut names: Vec<_> =
        declared.filter(|id| renamed(tree, *id).is_none()).map(|id| tree.get(id).name.clone()).collect();
    let internal = tree.groups[group].doc.internal.iter().flat_map(|internal| &internal.types);
    names.extend(internal.map(|ty| ty.name.text.clone()));
    names.sort();
    names.dedup();
    names
}

/// Returns the name that `to:` gives a type in the hub, for a version other than the hub's.
pub(crate) fn renamed<'a>(tree: &Tree<'a>, id: TypeId) -> Option<&'a Word> {
    tree.conversion_doc(id)?.to.as_ref()
}

/// Creates the message that a group's hub has no type of this name. It suggests the most similar of `names`, or lists
/// them.
pub(crate) fn unknown_type<'n>(word: &Word, names: impl IntoIterator<Item = &'n str>) -> Diagnostic {
    let message = format!("the hub has no type `{}`", word.text);
    error("unknown-hub-type", word.span, message).among(&word.text, "the types are", names)
}

fn base(tree: &Tree<'_>, group: GroupId, name: &str) -> Option<TypeId> {
    let versions = tree.groups[group].hub_first();
    let mut types = versions.filter_map(|version| tree.named(group, &version.name, name));
    types.find(|id| converts(tree, *id) && renamed(tree, *id).is_none())
}

/// Returns true if the type's version is converted, which `conversion: none` prevents.
fn converts(tree: &Tree<'_>, id: TypeId) -> bool {
    let version = tree.version_doc(tree.facts(id).group, &tree.get(id).version);
    version.is_some_and(|doc| !doc.unconverted)
}

/// Returns the named types in a type's body, including lists and texts.
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

/// Returns false for a string enum, which is a string whatever its values are.
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

#[cfg(test)]
mod tests {
    use crate::codegen::resolve::testing::{hub, types};

    /// Compares the hub types of trees of `test/v1`, `test/v1beta1`, `test/internal.yaml` and `other/v1`, a peer of
    /// test.
    fn check(v1: &str, v1beta1: &str, internal: &str, other: &str, expected: (&str, &str)) {
        let head = "group: test.example.com\n";
        let v1 = format!("{head}{}", types(v1));
        let v1beta1 = format!("{head}{}", types(v1beta1));
        let peers = if other.is_empty() { "" } else { "peers: [other]\n" };
        let internal = format!("{head}{peers}{internal}");
        let other_v1 = format!("group: other.example.com\n{}", types(other));
        let texts = [
            ("test/v1.yaml", v1.as_str()),
            ("test/v1beta1.yaml", v1beta1.as_str()),
            ("test/internal.yaml", internal.as_str()),
            ("other/v1.yaml", other_v1.as_str()),
        ];
        let found = hub(if other.is_empty() { &texts[..3] } else { &texts }, "test");
        assert_eq!((found.0.as_str(), found.1.as_str()), expected);
    }

    #[test]
    fn the_hub_is_the_first_version_that_has_the_type() {
        check(
            "A { x: int32 }",
            "A { x: int32 } B { y: int32 }",
            "",
            "",
            ("A=test.v1 B=test.v1beta1", "test.v1beta1.A=test.v1"),
        );
    }

    #[test]
    fn changed_types_and_those_that_hold_them_are_the_hubs_own() {
        let extra = "types:\n  C: { fields: { z: int32 } }\n";
        check(
            "A { b: list<B>, d: D } B { c: C } C { x: int32 } D { y: int32 }",
            "D { y: int32 }",
            &format!("{extra}conversion:\n  D: {{ fn: [] }}\n"),
            "",
            ("A=test.internal B=test.internal C=test.internal D=test.v1", "test.v1beta1.D=test.v1"),
        );
    }

    #[test]
    fn a_type_of_an_older_version_holds_types_of_the_hub() {
        check(
            "B { x: int32 }",
            "A { b: list<B> } B { x: int32 }",
            "types:\n  B: { fields: { y: int32 } }\nconversion: {}\n",
            "",
            ("A=test.internal B=test.internal", "test.v1beta1.B=test.v1"),
        );
    }

    #[test]
    fn a_peers_types_come_first() {
        check(
            "A { x: int32 }",
            "A { x: int32 }",
            "",
            "A { x: int32 }",
            ("A=other.v1", "test.v1.A=other.v1 test.v1beta1.A=other.v1"),
        );
    }

    #[test]
    fn types_that_hold_themselves_can_be_one() {
        check(
            "A { next: optional A, b: optional B } B { a: list<A> }",
            "A { next: optional A, b: optional B } B { a: list<A> }",
            "",
            "",
            ("A=test.v1 B=test.v1", "test.v1beta1.A=test.v1 test.v1beta1.B=test.v1"),
        );
    }
}
