//! The default signer of a certificate request.

use apimachinery::apis::certificates::v1beta1::{CertificateSigningRequest, KeyUsage};
use apimachinery::defaulting::Defaulting;
use apimachinery::schema::GroupVersionKind;
use serde_json::Value;

use super::support::{cases, text};

fn usages(input: &Value) -> Vec<KeyUsage> {
    input.as_array().into_iter().flatten().map(|usage| text(usage).into()).collect()
}

#[test]
fn a_request_is_for_the_signer_of_its_kind() {
    let scheme = apimachinery::apis::scheme();
    let kind = GroupVersionKind::new("certificates.k8s.io", "v1beta1", "CertificateSigningRequest");
    cases("signers", "a_request_is_for_the_signer_of_its_kind").compare(|input| {
        let mut request = CertificateSigningRequest::default();
        request.spec.request = text(&input["request"]).as_bytes().into();
        // An empty list, because nil has a default.
        request.spec.usages = usages(&input["usages"]).into();
        scheme.apply_defaults(&mut request, &kind, &Defaulting::default());
        request.spec.signer_name.expect("there is always one").to_string()
    });
}
