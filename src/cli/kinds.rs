//! The list of all kinds.

use std::io::{self, Write};

use super::args::Listing;
use super::output::json_list;
use super::route::{is_served, replacement};
use crate::field::{List, Str};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::{KindInfo, ResourceInfo, Scheme};
use crate::serializer::json;

/// A kind as `kinds -o json` shows it; the names are part of the program's contract.
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
    replacement: Option<Replacement>,
}

#[derive(Clone, Default, PartialEq)]
struct Replacement {
    group: Str,
    version: Str,
    kind: Str,
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
    }
}

crate::message! {
    Replacement {
        group => "group", 1, Never;
        version => "version", 2, Never;
        kind => "kind", 3, Never;
    }
}

/// Prints every kind of every version, in order of registration.
///
/// # Errors
///
/// If standard output cannot be written.
pub(super) fn print(scheme: &Scheme, listing: Listing) -> io::Result<()> {
    let text = match listing {
        Listing::Table => table(scheme).into_bytes(),
        Listing::Json => list(scheme),
    };
    io::stdout().lock().write_all(&text)
}

fn list(scheme: &Scheme) -> Vec<u8> {
    json_list(scheme.kinds().map(|info| json::to_string(&Row::from(info)).expect("names are JSON")))
}

impl From<&KindInfo> for Row {
    fn from(info: &KindInfo) -> Self {
        let texts = |texts: &[&str]| texts.iter().map(|&text| Str::from(text)).collect();
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
            introduced: info.lifecycle.introduced.into(),
            deprecated: info.lifecycle.deprecated.into(),
            removed: info.lifecycle.removed.into(),
            replacement: replacement(info).map(Replacement::from),
        }
    }
}

impl From<GroupVersionKind> for Replacement {
    fn from(gvk: GroupVersionKind) -> Self {
        Replacement { group: gvk.group, version: gvk.version, kind: gvk.kind }
    }
}

const COLUMNS: usize = 9;

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
];

fn table(scheme: &Scheme) -> String {
    let mut lines = vec![HEADER.map(String::from)];
    lines.extend(scheme.kinds().map(cells));
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

fn cells(info: &KindInfo) -> [String; COLUMNS] {
    let resource = |cell: fn(&ResourceInfo) -> String| info.resource.as_ref().map_or_else(String::new, cell);
    [
        GroupVersion::new(info.group, info.version).to_string(),
        info.kind.to_string(),
        resource(|names| names.plural.to_string()),
        resource(|names| names.short_names.join(",")),
        resource(|names| names.namespaced.to_string()),
        info.lifecycle.introduced.to_string(),
        info.lifecycle.deprecated.to_string(),
        info.lifecycle.removed.to_string(),
        replacement(info).map_or_else(String::new, |other| format!("{} {}", other.api_version(), other.kind)),
    ]
}
