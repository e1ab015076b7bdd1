//! `zz_generated_register`: the registration of a version with the Scheme.

use super::docs::{api_version, comment};
use super::file::File;
use super::moves::conversion_name;
use super::origin::Origin;
use super::signatures::defaulter_name;
use super::types::kind_of;
use super::views::{KindInfoView, RegisterView};
use super::{Context, Draft, Module};
use crate::codegen::model::{Group, Kind, KindName, Lifecycle, Release, Resource, Subresource, Version};
use crate::codegen::naming;
use crate::codegen::plan::{Direction, Registration, Route};
use crate::codegen::verbs::{RESOURCE_VERBS, SUBRESOURCE_VERBS};

/// Returns the file of a version, if it has kinds.
pub(super) fn file(context: Context<'_>, group: &Group, version: &Version) -> Option<Draft> {
    let plan = context.plan.version(group, version);
    let module = Module::of_functions(context, group, version);
    let path = format!("{}/{}/zz_generated_register.rs", group.module, version.name);
    let mut file = File::new(context, path, &version.files);
    let losses = module.losses(version);
    let said =
        (!losses.losses.is_empty()).then(|| format!("builder.losses({:?}, {:?}, &LOSSES);", group.name, version.name));
    let enums = module.enums(version);
    let known =
        (!enums.fields.is_empty()).then(|| format!("builder.enums({:?}, {:?}, &ENUMS);", group.name, version.name));
    let calls = plan.registrations.iter().map(|entry| module.registration(version, entry)).chain(said).chain(known);
    let builder = module.runtime("scheme", "Builder");
    let of = api_version(&group.name, &version.name);
    let doc = comment(&format!("Registers the kinds of {of} with their defaulters and conversions."));
    file.item("register", &RegisterView { doc, optional: false, builder, calls: calls.collect() });
    for kind in &version.kinds {
        file.item_from(&Origin::of_kind(kind), "kind_info", &module.kind_info(kind));
    }
    if !losses.losses.is_empty() {
        file.item("losses", &losses);
    }
    if !enums.fields.is_empty() {
        file.item("enums", &enums);
    }
    (!version.kinds.is_empty()).then(|| file.finish(&module.imports()))
}

impl Module<'_> {
    fn registration(&self, version: &Version, entry: &Registration) -> String {
        let kind = &version.kinds[entry.kind];
        let ty = &self.index().ty(kind.ty).name;
        let mut call = format!("builder.kind::<{}>(&{})", self.path(kind.ty), constant(kind));
        if entry.defaulted {
            call += &format!(".apply_defaults({})", self.beside(kind, "defaults", &defaulter_name(ty)));
        }
        let functions = || {
            let [to, from] =
                Direction::BOTH.map(|direction| self.beside(kind, "conversion", &conversion_name(ty, direction)));
            format!("({to}, {from})")
        };
        call += &match entry.route {
            Route::None => String::new(),
            Route::Shared => ".shared()".to_owned(),
            Route::InPlace => format!(".convert_in_place{}", functions()),
            Route::Pair => format!(".convert{}", functions()),
        };
        call + ";"
    }

    /// Returns a function of another generated module of the version that declares a kind's type.
    fn beside(&self, kind: &Kind, module: &str, name: &str) -> String {
        let generated = format!("zz_generated_{module}");
        if self.is_declared_here(kind.ty) {
            self.import("super", &format!("{generated} as {module}"));
            return format!("{module}::{name}");
        }
        format!("{}::{generated}::{name}", self.version_module(kind.ty))
    }

    fn kind_info(&self, kind: &Kind) -> KindInfoView {
        let ty = self.runtime("scheme", "KindInfo");
        let mut info = match self.represents(kind) {
            true => format!("{ty}::of::<{}>()", self.path(kind.ty)),
            false => {
                let names = format!("{:?}, {:?}, {:?}", self.group.name, self.version, kind.name);
                format!("{ty}::new({names}){}", self.lifecycle_call(&kind.lifecycle))
            }
        };
        if let Some(resource) = &kind.resource {
            info += &format!(".with_resource({})", self.resource(kind, resource));
        }
        info += &setter("with_field_labels", &kind.selectable);
        for (is_set, call) in
            [(kind.is_list, ".as_list()"), (kind.unversioned, ".as_unversioned()"), (!kind.served, ".not_served()")]
        {
            info += if is_set { call } else { "" };
        }
        KindInfoView { constant: constant(kind), info }
    }

    /// Returns true if the type of a kind represents this kind, so that the names and the life cycle are taken from the
    /// type.
    fn represents(&self, kind: &Kind) -> bool {
        let index = self.index();
        let (group, version) = (index.group(kind.ty), index.version(kind.ty));
        let represented = kind_of(self.context, group, version, kind.ty);
        index.rust(kind.ty) == kind.ty
            && !group.external
            && represented.is_some_and(|(.., represented)| std::ptr::eq(represented, kind))
    }

    fn resource(&self, kind: &Kind, resource: &Resource) -> String {
        let ty = self.runtime("scheme", "ResourceInfo");
        let mut info = format!("{ty}::new({:?}, {:?})", resource.plural, resource.singular);
        info += &setter("with_short_names", &resource.short_names);
        info += &setter("with_categories", &resource.categories);
        info += if resource.namespaced { "" } else { ".cluster_scoped()" };
        if resource.verbs != RESOURCE_VERBS {
            info += &format!(".with_verbs(&{:?})", resource.verbs);
        }
        if !kind.subresources.is_empty() {
            let subresources: String =
                kind.subresources.iter().map(|subresource| self.subresource(kind, subresource)).collect();
            // References to values with a destructor only become static in a constant.
            info += &format!(".with_subresources(const {{ &[{subresources}] }})");
        }
        info
    }

    fn subresource(&self, kind: &Kind, subresource: &Subresource) -> String {
        let (ty, name) = (self.runtime("scheme", "SubresourceInfo"), &subresource.name);
        let of = &subresource.kind;
        let is_own = (&*of.group, &*of.version, &of.kind) == (&*self.group.name, self.version, &kind.name);
        let mut info = match is_own && self.represents(kind) {
            true => format!("{ty}::of::<{}>({name:?})", self.path(kind.ty)),
            false => format!("{ty}::new({name:?}, {})", self.kind_name(of)),
        };
        if subresource.verbs != SUBRESOURCE_VERBS {
            info += &format!(".with_verbs(&{:?})", subresource.verbs);
        }
        info + ","
    }

    fn kind_name(&self, name: &KindName) -> String {
        let ty = self.runtime("schema", "GroupVersionKind");
        format!("{ty}::from_static({:?}, {:?}, {:?})", name.group, name.version, name.kind)
    }

    fn lifecycle_call(&self, life: &Lifecycle) -> String {
        if *life == Lifecycle::default() { String::new() } else { format!(".with_lifecycle({})", self.lifecycle(life)) }
    }

    /// Returns a life cycle as Rust.
    pub(super) fn lifecycle(&self, life: &Lifecycle) -> String {
        let ty = self.runtime("schema", "Lifecycle");
        let release = |release: Option<Release>| match release {
            Some(Release { major, minor }) => {
                format!("Some({}::new({major}, {minor}))", self.runtime("schema", "Release"))
            }
            None => "None".to_owned(),
        };
        let [introduced, deprecated, removed] = [life.introduced, life.deprecated, life.removed].map(release);
        let mut call = format!("{ty}::new({introduced}, {deprecated}, {removed})");
        if let Some(replacement) = &life.replacement {
            call += &format!(".replaced_by({})", self.kind_name(replacement));
        }
        if let Some(warning) = &life.warning {
            call += &format!(".with_warning({warning:?})");
        }
        call
    }
}

/// Returns a call that sets a list, or nothing for an empty list.
fn setter<T: std::fmt::Debug>(name: &str, values: &[T]) -> String {
    if values.is_empty() { String::new() } else { format!(".{name}(&{values:?})") }
}

fn constant(kind: &Kind) -> String {
    naming::constant(&kind.name)
}
