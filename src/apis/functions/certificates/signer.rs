//! Who signs a certificate, for requests from when nobody had to say it: the kubelets' signers know theirs.

use super::pem;
use super::request::Request;
use crate::field::Str;

/// The signer that upstream's rule finds for a request.
///
/// A kubelet asks in the name of its node, to be known to the API server or to those who call it. Its certificate as a
/// client is for nothing else; its certificate as a server is for hosts alone.
pub(super) fn signer_name(request: &[u8], usages: &[Str]) -> &'static str {
    let request = pem::contents(request, "CERTIFICATE REQUEST").and_then(|der| Request::parse(&der));
    match request.filter(is_of_node) {
        Some(request) if !request.has_other && !request.has_host && are_for(usages, "client auth") => {
            "kubernetes.io/kube-apiserver-client-kubelet"
        }
        Some(request) if !request.has_other && request.has_host && are_for(usages, "server auth") => {
            "kubernetes.io/kubelet-serving"
        }
        _ => "kubernetes.io/legacy-unknown",
    }
}

fn is_of_node(request: &Request) -> bool {
    request.organizations == [b"system:nodes"] && request.common_name.starts_with(b"system:node:")
}

/// Whether the usages are for this, with a signature, and with encryption of keys or without it.
fn are_for(usages: &[Str], auth: &str) -> bool {
    let has = |wanted: &str| usages.iter().any(|usage| usage == wanted);
    let known = |usage: &Str| matches!(&**usage, "digital signature" | "key encipherment") || usage == auth;
    has("digital signature") && has(auth) && usages.iter().all(known)
}
