//! Strings that occur in nearly every object of a cluster and are too long to be stored inline. Decoders share the
//! static copies in this table, so that such strings need no heap memory.

/// Well-known labels, annotations, taints and finalizers, and other strings that Kubernetes components write.
const TEXTS: [&str; 56] = [
    "/var/run/secrets/kubernetes.io/serviceaccount",
    "MutatingWebhookConfiguration",
    "PodReadyToStartContainers",
    "ValidatingWebhookConfiguration",
    "admissionregistration.k8s.io/v1",
    "app.kubernetes.io/component",
    "app.kubernetes.io/created-by",
    "app.kubernetes.io/instance",
    "app.kubernetes.io/managed-by",
    "app.kubernetes.io/part-of",
    "app.kubernetes.io/version",
    "apps.kubernetes.io/pod-index",
    "batch.kubernetes.io/controller-uid",
    "batch.kubernetes.io/job-completion-index",
    "batch.kubernetes.io/job-name",
    "batch.kubernetes.io/job-tracking",
    "beta.kubernetes.io/instance-type",
    "cluster-autoscaler.kubernetes.io/safe-to-evict",
    "deployment.kubernetes.io/desired-replicas",
    "deployment.kubernetes.io/max-replicas",
    "deployment.kubernetes.io/revision",
    "endpointslice.kubernetes.io/managed-by",
    "failure-domain.beta.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "kubectl.kubernetes.io/default-container",
    "kubectl.kubernetes.io/last-applied-configuration",
    "kubectl.kubernetes.io/restartedAt",
    "kubernetes.io/config.source",
    "kubernetes.io/metadata.name",
    "kubernetes.io/pv-protection",
    "kubernetes.io/pvc-protection",
    "kubernetes.io/service-account.name",
    "kubernetes.io/service-account.uid",
    "kubernetes.io/service-name",
    "node-role.kubernetes.io/control-plane",
    "node-role.kubernetes.io/master",
    "node.alpha.kubernetes.io/ttl",
    "node.kubernetes.io/disk-pressure",
    "node.kubernetes.io/instance-type",
    "node.kubernetes.io/memory-pressure",
    "node.kubernetes.io/network-unavailable",
    "node.kubernetes.io/not-ready",
    "node.kubernetes.io/pid-pressure",
    "node.kubernetes.io/unreachable",
    "node.kubernetes.io/unschedulable",
    "pod-security.kubernetes.io/enforce",
    "pv.kubernetes.io/bind-completed",
    "pv.kubernetes.io/bound-by-controller",
    "pv.kubernetes.io/provisioned-by",
    "rbac.authorization.k8s.io",
    "rbac.authorization.k8s.io/v1",
    "service.kubernetes.io/load-balancer-cleanup",
    "statefulset.kubernetes.io/pod-name",
    "topology.kubernetes.io/region",
    "topology.kubernetes.io/zone",
    "volume.kubernetes.io/storage-provisioner",
];

/// Hash table with open addressing: each text is stored at [`place`], or in the next free slot if that one is taken.
static PLACES: [&str; 256] = {
    let mut places = [""; 256];
    let mut next = 0;
    while next < TEXTS.len() {
        let mut at = place(TEXTS[next]);
        while !places[at].is_empty() {
            at = (at + 1) % places.len();
        }
        places[at] = TEXTS[next];
        next += 1;
    }
    places
};

/// Returns the static copy of `text`, if the table contains it.
#[inline]
pub(super) fn known(text: &str) -> Option<&'static str> {
    let mut at = place(text);
    while !PLACES[at].is_empty() {
        if PLACES[at] == text {
            return Some(PLACES[at]);
        }
        at = (at + 1) % PLACES.len();
    }
    None
}

/// Returns the preferred slot of a text. It hashes the last eight bytes, in which the texts differ most.
#[inline]
const fn place(text: &str) -> usize {
    let Some(tail) = text.as_bytes().last_chunk() else { return 0 };
    let number = u64::from_le_bytes(*tail) ^ text.len() as u64;
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::str::INLINE;

    #[test]
    fn every_text_is_found_and_no_other() {
        for text in TEXTS {
            assert!(known(text).is_some_and(|found| found == text) && text.len() > INLINE);
            assert_eq!(known(&text[1..]), None);
            assert_eq!(known(&format!("{text} ")), None);
            assert_eq!(known(&format!("x{}", &text[1..])), None);
        }
        assert_eq!(known(""), None);
    }
}
