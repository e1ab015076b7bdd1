//! Defaults that all versions of apiextensions share.

use crate::apis::apiextensions::v1beta1::CustomResourceDefinitionNames;
use crate::field::{List, Str};

/// Omitted names are derived from the kind.
pub(super) fn set_names(names: &mut CustomResourceDefinitionNames) {
    if names.singular.is_empty() {
        names.singular = names.kind.chars().map(lower).collect::<String>().into();
    }
    if names.list_kind.is_empty() && !names.kind.is_empty() {
        names.list_kind = format!("{}List", names.kind).into();
    }
}

/// Converts to lower case as Go does: each character becomes exactly one.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    lower.next().unwrap_or(c)
}

/// Returns the versions that are marked as storage version.
pub(super) fn set_stored(stored: &mut List<Str>, storage: Option<&Str>) {
    if let Some(storage) = storage.filter(|_| stored.is_empty()) {
        stored.push(storage.clone());
    }
}
