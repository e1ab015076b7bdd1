//! What resolving works on: the groups with their versions, and all types by name.

use std::collections::{HashMap, HashSet};

use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Files, Span};
use crate::codegen::load::document::{ConversionDoc, GroupDoc, KindDoc, TypeDoc, VersionDoc};
use crate::codegen::load::expr;
use crate::codegen::model::{Body, Field, Limits, Merge, Omit, Scalar, Source, Struct, Type, TypeId, TypeRef};

/// The index of a group in [`Tree::groups`].
pub(crate) type GroupId = usize;

/// The version that holds the hub types which differ from their base.
pub(crate) const INTERNAL: &str = "internal";

pub(crate) struct Tree<'a> {
    pub(crate) files: &'a Files,
    pub(crate) groups: Vec<Group<'a>>,
    pub(crate) types: Vec<Type>,
    /// What resolving knows of each type besides.
    pub(crate) facts: Vec<Facts<'a>>,
    names: HashMap<(GroupId, String, String), TypeId>,
    broken: Option<TypeId>,
}

pub(crate) struct Group<'a> {
    pub(crate) doc: &'a GroupDoc,
    /// The API group.
    pub(crate) name: String,
    /// In order of preference.
    pub(crate) versions: Vec<&'a VersionDoc>,
    /// The name of the version that the hub extends.
    pub(crate) hub: String,
    /// Groups whose hub types are this group's, in order.
    pub(crate) peers: Vec<GroupId>,
    /// Depth in the graph of peers; a peer's is less.
    pub(crate) depth: usize,
}

/// What is known of a type beside the model.
pub(crate) struct Facts<'a> {
    pub(crate) group: GroupId,
    /// Where it is named.
    pub(crate) name: Span,
    /// Where its fields are named.
    pub(crate) fields: Vec<Span>,
    pub(crate) doc: Option<&'a TypeDoc>,
}

impl<'a> Group<'a> {
    /// The versions in the order in which the hub looks for its types: its own, then the others.
    pub(crate) fn hub_first(&self) -> impl Iterator<Item = &'a VersionDoc> {
        let hub = self.versions.iter().copied().filter(|version| version.name == self.hub);
        hub.chain(self.versions.iter().copied().filter(|version| version.name != self.hub))
    }

    /// What the first version that says it says of a kind; versions inherit names and scope.
    pub(crate) fn said<T>(&self, kind: &str, get: impl Fn(&'a KindDoc) -> Option<T>) -> Option<T> {
        let kinds = self.hub_first().flat_map(|version| &version.kinds);
        kinds.filter(|doc| doc.name.text == kind).find_map(get)
    }
}

impl<'a> Tree<'a> {
    pub(crate) fn new(files: &'a Files, groups: Vec<Group<'a>>) -> Tree<'a> {
        Tree { files, groups, types: Vec::new(), facts: Vec::new(), names: HashMap::new(), broken: None }
    }

    /// Adds a type whose body is still to be filled.
    pub(crate) fn add(
        &mut self,
        group: GroupId,
        version: &str,
        name: &str,
        doc: Option<&'a TypeDoc>,
        at: Span,
    ) -> TypeId {
        let id = TypeId(self.types.len());
        self.types.push(Type {
            name: name.to_owned(),
            group: self.groups[group].doc.folder.clone(),
            version: version.to_owned(),
            doc: doc.map(|doc| doc.doc.clone()).unwrap_or_default(),
            body: Body::Struct(Struct::default()),
            same_as: None,
            recursive: false,
            limits: doc.map(|doc| doc.limits.clone()).unwrap_or_default(),
            source: self.source(at),
        });
        self.facts.push(Facts { group, name: at, fields: Vec::new(), doc });
        self.names.insert((group, version.to_owned(), name.to_owned()), id);
        id
    }

    pub(crate) fn source(&self, span: Span) -> Source {
        Source { file: self.files.get(span.file).path.clone(), line: span.line }
    }

    pub(crate) fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0]
    }

    pub(crate) fn facts(&self, id: TypeId) -> &Facts<'a> {
        &self.facts[id.0]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len()).map(TypeId)
    }

    /// The fields of a struct; none for other types.
    pub(crate) fn fields(&self, id: TypeId) -> &[Field] {
        match &self.get(id).body {
            Body::Struct(body) => &body.fields,
            _ => &[],
        }
    }

    /// The type of this name in a version.
    pub(crate) fn named(&self, group: GroupId, version: &str, name: &str) -> Option<TypeId> {
        self.names.get(&(group, version.to_owned(), name.to_owned())).copied()
    }

    pub(crate) fn group_of(&self, folder: &str) -> Option<GroupId> {
        self.groups.iter().position(|group| group.doc.folder == folder)
    }

    /// `widgets.example.com/v1`, or `v1` for core.
    pub(crate) fn group_version(&self, id: TypeId) -> String {
        let ty = self.get(id);
        match self.groups[self.facts(id).group].name.as_str() {
            "" => ty.version.clone(),
            name => format!("{name}/{}", ty.version),
        }
    }

    /// Looks a reference up: `Name`, `v1beta1.Name` or `core.v1.Name`.
    pub(crate) fn lookup(&self, group: GroupId, version: &str, name: &str) -> Option<TypeId> {
        let parts: Vec<_> = name.split('.').collect();
        match parts[..] {
            [name] => self.named(group, version, name),
            [version, name] => self.named(group, version, name),
            [folder, version, name] => self.named(self.group_of(folder)?, version, name),
            _ => None,
        }
    }

    /// Like `lookup`, for a place where a missing type is a mistake.
    pub(crate) fn find(
        &self,
        group: GroupId,
        version: &str,
        name: &str,
        at: Span,
        report: &mut Report,
    ) -> Option<TypeId> {
        let found = self.lookup(group, version, name);
        if found.is_none() {
            report.add(self.unknown_type(group, version, name, at));
        }
        found
    }

    fn unknown_type(&self, group: GroupId, version: &str, name: &str, at: Span) -> Diagnostic {
        let (scope, short) = name.rsplit_once('.').unwrap_or(("", name));
        let (folder, version) = match scope.split_once('.') {
            Some((folder, version)) => (folder, version),
            None if scope.is_empty() => (self.groups[group].doc.folder.as_str(), version),
            None => (self.groups[group].doc.folder.as_str(), scope),
        };
        let message = format!("{folder}/{version} has no type `{short}`");
        let Some(group) = self.group_of(folder) else {
            let folders = self.groups.iter().map(|group| group.doc.folder.as_str());
            return error("unknown-type", at, format!("no group is called `{folder}`")).among(
                folder,
                "the groups are",
                folders,
            );
        };
        let known = self.names.keys().filter(|(g, v, _)| *g == group && v == version).map(|(_, _, name)| name.as_str());
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        error("unknown-type", at, message).among(short, "its types are", known)
    }

    /// The type that stands for one that could not be found, so that one mistake is not told twice.
    pub(crate) fn broken(&mut self) -> TypeId {
        if let Some(id) = self.broken {
            return id;
        }
        let id = self.add(0, "", "?", None, Span::default());
        self.broken = Some(id);
        id
    }

    pub(crate) fn is_broken(&self, ty: &TypeRef) -> bool {
        match ty {
            TypeRef::Named(id) => Some(*id) == self.broken,
            TypeRef::List(item) | TypeRef::Map(item) => self.is_broken(item),
            TypeRef::Scalar(_) | TypeRef::Leaf(_) => false,
        }
    }

    /// Looks through named scalars, lists and maps: a name equals its base.
    pub(crate) fn base<'t>(&'t self, ty: &'t TypeRef) -> &'t TypeRef {
        const TEXT: TypeRef = TypeRef::Scalar(Scalar::String);
        match ty {
            TypeRef::Named(id) => match &self.get(*id).body {
                Body::Alias(base) => self.base(base),
                Body::Text { .. } => &TEXT,
                Body::Struct(_) => ty,
            },
            _ => ty,
        }
    }

    /// The struct that a reference leads to, if it is one.
    pub(crate) fn as_struct(&self, ty: &TypeRef) -> Option<TypeId> {
        match self.base(ty) {
            TypeRef::Named(id) => Some(*id),
            _ => None,
        }
    }

    /// The innermost struct of a reference, through lists, maps and names.
    pub(crate) fn inner_struct(&self, ty: &TypeRef) -> Option<TypeId> {
        match self.base(ty) {
            TypeRef::Named(id) => Some(*id),
            TypeRef::List(item) | TypeRef::Map(item) => self.inner_struct(item),
            TypeRef::Scalar(_) | TypeRef::Leaf(_) => None,
        }
    }

    /// The fields of versions' types that hold a type, directly or in lists and maps.
    pub(crate) fn uses(&self, id: TypeId) -> Vec<(TypeId, usize)> {
        let holders = self.ids().filter(|holder| self.get(*holder).version != INTERNAL);
        let fields = holders.flat_map(|holder| (0..self.fields(holder).len()).map(move |index| (holder, index)));
        fields.filter(|(holder, index)| self.inner_struct(&self.fields(*holder)[*index].ty) == Some(id)).collect()
    }

    /// Whether a type is another one or holds it, at any depth.
    pub(crate) fn holds(&self, from: TypeId, to: TypeId) -> bool {
        self.held([from]).contains(&to)
    }

    /// The types and all that they hold, at any depth.
    pub(crate) fn held(&self, from: impl IntoIterator<Item = TypeId>) -> HashSet<TypeId> {
        let mut open: Vec<_> = from.into_iter().collect();
        let mut seen = HashSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                open.extend(self.fields(id).iter().filter_map(|field| self.inner_struct(&field.ty)));
            }
        }
        seen
    }

    /// The type as its author would write it.
    pub(crate) fn show(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Scalar(_) => expr::word(ty).unwrap_or_default().to_owned(),
            TypeRef::Leaf(leaf) => expr::word(ty).map_or_else(|| format!("meta.v1.{}", leaf.name()), str::to_owned),
            TypeRef::Named(id) => self.get(*id).name.clone(),
            TypeRef::List(item) => format!("list<{}>", self.show(item)),
            TypeRef::Map(item) => format!("map<{}>", self.show(item)),
        }
    }

    /// The conversion that a version states for a type.
    pub(crate) fn conversion_doc(&self, id: TypeId) -> Option<&'a ConversionDoc> {
        let ty = self.get(id);
        let version = self.version_doc(self.facts(id).group, &ty.version)?;
        version.conversion.iter().find(|doc| doc.ty.text == ty.name)
    }

    pub(crate) fn version_doc(&self, group: GroupId, version: &str) -> Option<&'a VersionDoc> {
        self.groups[group].versions.iter().copied().find(|doc| doc.name == version)
    }

    /// Whether `peer` is the group itself or one of its peers, directly or through others.
    pub(crate) fn reaches(&self, group: GroupId, peer: GroupId) -> bool {
        group == peer || self.groups[group].peers.iter().any(|next| self.reaches(*next, peer))
    }
}

/// The built-in type of a full name, as a reference.
pub(crate) fn leaf(name: &str) -> Option<TypeRef> {
    expr::leaf(name).map(TypeRef::Leaf)
}

/// A field of which nothing but name and type is said.
pub(crate) fn plain_field(name: &str, ty: TypeRef, source: Source) -> Field {
    Field {
        name: name.to_owned(),
        number: None,
        ty,
        optional: false,
        boxed: false,
        omit: Omit::Never,
        inline: false,
        doc: String::new(),
        merge: Merge::default(),
        limits: Limits::default(),
        source,
    }
}
