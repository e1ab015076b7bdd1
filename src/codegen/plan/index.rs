//! Lookups in the model: the declaration of a type, its rules, and the fields on a path.

use crate::codegen::model::{
    Body, Conversion, Field, Group, Model, Path, Scalar, Step, Struct, Type, TypeId, TypeRef, Version,
};

/// The name of the pseudo-version that contains the definitions specific to a hub.
pub(crate) const INTERNAL: &str = "internal";

/// Looks up parts of the model by id and path. Every id and path that the model contains is valid, so lookups cannot
/// fail.
#[derive(Clone, Copy)]
pub(crate) struct Index<'a> {
    /// The model to look up.
    pub(crate) model: &'a Model,
}

impl<'a> Index<'a> {
    pub(crate) fn new(model: &'a Model) -> Self {
        Index { model }
    }

    pub(crate) fn ty(self, id: TypeId) -> &'a Type {
        &self.model.types[id.0]
    }

    /// Returns the type whose declaration becomes the Rust item.
    pub(crate) fn rust(self, id: TypeId) -> TypeId {
        self.ty(id).same_as.unwrap_or(id)
    }

    /// Resolves all aliases of a type.
    pub(crate) fn behind(self, mut ty: &'a TypeRef) -> &'a TypeRef {
        while let TypeRef::Named(id) = ty
            && let Body::Alias(target) = &self.ty(*id).body
        {
            ty = target;
        }
        ty
    }

    /// Returns the struct that a reference resolves to, if it is one.
    pub(crate) fn structure(self, ty: &'a TypeRef) -> Option<(TypeId, &'a Struct)> {
        match self.behind(ty) {
            TypeRef::Named(id) => self.fields(*id).map(|fields| (*id, fields)),
            _ => None,
        }
    }

    /// Returns the fields of a type, if it is a struct.
    pub(crate) fn fields(self, id: TypeId) -> Option<&'a Struct> {
        match &self.ty(id).body {
            Body::Struct(body) => Some(body),
            Body::Alias(target) => self.structure(target).map(|(_, body)| body),
            Body::Text { .. } => None,
        }
    }

    /// Returns the fields along a path, including the last one.
    pub(crate) fn fields_on(self, root: TypeId, path: &Path) -> Vec<&'a Field> {
        let mut found: Vec<&Field> = Vec::with_capacity(path.0.len());
        let mut fields = self.fields(root);
        for &at in &path.0 {
            let field = &fields.expect("a path leads through structs").fields[at];
            fields = self.structure(&field.ty).map(|(_, body)| body);
            found.push(field);
        }
        found
    }

    /// Returns the field at the end of a path.
    pub(crate) fn leaf(self, root: TypeId, path: &Path) -> &'a Field {
        self.fields_on(root, path).pop().expect("a path has at least one field")
    }

    /// Returns the path from a kind to a field of its metadata: `annotations` or `labels`.
    pub(crate) fn metadata(self, kind: TypeId, name: &str) -> Path {
        let mut path = Path::default();
        let mut fields = self.fields(kind);
        for name in ["metadata", name] {
            let body = fields.expect("resolve allows annotations only where there is metadata");
            let at = body.fields.iter().position(|field| field.name == name);
            let at = at.expect("resolve allows annotations only where there is metadata");
            fields = self.structure(&body.fields[at].ty).map(|(_, body)| body);
            path.0.push(at);
        }
        path
    }

    /// Returns the group that declares a type.
    pub(crate) fn group(self, id: TypeId) -> &'a Group {
        let module = &self.ty(id).group;
        let found = self.model.groups.iter().find(|group| group.module == *module);
        found.expect("every type has a group")
    }

    /// Returns the version that declares a type.
    pub(crate) fn version(self, id: TypeId) -> &'a Version {
        let name = &self.ty(id).version;
        let found = self.group(id).versions.iter().find(|version| version.name == *name);
        found.expect("every type has a version")
    }

    /// Returns the conversion rules that the version of a type declares for it.
    pub(crate) fn conversion(self, id: TypeId) -> Option<&'a Conversion> {
        self.version(id).conversions.get(&id)
    }

    /// Returns the hub type of a type, if it has one.
    pub(crate) fn hub(self, id: TypeId) -> Option<TypeId> {
        let written = self.conversion(id).and_then(|conversion| conversion.hub);
        written.or_else(|| {
            let hub = self.group(id).hub.get(&self.ty(id).name).copied()?;
            (self.rust(hub) == self.rust(id)).then_some(hub)
        })
    }

    /// Returns true if a type and its hub type are different Rust types.
    pub(crate) fn is_pair(self, id: TypeId) -> bool {
        self.hub(id).is_some_and(|hub| self.rust(hub) != self.rust(id))
    }

    /// Returns the in-place rules that apply to a type's hub type in all versions.
    pub(crate) fn shared_rules(self, id: TypeId) -> Option<(TypeId, &'a Conversion)> {
        let hub = self.hub(id)?;
        let versions = &self.group(hub).versions;
        let internal = versions.iter().find(|version| version.name == INTERNAL)?;
        let by_hub = internal.conversions.get_key_value(&hub);
        let found = by_hub.or_else(|| {
            let same = |key: &TypeId| self.rust(*key) == self.rust(hub);
            internal.conversions.iter().find(|(key, _)| same(key))
        });
        found.map(|(key, conversion)| (*key, conversion))
    }

    /// Returns the defaulting steps of a type.
    pub(crate) fn defaults(self, id: TypeId) -> &'a [Step] {
        self.version(id).defaults.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns true if both references resolve to the same Rust type.
    pub(crate) fn same_rust_type(self, a: &'a TypeRef, b: &'a TypeRef) -> bool {
        match (self.behind(a), self.behind(b)) {
            (TypeRef::List(a), TypeRef::List(b)) | (TypeRef::Map(a), TypeRef::Map(b)) => self.same_rust_type(a, b),
            (TypeRef::Named(a), TypeRef::Named(b)) if self.rust(*a) == self.rust(*b) => true,
            (a, b) if self.is_str(a) && self.is_str(b) => self.named_text(a) == self.named_text(b),
            (a, b) => a == b,
        }
    }

    /// Returns true for two string types that are different Rust types, and for lists or maps of such types.
    pub(crate) fn differs_in_text(self, a: &'a TypeRef, b: &'a TypeRef) -> bool {
        match (self.behind(a), self.behind(b)) {
            (TypeRef::List(a), TypeRef::List(b)) | (TypeRef::Map(a), TypeRef::Map(b)) => self.differs_in_text(a, b),
            (a, b) => self.is_str(a) && self.is_str(b) && !self.same_rust_type(a, b),
        }
    }

    /// Returns the string enum whose declaration becomes the Rust type of a string. Returns `None` if that is `Str`,
    /// because the string has no known values.
    pub(crate) fn named_text(self, ty: &'a TypeRef) -> Option<TypeId> {
        match self.behind(ty) {
            TypeRef::Named(id) if self.has_constants(*id) => Some(self.rust(*id)),
            _ => None,
        }
    }

    /// Returns true for a string enum with known values: its own, or those of a string enum that shares its Rust type.
    pub(crate) fn has_constants(self, id: TypeId) -> bool {
        let Body::Text { values, .. } = &self.ty(id).body else { return false };
        !values.is_empty() || self.texts_of(self.rust(id)).any(|text| !text.1.is_empty())
    }

    /// Returns the string enums that are one Rust type, declared by `id`, with their known values. The type itself comes
    /// first.
    pub(crate) fn texts_of(self, id: TypeId) -> impl Iterator<Item = (&'a Type, &'a [String])> {
        let all = self.model.types.iter();
        let others = all.filter(move |other| other.same_as == Some(id));
        std::iter::once(self.ty(id)).chain(others).filter_map(|ty| match &ty.body {
            Body::Text { values, .. } => Some((ty, values.as_slice())),
            _ => None,
        })
    }

    /// Returns true for a number, including a named one.
    pub(crate) fn is_number(self, ty: &'a TypeRef) -> bool {
        matches!(self.behind(ty), TypeRef::Scalar(Scalar::Int32 | Scalar::Int64 | Scalar::Double))
    }

    /// Returns true for a string, including a named one.
    pub(crate) fn is_str(self, ty: &'a TypeRef) -> bool {
        match self.behind(ty) {
            TypeRef::Scalar(scalar) => *scalar == Scalar::String,
            TypeRef::Named(id) => matches!(self.ty(*id).body, Body::Text { .. }),
            _ => false,
        }
    }
}
