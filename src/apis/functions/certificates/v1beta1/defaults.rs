//! Defaults of certificates.k8s.io/v1beta1 that the definitions cannot express.

use super::super::signer::signer_name;
use crate::apis::certificates::v1beta1::CertificateSigningRequestSpec;
use crate::defaulting::Defaulting;

pub(crate) fn set_defaults_certificate_signing_request_spec(spec: &mut CertificateSigningRequestSpec, _: &Defaulting) {
    if spec.signer_name.is_none() {
        spec.signer_name = Some(signer_name(&spec.request, &spec.usages).into());
    }
}
