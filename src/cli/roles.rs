//! The roles of files: manifests, kustomizations, and patches that a kustomization or `--patches` names.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use super::files;
use super::input::source::{self, STDIN};
use crate::edit::KindSelector;
use crate::field::Value;
use crate::go_yaml;
use crate::serializer::json;

/// The role of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Manifest,
    Kustomization,
    /// Objects that are merged with others, or JSON patches of objects that these selectors match.
    Patch(Vec<KindSelector>),
    /// A list of replacements, as in a kustomization.
    Replacements,
}

/// The roles of all files of a run.
#[derive(Debug, Default)]
pub(super) struct Roles(HashMap<PathBuf, Role>);

impl Roles {
    /// Finds the roles of files. `named` are the files that the user calls patches. Kustomizations are searched next to
    /// the files and in the directories above them, as far as their paths name these.
    pub(super) fn find(files: &[PathBuf], named: &[PathBuf]) -> Roles {
        let mut directories = BTreeSet::new();
        for file in files.iter().filter(|file| file.as_os_str() != STDIN) {
            directories.extend(file.ancestors().skip(1).map(Path::to_path_buf));
        }
        let mut roles: HashMap<PathBuf, Role> = HashMap::new();
        for directory in directories {
            let directory = if directory.as_os_str().is_empty() { PathBuf::from(".") } else { directory };
            for name in files::KUSTOMIZATIONS {
                let path = directory.join(name);
                if let Some(kustomization) = read(&path) {
                    add_named(&kustomization, &directory, &mut roles);
                    roles.insert(canonical(&path), Role::Kustomization);
                }
            }
        }
        for path in named {
            roles.entry(canonical(path)).or_insert_with(|| Role::Patch(Vec::new()));
        }
        if roles.is_empty() {
            return Roles::default();
        }
        let role = |file: &PathBuf| Some((file.clone(), roles.get(&canonical(file))?.clone()));
        Roles(files.iter().filter_map(role).collect())
    }

    pub(super) fn of(&self, file: &Path) -> &Role {
        self.0.get(file).unwrap_or(&Role::Manifest)
    }
}

/// Adds files to those that are found already, unless they are among them.
pub(super) fn add_missing(files: &mut Vec<PathBuf>, more: Vec<PathBuf>) {
    if more.is_empty() {
        return;
    }
    let known: BTreeSet<PathBuf> = files.iter().map(|file| canonical(file)).collect();
    files.extend(more.into_iter().filter(|file| !known.contains(&canonical(file))));
}

/// Returns the path without links; standard input and missing files keep their names.
fn canonical(path: &Path) -> PathBuf {
    match path.as_os_str() == STDIN {
        true => path.to_path_buf(),
        false => fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf()),
    }
}

/// Reads a kustomization; `None` if the file does not exist or is not one. Mistakes in it are reported when it is
/// converted.
fn read(path: &Path) -> Option<Value> {
    if !path.is_file() {
        return None;
    }
    let text = source::as_utf8(source::read(path).ok()?);
    let value: Value = json::from_str(&go_yaml::to_json(&text).ok()?).ok()?;
    let version = value.get("apiVersion").and_then(Value::as_str).unwrap_or_default();
    let is_one = version.is_empty() || version.starts_with("kustomize.config.k8s.io/");
    Some(value).filter(|value| is_one && files::is_kustomization(path) && value.as_map().is_some())
}

/// Adds the files that a kustomization names as patches or replacements.
fn add_named(kustomization: &Value, directory: &Path, roles: &mut HashMap<PathBuf, Role>) {
    let items = |key: &str| kustomization.get(key).and_then(Value::as_list).into_iter().flat_map(|list| list.iter());
    let mut add = |name: Option<&str>, selector: Option<KindSelector>| {
        // A text with several lines, or with a colon, is an inline patch.
        let Some(path) = name.filter(|name| !name.contains('\n')).map(|name| directory.join(name)) else { return };
        if !path.is_file() {
            return;
        }
        let role = roles.entry(canonical(&path)).or_insert_with(|| Role::Patch(Vec::new()));
        if let (Role::Patch(selectors), Some(selector)) = (role, selector)
            && !selectors.contains(&selector)
        {
            selectors.push(selector);
        }
    };
    for patch in items("patches").chain(items("patchesJson6902")) {
        let selector = patch.get("target").map(KindSelector::of);
        add(patch.as_str().or_else(|| patch.get("path").and_then(Value::as_str)), selector);
    }
    for patch in items("patchesStrategicMerge") {
        add(patch.as_str(), None);
    }
    for replacement in items("replacements") {
        if let Some(path) = replacement.get("path").and_then(Value::as_str) {
            roles.insert(canonical(&directory.join(path)), Role::Replacements);
        }
    }
}
