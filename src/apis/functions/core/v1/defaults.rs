//! Defaults of core/v1 that no step says.

use super::image::has_latest_tag;
pub(crate) use super::limit_range::set_defaults_limit_range_item;
pub(crate) use super::pod::set_defaults_pod;
pub(crate) use super::service::set_defaults_service;
use crate::apis::core::v1::{Container, EphemeralContainerCommon, Namespace, ResourceList, Volume, VolumeSource};
use crate::defaulting::Defaulting;
use crate::field::Str;

/// Quantities of a resource list keep thousandths; what is finer is rounded up.
const MILLI: i32 = -3;

pub(crate) fn set_defaults_container(container: &mut Container, _: &Defaulting) {
    default_pull_policy(&mut container.image_pull_policy, &container.image);
}

pub(crate) fn set_defaults_ephemeral_container_common(container: &mut EphemeralContainerCommon, _: &Defaulting) {
    default_pull_policy(&mut container.image_pull_policy, &container.image);
}

/// A volume without any source is an empty folder.
pub(crate) fn set_defaults_volume(volume: &mut Volume, _: &Defaulting) {
    if volume.volume_source == VolumeSource::default() {
        volume.volume_source.empty_dir = Some(Box::default());
    }
    if let Some(image) = &mut volume.volume_source.image {
        default_pull_policy(&mut image.pull_policy, &image.reference);
    }
}

pub(crate) fn set_defaults_resource_list(resources: &mut ResourceList, _: &Defaulting) {
    for quantity in resources.values_mut() {
        quantity.round_up(MILLI);
    }
}

/// A selector finds a namespace by the label with its name.
pub(crate) fn set_defaults_namespace(namespace: &mut Namespace, _: &Defaulting) {
    let name = namespace.metadata.name.clone();
    if !name.is_empty() {
        namespace.metadata.labels.insert("kubernetes.io/metadata.name", name);
    }
}

/// A tag that moves is pulled every time.
fn default_pull_policy(policy: &mut Str, image: &str) {
    if policy.is_empty() {
        *policy = if has_latest_tag(image) { "Always" } else { "IfNotPresent" }.into();
    }
}
