//! `zz_generated_register`: the registration of a version with the Scheme.

use super::docs::{api_version, comment};
use super::file::File;
use super::moves::conversion_name;
use super::signatures::defaulter_name;
use super::views::{KindInfoView, RegisterView};
use super::{Context, Draft, Module};
use crate::codegen::model::{Group, Kind, Lifecycle, Subresource, Version};
use crate::codegen::naming;
use crate::codegen::plan::{Direction, Registration, Route};

/// Returns the file of a version, if it has kinds.
pub(super) fn file(context: Context<'_>, group: &Group, version: &Version) -> Option<Draft> {
    let plan = context.plan.version(group, version);
    let module = Module::of_functions(context, group, version);
    let path = format!("{}/{}/zz_generated_register.rs", group.module, version.name);
    let mut file = File::new(context, path, &version.files);
    let losses = module.losses(version);
    let said =
        (!losses.losses.is_empty()).then(|| format!("builder.losses({:?}, {:?}, &LOSSES);", group.name, version.name));
    let calls = plan.registrations.iter().map(|entry| module.registration(version, entry)).chain(said);
    let builder = module.runtime("scheme", "Builder");
    let of = api_version(&group.name, &version.name);
    let doc = comment(&format!("Registers the kinds of {of} with their defaulters and conversions."));
    file.item("register", &RegisterView { doc, optional: false, builder, calls: calls.collect() });
    for kind in &version.kinds {
        file.item("kind_info", &module.kind_info(kind));
    }
    if !losses.losses.is_empty() {
        file.item("losses", &losses);
    }
    (!version.kinds.is_empty()).then(|| file.finish(&module.imports()))
}

impl Module<'_> {
    fn registration(&self, version: &Version, entry: &Registration) -> String {
        let kind = &version.kinds[entry.kind];
        let ty = &self.index().ty(kind.ty).name;
        let mut call = format!("builder.kind::<{}>(&{})", self.path(kind.ty), constant(kind));
        if entry.defaulted {
            call += &format!(".default({})", self.beside(kind, "defaults", &defaulter_name(ty)));
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
        self.runtime("scheme", "KindInfo");
        self.runtime("scheme", "Lifecycle");
        KindInfoView {
            constant: constant(kind),
            group: format!("{:?}", self.group.name),
            version: format!("{:?}", self.version),
            kind: format!("{:?}", kind.name),
            resource: self.resource(kind),
            list: kind.is_list,
            unversioned: kind.unversioned,
            served: kind.served,
            lifecycle: lifecycle("Lifecycle", &kind.lifecycle),
            field_labels: format!("&{:?}", kind.selectable),
        }
    }

    fn resource(&self, kind: &Kind) -> String {
        let Some(resource) = &kind.resource else { return "None".to_owned() };
        format!(
            "Some({} {{ plural: {:?}, singular: {:?}, short_names: &{:?}, categories: &{:?}, namespaced: {}, \
             verbs: &{:?}, subresources: &[{}] }})",
            self.runtime("scheme", "ResourceInfo"),
            resource.plural,
            resource.singular,
            resource.short_names,
            resource.categories,
            resource.namespaced,
            resource.verbs,
            kind.subresources.iter().map(|subresource| self.subresource(subresource)).collect::<String>(),
        )
    }

    fn subresource(&self, subresource: &Subresource) -> String {
        format!(
            "{} {{ name: {:?}, kind: {:?}, verbs: &{:?} }},",
            self.runtime("scheme", "SubresourceInfo"),
            subresource.name,
            subresource.kind,
            subresource.verbs,
        )
    }
}

/// Returns a life cycle as Rust. `path` is the path of its type.
pub(super) fn lifecycle(path: &str, life: &Lifecycle) -> String {
    if *life == Lifecycle::default() {
        return format!("{path}::UNKNOWN");
    }
    let text = |text: &Option<String>| format!("{:?}", text.as_deref().unwrap_or(""));
    format!(
        "{path} {{ introduced: {}, deprecated: {}, removed: {}, replacement: {:?}, warning: {} }}",
        text(&life.introduced),
        text(&life.deprecated),
        text(&life.removed),
        life.replacement,
        text(&life.warning),
    )
}

fn constant(kind: &Kind) -> String {
    naming::constant(&kind.name)
}
