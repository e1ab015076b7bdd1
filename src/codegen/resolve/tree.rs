//! The state of this stage: the groups with their versions, and all types by name.

use std::collections::{HashMap, HashSet};

use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{Files, Span};
use crate::codegen::load::document::{ConversionDoc, GroupDoc, KindDoc, TypeDoc, VersionDoc};
use crate::codegen::load::expr;
use crate::codegen::model::{Body, Field, Limits, Merge, Omit, Scalar, Source, Struct, Type, TypeId, TypeRef};
use crate::codegen::nearest::nearest;

/// The index of a group in [`Tree::groups`].
pub(crate) type GroupId = usize;

/// The name of the version with the hub types that differ from their base.
pub(crate) const INTERNAL: &str = "internal";

pub(crate) struct Tree<'a> {
    pub(crate) files: &'a Files,
    pub(crate) groups: Vec<Group<'a>>,
    pub(crate) types: Vec<Type>,
    /// Additional facts about each type.
    pub(crate) facts: Vec<Facts<'a>>,
    names: HashMap<(GroupId, String, String), TypeId>,
    broken: Option<TypeId>,
    /// Declared types with a reported mistake, which may be the cause of others.
    doubtful: HashSet<TypeId>,
}

pub(crate) struct Group<'a> {
    pub(crate) doc: &'a GroupDoc,
    /// The API group.
    pub(crate) name: String,
    /// The versions in order of preference.
    pub(crate) versions: Vec<&'a VersionDoc>,
    /// The name of the version that the hub extends.
    pub(crate) hub: String,
    /// The groups whose hub types this group shares, in order.
    pub(crate) peers: Vec<GroupId>,
    /// The depth in the graph of peers, which is less for a peer.
    pub(crate) depth: usize,
}

/// Facts about a type that are not part of the model.
pub(crate) struct Facts<'a> {
    pub(crate) group: GroupId,
    /// The position of the name.
    pub(crate) name: Span,
    /// The positions of the fields' names.
    pub(crate) fields: Vec<Span>,
    pub(crate) doc: Option<&'a TypeDoc>,
}

impl<'a> Group<'a> {
    /// Returns the versions in the order in which the hub searches types: first the hub's version, then the others.
    pub(crate) fn hub_first(&self) -> impl Iterator<Item = &'a VersionDoc> {
        let hub = self.versions.iter().copied().filter(|version| version.name == self.hub);
        hub.chain(self.versions.iter().copied().filter(|version| version.name != self.hub))
    }

    /// Returns a property of a kind from the first version that declares it. Versions inherit names and scope.
    pub(crate) fn said<T>(&self, kind: &str, get: impl Fn(&'a KindDoc) -> Option<T>) -> Option<T> {
        let kinds = self.hub_first().flat_map(|version| &version.kinds);
        kinds.filter(|doc| doc.name.text == kind).find_map(get)
    }
}

impl<'a> Tree<'a> {
    pub(crate) fn new(files: &'a Files, groups: Vec<Group<'a>>) -> Tree<'a> {
        Tree {
            files,
            groups,
            types: Vec::new(),
            facts: Vec::new(),
            names: HashMap::new(),
            broken: None,
            doubtful: HashSet::new(),
        }
    }

    /// Adds a type without a body.
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

    /// Returns the fields of a struct, and no fields for other types.
    pub(crate) fn fields(&self, id: TypeId) -> &[Field] {
        match &self.get(id).body {
            Body::Struct(body) => &body.fields,
            _ => &[],
        }
    }

    /// Returns the type of this name in a version.
    pub(crate) fn named(&self, group: GroupId, version: &str, name: &str) -> Option<TypeId> {
        self.names.get(&(group, version.to_owned(), name.to_owned())).copied()
    }

    pub(crate) fn group_of(&self, folder: &str) -> Option<GroupId> {
        self.groups.iter().position(|group| group.doc.folder == folder)
    }

    /// Returns the group and version of a type: `widgets.example.com/v1`, or `v1` for core.
    pub(crate) fn group_version(&self, id: TypeId) -> String {
        let ty = self.get(id);
        match self.groups[self.facts(id).group].name.as_str() {
            "" => ty.version.clone(),
            name => format!("{name}/{}", ty.version),
        }
    }

    /// Resolves a reference: `Name`, `v1beta1.Name` or `core.v1.Name`.
    pub(crate) fn lookup(&self, group: GroupId, version: &str, name: &str) -> Option<TypeId> {
        let parts: Vec<_> = name.split('.').collect();
        match parts[..] {
            [name] => self.named(group, version, name),
            [version, name] => self.named(group, version, name),
            [folder, version, name] => self.named(self.group_of(folder)?, version, name),
            _ => None,
        }
    }

    /// Resolves a reference like `lookup`, and reports a missing type.
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

    /// Returns the type of a version whose name is most similar to a wrong one.
    pub(crate) fn nearest(&self, group: GroupId, version: &str, name: &str) -> Option<TypeId> {
        let known = self.names.keys().filter(|(g, v, _)| *g == group && v == version).map(|(_, _, name)| name.as_str());
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        self.named(group, version, nearest(name, known)?)
    }

    /// Returns the field of a struct with this name.
    pub(crate) fn named_field(&self, id: TypeId, name: &str) -> Option<&Field> {
        self.fields(id).iter().find(|field| field.name == name)
    }

    fn unknown_type(&self, group: GroupId, version: &str, name: &str, at: Span) -> Diagnostic {
        let (scope, short) = name.rsplit_once('.').unwrap_or(("", name));
        let (folder, version) = match scope.split_once('.') {
            Some((folder, version)) => (folder, version),
            None if scope.is_empty() => (self.groups[group].doc.folder.as_str(), version),
            None => (self.groups[group].doc.folder.as_str(), scope),
        };
        let message = format!("the version `{folder}/{version}` has no type `{short}`");
        let Some(group) = self.group_of(folder) else {
            let folders = self.groups.iter().map(|group| group.doc.folder.as_str());
            return error("unknown-type", at, format!("there is no group `{folder}`")).among(
                folder,
                "the groups are",
                folders,
            );
        };
        let known = self.names.keys().filter(|(g, v, _)| *g == group && v == version).map(|(_, _, name)| name.as_str());
        let mut known: Vec<_> = known.collect();
        known.sort_unstable();
        if known.is_empty() && !scope.is_empty() {
            let versions = self.groups[group].versions.iter().map(|version| version.name.as_str());
            let message = format!("the group `{folder}` has no version `{version}`");
            return error("unknown-type", at, message).among(version, "the versions are", versions);
        }
        if scope.is_empty() {
            known.extend(expr::BUILTIN.iter().map(|(word, _)| *word));
        }
        let other = Some(short).filter(|_| scope.is_empty()).and_then(of_other_language);
        if let Some(word) = other.filter(|_| nearest(short, known.iter().copied()).is_none()) {
            return error("unknown-type", at, message).label(format!("did you mean `{word}`?"));
        }
        error("unknown-type", at, message).among(short, "the types are", known)
    }

    /// Returns the placeholder for a missing type, which prevents further messages about the same mistake.
    pub(crate) fn broken(&mut self) -> TypeId {
        if let Some(id) = self.broken {
            return id;
        }
        let id = self.add(0, "", "?", None, Span::default());
        self.broken = Some(id);
        id
    }

    /// Records that a type is incomplete because of a reported mistake, so that mistakes which may follow from it are not
    /// reported.
    pub(crate) fn doubt(&mut self, id: TypeId) {
        self.doubtful.insert(id);
    }

    pub(crate) fn is_doubtful(&self, id: TypeId) -> bool {
        self.doubtful.contains(&id) || Some(id) == self.broken
    }

    /// Returns true if a type is missing, which has been reported.
    pub(crate) fn lacks_types(&self) -> bool {
        self.broken.is_some()
    }

    pub(crate) fn is_broken(&self, ty: &TypeRef) -> bool {
        match ty {
            TypeRef::Named(id) => Some(*id) == self.broken || self.is_doubtful(*id),
            TypeRef::List(item) | TypeRef::Map(item) => self.is_broken(item),
            TypeRef::Scalar(_) | TypeRef::Leaf(_) => false,
        }
    }

    /// Resolves named scalars, lists and maps to their bases.
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

    /// Returns the struct that a reference names, if any.
    pub(crate) fn as_struct(&self, ty: &TypeRef) -> Option<TypeId> {
        match self.base(ty) {
            TypeRef::Named(id) => Some(*id),
            _ => None,
        }
    }

    /// Returns the innermost struct of a reference, inside lists, maps and named types.
    pub(crate) fn inner_struct(&self, ty: &TypeRef) -> Option<TypeId> {
        match self.base(ty) {
            TypeRef::Named(id) => Some(*id),
            TypeRef::List(item) | TypeRef::Map(item) => self.inner_struct(item),
            TypeRef::Scalar(_) | TypeRef::Leaf(_) => None,
        }
    }

    /// Returns the fields of versions' types that contain a type, directly or in lists and maps.
    pub(crate) fn uses(&self, id: TypeId) -> Vec<(TypeId, usize)> {
        let holders = self.ids().filter(|holder| self.get(*holder).version != INTERNAL);
        let fields = holders.flat_map(|holder| (0..self.fields(holder).len()).map(move |index| (holder, index)));
        fields.filter(|(holder, index)| self.inner_struct(&self.fields(*holder)[*index].ty) == Some(id)).collect()
    }

    /// Returns true if a type equals another one or contains it at any depth.
    pub(crate) fn holds(&self, from: TypeId, to: TypeId) -> bool {
        self.held([from]).contains(&to)
    }

    /// Returns the types and all types that they contain, at any depth.
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

    /// Returns a type in the notation of definitions.
    pub(crate) fn show(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Scalar(_) => expr::word(ty).unwrap_or_default().to_owned(),
            TypeRef::Leaf(leaf) => expr::word(ty).map_or_else(|| format!("meta.v1.{}", leaf.name()), str::to_owned),
            TypeRef::Named(id) => self.get(*id).name.clone(),
            TypeRef::List(item) => format!("list<{}>", self.show(item)),
            TypeRef::Map(item) => format!("map<{}>", self.show(item)),
        }
    }

    /// Returns the conversion that a version declares for a type.
    pub(crate) fn conversion_doc(&self, id: TypeId) -> Option<&'a ConversionDoc> {
        let ty = self.get(id);
        let version = self.version_doc(self.facts(id).group, &ty.version)?;
        version.conversion.iter().find(|doc| doc.ty.text == ty.name)
    }

    pub(crate) fn version_doc(&self, group: GroupId, version: &str) -> Option<&'a VersionDoc> {
        self.groups[group].versions.iter().copied().find(|doc| doc.name == version)
    }

    /// Returns true if `peer` is the group or one of its direct or indirect peers.
    pub(crate) fn reaches(&self, group: GroupId, peer: GroupId) -> bool {
        group == peer || self.groups[group].peers.iter().any(|next| self.reaches(*next, peer))
    }
}

/// Returns the built-in type that has this name in other languages.
fn of_other_language(name: &str) -> Option<&'static str> {
    Some(match name.to_lowercase().as_str() {
        "int" | "integer" | "i32" | "int8" | "int16" | "short" | "uint16" => "int32",
        "i64" | "long" | "uint32" | "uint64" | "u32" | "u64" => "int64",
        "float" | "float32" | "float64" | "f32" | "f64" | "number" => "double",
        "boolean" => "bool",
        "str" | "text" => "string",
        "binary" | "blob" | "byte" => "bytes",
        "timestamp" | "date" | "datetime" => "time",
        "dict" | "json" | "struct" => "object",
        _ => return None,
    })
}

/// Returns a reference to the built-in type with a full name.
pub(crate) fn leaf(name: &str) -> Option<TypeRef> {
    expr::leaf(name).map(TypeRef::Leaf)
}

/// Creates a field with a name and a type, without further properties.
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
