//! Text: the plan, written down as Rust.
//!
//! Everything is decided when this stage begins. It turns names into paths and steps into
//! statements, lets a template place them, formats the items and puts them together to files.

mod annotations;
mod conditions;
mod conversion;
mod copies;
mod defaults;
mod docs;
mod file;
mod format;
mod kept;
mod literals;
mod module;
mod moves;
mod notes;
mod places;
mod register;
mod signatures;
mod templates;
mod tree;
mod types;
mod views;

pub(crate) use self::format::MARKER;
use self::module::Module;
use self::templates::Templates;
use super::model::{Group, Model, Version};
use super::plan::{INTERNAL, Index, Plan};

/// How text refers to what is outside of it.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The path of this crate: `::apimachinery`.
    pub(crate) runtime: String,
    /// Is each group behind a cargo feature of its name?
    pub(crate) features: bool,
    /// Where the definitions are, for headers: `api-defs`.
    pub(crate) root: String,
}

/// A file that was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Relative path with forward slashes: `apps/v1.rs`.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// What every part of this stage reads.
#[derive(Clone, Copy)]
struct Context<'a> {
    index: Index<'a>,
    plan: &'a Plan,
    options: &'a Options,
    templates: &'a Templates,
}

/// Writes all files of all groups that this run generates.
pub(crate) fn render(model: &Model, plan: &Plan, options: &Options) -> Vec<GeneratedFile> {
    let templates = Templates::new();
    let context = Context { index: Index::new(model), plan, options, templates: &templates };
    let mut files = vec![tree::tree(context)];
    for group in model.groups.iter().filter(|group| !group.external) {
        let versions = group.versions.iter().filter(|version| version.name != INTERNAL);
        files.extend(versions.flat_map(|version| version_files(context, group, version)));
        files.extend(types::internal(context, group));
    }
    files
}

fn version_files(context: Context<'_>, group: &Group, version: &Version) -> Vec<GeneratedFile> {
    let parts = [
        conversion::file(context, group, version),
        defaults::file(context, group, version),
        register::file(context, group, version),
    ];
    let parts: Vec<GeneratedFile> = parts.into_iter().flatten().collect();
    let mut files = vec![types::version(context, group, version, &parts)];
    files.extend(parts);
    files
}
