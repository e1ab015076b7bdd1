//! Groups, versions and kinds: the names of things.

mod group_version;
mod group_version_kind;

pub use self::group_version::{GroupVersion, ParseGroupVersionError};
pub use self::group_version_kind::{GroupKind, GroupVersionKind};

/// The version of hub types, which no document ever says.
pub const INTERNAL_VERSION: &str = "__internal";
