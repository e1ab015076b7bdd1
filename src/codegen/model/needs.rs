//! Dependencies between groups.

use std::collections::BTreeSet;

use super::{Body, Group, Model, Scale, Type, TypeId, TypeRef, Version};

impl Model {
    /// Returns the module names of the other groups on which `group` depends directly: its cargo feature must enable
    /// theirs.
    ///
    /// A group depends on the groups of the types of its fields, of the targets of its type aliases and re-exports, of
    /// its hub types, and of the types of its `scale` subresources. Indirect dependencies are not included.
    ///
    /// ```
    /// use apimachinery::codegen::Config;
    ///
    /// let model = Config::new("tests/golden/peers/api-defs").load()?;
    /// let needs = |module: &str| {
    ///     let group = model.groups.iter().find(|group| group.module == module);
    ///     group.map(|group| model.needs(group).into_iter().collect::<Vec<_>>())
    /// };
    /// assert_eq!(needs("old"), Some(vec!["meta", "new"]));
    /// assert_eq!(needs("autoscaling"), Some(vec!["core", "meta"]), "a built-in group");
    /// # Ok::<(), apimachinery::codegen::Error>(())
    /// ```
    #[must_use]
    pub fn needs(&self, group: &Group) -> BTreeSet<&str> {
        let of_versions = group.versions.iter().flat_map(|version| self.used(version));
        let used = group.hub.values().copied().chain(of_versions);
        let modules = used.map(|id| self.types[id.0].group.as_str());
        modules.filter(|module| *module != group.module).collect()
    }

    /// Returns the types to which a version refers.
    fn used(&self, version: &Version) -> Vec<TypeId> {
        let of_types = version.types.iter().flat_map(|id| named(&self.types[id.0]));
        let subresources = version.kinds.iter().flat_map(|kind| &kind.subresources);
        let scales = subresources.filter_map(|subresource| match subresource.scale {
            Some(Scale::Type(id)) => Some(id),
            _ => None,
        });
        let kinds = version.kinds.iter().flat_map(|kind| std::iter::once(kind.ty).chain(kind.hub));
        let hubs = version.conversions.values().filter_map(|conversion| conversion.hub);
        of_types.chain(scales).chain(kinds).chain(hubs).collect()
    }
}

/// Returns the types to which the declaration of a type refers.
fn named(ty: &Type) -> Vec<TypeId> {
    let mut refs: Vec<&TypeRef> = match &ty.body {
        Body::Struct(body) => body.fields.iter().map(|field| &field.ty).collect(),
        Body::Alias(target) => vec![target],
        Body::Text { .. } => Vec::new(),
    };
    let mut found: Vec<TypeId> = ty.same_as.into_iter().collect();
    while let Some(ty) = refs.pop() {
        match ty {
            TypeRef::Named(id) => found.push(*id),
            TypeRef::List(item) | TypeRef::Map(item) => refs.push(item),
            TypeRef::Scalar(_) | TypeRef::Leaf(_) => {}
        }
    }
    found
}
