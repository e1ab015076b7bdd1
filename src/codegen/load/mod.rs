//! The loader, which parses definition files into documents with source locations. It does not resolve names.

pub(crate) mod content;
mod conversion;
mod defaults;
pub(crate) mod document;
pub(crate) mod expr;
mod fields;
mod internal;
mod kinds;
mod limits;
mod merge;
mod proto;
mod suspect;
pub(crate) mod table;
mod types;
mod version;
pub(crate) mod yaml;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub(crate) use self::document::Definitions;
use self::document::{GroupDoc, TypeDoc, VersionDoc};
pub(crate) use self::internal::INTERNAL;
pub(crate) use self::version::VERSION;
use self::yaml::Node;
use super::diagnostics::{Report, error};
use super::files::{File, FileId, Files, Span};

/// Parses all files and reports mistakes. If this reports none, the folders of all groups are different.
pub(crate) fn load(files: &Files, report: &mut Report) -> Definitions {
    let (built_in, others) = files.parts();
    let mut groups = parse(files, &others, report);
    if !built_in.is_empty() {
        groups.extend(built_in_groups().iter().cloned());
    }
    groups.sort_by(|a, b| a.folder.cmp(&b.folder));
    Definitions { groups }
}

/// Returns the documents of the built-in groups, which are parsed only once per process.
fn built_in_groups() -> &'static [Arc<GroupDoc>] {
    static GROUPS: OnceLock<Vec<Arc<GroupDoc>>> = OnceLock::new();
    GROUPS.get_or_init(|| {
        let (files, mut report) = (Files::built_in(), Report::default());
        let groups = parse(&files, &files.parts().0, &mut report);
        assert!(report.is_empty(), "the build script of this crate refuses definitions with mistakes");
        groups
    })
}

/// Parses some of the files.
fn parse(files: &Files, part: &[(FileId, &File)], report: &mut Report) -> Vec<Arc<GroupDoc>> {
    let mut types = proto::read(files, part, report);
    let mut groups = BTreeMap::<&str, Folder<'_>>::new();
    for &(id, file) in part {
        if let Some((folder, name)) = file.path.split_once('/').filter(|(folder, _)| *folder != "apimachinery") {
            groups.entry(folder).or_default().add(id, file, name, report);
        }
    }
    let groups = groups.into_iter().map(|(name, folder)| Arc::new(folder.read(name, files, &mut types, report)));
    groups.collect()
}

/// The files of a folder, grouped by version.
#[derive(Default)]
struct Folder<'a> {
    files: Vec<(FileId, &'a File)>,
    internal: Option<FileId>,
    versions: BTreeMap<String, Vec<FileId>>,
}

impl<'a> Folder<'a> {
    fn add(&mut self, id: FileId, file: &'a File, name: &str, report: &mut Report) {
        let stem = name.split('.').next().unwrap_or_default();
        if name == "internal.yaml" {
            self.internal = Some(id);
        } else if rank(stem).is_some() {
            self.versions.entry(stem.to_owned()).or_default().push(id);
        } else {
            let message = format!("`{stem}` is not an API version");
            let help = "name the file after a version, such as `v1.yaml` or `v1beta1.yaml`, or `internal.yaml`";
            report.add(error("file-name", start(id), message).help(help));
        }
        self.files.push((id, file));
    }

    fn read(
        self,
        folder: &str,
        files: &Files,
        types: &mut BTreeMap<String, Vec<TypeDoc>>,
        report: &mut Report,
    ) -> GroupDoc {
        let (first, file) = self.files[0];
        check_folder(folder, &self.files, files, report);
        let internal = self.internal.and_then(|id| {
            let node = yaml::read(id, &files.get(id).text, report)?;
            Some(internal::read(&files.get(id).path, &node, report))
        });
        let versions = self.versions.into_iter().map(|(name, ids)| read_version(name, &ids, files, types, report));
        GroupDoc {
            folder: folder.to_owned(),
            external: file.external,
            place: start(first),
            internal,
            versions: versions.collect(),
        }
    }
}

/// Checks the name of a folder. It becomes the name of a Rust module and part of a proto package, so it must be a valid
/// identifier in both. A folder cannot have the name of a built-in group.
fn check_folder(folder: &str, own: &[(FileId, &File)], files: &Files, report: &mut Report) {
    let first = own[0].0;
    if !expr::is_identifier(folder) || folder.to_lowercase() != folder {
        let message = format!("the folder name `{folder}` is not a valid module name");
        let help = "rename the folder: use only lowercase letters, digits and `_`, and start with a letter";
        report.add(error("folder-name", start(first), message).help(help));
    }
    let in_folder = |file: &File| file.path.split_once('/').is_some_and(|(name, _)| name == folder);
    let origin = |id: FileId, file: &File| (files.is_built_in(id), file.external);
    if let Some(&(first, file)) = own.iter().min_by_key(|(id, file)| origin(*id, file))
        && files.iter().any(|(id, other)| in_folder(other) && origin(id, other) > origin(first, file))
    {
        // Names cannot be resolved: they may refer to either group.
        let message = format!("the folder name `{folder}` is taken by a built-in group");
        report.add_unreadable(error("folder-taken", start(first), message).help("rename the folder"));
    }
}

fn start(file: FileId) -> Span {
    Span { file, line: 1, column: 1, length: 0 }
}

fn read_version(
    name: String,
    ids: &[FileId],
    files: &Files,
    types: &mut BTreeMap<String, Vec<TypeDoc>>,
    report: &mut Report,
) -> VersionDoc {
    let paths: Vec<_> = ids.iter().map(|id| files.get(*id).path.clone()).collect();
    let protos = paths.iter().filter_map(|path| types.remove(path));
    let mut version = VersionDoc { types: protos.flatten().collect(), files: paths, name, ..VersionDoc::default() };
    let documents = yaml_documents(ids, files, report);
    let machine = ids.iter().copied().find(|id| is_imported(&files.get(*id).path));
    if let Some(root) = merge::merge(documents, machine, report) {
        version::read(&root, &mut version, report);
    }
    version
}

/// Parses the YAML files of a version in this order: the file of the importer, so that hand-written defaulting steps
/// run after imported ones; the main file of the version; then the files with a topic in their name.
fn yaml_documents(ids: &[FileId], files: &Files, report: &mut Report) -> Vec<Node> {
    let path = |id: &FileId| files.get(*id).path.as_str();
    let mut ids: Vec<_> = ids.iter().filter(|id| path(id).ends_with(".yaml")).collect();
    ids.sort_by_key(|id| (!is_imported(path(id)), path(id).matches('.').count()));
    ids.into_iter().filter_map(|id| yaml::read(*id, &files.get(*id).text, report)).collect()
}

fn is_imported(path: &str) -> bool {
    path.ends_with(".import.yaml")
}

/// Returns the rank of a version in Kubernetes' order of versions, or `None` if the name is not a version. From the
/// greatest rank to the least: v2, v1, v1beta2, v1alpha1.
pub(crate) fn rank(version: &str) -> Option<(u8, u32, u32)> {
    let rest = version.strip_prefix('v')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (major, rest) = rest.split_at(digits);
    let major = number(major)?;
    if rest.is_empty() {
        return Some((2, major, 0));
    }
    let stages = [("beta", 1), ("alpha", 0)];
    let (stage, minor) = stages.iter().find_map(|(word, stage)| Some((*stage, rest.strip_prefix(word)?)))?;
    Some((stage, major, number(minor)?))
}

fn number(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|_| !digits.starts_with('0') && !digits.starts_with('+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_order(versions: &[&str]) {
        let mut sorted = versions.to_vec();
        sorted.reverse();
        sorted.sort_by_key(|version| std::cmp::Reverse(rank(version)));
        assert_eq!(sorted, versions);
    }

    #[test]
    fn groups_of_other_crates_cannot_replace_built_in_ones() {
        let mut files = Files::built_in();
        files.add_external("apps/v1.yaml", "group: apps\nversion: v1\n".into());
        let mut report = Report::default();
        load(&files, &mut report);
        assert!(report.is_unreadable());
        let error = crate::codegen::Error::definitions(report, &files).to_string();
        assert!(error.contains("the folder name `apps` is taken by a built-in group"), "{error}");
    }

    #[test]
    fn versions_are_ordered_as_in_kubernetes() {
        check_order(&["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2"]);
        assert_eq!(rank("v01"), None);
        assert_eq!(rank("v1gamma1"), None);
        assert_eq!(rank("v1beta"), None);
        assert_eq!(rank("1"), None);
    }
}
