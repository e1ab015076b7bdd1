//! Completion of kinds that are only partly stated by the data.

use crate::schema::GroupVersionKind;
use crate::serializer::Error;

/// Completes a kind read from text by `defaults`. The default version is used only if the groups are equal. Counterpart
/// of `gvkWithDefaults`.
pub(super) fn completed(mut gvk: GroupVersionKind, defaults: &GroupVersionKind) -> GroupVersionKind {
    if gvk.kind.is_empty() {
        gvk.kind = defaults.kind.clone();
    }
    if gvk.version.is_empty() && gvk.group.is_empty() {
        gvk.group = defaults.group.clone();
    }
    if gvk.version.is_empty() && gvk.group == defaults.group {
        gvk.version = defaults.version.clone();
    }
    gvk
}

/// Completes a kind read from Protobuf by `defaults`. The default group and version are used together. Counterpart of
/// `copyKindDefaults`.
pub(super) fn completed_whole(mut gvk: GroupVersionKind, defaults: Option<&GroupVersionKind>) -> GroupVersionKind {
    let Some(defaults) = defaults else { return gvk };
    if gvk.kind.is_empty() {
        gvk.kind = defaults.kind.clone();
    }
    if gvk.version.is_empty() && !defaults.version.is_empty() {
        gvk.group = defaults.group.clone();
        gvk.version = defaults.version.clone();
    }
    gvk
}

/// Checks that a kind is complete, so that an object of it can be created.
///
/// # Errors
///
/// Returns an error if the kind or the version is missing.
pub(super) fn check(gvk: &GroupVersionKind) -> Result<(), Error> {
    let error = match (gvk.kind.is_empty(), gvk.version.is_empty()) {
        (true, _) => Error::missing_kind(),
        (_, true) => Error::missing_version(),
        _ => return Ok(()),
    };
    Err(error.of_kind(gvk))
}
