//! The `kinds` command.

use std::io::{self, Write};

use super::args::KindsFormat;
use super::output::json_list;
use super::target::{is_served, name, release_text, replacement, version_of};
use crate::field::{List, Str};
use crate::schema::GroupVersionKind;
use crate::scheme::{KindInfo, ResourceInfo, Scheme, SubresourceInfo};
use crate::serializer::json;

/// A kind as printed by `kinds -o json`; the names are part of the program's contract.
#[derive(Clone, Default, PartialEq)]
struct Row {
    group: Str,
    version: Str,
    kind: Str,
    resource: Str,
    singular: Str,
    short_names: List<Str>,
    categories: List<Str>,
    namespaced: Option<bool>,
    list: bool,
    served: bool,
    introduced: Str,
    deprecated: Str,
    removed: Str,
    replacement: Option<KindName>,
    verbs: List<Str>,
    subresources: List<Subresource>,
    storage_version: Str,
}

/// The group, version and name of a kind.
#[derive(Clone, Default, PartialEq)]
struct KindName {
    group: Str,
    version: Str,
    kind: Str,
}

/// A subresource, and the kind that it returns.
#[derive(Clone, Default, PartialEq)]
struct Subresource {
    name: Str,
    answers: KindName,
    verbs: List<Str>,
}

crate::message! {
    Row {
        group => "group", 1, Never;
        version => "version", 2, Never;
        kind => "kind", 3, Never;
        resource => "resource", 4, Empty;
        singular => "singular", 5, Empty;
        short_names => "shortNames", 6, Empty;
        categories => "categories", 7, Empty;
        namespaced => "namespaced", 8, Empty;
        list => "list", 9, Never;
        served => "served", 10, Never;
        introduced => "introduced", 11, Empty;
        deprecated => "deprecated", 12, Empty;
        removed => "removed", 13, Empty;
        replacement => "replacement", 14, Empty;
        verbs => "verbs", 15, Empty;
        subresources => "subresources", 16, Empty;
        storage_version => "storageVersion", 17, Empty;
    }
}

crate::message! {
    Subresource {
        name => "name", 1, Never;
        answers => "answers", 2, Never;
        verbs => "verbs", 3, Never;
    }
}

crate::message! {
    KindName {
        group => "group", 1, Never;
        version => "version", 2, Never;
        kind => "kind", 3, Never;
    }
}

/// Prints every kind of every version: groups in order of registration, versions in the group's order of preference.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub(super) fn print(scheme: &Scheme, format: KindsFormat) -> io::Result<()> {
    let text = match format {
        KindsFormat::Table => table(scheme).into_bytes(),
        KindsFormat::Json => list(scheme),
    };
    io::stdout().lock().write_all(&text)
}

fn list(scheme: &Scheme) -> Vec<u8> {
    json_list(rows(scheme).map(|info| json::to_string(&Row::new(scheme, info)).expect("names are JSON")))
}

fn rows(scheme: &Scheme) -> impl Iterator<Item = &'static KindInfo> {
    let versions = scheme.prioritized_versions_all_groups();
    let mut kinds: Vec<&KindInfo> = scheme.kinds().collect();
    kinds.sort_by_cached_key(|info| versions.iter().position(|version| *version == version_of(info)));
    kinds.into_iter()
}

/// Returns the storage version of a kind; empty if its objects are not stored.
fn storage_version(scheme: &Scheme, info: &KindInfo) -> String {
    let is_stored = info.resource.as_ref().is_some_and(ResourceInfo::is_stored);
    let version = scheme.storage_version(&info.group_version_kind().group_kind()).filter(|_| is_stored);
    version.map(|version| version.to_string()).unwrap_or_default()
}

fn texts(texts: &[&str]) -> List<Str> {
    texts.iter().map(|&text| Str::from(text)).collect()
}

impl Row {
    fn new(scheme: &Scheme, info: &KindInfo) -> Self {
        let resource = info.resource.as_ref();
        Row {
            group: info.group.into(),
            version: info.version.into(),
            kind: info.kind.into(),
            resource: resource.map_or("", |names| names.plural).into(),
            singular: resource.map_or("", |names| names.singular).into(),
            short_names: resource.map_or(List::nil(), |names| texts(names.short_names)),
            categories: resource.map_or(List::nil(), |names| texts(names.categories)),
            namespaced: resource.map(|names| names.namespaced),
            list: info.list,
            served: is_served(info),
            introduced: release_text(info.lifecycle.introduced).into(),
            deprecated: release_text(info.lifecycle.deprecated).into(),
            removed: release_text(info.lifecycle.removed).into(),
            replacement: replacement(info).map(KindName::from),
            verbs: resource.map_or(List::nil(), |resource| texts(resource.verbs)),
            subresources: resource
                .map_or(List::nil(), |resource| resource.subresources.iter().map(Subresource::from).collect()),
            storage_version: storage_version(scheme, info).into(),
        }
    }
}

impl From<GroupVersionKind> for KindName {
    fn from(gvk: GroupVersionKind) -> Self {
        KindName { group: gvk.group, version: gvk.version, kind: gvk.kind }
    }
}

impl From<&SubresourceInfo> for Subresource {
    fn from(info: &SubresourceInfo) -> Self {
        Subresource { name: info.name.into(), answers: info.kind.clone().into(), verbs: texts(info.verbs) }
    }
}

const COLUMNS: usize = 12;

const HEADER: [&str; COLUMNS] = [
    "APIVERSION",
    "KIND",
    "RESOURCE",
    "SHORTNAMES",
    "NAMESPACED",
    "INTRODUCED",
    "DEPRECATED",
    "REMOVED",
    "REPLACEMENT",
    "STORAGE",
    "VERBS",
    "SUBRESOURCES",
];

fn table(scheme: &Scheme) -> String {
    let mut lines = vec![HEADER.map(String::from)];
    lines.extend(rows(scheme).map(|info| cells(scheme, info)));
    let widths: Vec<_> =
        (0..COLUMNS).map(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for line in &lines {
        let padded = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        text += padded.collect::<Vec<_>>().join("   ").trim_end();
        text.push('\n');
    }
    text
}

fn cells(scheme: &Scheme, info: &KindInfo) -> [String; COLUMNS] {
    let resource = |cell: fn(&ResourceInfo) -> String| info.resource.as_ref().map_or_else(String::new, cell);
    [
        version_of(info).to_string(),
        info.kind.to_string(),
        resource(|names| names.plural.to_string()),
        resource(|names| names.short_names.join(",")),
        resource(|names| names.namespaced.to_string()),
        release_text(info.lifecycle.introduced),
        release_text(info.lifecycle.deprecated),
        release_text(info.lifecycle.removed),
        replacement(info).map_or_else(String::new, |other| name(&other)),
        storage_version(scheme, info),
        resource(|resource| resource.verbs.join(",")),
        resource(|resource| resource.subresources.iter().map(|below| below.name).collect::<Vec<_>>().join(",")),
    ]
}
