//! The facts as they stand in the JSON files, merged over releases.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::output;
use super::problem::Problems;

/// All packages by import path.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    packages: BTreeMap<String, Package>,
    /// The oldest release that was looked at: what it has may be older still.
    oldest: Option<String>,
}

/// A Go package of API types.
#[derive(Debug)]
pub(crate) struct Package {
    /// Import path.
    pub(crate) path: String,
    /// API group, empty for core.
    pub(crate) group: String,
    /// API version; nothing for a package that is only part of the Go library.
    pub(crate) version: Option<String>,
    /// What the Scheme registers, newest release first.
    pub(crate) kinds: Vec<Kind>,
    /// Structs by name.
    pub(crate) structs: BTreeMap<String, Struct>,
    /// Named scalars, lists, maps and aliases by name.
    pub(crate) types: BTreeMap<String, Named>,
}

/// A registered kind and its life cycle.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Kind {
    /// The kind.
    pub(crate) kind: String,
    /// Its Go type.
    #[serde(rename = "type")]
    pub(crate) go_type: String,
    /// Has an endpoint.
    #[serde(default)]
    pub(crate) resource: bool,
    /// Lives in a namespace.
    #[serde(default)]
    pub(crate) namespaced: bool,
    /// First release.
    pub(crate) introduced: Option<String>,
    /// First release whose types have it, where nothing says when it was introduced.
    pub(crate) first_seen: Option<String>,
    /// Last release whose types have it; none for a kind that is still there.
    pub(crate) last_seen: Option<String>,
    /// First release that warns.
    pub(crate) deprecated: Option<String>,
    /// First release without it.
    pub(crate) removed: Option<String>,
    /// `group,version,kind`.
    pub(crate) replacement: Option<String>,
}

/// A struct.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Struct {
    /// The fields in the order of Go, which is that of JSON.
    pub(crate) fields: Vec<Field>,
    /// The file that states it.
    #[serde(skip)]
    pub(crate) file: String,
}

/// A field.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Field {
    /// Go name.
    pub(crate) name: String,
    /// Go type.
    #[serde(rename = "type")]
    pub(crate) go_type: String,
    /// JSON name; none for an inlined field.
    pub(crate) json: Option<String>,
    /// Its fields stand in the parent's JSON object.
    #[serde(default)]
    pub(crate) inline: bool,
    /// `empty`, `zero`, or both with a comma; always written where absent.
    pub(crate) omit: Option<String>,
    /// Number on the wire.
    pub(crate) proto: Option<u32>,
    /// Name in the published `.proto`, where it is not the JSON name.
    pub(crate) proto_name: Option<String>,
    /// Markers: list type, keys, patch strategy, default …
    #[serde(default)]
    pub(crate) tags: BTreeMap<String, Vec<String>>,
}

impl Field {
    /// The first value of a marker.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)?.first().map(String::as_str)
    }
}

/// A named type that is no struct.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Named {
    /// The Go type that it names.
    pub(crate) base: String,
    /// The known values.
    #[serde(default)]
    pub(crate) values: Vec<String>,
    /// Other values are wrong.
    #[serde(default, rename = "enum")]
    pub(crate) closed: bool,
}

/// A package as read, its parts not yet: so that each wrong part is named.
#[derive(Debug, Deserialize)]
struct Raw {
    path: String,
    #[serde(default)]
    group: String,
    version: Option<String>,
    release: Option<String>,
    #[serde(default)]
    kinds: Vec<Value>,
    #[serde(default)]
    structs: BTreeMap<String, Value>,
    #[serde(default)]
    types: BTreeMap<String, Value>,
    #[serde(skip)]
    file: String,
}

impl Facts {
    /// Reads and merges the files. Where two state the same name, the newer release counts, and a
    /// file that states none is the newest: the release that is imported.
    pub(crate) fn read(files: &[PathBuf], problems: &mut Problems) -> Facts {
        let mut raws: Vec<Raw> = files.iter().flat_map(|file| read_file(file, problems)).collect();
        raws.sort_by_cached_key(|raw| Reverse(numbers(raw.release.as_deref().unwrap_or_default())));
        let mut facts = Facts::default();
        raws.into_iter().for_each(|raw| facts.add(raw, problems));
        facts
    }

    /// A package by import path.
    pub(crate) fn package(&self, path: &str) -> Option<&Package> {
        self.packages.get(path)
    }

    /// The package of a group and version.
    pub(crate) fn version(&self, group: &str, version: &str) -> Option<&Package> {
        let fits = |package: &&Package| package.group == group && package.version.as_deref() == Some(version);
        self.packages.values().find(fits)
    }

    /// The first release whose types have a kind, if that is known: what the oldest release has may have been there
    /// before.
    pub(crate) fn first_seen<'a>(&self, kind: &'a Kind) -> Option<&'a String> {
        kind.first_seen.as_ref().filter(|release| Some(*release) != self.oldest.as_ref())
    }

    fn add(&mut self, raw: Raw, problems: &mut Problems) {
        let entry = self.packages.entry(raw.path.clone());
        let package = entry.or_insert_with(|| Package {
            path: raw.path.clone(),
            group: raw.group.clone(),
            version: raw.version.clone(),
            kinds: Vec::new(),
            structs: BTreeMap::new(),
            types: BTreeMap::new(),
        });
        let place = format!("{}: {}", raw.file, raw.path);
        let mut seen: Vec<String> = self.oldest.take().into_iter().collect();
        for (index, kind) in raw.kinds.into_iter().enumerate() {
            let Some(kind) = part::<Kind>(kind, format!("{place} kinds[{index}]"), problems) else {
                continue;
            };
            if package.kind(&kind.kind).is_none() {
                seen.extend(kind.first_seen.clone());
                package.kinds.push(kind);
            }
        }
        for (name, fact) in raw.structs {
            let Some(mut fact) = part::<Struct>(fact, format!("{place} {name}"), problems) else {
                continue;
            };
            fact.file = raw.file.clone();
            if !package.types.contains_key(&name) {
                package.structs.entry(name).or_insert(fact);
            }
        }
        for (name, fact) in raw.types {
            let Some(fact) = part::<Named>(fact, format!("{place} {name}"), problems) else {
                continue;
            };
            if !package.structs.contains_key(&name) {
                package.types.entry(name).or_insert(fact);
            }
        }
        self.oldest = seen.into_iter().min_by_key(|release| numbers(release));
    }
}

impl Package {
    /// A kind by name.
    pub(crate) fn kind(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.kind == name)
    }
}

fn read_file(path: &Path, problems: &mut Problems) -> Vec<Raw> {
    let file = output::name(path);
    let values: Option<Vec<Value>> = read_json(path, problems);
    let read = |(index, value): (usize, Value)| {
        let mut raw: Raw = part(value, format!("{file}: package {index}"), problems)?;
        raw.file = file.clone();
        Some(raw)
    };
    values.unwrap_or_default().into_iter().enumerate().filter_map(read).collect()
}

/// Reads a JSON file, or notes why it cannot be read.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, problems: &mut Problems) -> Option<T> {
    let text = problems.ok(path.display(), std::fs::read_to_string(path))?;
    problems.ok(path.display(), serde_json::from_str(&text))
}

fn part<T: DeserializeOwned>(value: Value, place: String, problems: &mut Problems) -> Option<T> {
    problems.ok(place, serde_json::from_value(value))
}

/// A release as numbers, which have an order; what is none counts as newest.
pub(crate) fn numbers(release: &str) -> Vec<u32> {
    release.split('.').map(|number| number.parse().unwrap_or(u32::MAX)).collect()
}
