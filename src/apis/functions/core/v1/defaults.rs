//! Defaults of core/v1 that the definitions cannot express.

use super::image::has_latest_tag;
pub(crate) use super::limit_range::set_defaults_limit_range_item;
pub(crate) use super::pod::set_defaults_pod;
pub(crate) use super::service::set_defaults_service;
use crate::apis::core::v1::{Container, EphemeralContainerCommon, Namespace, ResourceList, Volume, VolumeSource};
use crate::defaulting::Defaulting;
use crate::field::Str;

/// Rounds the quantities of a resource list up to thousandths.
const MILLI: i32 = -3;

pub(crate) fn set_defaults_container(container: &mut Container, _: &Defaulting) {
    default_pull_policy(&mut container.image_pull_policy, &container.image);
}

pub(crate) fn set_defaults_ephemeral_container_common(container: &mut EphemeralContainerCommon, _: &Defaulting) {
    default_pull_policy(&mut container.image_pull_policy, &container.image);
}

/// A volume without a source is an emptyDir.
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

/// Adds the label with the name, by which selectors find a namespace.
pub(crate) fn set_defaults_namespace(namespace: &mut Namespace, _: &Defaulting) {
    let name = namespace.metadata.name.clone();
    if !name.is_empty() {
        namespace.metadata.labels.insert("kubernetes.io/metadata.name", name);
    }
}

/// The image pull policy of the tag `latest` is `Always`.
fn default_pull_policy(policy: &mut Str, image: &str) {
    if policy.is_empty() {
        *policy = if has_latest_tag(image) { "Always" } else { "IfNotPresent" }.into();
    }
}
