//! What a server of the release offers.

use std::path::Path;

use serde::Deserialize;

use super::facts::{self, Kind};
use super::model::Resource;
use super::place::Place;
use super::problem::Problems;

/// The groups in the server's order.
#[derive(Debug, Default)]
pub(crate) struct Served(Vec<Group>);

#[derive(Debug, Deserialize)]
struct Group {
    group: String,
    resources: Vec<Entry>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    version: String,
    resource: String,
    kind: String,
    scope: String,
    singular: String,
    #[serde(default)]
    short_names: Vec<String>,
    #[serde(default)]
    categories: Vec<String>,
}

impl Served {
    /// Reads the file.
    pub(crate) fn read(path: &Path, problems: &mut Problems) -> Served {
        Served(facts::read_json(path, problems).unwrap_or_default())
    }

    /// Whether this very version of the kind is offered.
    pub(crate) fn offers(&self, place: &Place, kind: &str) -> bool {
        self.of(&place.group, kind).any(|entry| entry.version == place.version)
    }

    /// The version that the server prefers among those of the group that offer the kind.
    pub(crate) fn first_version(&self, group: &str, kind: &str) -> Option<&str> {
        self.of(group, kind).next().map(|entry| entry.version.as_str())
    }

    /// The names of a kind's resource: those of this version, else of another version of the group
    /// (in the server's order of preference), else of the kind that replaces it; Kubernetes' rule
    /// for guessing a plural where the server knows none of them.
    pub(crate) fn resource(&self, place: &Place, kind: &Kind, successor: Option<(&Place, &str)>) -> Resource {
        let same = || self.of(&place.group, &kind.kind).find(|entry| entry.version == place.version);
        let any = || self.of(&place.group, &kind.kind).next();
        let next = || successor.and_then(|(place, kind)| self.of(&place.group, kind).next());
        match same().or_else(any).or_else(next) {
            Some(entry) => entry.names(&kind.kind),
            None => guess(kind),
        }
    }

    fn of(&self, group: &str, kind: &str) -> impl Iterator<Item = &Entry> {
        let groups = self.0.iter().filter(move |each| each.group == group);
        groups.flat_map(|each| &each.resources).filter(move |entry| entry.kind == kind)
    }
}

impl Entry {
    fn names(&self, kind: &str) -> Resource {
        Resource {
            plural: self.resource.clone(),
            singular: Some(self.singular.clone()).filter(|singular| *singular != kind.to_lowercase()),
            scope: self.scope.clone(),
            short_names: self.short_names.clone(),
            categories: self.categories.clone(),
        }
    }
}

fn guess(kind: &Kind) -> Resource {
    let singular = kind.kind.to_lowercase();
    let plural = match singular.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if singular.ends_with('s') => format!("{singular}es"),
        None => format!("{singular}s"),
    };
    let scope = if kind.namespaced { "Namespaced" } else { "Cluster" };
    Resource { plural, singular: None, scope: scope.to_owned(), short_names: vec![], categories: vec![] }
}
