//! Paths and imports: how a generated module refers to other modules.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use crate::codegen::model::{Body, Field, Group, Scalar, TypeId, TypeRef, Version};
use crate::codegen::plan::{INTERNAL, Index};

/// The module of a file, which collects the imports of the file's items.
pub(super) struct Module<'a> {
    pub(super) context: Context<'a>,
    pub(super) group: &'a Group,
    /// The name of the version, or `internal`.
    pub(super) version: &'a str,
    /// True for a module inside the module of the types.
    inner: bool,
    /// Names of the items that the module declares.
    declared: BTreeSet<&'a str>,
    imports: RefCell<BTreeMap<String, BTreeSet<String>>>,
}

impl<'a> Module<'a> {
    /// Creates the module of a version's types.
    pub(super) fn of_types(context: Context<'a>, group: &'a Group, version: &'a Version) -> Self {
        let names = version.types.iter().map(|&id| context.index.ty(id).name.as_str());
        Module { declared: names.collect(), ..Self::inner(context, group, &version.name, false) }
    }

    /// Creates the module of a group's hub types.
    pub(super) fn of_hub(context: Context<'a>, group: &'a Group) -> Self {
        let declared = group.hub.keys().map(String::as_str).collect();
        Module { declared, ..Self::inner(context, group, INTERNAL, false) }
    }

    /// Creates a module of functions inside the module of a version's types.
    pub(super) fn of_functions(context: Context<'a>, group: &'a Group, version: &'a Version) -> Self {
        Self::inner(context, group, &version.name, true)
    }

    fn inner(context: Context<'a>, group: &'a Group, version: &'a str, inner: bool) -> Self {
        let (declared, imports) = Default::default();
        Module { context, group, version, inner, declared, imports }
    }

    pub(super) fn index(&self) -> Index<'a> {
        self.context.index
    }

    /// Imports a name from a path and returns the name.
    pub(super) fn import(&self, path: &str, name: &str) -> String {
        let mut imports = self.imports.borrow_mut();
        imports.entry(path.to_owned()).or_default().insert(name.to_owned());
        name.to_owned()
    }

    /// Imports a name from a module of the runtime crate and returns the name.
    pub(super) fn runtime(&self, module: &str, name: &str) -> String {
        let path = format!("{}::{module}", self.context.options.runtime);
        if self.declared.contains(name) {
            return format!("{path}::{name}");
        }
        self.import(&path, name)
    }

    /// Returns the path of a function of the runtime crate: `conversion::list`.
    pub(super) fn function(&self, module: &str, name: &str) -> String {
        self.import(&format!("{}::private::{module}", self.context.options.runtime), "self");
        format!("{module}::{name}")
    }

    pub(super) fn take(&self) -> String {
        self.import("::std::mem", "take")
    }

    pub(super) fn swap(&self) -> String {
        self.import("::std::mem", "swap")
    }

    /// Returns a type of the prelude, by its full path if a type of the API has the same name.
    fn prelude(&self, module: &str, name: &str) -> String {
        if self.declared.contains(name) {
            return format!("::std::{module}::{name}");
        }
        name.to_owned()
    }

    /// Returns true for types that this module's version declares.
    pub(super) fn is_declared_here(&self, id: TypeId) -> bool {
        let ty = self.index().ty(id);
        ty.group == self.group.module && ty.version == self.version
    }

    /// Returns the path of a declared type.
    pub(super) fn path(&self, id: TypeId) -> String {
        let ty = self.index().ty(id);
        if self.is_declared_here(id) && !self.inner {
            return ty.name.clone();
        }
        if self.version == INTERNAL && self.group.hub.get(&ty.name) == Some(&id) {
            return ty.name.clone();
        }
        let in_hub = (self.inner && !self.is_declared_here(id)).then(|| self.name_in_hub(id));
        in_hub.flatten().unwrap_or_else(|| format!("{}::{}", self.version_module(id), ty.name))
    }

    /// Returns the path of a hub type in the group's module of hub types.
    pub(super) fn hub_path(&self, id: TypeId) -> String {
        self.name_in_hub(id).unwrap_or_else(|| self.path(id))
    }

    fn name_in_hub(&self, id: TypeId) -> Option<String> {
        let index = self.index();
        let mut hub = self.group.hub.iter();
        let (name, _) = hub.find(|(_, hub)| index.rust(**hub) == index.rust(id))?;
        self.import("super::super", "internal as hub");
        Some(format!("hub::{name}"))
    }

    /// Returns the name in this module for the module that declares a type.
    pub(super) fn version_module(&self, id: TypeId) -> String {
        let ty = self.index().ty(id);
        let up = if self.inner { "super::super" } else { "super" };
        let (version, group) = (&ty.version, &ty.group);
        if *group == self.group.module {
            self.import(up, version);
            return version.clone();
        }
        let alias = format!("{group}_{version}");
        let above = match self.index().group(id).external {
            true => format!("{}::apis", self.context.options.runtime),
            false => format!("{up}::super"),
        };
        self.import(&above, &format!("{group}::{version} as {alias}"));
        alias
    }

    /// Returns the Rust type of a field.
    pub(super) fn field_type(&self, field: &Field) -> String {
        let ty = self.rust_type(&field.ty);
        let option = || self.prelude("option", "Option");
        match (field.optional, field.boxed) {
            (false, _) => ty,
            (true, false) => format!("{}<{ty}>", option()),
            (true, true) => format!("{}<{}<{ty}>>", option(), self.prelude("boxed", "Box")),
        }
    }

    /// Returns the Rust type of a value.
    pub(super) fn rust_type(&self, ty: &TypeRef) -> String {
        match ty {
            TypeRef::Scalar(scalar) => self.scalar(*scalar),
            TypeRef::Leaf(leaf) => self.runtime("meta", leaf.rust_name()),
            TypeRef::Named(id) => match self.index().ty(*id).body {
                Body::Text { .. } if !self.index().has_constants(*id) => self.runtime("meta", "Str"),
                _ => self.path(*id),
            },
            TypeRef::List(item) => {
                format!("{}<{}>", self.runtime("meta", "List"), self.rust_type(item))
            }
            TypeRef::Map(value) => {
                format!("{}<{}>", self.runtime("meta", "Map"), self.rust_type(value))
            }
        }
    }

    fn scalar(&self, scalar: Scalar) -> String {
        match scalar {
            Scalar::Bool => "bool".to_owned(),
            Scalar::Int32 => "i32".to_owned(),
            Scalar::Int64 => "i64".to_owned(),
            Scalar::Double => "f64".to_owned(),
            Scalar::String => self.runtime("meta", "Str"),
            Scalar::Bytes => self.runtime("meta", "Bytes"),
        }
    }

    /// Returns the names that were imported, by the path of their module.
    pub(super) fn imported(&self) -> BTreeMap<String, BTreeSet<String>> {
        self.imports.borrow().clone()
    }

    /// Returns the `use` lines of all imports.
    pub(super) fn imports(&self) -> String {
        let imports = self.imports.borrow();
        let (absolute, relative): (Vec<_>, Vec<_>) = imports.iter().partition(|(path, _)| path.starts_with("::"));
        let lines = relative.into_iter().chain(absolute).map(|(path, names)| {
            let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
            names.sort_by_key(|name| *name != "self");
            match (path.as_str(), names.as_slice()) {
                (path, ["self"]) => format!("use {path};\n"),
                (path, [name]) => format!("use {path}::{name};\n"),
                (path, names) => format!("use {path}::{{{}}};\n", names.join(", ")),
            }
        });
        lines.collect()
    }
}
