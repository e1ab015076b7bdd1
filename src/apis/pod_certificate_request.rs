//! PodCertificateRequest is namespaced, but has no `metadata.namespace` field label: upstream's field label conversion
//! omits it.

use crate::schema::GroupVersion;
use crate::scheme::{Builder, Error};

pub(super) fn register(builder: &mut Builder) {
    for version in ["v1alpha1", "v1beta1", "v1"] {
        let kind = GroupVersion::new("certificates.k8s.io", version).with_kind("PodCertificateRequest");
        builder.field_labels(kind, |label, value| match label {
            "metadata.name" | "spec.signerName" | "spec.podName" | "spec.nodeName" => Ok((label.into(), value.into())),
            _ => Err(Error::other(format!("field label not supported: {label}"))),
        });
    }
}
