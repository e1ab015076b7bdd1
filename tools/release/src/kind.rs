//! The life cycle of a kind, and the form of its list.

use crate::facts::{Field, Kind, Package, numbers};
use crate::gotype::TypeName;
use crate::model::GroupVersion;
use crate::table::Service;

/// The number of releases until an alpha or beta version is deprecated, and again until it is removed, unless the kind
/// specifies other releases.
const STEP: u32 = 3;

/// The oldest release whose types the facts of removed kinds cover. Kinds first seen in it may be older. It is a
/// constant, so that a wrong fact about one kind does not change the life cycles of others.
const OLDEST: &str = "1.8";

/// The releases that introduced, deprecated and removed a kind.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Life {
    /// The first release with the kind.
    pub(crate) introduced: Option<String>,
    /// The first release in which the kind is deprecated.
    pub(crate) deprecated: Option<String>,
    /// The first release without the kind.
    pub(crate) removed: Option<String>,
}

impl Life {
    /// Determines the life cycle of a kind. Unless specified otherwise, a kind of an alpha or beta version is
    /// deprecated three releases after it was introduced, and removed three releases later. It is removed at the latest
    /// in the first release whose types do not contain it. `service` contains the releases that serve the kind, if it
    /// has a resource; they take precedence over computed releases.
    ///
    /// # Errors
    ///
    /// Returns an error if a release serves the kind that, according to the facts, removed it.
    pub(crate) fn of(kind: &Kind, group_version: &GroupVersion, service: Option<&Service>) -> Result<Life, String> {
        let types = types_since(kind);
        let introduced = introduced(types.or(kind.first_seen.as_ref()), group_version, service);
        let after = |release| after_steps(release, STEP).filter(|_| is_alpha(group_version) || is_beta(group_version));
        let deprecated = kind.deprecated.clone().or_else(|| after(introduced.as_ref().filter(|_| types.is_some())));
        let removed = removed(kind, service, after(deprecated.as_ref()))?;
        let is_in_time = |release: &String| removed.as_ref().is_none_or(|removed| numbers(release) < numbers(removed));
        Ok(Life { introduced, deprecated: deprecated.filter(is_in_time), removed })
    }
}

fn is_alpha(group_version: &GroupVersion) -> bool {
    group_version.version.contains("alpha")
}

fn is_beta(group_version: &GroupVersion) -> bool {
    group_version.version.contains("beta")
}

/// Returns the first release of the types of a kind. For some kinds, `introduced` is the release of the API that
/// contains them, so the latest of several releases is correct.
fn types_since(kind: &Kind) -> Option<&String> {
    let seen = kind.first_seen.as_ref().filter(|release| *release != OLDEST);
    [kind.introduced.as_ref(), seen].into_iter().flatten().max_by_key(|release| numbers(release))
}

/// Returns the release that introduced a kind, whose types exist since `types`. Documents of older releases lack alpha
/// resources whose feature gate was off, so for alpha versions the first release that serves the kind counts only if
/// there is no other fact.
fn introduced(types: Option<&String>, group_version: &GroupVersion, service: Option<&Service>) -> Option<String> {
    let served = service.and_then(|service| service.first.as_ref());
    let served = served.filter(|_| types.is_none() || !is_alpha(group_version));
    [types, served].into_iter().flatten().max_by_key(|release| numbers(release)).cloned()
}

/// Returns the first release without a kind; `computed` is the one by Kubernetes' rule. A declared release can precede
/// the end of service, because the documents of releases also contain resources that are disabled by default.
fn removed(kind: &Kind, service: Option<&Service>, computed: Option<String>) -> Result<Option<String>, String> {
    let gone = after_steps(kind.last_seen.as_ref(), 1);
    let first = |releases: [Option<String>; 3]| releases.into_iter().flatten().min_by_key(|release| numbers(release));
    let Some(service) = service else {
        return Ok(first([kind.removed.clone().or(computed), gone, None]));
    };
    let is_later = |release: &String| numbers(release) > numbers(&service.newest);
    match (&kind.removed, &service.end) {
        (Some(declared), None) if !is_later(declared) => Err(format!(
            "removed in {declared} according to the facts, but {} serves it: correct `removed` or the table of versions",
            service.newest
        )),
        (None, None) => Ok(first([computed.filter(is_later), gone, None])),
        (declared, end) => Ok(first([declared.clone(), gone, end.clone()])),
    }
}

/// Returns the release `steps` releases after a release, if that is known.
fn after_steps(release: Option<&String>, steps: u32) -> Option<String> {
    release.and_then(|release| release_after(release, steps))
}

/// Returns the release `steps` minor releases after `release`: for `1.22` and 3, this is `1.25`.
fn release_after(release: &str, steps: u32) -> Option<String> {
    let (major, minor) = release.split_once('.')?;
    Some(format!("{major}.{}", minor.parse::<u32>().ok()?.checked_add(steps)?))
}

/// The form of `<Kind>List` in the facts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List<'a> {
    /// The list does not exist.
    Absent,
    /// The list consists of metadata (this field) and items only, so the generator creates it.
    Plain(&'a Field),
    /// The list has another structure and is declared like any other kind.
    Odd(&'a Kind),
}

/// Returns the form of a kind's list.
pub(crate) fn list_of<'a>(package: &'a Package, kind: &str) -> List<'a> {
    let name = format!("{kind}List");
    let Some(list) = package.kind(&name) else {
        return List::Absent;
    };
    match package.structs.get(&name).map(|list| &list.fields[..]) {
        Some([type_meta, metadata, items])
            if is_type_meta(type_meta) && is_metadata(package, metadata) && is_items(items, kind) =>
        {
            List::Plain(metadata)
        }
        _ => List::Odd(list),
    }
}

/// True if a kind is the list of another kind.
pub(crate) fn is_list(package: &Package, kind: &str) -> bool {
    let item = kind.strip_suffix("List");
    item.is_some_and(|item| package.kind(item).is_some())
}

/// True if a field contains `apiVersion` and `kind`.
pub(crate) fn is_type_meta(field: &Field) -> bool {
    field.inline && has_type_meta(field)
}

/// True if a field has the type of `apiVersion` and `kind`.
pub(crate) fn has_type_meta(field: &Field) -> bool {
    field.go_type.rsplit('.').next() == Some("TypeMeta")
}

fn is_metadata(package: &Package, field: &Field) -> bool {
    let name = TypeName::parse(&field.go_type, &package.path);
    is(field, "metadata", 1, Some("empty")) && name.package.ends_with("/meta/v1") && name.name == "ListMeta"
}

fn is_items(field: &Field, kind: &str) -> bool {
    is(field, "items", 2, None) && field.go_type == format!("[]{kind}")
}

fn is(field: &Field, json: &str, number: u32, omit: Option<&str>) -> bool {
    field.json.as_deref() == Some(json) && field.proto == Some(number) && field.omit.as_deref() == omit
}
