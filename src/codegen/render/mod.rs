//! Rendering of the plan as Rust.
//!
//! All decisions are made before this stage. It turns names into paths and steps into statements, and templates place
//! them. The results are drafts of files. Formatting a draft takes as long as all stages before, so it only happens for
//! files whose text is needed.

mod annotations;
mod code;
mod conditions;
mod conversion;
mod defaults;
mod docs;
mod enums;
mod fields;
mod file;
mod kept;
mod literals;
mod losses;
mod module;
mod moves;
mod one_of;
mod origin;
mod parts;
mod register;
mod reports;
mod required;
mod signatures;
mod transforms;
mod tree;
mod types;
mod views;

use std::collections::BTreeMap;

use self::file::Templates;
pub(crate) use self::file::{Draft, MARKER};
use self::module::Module;
pub(crate) use self::required::{Place, Required};
use super::model::{Group, Model, Version};
use super::plan::{INTERNAL, Index, Plan};

/// How generated code refers to its environment.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The path of this crate: `::apimachinery`.
    pub(crate) runtime: String,
    /// True if each group requires a Cargo feature of its name.
    pub(crate) features: bool,
    /// The folder of the definitions, for headers: `api-defs`.
    pub(crate) root: String,
}

/// A generated file: its path and its text. Returned by [`Config::generate`](crate::codegen::Config::generate) and
/// [`schemas`](crate::codegen::schemas), which do not write it to disk.
///
/// ```
/// use apimachinery::codegen::Config;
///
/// let config = Config::new("tests/golden/conversion/api-defs");
/// let files = config.generate(&config.load()?);
/// let tree = files.iter().find(|file| file.path == "apis.rs").expect("the file to include");
/// assert!(tree.text.contains("pub mod store"));
/// # Ok::<(), apimachinery::codegen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedFile {
    /// The path relative to the output folder, with forward slashes, such as `apps/v1.rs`.
    pub path: String,
    /// The complete text of the file.
    pub text: String,
}

/// The inputs of all parts of this stage.
#[derive(Clone, Copy)]
struct Context<'a> {
    index: Index<'a>,
    plan: &'a Plan,
    options: &'a Options,
    templates: &'a Templates,
}

/// Returns drafts of all files of all groups that this run generates.
pub(crate) fn render(model: &Model, plan: &Plan, options: &Options) -> Vec<Draft> {
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

/// Returns the hand-written functions that the files of all groups call.
pub(crate) fn required(model: &Model, plan: &Plan, options: &Options) -> BTreeMap<Place, Required> {
    let templates = Templates::none();
    required::required(Context { index: Index::new(model), plan, options, templates: &templates })
}

fn version_files(context: Context<'_>, group: &Group, version: &Version) -> Vec<Draft> {
    let parts = [
        conversion::file(context, group, version),
        defaults::file(context, group, version),
        register::file(context, group, version),
    ];
    let parts: Vec<Draft> = parts.into_iter().flatten().collect();
    let mut files = vec![types::version(context, group, version, &parts)];
    files.extend(parts);
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::diagnostics::Report;
    use crate::codegen::files::Files;
    use crate::codegen::{load, plan, resolve};

    const NEW: &str = "group: shop.example.com\nkinds: { Item: { resource: items } }\ntypes:\n\
                       \x20 Item: { fields: { spec: Spec } }\n  Spec: { fields: { name: string, port: optional Port } }\n\
                       \x20 Port: { fields: { number: optional int32 } }\ndefaults: { Spec: { port.number: 80 } }\n";
    const OLD: &str = "group: shop.example.com\nkinds: { Item: {} }\ntypes:\n\
                       \x20 Item: { fields: { spec: Spec } }\n  Spec: { fields: { title: string, port: optional Port } }\n\
                       \x20 Port: { fields: { number: optional int32 } }\nconversion: { Spec: { fields: { title: name } } }\n";
    const META: &str = "group: meta.k8s.io\ntypes:\n  ObjectMeta: { fields: { name: string } }\n\
                        \x20 ListMeta: { fields: { continue: string } }\n";

    fn files(texts: &[(&str, &str)]) -> Vec<GeneratedFile> {
        let files = Files::from_texts(texts);
        let mut report = Report::default();
        let model = resolve::resolve(&load::load(&files, &mut report), &files, &mut report);
        let mistakes: Vec<String> = report.finish().iter().map(|mistake| mistake.render(&files)).collect();
        assert!(mistakes.is_empty(), "{}", mistakes.concat());
        let options = Options { runtime: "::runtime".into(), features: true, root: "defs".into() };
        render(&model, &plan::plan(&model), &options).iter().map(Draft::print).collect()
    }

    #[test]
    fn the_order_of_files_does_not_matter() {
        let mut texts = [("meta/v1.yaml", META), ("shop/v1.yaml", NEW), ("shop/v1beta1.yaml", OLD)];
        let forward = files(&texts);
        texts.reverse();
        assert!(forward == files(&texts));
        texts.rotate_left(1);
        assert!(forward == files(&texts));
    }

    #[test]
    fn every_file_has_a_header_and_is_rust() {
        let texts = [("meta/v1.yaml", META), ("shop/v1.yaml", NEW), ("shop/v1beta1.yaml", OLD)];
        for GeneratedFile { path, text } in files(&texts) {
            let header: Vec<&str> = text.lines().take(4).collect();
            assert_eq!(header[0], MARKER, "{path}");
            assert!(header[1].starts_with("// Source: defs/"), "{path}: {}", header[1]);
            assert!(header[2].starts_with("// See it: ") && header[3].is_empty(), "{path}");
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        }
    }

    #[test]
    fn the_runtime_can_have_another_name() {
        let texts = [("meta/v1.yaml", META), ("shop/v1.yaml", NEW), ("shop/v1beta1.yaml", OLD)];
        for GeneratedFile { path, text } in files(&texts) {
            assert!(!text.contains("apimachinery::"), "{path}");
        }
    }
}
