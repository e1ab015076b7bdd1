//! storage.k8s.io/v1alpha1 has no defaults: upstream generates defaulting functions for VolumeAttachment, whose volume
//! source has defaults, but does not register them.

use super::storage::v1alpha1::{VolumeAttachment, VolumeAttachmentList};
use crate::schema::GroupVersion;
use crate::scheme::Builder;

pub(super) fn register(builder: &mut Builder) {
    let version = GroupVersion::new("storage.k8s.io", "v1alpha1");
    builder.known_type::<VolumeAttachment>(version.with_kind("VolumeAttachment")).apply_defaults(|_, _| ());
    builder.known_type::<VolumeAttachmentList>(version.with_kind("VolumeAttachmentList")).apply_defaults(|_, _| ());
}
