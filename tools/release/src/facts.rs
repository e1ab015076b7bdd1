//! The facts from the JSON files, merged over releases.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::output;
use crate::problem::Problems;

/// All packages by import path.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    packages: BTreeMap<String, Package>,
}

/// A Go package of API types.
#[derive(Debug)]
pub(crate) struct Package {
    /// The import path.
    pub(crate) path: String,
    /// The API group; empty for core.
    pub(crate) group: String,
    /// The API version; unset for a package that is internal to the Go library.
    pub(crate) version: Option<String>,
    /// The kinds registered in the Scheme, newest release first.
    pub(crate) kinds: Vec<Kind>,
    /// The structs by name.
    pub(crate) structs: BTreeMap<String, Struct>,
    /// The named scalars, lists, maps and aliases, by name.
    pub(crate) types: BTreeMap<String, Named>,
}

/// A registered kind and its life cycle.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Kind {
    /// The name of the kind.
    pub(crate) kind: String,
    /// The Go type.
    #[serde(rename = "type")]
    pub(crate) go_type: String,
    /// True if the kind is served as a resource.
    #[serde(default)]
    pub(crate) resource: bool,
    /// True if the kind is namespaced.
    #[serde(default)]
    pub(crate) namespaced: bool,
    /// The release that introduced the kind.
    pub(crate) introduced: Option<String>,
    /// The first release whose types contain the kind; used if the release that introduced it is not recorded.
    pub(crate) first_seen: Option<String>,
    /// The last release whose types contain the kind; unset if the newest release still contains it.
    pub(crate) last_seen: Option<String>,
    /// The first release in which the kind is deprecated.
    pub(crate) deprecated: Option<String>,
    /// The first release without the kind.
    pub(crate) removed: Option<String>,
    /// The replacement, in the form `group,version,kind`.
    pub(crate) replacement: Option<String>,
}

/// A Go struct.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Struct {
    /// The fields in the order of Go, which is also the order of JSON.
    pub(crate) fields: Vec<Field>,
    /// The file that contains the struct.
    #[serde(skip)]
    pub(crate) file: String,
}

/// A field of a Go struct.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Field {
    /// The Go name.
    pub(crate) name: String,
    /// The Go type.
    #[serde(rename = "type")]
    pub(crate) go_type: String,
    /// The JSON name; unset for an inlined field.
    pub(crate) json: Option<String>,
    /// True if the fields of the struct are part of the parent's JSON object.
    #[serde(default)]
    pub(crate) inline: bool,
    /// The condition for omitting the field: `empty`, `zero`, or both separated by a comma. If unset, the field is
    /// never omitted.
    pub(crate) omit: Option<String>,
    /// The field number.
    pub(crate) proto: Option<u32>,
    /// The name in the published `.proto`, if it is not the JSON name.
    pub(crate) proto_name: Option<String>,
    /// The markers, such as list type, keys, patch strategy and default.
    #[serde(default)]
    pub(crate) tags: BTreeMap<String, Vec<String>>,
}

impl Field {
    /// Returns the first value of a marker.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.get(name)?.first().map(String::as_str)
    }
}

/// A named Go type that is not a struct.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Named {
    /// The underlying Go type.
    pub(crate) base: String,
    /// The known values.
    #[serde(default)]
    pub(crate) values: Vec<String>,
    /// True if other values are invalid.
    #[serde(default, rename = "enum")]
    pub(crate) closed: bool,
}

/// A package whose parts are still unparsed JSON, so that errors can be reported for each part separately.
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
    /// Reads and merges the files. If several of them contain the same name, the newest release wins. A file without a
    /// release is newer than all others: it contains the release that is imported.
    pub(crate) fn read(files: &[PathBuf], problems: &mut Problems) -> Facts {
        let mut raws: Vec<Raw> = files.iter().flat_map(|file| read_file(file, problems)).collect();
        raws.sort_by_cached_key(|raw| Reverse(numbers(raw.release.as_deref().unwrap_or_default())));
        let mut facts = Facts::default();
        raws.into_iter().for_each(|raw| facts.add(raw, problems));
        facts
    }

    /// Returns a package by import path.
    pub(crate) fn package(&self, path: &str) -> Option<&Package> {
        self.packages.get(path)
    }

    /// Returns the package of a group and version.
    pub(crate) fn version(&self, group: &str, version: &str) -> Option<&Package> {
        let fits = |package: &&Package| package.group == group && package.version.as_deref() == Some(version);
        self.packages.values().find(fits)
    }

    /// Returns all packages in the order of their paths.
    pub(crate) fn packages(&self) -> impl Iterator<Item = &Package> {
        self.packages.values()
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
        let location = format!("{}: {}", raw.file, raw.path);
        for (index, kind) in raw.kinds.into_iter().enumerate() {
            let Some(kind) = part::<Kind>(kind, format!("{location} kinds[{index}]"), problems) else {
                continue;
            };
            if package.kind(&kind.kind).is_none() {
                package.kinds.push(kind);
            }
        }
        for (name, fact) in raw.structs {
            let Some(mut fact) = part::<Struct>(fact, format!("{location} {name}"), problems) else {
                continue;
            };
            fact.file = raw.file.clone();
            if !package.types.contains_key(&name) {
                package.structs.entry(name).or_insert(fact);
            }
        }
        for (name, fact) in raw.types {
            let Some(fact) = part::<Named>(fact, format!("{location} {name}"), problems) else {
                continue;
            };
            if !package.structs.contains_key(&name) {
                package.types.entry(name).or_insert(fact);
            }
        }
    }
}

impl Package {
    /// Returns a kind by name.
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

/// Reads a JSON file, or records the reason why it cannot be read. It is compressed if its path ends with `.gz`.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, problems: &mut Problems) -> Option<T> {
    let text = problems.ok(path.display(), read_text(path))?;
    problems.ok(path.display(), serde_json::from_str(&text))
}

fn read_text(path: &Path) -> io::Result<String> {
    if path.extension().is_none_or(|extension| extension != "gz") {
        return std::fs::read_to_string(path);
    }
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path)?).read_to_string(&mut text)?;
    Ok(text)
}

fn part<T: DeserializeOwned>(value: Value, location: String, problems: &mut Problems) -> Option<T> {
    problems.ok(location, serde_json::from_value(value))
}

/// Parses a release into numbers that can be compared. Invalid releases compare as newest.
pub(crate) fn numbers(release: &str) -> Vec<u32> {
    release.split('.').map(|number| number.parse().unwrap_or(u32::MAX)).collect()
}
