//! Differences between current Kubernetes and the releases that had a removed kind, caused by changes of shared types.
//! The current rule is right. Everything else in these results is compared.
//!
//! | member | field | difference |
//! | --- | --- | --- |
//! | `clusterName` | `ObjectMeta` 15 | removed in 1.24; written to Protobuf even if empty |
//! | `managedFields.subresource` | `ManagedFieldsEntry` 8 | added in 1.22; written to Protobuf even if empty |
//! | `imagePullPolicy`, `terminationMessagePath`, `terminationMessagePolicy` | | ephemeral containers now have the defaults of all containers |
//! | `hostPort` | | templates with the host network had a default, now only pods have it |
//! | `resources.claims` | 3 | removed from the resources of a volume claim |
//! | `hostAliases.ip` | | now written even if empty |
//! | `resourceClaims.source` | 39.2 | its members are now one level higher |
//! | `onExitCodes`, `onPodConditions.status` | | null is now omitted; the status had a default in templates, too |
//! | probes | 8.3.2 | the service of a `grpc` action is now optional |
//! | `controller`, `suitableNodes`, `deallocationRequested` | | removed from claims and classes in 1.32 |
//! | `adminAccess` | 6 | 1.31 did not distinguish false from unset |
//! | `allocationMode` | | had a default in requests without a class, too |
//! | `basic` | | a device without it is now an empty one |
//! | `serviceAccount`, `serviceAccountName` | | aliases in conversions, and since 1.37 defaults |

use std::path::Path;

use super::cases;
use super::tally::Required;

/// The kind, the position as the path of a member in JSON or as field numbers from the envelope on, and the number of
/// differences there.
#[rustfmt::skip]
pub(crate) const OLDER: &[(&str, usize)] = &[
    ("/v1, Kind=EphemeralContainers .2.1.15", 40),
    ("/v1, Kind=EphemeralContainers .2.1.17.8", 24),
    ("/v1, Kind=EphemeralContainers .ephemeralContainers[].imagePullPolicy", 12),
    ("/v1, Kind=EphemeralContainers .ephemeralContainers[].terminationMessagePath", 8),
    ("/v1, Kind=EphemeralContainers .ephemeralContainers[].terminationMessagePolicy", 8),
    ("/v1, Kind=EphemeralContainers .metadata.clusterName", 72),
    ("auditregistration.k8s.io/v1alpha1, Kind=AuditSink .2.1.15", 38),
    ("auditregistration.k8s.io/v1alpha1, Kind=AuditSink .2.1.17.8", 12),
    ("auditregistration.k8s.io/v1alpha1, Kind=AuditSink .metadata.clusterName", 76),
    ("batch/v1beta1, Kind=JobTemplate .2.2.2.6.2.1.2.29.1.2.2.3", 24),
    ("batch/v1beta1, Kind=JobTemplate .2.2.2.6.2.2.8.3.2", 20),
    ("batch/v1beta1, Kind=JobTemplate .2.2.2.6.2.20.8.3.2", 20),
    ("batch/v1beta1, Kind=JobTemplate .2.2.2.6.2.34.1.8.3.2", 30),
    ("batch/v1beta1, Kind=JobTemplate .2.2.2.6.2.39.2", 40),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.podFailurePolicy.rules[].onExitCodes", 24),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.podFailurePolicy.rules[].onPodConditions[].status", 12),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.template.spec.containers[].ports[].hostPort", 4),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.template.spec.hostAliases[].ip", 8),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.template.spec.resourceClaims[].source", 78),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.template.spec.serviceAccount", 14),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.template.spec.serviceAccountName", 4),
    ("batch/v1beta1, Kind=JobTemplate .template.spec.template.spec.volumes[].ephemeral.volumeClaimTemplate.spec.resources.claims", 24),
    ("batch/v2alpha1, Kind=CronJob .2.1.15", 60),
    ("batch/v2alpha1, Kind=CronJob .2.1.17.8", 30),
    ("batch/v2alpha1, Kind=CronJob .2.2.5.1.15", 60),
    ("batch/v2alpha1, Kind=CronJob .2.2.5.1.17.8", 30),
    ("batch/v2alpha1, Kind=CronJob .2.2.5.2.6.1.15", 60),
    ("batch/v2alpha1, Kind=CronJob .2.2.5.2.6.1.17.8", 26),
    ("batch/v2alpha1, Kind=CronJob .metadata.clusterName", 135),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.metadata.clusterName", 135),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.metadata.clusterName", 105),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.spec.ephemeralContainers[].imagePullPolicy", 18),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.spec.ephemeralContainers[].terminationMessagePath", 18),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.spec.ephemeralContainers[].terminationMessagePolicy", 18),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.spec.initContainers[].ports[].hostPort", 6),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.spec.serviceAccount", 18),
    ("batch/v2alpha1, Kind=CronJob .spec.jobTemplate.spec.template.spec.serviceAccountName", 2),
    ("batch/v2alpha1, Kind=JobTemplate .2.1.15", 60),
    ("batch/v2alpha1, Kind=JobTemplate .2.1.17.8", 66),
    ("batch/v2alpha1, Kind=JobTemplate .2.2.1.15", 60),
    ("batch/v2alpha1, Kind=JobTemplate .2.2.1.17.8", 58),
    ("batch/v2alpha1, Kind=JobTemplate .2.2.2.6.1.15", 60),
    ("batch/v2alpha1, Kind=JobTemplate .2.2.2.6.1.17.8", 46),
    ("batch/v2alpha1, Kind=JobTemplate .metadata.clusterName", 150),
    ("batch/v2alpha1, Kind=JobTemplate .template.metadata.clusterName", 90),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.metadata.clusterName", 150),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.spec.ephemeralContainers[].imagePullPolicy", 9),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.spec.ephemeralContainers[].terminationMessagePath", 18),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.spec.ephemeralContainers[].terminationMessagePolicy", 9),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.spec.hostAliases[].ip", 15),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.spec.initContainers[].ports[].hostPort", 6),
    ("batch/v2alpha1, Kind=JobTemplate .template.spec.template.spec.serviceAccount", 18),
    ("discovery.k8s.io/v1alpha1, Kind=EndpointSlice .2.1.15", 56),
    ("discovery.k8s.io/v1alpha1, Kind=EndpointSlice .2.1.17.8", 32),
    ("discovery.k8s.io/v1alpha1, Kind=EndpointSlice .metadata.clusterName", 140),
    ("resource.k8s.io/v1alpha3, Kind=DeviceClass .2.2.3", 18),
    ("resource.k8s.io/v1alpha3, Kind=DeviceClass .spec.suitableNodes", 33),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .2.2.1.1.6", 10),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .2.2.2", 38),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .2.3.1.4", 14),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .2.3.3", 38),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .spec", 5),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .spec.controller", 47),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .spec.devices.requests[].adminAccess", 10),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .spec.devices.requests[].allocationMode", 4),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .status", 2),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .status.allocation.controller", 20),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .status.allocation.devices.results[].adminAccess", 21),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaim .status.deallocationRequested", 14),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaimTemplate .2.2.2.1.1.6", 10),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaimTemplate .2.2.2.2", 38),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaimTemplate .spec.spec", 4),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaimTemplate .spec.spec.controller", 72),
    ("resource.k8s.io/v1alpha3, Kind=ResourceClaimTemplate .spec.spec.devices.requests[].adminAccess", 10),
    ("resource.k8s.io/v1alpha3, Kind=ResourceSlice .spec.devices[].basic", 10),
    ("settings.k8s.io/v1alpha1, Kind=PodPreset .2.1.15", 38),
    ("settings.k8s.io/v1alpha1, Kind=PodPreset .2.1.17.8", 40),
    ("settings.k8s.io/v1alpha1, Kind=PodPreset .metadata.clusterName", 76),
];

pub(crate) fn run(folder: &Path, required: Required) {
    cases::run(folder, required.older(OLDER));
}
