//! The resources that an API server of the imported release serves.

use std::path::Path;

use serde::Deserialize;

use crate::facts::{self, Kind};
use crate::model::{GroupVersion, Resource, Subresource};
use crate::problem::Problems;

/// The API groups in the server's order of preference.
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

/// A subresource. Its kind is a plain name, such as `Scale`, or `autoscaling/v1/Scale` if it belongs to another
/// version.
#[derive(Debug, Deserialize)]
struct Below {
    name: String,
    kind: String,
    verbs: Option<Vec<String>>,
}

/// The default verbs of resources and subresources; definitions contain only verbs that differ from these.
const VERBS: [&str; 8] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const VERBS_BELOW: [&str; 3] = ["get", "patch", "update"];

impl Served {
    /// Reads the file of served resources.
    pub(crate) fn read(path: &Path, problems: &mut Problems) -> Served {
        Served(facts::read_json(path, problems).unwrap_or_default())
    }

    /// True if the server serves this version of the kind as a resource or a subresource.
    pub(crate) fn offers(&self, group_version: &GroupVersion, kind: &str) -> bool {
        self.has_endpoint(group_version, kind)
            || self.answers(&group_version.group, kind).any(|version| *version == group_version.version)
    }

    /// True if the server serves this version of the kind as a resource.
    pub(crate) fn has_endpoint(&self, group_version: &GroupVersion, kind: &str) -> bool {
        self.of(&group_version.group, kind).any(|entry| entry.version == group_version.version)
    }

    /// True if the group serves the kind only as a subresource of other kinds.
    pub(crate) fn is_only_below(&self, group: &str, kind: &str) -> bool {
        self.of(group, kind).next().is_none() && self.answers(group, kind).next().is_some()
    }

    /// Returns the group's version that the server prefers for the kind.
    pub(crate) fn first_version(&self, group: &str, kind: &str) -> Option<String> {
        let own = self.of(group, kind).next().map(|entry| entry.version.clone());
        own.or_else(|| self.answers(group, kind).next())
    }

    /// Returns the resource of a kind: the one of the given version, otherwise of another version of the group (in the
    /// server's order of preference), otherwise the names of the successor's resource. If the server serves none of
    /// them, the plural is derived by Kubernetes' rule.
    pub(crate) fn resource(
        &self,
        group_version: &GroupVersion,
        kind: &Kind,
        successor: Option<(&GroupVersion, &str)>,
    ) -> Resource {
        let same = || self.of(&group_version.group, &kind.kind).find(|entry| entry.version == group_version.version);
        let any = || self.of(&group_version.group, &kind.kind).next();
        let next = || successor.and_then(|(group_version, kind)| self.of(&group_version.group, kind).next());
        match same().or_else(any) {
            Some(entry) => entry.resource(group_version, &kind.kind),
            None => next().map_or_else(|| guess(kind), |entry| entry.names(&kind.kind)),
        }
    }

    /// Returns the versions of the kind that are served as subresources.
    fn answers(&self, group: &str, kind: &str) -> impl Iterator<Item = String> {
        let all = self.0.iter().flat_map(|each| each.resources.iter().map(move |entry| (each, entry)));
        let below = all.flat_map(|(each, entry)| {
            let home = GroupVersion { group: each.group.clone(), version: entry.version.clone() };
            entry.subresources.iter().map(move |below| below.answer(&home))
        });
        let found = below.filter(move |(group_version, name)| group_version.group == group && name == kind);
        found.map(|(group_version, _)| group_version.version)
    }

    fn of(&self, group: &str, kind: &str) -> impl Iterator<Item = &Entry> {
        let groups = self.0.iter().filter(move |each| each.group == group);
        groups.flat_map(|each| &each.resources).filter(move |entry| entry.kind == kind)
    }
}

impl Below {
    /// Returns the version and name of the subresource's kind; `home` is the version of its resource.
    fn answer(&self, home: &GroupVersion) -> (GroupVersion, String) {
        let Some((group_version, kind)) = self.kind.rsplit_once('/') else { return (home.clone(), self.kind.clone()) };
        let (group, version) = group_version.rsplit_once('/').unwrap_or(("", group_version));
        (GroupVersion { group: group.to_owned(), version: version.to_owned() }, kind.to_owned())
    }

    /// Converts to a subresource definition for version `group_version`, which may be older than the version of `resource`.
    fn subresource(&self, group_version: &GroupVersion, resource: &Entry) -> Subresource {
        let home = GroupVersion { group: group_version.group.clone(), version: resource.version.clone() };
        let (answer, kind) = self.answer(&home);
        let is_own = answer == home && kind == resource.kind;
        Subresource {
            name: self.name.clone(),
            kind: (!is_own).then(|| format!("{} {kind}", answer.api_version())),
            verbs: unusual(self.verbs.as_ref(), &VERBS_BELOW),
        }
    }
}

/// Returns the verbs if they differ from the defaults.
fn unusual(verbs: Option<&Vec<String>>, usual: &[&str]) -> Option<Vec<String>> {
    verbs.filter(|verbs| *verbs != usual).cloned()
}

impl Entry {
    fn resource(&self, group_version: &GroupVersion, kind: &str) -> Resource {
        let below = self.subresources.iter().map(|below| below.subresource(group_version, self));
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
