//! Which groups a group cannot do without.

use std::collections::BTreeSet;

use super::{Body, Group, Model, Scale, Type, TypeId, TypeRef, Version};

impl Model {
    /// The modules of the other groups whose types a group's types have as fields, are another name of, or become:
    /// what the cargo feature of the group must switch on. Those that stand behind these are left to their own
    /// features.
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

    /// The types of which a version speaks.
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

/// The types that a declaration names.
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
