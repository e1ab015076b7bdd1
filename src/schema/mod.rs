//! Names of groups, versions, kinds and resources, and the versioners that select the version to which an object is
//! converted.

mod argument;
mod group_kind;
mod group_resource;
mod group_version;
mod group_version_kind;
mod group_version_resource;
mod group_versions;
mod kube_version;
mod lifecycle;
mod multi_versioner;
mod release;
mod versioner;

pub use self::argument::{parse_kind_arg, parse_resource_arg};
pub use self::group_kind::GroupKind;
pub use self::group_resource::GroupResource;
pub use self::group_version::{GroupVersion, ParseGroupVersionError};
pub use self::group_version_kind::GroupVersionKind;
pub use self::group_version_resource::GroupVersionResource;
pub use self::group_versions::GroupVersions;
pub use self::kube_version::compare_kube_aware_versions;
pub use self::lifecycle::{Lifecycle, Stage};
pub use self::multi_versioner::MultiGroupVersioner;
pub use self::release::{ParseReleaseError, Release};
pub use self::versioner::{DisabledGroupVersioner, GroupVersioner, InternalGroupVersioner};

/// The version name of every hub type, `__internal`. A hub type is the internal form of a kind through which its
/// versions are converted; the name never occurs in a document. Counterpart of `runtime.APIVersionInternal`.
///
/// ```
/// use apimachinery::schema::{GroupVersion, INTERNAL_VERSION};
///
/// assert_eq!(GroupVersion::internal("apps").version, INTERNAL_VERSION);
/// ```
pub const INTERNAL_VERSION: &str = "__internal";
