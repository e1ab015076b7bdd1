//! Functions of certificates.k8s.io that the definitions cannot express.

mod der;
mod name;
mod pem;
mod public_key;
mod request;

use self::request::Request;
use crate::apis::certificates::v1beta1::KeyUsage;

pub(crate) mod v1beta1 {
    pub(crate) mod defaults {
        use super::super::signer_name;
        use crate::apis::certificates::v1beta1::CertificateSigningRequestSpec;
        use crate::defaulting::Defaulting;

        pub(crate) fn set_defaults_certificate_signing_request_spec(
            spec: &mut CertificateSigningRequestSpec,
            _: &Defaulting,
        ) {
            if spec.signer_name.is_none() {
                spec.signer_name = Some(signer_name(&spec.request, &spec.usages).into());
            }
        }
    }
}

// The default signer of certificate requests from releases in which the signer was optional: requests of kubelets have
// signers of their own.

/// Returns the signer of a request by upstream's rule.
///
/// A kubelet requests a certificate in the name of its node, for its connections to the API server or for its own
/// endpoint. A client certificate contains no alternative names; a serving certificate contains host names and
/// addresses only.
fn signer_name(request: &[u8], usages: &[KeyUsage]) -> &'static str {
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

/// Returns true if the usages are exactly this one and digital signature, optionally with key encipherment.
fn are_for(usages: &[KeyUsage], auth: &str) -> bool {
    let has = |wanted: &str| usages.iter().any(|usage| usage == wanted);
    let known = |usage: &KeyUsage| matches!(usage.as_str(), "digital signature" | "key encipherment") || usage == auth;
    has("digital signature") && has(auth) && usages.iter().all(known)
}
