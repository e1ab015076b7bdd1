//! The life cycle of a kind, and the form of its list.

use crate::facts::{Facts, Field, Kind, Package, numbers};
use crate::gotype::TypeName;
use crate::model::GroupVersion;

/// The number of releases until an alpha or beta version is deprecated, and again until it is removed, unless the kind
/// specifies other releases.
const STEP: u32 = 3;

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
    /// in the first release whose types do not contain it.
    pub(crate) fn of(facts: &Facts, kind: &Kind, group_version: &GroupVersion) -> Life {
        let later = |release: Option<&String>, steps| release.and_then(|release| release_after(release, steps));
        let is_dated = group_version.version.contains("alpha") || group_version.version.contains("beta");
        let after = |release| later(release, STEP).filter(|_| is_dated);
        // For some kinds, `introduced` is the release of the API that contains them, so the later release is correct.
        let came = [kind.introduced.as_ref(), facts.first_seen(kind)].into_iter().flatten();
        let came = came.max_by_key(|release| numbers(release));
        let deprecated = kind.deprecated.clone().or_else(|| after(came));
        let removed = kind.removed.clone().or_else(|| after(deprecated.as_ref()));
        let gone = later(kind.last_seen.as_ref(), 1);
        let removed = [removed, gone].into_iter().flatten().min_by_key(|release| numbers(release));
        let is_in_time = |release: &String| removed.as_ref().is_none_or(|removed| numbers(release) < numbers(removed));
        Life {
            introduced: came.or(kind.first_seen.as_ref()).cloned(),
            deprecated: deprecated.filter(is_in_time),
            removed,
        }
    }
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
    field.inline && field.go_type.rsplit('.').next() == Some("TypeMeta")
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
