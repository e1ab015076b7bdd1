//! Hand-written functions that definitions require, and that the crate does not have or has with other parameters.
//!
//! A missing function is a compile error in generated code, which is hard to read. Therefore, the generator looks for
//! the functions in the source code of the crate. It only reports a function if the module in which generated code
//! expects it is known, and contains neither a glob nor a macro that could declare the function. It only reports a
//! signature if the text shows that a type differs.

mod place;
mod scope;
mod signature;
mod skeleton;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use self::place::Use;
use self::signature::Signature;
use self::skeleton::Skeleton;
use self::source::{Child, Module};
use super::diagnostics::{Report, error};
use super::files::Span;
use super::load::Definitions;
use super::render::{Place, Required};

/// The functions that a crate lacks or has with other signatures.
#[derive(Debug, Default)]
pub(crate) struct Missing {
    /// The files that contain the modules of functions.
    pub(crate) files: BTreeSet<PathBuf>,
    /// Rust to paste, or nothing if all functions exist.
    pub(crate) skeleton: String,
}

/// A module that lacks functions, or has some with other signatures.
struct Gap<'a> {
    place: &'a Place,
    required: &'a Required,
    /// The closest existing module.
    module: Module,
    /// The names of the modules below it that do not exist.
    below: Vec<String>,
    /// The signatures of the missing functions.
    signatures: Vec<&'a str>,
    /// The signatures of functions that exist with another signature.
    differing: Vec<&'a str>,
}

/// Reports the functions that the crate with the source folder `sources` does not have.
pub(crate) fn check(
    sources: &Path,
    required: &BTreeMap<Place, Required>,
    definitions: &Definitions,
    report: &mut Report,
) -> Missing {
    let mut missing = Missing::default();
    let Some(host) = (!required.is_empty()).then(|| Module::with_generated_code(sources)).flatten() else {
        return missing;
    };
    let gap = |(place, required)| gap(&host, (place, required), &types(definitions, place), &mut missing.files);
    let gaps: Vec<_> = required.iter().filter_map(gap).collect();
    let mut skeleton = Skeleton::new(&host);
    for gap in &gaps {
        let uses = |signatures: &[&str]| -> Vec<_> {
            signatures.iter().map(|text| Use::find(definitions, gap.place, name_of(text))).collect()
        };
        let (of_missing, of_differing) = (uses(&gap.signatures), uses(&gap.differing));
        add(gap, &of_missing, report);
        add_differing(gap, &of_differing, report);
        if !gap.signatures.is_empty() {
            skeleton.add(gap, &of_missing);
        }
        skeleton.add_differing(gap);
    }
    missing.skeleton = skeleton.print();
    missing
}

/// Returns the names of the types of a group.
fn types<'a>(definitions: &'a Definitions, [folder, ..]: &Place) -> BTreeSet<&'a str> {
    let groups = definitions.groups.iter().filter(|group| group.folder == *folder);
    let types = groups.flat_map(|group| &group.versions).flat_map(|version| &version.types);
    types.map(|ty| ty.name.text.as_str()).collect()
}

/// Returns the functions that one module lacks or has with another signature, if any.
fn gap<'a>(
    host: &Module,
    (place, required): (&'a Place, &'a Required),
    types: &BTreeSet<&str>,
    seen: &mut BTreeSet<PathBuf>,
) -> Option<Gap<'a>> {
    let [group, version, word] = place;
    let names = ["functions", group, version, word];
    let (mut module, mut below) = (host.clone(), Vec::new());
    for (at, name) in names.into_iter().enumerate() {
        match module.child(name, seen) {
            Child::Found(child) => module = *child,
            Child::Unknown => return None,
            Child::Missing => {
                below = names[at..].iter().map(|&name| name.to_owned()).collect();
                break;
            }
        }
    }
    let scope = if below.is_empty() { module.scope.clone() } else { scope::Scope::default() };
    let sorted = |signatures: Vec<&'a str>| {
        let mut signatures = signatures;
        signatures.sort_by_key(|text| order_of(name_of(text)));
        signatures
    };
    let differs = |text: &&str| {
        let (found, needed) = (scope.signature(name_of(text)), Signature::parse(text));
        found.zip(needed).is_some_and(|(found, needed)| found.differs(&needed, &scope.names, types))
    };
    let required_here = || required.signatures.iter().map(String::as_str);
    let signatures = sorted(required_here().filter(|text| scope.lacks(name_of(text))).collect());
    let differing = sorted(required_here().filter(differs).collect());
    let is_complete = signatures.is_empty() && differing.is_empty();
    (!is_complete).then_some(Gap { place, required, module, below, signatures, differing })
}

/// Returns the name in a signature.
fn name_of(signature: &str) -> &str {
    let start = signature.strip_prefix("fn ").unwrap_or(signature);
    start.split('(').next().unwrap_or_default()
}

/// Returns a key that sorts the directions of a conversion: to the hub first.
fn order_of(name: &str) -> (&str, bool) {
    let base = name.strip_suffix("_from_hub");
    (base.or_else(|| name.strip_suffix("_to_hub")).unwrap_or(name), base.is_some())
}

/// Adds a mistake for each place in the definitions that requires other signatures of some functions.
fn add_differing(gap: &Gap<'_>, uses: &[Use<'_>], report: &mut Report) {
    let mut by_place = BTreeMap::<Span, Vec<&str>>::new();
    for (signature, used) in gap.differing.iter().zip(uses) {
        by_place.entry(used.span).or_default().push(signature);
    }
    for (span, signatures) in by_place {
        let names: Vec<_> = signatures.iter().map(|text| format!("`{}`", name_of(text))).collect();
        let (message, verb) = match names.as_slice() {
            [name] => (format!("the function {name} has another signature than this requires"), "change it"),
            _ => (
                format!("the functions {} have other signatures than this requires", names.join(" and ")),
                "change them",
            ),
        };
        let lines: Vec<_> =
            names.iter().zip(&signatures).filter_map(|(_, text)| gap.module.line_of(name_of(text))).collect();
        let place = match lines.first() {
            Some(line) => format!("{}:{line}", gap.module.file.to_string_lossy().replace('\\', "/")),
            None => gap.module.file.to_string_lossy().replace('\\', "/"),
        };
        let mut mistake = error("function-signature", span, message).help(format!("{verb} in `{place}` to:"));
        for text in signatures {
            mistake = mistake.help(format!("pub {text}"));
        }
        report.add(mistake);
    }
}

/// Adds a mistake for each place in the definitions that requires some of the functions.
fn add(gap: &Gap<'_>, uses: &[Use<'_>], report: &mut Report) {
    let mut by_place = BTreeMap::<Span, Vec<&str>>::new();
    for (signature, used) in gap.signatures.iter().zip(uses) {
        by_place.entry(used.span).or_default().push(name_of(signature));
    }
    let path = std::iter::once(gap.module.path.as_str()).chain(gap.below.iter().map(String::as_str));
    let path = path.collect::<Vec<_>>().join("::");
    for (span, names) in by_place {
        let (message, object) = match names.as_slice() {
            [name] => (format!("the function `{name}` does not exist"), "it"),
            names => (format!("the functions `{}` do not exist", names.join("` and `")), "them"),
        };
        let help = format!("write {object} in the module `{path}`, see below");
        report.add(error("missing-function", span, message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::codegen::files::Files;
    use crate::codegen::{load, plan, render, resolve};

    const DEFINITIONS: &str = "group: shop.example.com\nkinds: { Item: { resource: items } }\ntypes:\n\
                               \x20 Item: { fields: { name: string } }\ndefaults: { Item: [{ fn: true }] }\n";
    const META: &str = "group: meta.k8s.io\ntypes:\n  ObjectMeta: { fields: { name: string } }\n\
                        \x20 ListMeta: { fields: { continue: string } }\n";
    const INCLUDE: &str = "include!(concat!(env!(\"APIMACHINERY_GENERATED\"), \"/apis.rs\"));\n";

    /// Compares the text to paste, without `crate::`, for a crate with these files. In them, `@` is the statement that
    /// includes the generated code.
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("apimachinery-functions-{}-{count}", std::process::id()));
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text.replace('@', INCLUDE)).unwrap();
        }
        let definitions = Files::from_texts(&[("shop/v1.yaml", DEFINITIONS), ("meta/v1.yaml", META)]);
        let mut report = Report::default();
        let documents = load::load(&definitions, &mut report);
        let model = resolve::resolve(&documents, &definitions, &mut report);
        assert!(report.is_empty());
        let options = render::Options { runtime: "::apimachinery".into(), features: false, root: "api-defs".into() };
        let required = render::required(&model, &plan::plan(&model), &options);
        let missing = check_crate(&root, &required, &documents, &mut report);
        let text = missing.replace(&format!("{}/", root.display()), "").replace(concat!("crate", "::"), "");
        for line in expected {
            assert!(text.contains(line), "{files:?}: {line} is not in\n{text}");
        }
        assert_eq!(report.len(), usize::from(!expected.is_empty()), "{files:?}\n{text}");
        fs::remove_dir_all(root).unwrap();
    }

    fn check_crate(
        root: &Path,
        required: &BTreeMap<Place, Required>,
        documents: &Definitions,
        report: &mut Report,
    ) -> String {
        super::check(root, required, documents, report).skeleton
    }

    #[test]
    fn the_modules_that_are_missing_are_part_of_the_text() {
        let new = "write to the new file `apis/functions/shop/v1/defaults.rs`:";
        let function = "pub fn set_defaults_item(object: &mut v1::Item, context: &Defaulting) {";
        check(
            &[("lib.rs", "pub mod apis { @ }")],
            &["add to the module `apis` in `lib.rs`:\n\nmod functions {\n    pub mod shop {\n", new, function],
        );
        check(
            &[("lib.rs", "pub mod apis;"), ("apis.rs", "@ mod functions { pub mod other {} }")],
            &["add to the module `apis::functions` in `apis.rs`:\n\npub mod shop {", new, function],
        );
        check(
            &[("main.rs", "mod apis;"), ("apis/mod.rs", "@ mod functions { mod shop { mod v1 { mod defaults; } } }")],
            &[new, "use apimachinery::defaulting::Defaulting;\n\nuse apis::shop::v1;", function],
        );
        check(&[("lib.rs", "@ mod functions;")], &["write to the new file `functions.rs`:\n\npub mod shop {"]);
    }

    #[test]
    fn an_existing_file_is_extended() {
        let apis = ("lib.rs", "pub mod apis { @ mod functions { mod shop { mod v1 { mod defaults; } } } }");
        let path = "apis/functions/shop/v1/defaults.rs";
        check(
            &[apis, (path, "use apimachinery::defaulting::Defaulting;")],
            &["add to `apis/functions/shop/v1/defaults.rs`:\n\nuse apis::shop::v1;\n\n/// Sets defaults of `Item`."],
        );
        check(&[apis, (path, "pub fn set_defaults_item(_: &mut Item, _: &Defaulting) {}")], &[]);
        check(&[apis, (path, "pub fn set_defaults_item(_: &mut Item) {}")], &["add to the imports of"]);
        check(&[apis, (path, "pub use super::super::other::set_defaults_item;")], &[]);
    }

    #[test]
    fn nothing_is_reported_if_the_functions_may_be_elsewhere() {
        check(&[("lib.rs", "mod apis { }")], &[]);
        check(&[("lib.rs", "mod a { @ } mod b { @ }")], &[]);
        check(&[("lib.rs", "@ use other as functions;")], &[]);
        check(&[("lib.rs", "@ use other::*;")], &[]);
        check(&[("lib.rs", "@ #[path = \"f.rs\"] mod functions;")], &[]);
        check(&[("lib.rs", "@ #[cfg(a)] mod functions; #[cfg(not(a))] mod functions {}")], &[]);
        check(
            &[("lib.rs", "@ mod functions { pub mod shop { pub mod v1 { pub use super::all as defaults; } } }")],
            &[],
        );
        check(&[("lib.rs", "@ mod functions { pub mod shop { pub mod v1 { mod defaults { defaults!(); } } } }")], &[]);
        check(&[("lib.rs", "@ mod functions;"), ("functions.rs", "no Rust")], &[]);
    }
}
