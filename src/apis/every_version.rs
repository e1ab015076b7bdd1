//! The kinds that are registered in every version of every group.

use super::meta::v1::{
    APIGroup, APIGroupList, APIResourceList, APIVersions, CreateOptions, DeleteOptions, GetOptions, ListOptions,
    PatchOptions, Status, UpdateOptions, WatchEvent,
};
use crate::schema::GroupVersion;
use crate::scheme::Builder;

/// Registers the kinds that all clients and servers use, for all versions registered in `builder` so far: `WatchEvent`
/// and options of requests such as `ListOptions` in each version, and `Status` and the discovery kinds as unversioned
/// kinds of `v1`. Counterpart of `AddToGroupVersion`.
///
/// [`scheme`](super::scheme) does this already. For your own Scheme, call it after all other registrations.
///
/// ```
/// use apimachinery::apis;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::schema::GroupVersionKind;
///
/// let mut builder = Scheme::builder();
/// builder.known_type::<apis::meta::v1::PartialObjectMetadata>(GroupVersionKind::new("example.com", "v1", "Gadget"));
/// apis::add_to_every_version(&mut builder);
///
/// let scheme = builder.build();
/// assert!(scheme.recognizes(&GroupVersionKind::new("example.com", "v1", "WatchEvent")));
/// assert!(scheme.recognizes(&GroupVersionKind::new("", "v1", "Status")));
/// ```
pub fn add_to_every_version(builder: &mut Builder) {
    for version in builder.versions().to_vec() {
        builder.known_type::<WatchEvent>(version.with_kind("WatchEvent"));
        builder.known_type::<ListOptions>(version.with_kind("ListOptions"));
        builder.known_type::<GetOptions>(version.with_kind("GetOptions"));
        builder.known_type::<DeleteOptions>(version.with_kind("DeleteOptions"));
        builder.known_type::<CreateOptions>(version.with_kind("CreateOptions"));
        builder.known_type::<UpdateOptions>(version.with_kind("UpdateOptions"));
        builder.known_type::<PatchOptions>(version.with_kind("PatchOptions"));
    }
    let unversioned = GroupVersion::new("", "v1");
    builder.unversioned_type::<Status>(&unversioned);
    builder.unversioned_type::<APIVersions>(&unversioned);
    builder.unversioned_type::<APIGroupList>(&unversioned);
    builder.unversioned_type::<APIGroup>(&unversioned);
    builder.unversioned_type::<APIResourceList>(&unversioned);
}
