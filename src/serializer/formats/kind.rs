//! Which kind an object is, where its data does not say it whole.

use crate::schema::GroupVersionKind;
use crate::serializer::Error;

/// A kind read from text, completed by `defaults`: upstream's `gvkWithDefaults`. A version alone
/// is only taken for the same group.
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

/// A kind read from Protobuf, completed by `defaults` if there are some: upstream's `copyKindDefaults`.
/// Group and version come together.
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

/// Checks that a kind is complete, so that an object can be made of it.
///
/// # Errors
///
/// If kind or version is missing.
pub(super) fn check(gvk: &GroupVersionKind) -> Result<(), Error> {
    let error = match (gvk.kind.is_empty(), gvk.version.is_empty()) {
        (true, _) => Error::missing_kind(),
        (_, true) => Error::missing_version(),
        _ => return Ok(()),
    };
    Err(error.of_kind(gvk))
}
