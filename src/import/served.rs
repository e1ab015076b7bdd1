//! What a server of the release offers.

use std::path::Path;

use serde::Deserialize;

use super::facts::{self, Kind};
use super::model::{Resource, Subresource};
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
    verbs: Option<Vec<String>>,
    #[serde(default)]
    subresources: Vec<Below>,
}

/// A subresource; its kind is `Scale`, or `autoscaling/v1/Scale` of another version.
#[derive(Debug, Deserialize)]
struct Below {
    name: String,
    kind: String,
    verbs: Option<Vec<String>>,
}

/// What is usual at an endpoint, and at one below; definitions say the rest.
const VERBS: [&str; 8] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const VERBS_BELOW: [&str; 3] = ["get", "patch", "update"];

impl Served {
    /// Reads the file.
    pub(crate) fn read(path: &Path, problems: &mut Problems) -> Served {
        Served(facts::read_json(path, problems).unwrap_or_default())
    }

    /// Whether this very version of the kind is offered, at an endpoint of its own or below one.
    pub(crate) fn offers(&self, place: &Place, kind: &str) -> bool {
        self.has_endpoint(place, kind) || self.answers(&place.group, kind).any(|version| *version == place.version)
    }

    /// Whether this very version of the kind has an endpoint of its own.
    pub(crate) fn has_endpoint(&self, place: &Place, kind: &str) -> bool {
        self.of(&place.group, kind).any(|entry| entry.version == place.version)
    }

    /// Whether the group offers the kind below endpoints of others, and nowhere else.
    pub(crate) fn is_only_below(&self, group: &str, kind: &str) -> bool {
        self.of(group, kind).next().is_none() && self.answers(group, kind).next().is_some()
    }

    /// The version that the server prefers among those of the group that offer the kind.
    pub(crate) fn first_version(&self, group: &str, kind: &str) -> Option<String> {
        let own = self.of(group, kind).next().map(|entry| entry.version.clone());
        own.or_else(|| self.answers(group, kind).next())
    }

    /// The resource of a kind: that of this version, else of another version of the group (in the
    /// server's order of preference), else the names of the kind that replaces it; Kubernetes' rule
    /// for guessing a plural where the server knows none of them.
    pub(crate) fn resource(&self, place: &Place, kind: &Kind, successor: Option<(&Place, &str)>) -> Resource {
        let same = || self.of(&place.group, &kind.kind).find(|entry| entry.version == place.version);
        let any = || self.of(&place.group, &kind.kind).next();
        let next = || successor.and_then(|(place, kind)| self.of(&place.group, kind).next());
        match same().or_else(any) {
            Some(entry) => entry.resource(place, &kind.kind),
            None => next().map_or_else(|| guess(kind), |entry| entry.names(&kind.kind)),
        }
    }

    /// The versions in which subresources answer a kind.
    fn answers(&self, group: &str, kind: &str) -> impl Iterator<Item = String> {
        let all = self.0.iter().flat_map(|each| each.resources.iter().map(move |entry| (each, entry)));
        let below = all.flat_map(|(each, entry)| {
            let home = Place { group: each.group.clone(), version: entry.version.clone() };
            entry.subresources.iter().map(move |below| below.answer(&home))
        });
        let found = below.filter(move |(place, name)| place.group == group && name == kind);
        found.map(|(place, _)| place.version)
    }

    fn of(&self, group: &str, kind: &str) -> impl Iterator<Item = &Entry> {
        let groups = self.0.iter().filter(move |each| each.group == group);
        groups.flat_map(|each| &each.resources).filter(move |entry| entry.kind == kind)
    }
}

impl Below {
    /// The place and name of its kind, seen from the version of its resource.
    fn answer(&self, home: &Place) -> (Place, String) {
        let Some((place, kind)) = self.kind.rsplit_once('/') else { return (home.clone(), self.kind.clone()) };
        let (group, version) = place.rsplit_once('/').unwrap_or(("", place));
        (Place { group: group.to_owned(), version: version.to_owned() }, kind.to_owned())
    }

    /// As the endpoint of a kind of a version, which may be an older one than the server's.
    fn subresource(&self, place: &Place, resource: &Entry) -> Subresource {
        let home = Place { group: place.group.clone(), version: resource.version.clone() };
        let (answer, kind) = self.answer(&home);
        let is_own = answer == home && kind == resource.kind;
        Subresource {
            name: self.name.clone(),
            kind: (!is_own).then(|| format!("{} {kind}", answer.api_version())),
            verbs: unusual(self.verbs.as_ref(), &VERBS_BELOW),
        }
    }
}

/// Verbs, unless they are the usual ones.
fn unusual(verbs: Option<&Vec<String>>, usual: &[&str]) -> Option<Vec<String>> {
    verbs.filter(|verbs| *verbs != usual).cloned()
}

impl Entry {
    fn resource(&self, place: &Place, kind: &str) -> Resource {
        let below = self.subresources.iter().map(|below| below.subresource(place, self));
        Resource { subresources: below.collect(), ..self.names(kind) }
    }

    fn names(&self, kind: &str) -> Resource {
        Resource {
            plural: self.resource.clone(),
            singular: Some(self.singular.clone()).filter(|singular| *singular != kind.to_lowercase()),
            scope: self.scope.clone(),
            short_names: self.short_names.clone(),
            categories: self.categories.clone(),
            verbs: unusual(self.verbs.as_ref(), &VERBS),
            subresources: Vec::new(),
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
    Resource { plural, scope: scope.to_owned(), ..Resource::default() }
}
