//! The types of versions and of hubs.

use std::collections::{BTreeMap, BTreeSet};

use super::docs::{api_version, comment, or};
use super::file::File;
use super::origin::Origin;
use super::views::{
    AliasView, ConstantView, FieldView, ModuleView, NamedTextView, ReexportView, RowView, StructView, TableView,
};
use super::{Context, Draft, Module};
use crate::codegen::model::{Body, Field, Group, Kind, Leaf, Lifecycle, Omit, Struct, Type, TypeId, TypeRef, Version};
use crate::codegen::naming;
use crate::codegen::plan::INTERNAL;

/// Returns the file of a version. `parts` are the files of the modules in it.
pub(super) fn version(context: Context<'_>, group: &Group, version: &Version, parts: &[Draft]) -> Draft {
    let module = Module::of_types(context, group, version);
    let path = format!("{}/{}.rs", group.module, version.name);
    let mut file = File::new(context, path, &version.files);
    module.reexports(&mut file, &version.types);
    for &id in &version.types {
        module.declare(&mut file, id, kind_of(context, group, version, id));
    }
    for part in parts {
        file.item("module", &part_module(group, version, &part.path));
    }
    file.finish(&module.imports())
}

/// Returns the file of a group's hub types: types that differ from those of all versions, and re-exports of the others.
pub(super) fn internal(context: Context<'_>, group: &Group) -> Option<Draft> {
    if group.hub.is_empty() {
        return None;
    }
    let module = Module::of_hub(context, group);
    let path = format!("{}/internal.rs", group.module);
    let mut file = File::new(context, path, &[format!("{}/*", group.module)]);
    let hub: Vec<TypeId> = group.hub.values().copied().collect();
    module.reexports(&mut file, &hub);
    let versions = group.versions.iter().filter(|version| version.name == INTERNAL);
    for &id in versions.flat_map(|version| &version.types) {
        module.declare(&mut file, id, None);
    }
    Some(file.finish(&module.imports()))
}

/// A kind with the group and version that register it.
pub(super) type KindOf<'a> = (&'a Group, &'a Version, &'a Kind);

/// Returns the kind of a type with group and version: the kind of its own version if there is one, otherwise the first
/// that registers the type.
pub(super) fn kind_of<'a>(
    context: Context<'a>,
    group: &'a Group,
    version: &'a Version,
    id: TypeId,
) -> Option<KindOf<'a>> {
    let groups = context.index.model.groups.iter().filter(|group| !group.external);
    let others = groups.flat_map(|group| group.versions.iter().map(move |version| (group, version)));
    let mut places = std::iter::once((group, version)).chain(others);
    places.find_map(|(group, version)| {
        let kind = version.kinds.iter().find(|kind| kind.ty == id)?;
        Some((group, version, kind))
    })
}

/// Returns the module of a file such as `apps/v1/zz_generated_defaults.rs` for `apps/v1.rs`.
fn part_module(group: &Group, version: &Version, path: &str) -> ModuleView {
    let path = path.strip_prefix(&format!("{}/", group.module)).unwrap_or(path).to_owned();
    let name = path.rsplit('/').next().unwrap_or(&path).trim_end_matches(".rs").to_owned();
    let of = api_version(&group.name, &version.name);
    let doc = match name.as_str() {
        "zz_generated_conversion" => format!("Conversions between {of} and the hub."),
        "zz_generated_defaults" => format!("Defaulters of {of}."),
        _ => format!("Registration of {of}."),
    };
    ModuleView { doc: comment(&doc), name, path }
}

impl Module<'_> {
    /// Adds re-exports of types that other modules declare.
    fn reexports(&self, file: &mut File<'_>, types: &[TypeId]) {
        let mut paths: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for &id in types {
            let target = self.index().rust(id);
            if self.is_declared_here(target) || !self.has_item(target) {
                continue;
            }
            let (theirs, ours) = (&self.index().ty(target).name, &self.index().ty(id).name);
            let name = match theirs == ours {
                true => ours.clone(),
                false => format!("{theirs} as {ours}"),
            };
            paths.entry(self.relative(target)).or_default().insert(name);
        }
        for (path, names) in paths {
            let names = names.into_iter().collect::<Vec<_>>().join(", ");
            file.item("reexport", &ReexportView { path, names });
        }
    }

    /// Returns true if a type needs an item. A string enum without known values does not, because its fields are `Str`.
    fn has_item(&self, id: TypeId) -> bool {
        !matches!(self.index().ty(id).body, Body::Text { .. }) || self.index().has_constants(id)
    }

    /// Returns the module that declares a type, as a path relative to a module of types.
    fn relative(&self, id: TypeId) -> String {
        let ty = self.index().ty(id);
        let (group, version) = (&ty.group, &ty.version);
        if *group == self.group.module {
            return format!("super::{version}");
        }
        match self.index().group(id).external {
            true => format!("{}::apis::{group}::{version}", self.context.options.runtime),
            false => format!("super::super::{group}::{version}"),
        }
    }

    /// Adds the items of a type that this module declares.
    fn declare(&self, file: &mut File<'_>, id: TypeId, kind: Option<KindOf<'_>>) {
        if self.index().rust(id) != id {
            return;
        }
        let ty = self.index().ty(id);
        match &ty.body {
            Body::Struct(body) => {
                file.item_from(&Origin::of_type(ty, kind), "struct", &self.structure(ty, body));
                file.verbatim("table", &self.table(id, body, kind));
                if !body.one_of.is_empty() {
                    file.item("one_of", &self.one_of(ty, body));
                }
            }
            Body::Text { .. } if self.index().has_constants(id) => {
                file.verbatim_from(&Origin::of_type(ty, kind), "named_text", &self.named_text(id));
            }
            Body::Text { .. } => {}
            Body::Alias(target) => {
                let doc = comment(&self.type_doc(ty));
                let ty_path = self.rust_type(target);
                file.item_from(
                    &Origin::of_type(ty, kind),
                    "alias",
                    &AliasView { doc, name: ty.name.clone(), ty: ty_path },
                );
            }
        }
    }

    fn type_doc(&self, ty: &Type) -> String {
        or(&ty.doc, || match ty.version.as_str() {
            INTERNAL => format!("{} of the hub of {}.", ty.name, self.group.module),
            version => format!("{} of {}.", ty.name, api_version(&self.group.name, version)),
        })
    }

    fn structure(&self, ty: &Type, body: &Struct) -> StructView {
        let type_meta = body.has_type_meta.then(|| self.runtime("meta", "TypeMeta"));
        let fields = body.fields.iter().map(|field| FieldView {
            doc: comment(&self.field_doc(field)),
            name: naming::field(&field.name),
            ty: self.field_type(field),
        });
        StructView {
            doc: comment(&self.type_doc(ty)),
            name: ty.name.clone(),
            type_meta: type_meta.unwrap_or_default(),
            fields: fields.collect(),
        }
    }

    fn field_doc(&self, field: &Field) -> String {
        let doc = or(&field.doc, || match field.inline {
            true => format!("The fields of `{}`, which JSON inlines in this object.", field.name),
            false => format!("`{}`", field.name),
        });
        match &field.limits.deprecated {
            Some(why) => format!("{doc}\n\nDeprecated: {why}"),
            None => doc,
        }
    }

    fn table(&self, id: TypeId, body: &Struct, kind: Option<KindOf<'_>>) -> TableView {
        let (mut rows, mut wire) = (Vec::new(), Vec::new());
        self.rows("", body, true, &mut rows, &mut wire);
        rows.append(&mut wire);
        let ty = self.index().ty(id);
        let type_meta = body.has_type_meta.then(|| "type_meta".to_owned());
        let fields = type_meta.into_iter().chain(body.fields.iter().map(|field| naming::field(&field.name)));
        TableView {
            runtime: self.context.options.runtime.clone(),
            name: ty.name.clone(),
            role: self.role(body, kind.is_some()),
            rows,
            fields: fields.collect::<Vec<_>>().join(", "),
            kind: kind.map(|kind| self.kind(ty, kind)).unwrap_or_default(),
        }
    }

    /// Returns the role of a struct in `message!`. A list is a kind whose `items` are objects.
    fn role(&self, body: &Struct, is_kind: bool) -> &'static str {
        let is_object = |item: &TypeRef| match item {
            TypeRef::Leaf(leaf) => *leaf == Leaf::RawExtension,
            item => self.index().structure(item).is_some_and(|(_, item)| item.has_type_meta),
        };
        let holds_objects = |field: &Field| matches!(&field.ty, TypeRef::List(item) if is_object(item));
        match body.has_type_meta {
            false if is_kind => "bare",
            false if body.union => "union",
            false => "",
            true if body.fields.iter().any(|field| field.name == "items" && holds_objects(field)) => "list",
            true => "kind",
        }
    }

    /// Adds the rows of a struct. Fields of inlined structs are rows of JSON only, the inlined structs themselves are
    /// rows of Protobuf only.
    fn rows(&self, way: &str, body: &Struct, on_wire: bool, rows: &mut Vec<RowView>, wire: &mut Vec<RowView>) {
        for field in &body.fields {
            let path = format!("{way}{}", naming::field(&field.name));
            let number = field.number.filter(|_| on_wire).unwrap_or(0);
            if field.inline {
                let inner = self.index().structure(&field.ty);
                let (_, inner) = inner.expect("resolve inlines only structs");
                self.rows(&format!("{path}."), inner, false, rows, wire);
                if number > 0 {
                    wire.push(RowView { path, json: String::new(), number, omit: "Never" });
                }
                continue;
            }
            let omit = match field.omit {
                Omit::Never => "Never",
                Omit::Empty => "Empty",
                Omit::Zero => "Zero",
            };
            rows.push(RowView { path, json: field.name.clone(), number, omit });
        }
    }

    fn kind(&self, ty: &Type, (group, version, kind): KindOf<'_>) -> String {
        let resource = kind.resource.as_ref();
        let plural = resource.map_or("", |resource| resource.plural.as_str());
        let scope = match resource {
            Some(resource) if !resource.namespaced => "Cluster",
            _ => "Namespaced",
        };
        let lifecycle = match kind.lifecycle == Lifecycle::default() {
            true => String::new(),
            false => format!(", {}", self.own_lifecycle(version, kind)),
        };
        let (group, version) = (&group.name, &version.name);
        format!("{}, {group:?}, {version:?}, {:?}, {plural:?}, {scope}{lifecycle}", ty.name, kind.name)
    }

    /// Returns the life cycle of a kind that a type of this module represents. A list refers to the life cycle of its
    /// items if their type is in this module too.
    fn own_lifecycle(&self, version: &Version, kind: &Kind) -> String {
        let before = version.kinds.iter().take_while(|other| !std::ptr::eq(*other, kind)).last();
        let item = before.filter(|item| {
            let represented = kind_of(self.context, self.group, version, item.ty);
            kind.is_list
                && item.lifecycle == kind.lifecycle
                && self.is_declared_here(item.ty)
                && self.index().rust(item.ty) == item.ty
                && represented.is_some_and(|(.., represented)| std::ptr::eq(represented, *item))
        });
        match item {
            Some(item) => {
                let kind = format!("{}::meta::Kind", self.context.options.runtime);
                format!("<{} as {kind}>::LIFECYCLE", self.index().ty(item.ty).name)
            }
            None => self.lifecycle(&kind.lifecycle),
        }
    }

    /// Returns the declaration of a string enum with the values that it has in any version. They are constants, also if
    /// only another version has them.
    fn named_text(&self, id: TypeId) -> NamedTextView {
        let index = self.index();
        let own = index.ty(id);
        let doc = or(&own.doc, || format!("Known values of {}. Other values are preserved.", own.name));
        let mut known = BTreeSet::new();
        let mut names = BTreeSet::new();
        let mut values = Vec::new();
        for (ty, texts) in index.texts_of(id) {
            for text in texts.iter().filter(|text| known.insert(text.as_str())) {
                let name = naming::constant(text);
                let name = match names.contains(&name) {
                    true => format!("{}_{name}", naming::constant(&ty.version)),
                    false => name,
                };
                let doc = if std::ptr::eq(ty, own) {
                    String::new()
                } else {
                    comment(&self.only_in(ty)).trim_end().to_owned()
                };
                names.insert(name.clone());
                values.push(ConstantView { doc, name, value: format!("{text:?}") });
            }
        }
        NamedTextView {
            runtime: self.context.options.runtime.clone(),
            doc: comment(&doc).trim_end().replace('\n', "\n    "),
            name: own.name.clone(),
            values,
        }
    }

    /// Documents a value that only another version has.
    fn only_in(&self, ty: &Type) -> String {
        let group = self.index().model.groups.iter().find(|group| group.module == ty.group);
        let version = match (group, ty.version.as_str()) {
            (_, INTERNAL) => "the hub".to_owned(),
            (Some(group), version) => api_version(&group.name, version),
            (None, version) => version.to_owned(),
        };
        format!("A value of {version} only.")
    }
}
