//! CertificateSigningRequests, which must name their signer and their usages in certificates.k8s.io/v1.

use super::{Check, at};
use crate::field::Value;

/// The name of the signer of requests that named none.
const LEGACY_SIGNER: &str = "kubernetes.io/legacy-unknown";

/// The usages of keys that a request can contain.
const USAGES: [&str; 23] = [
    "any",
    "cert sign",
    "client auth",
    "code signing",
    "content commitment",
    "crl sign",
    "data encipherment",
    "decipher only",
    "digital signature",
    "email protection",
    "encipher only",
    "ipsec end system",
    "ipsec tunnel",
    "ipsec user",
    "key agreement",
    "key encipherment",
    "microsoft sgc",
    "netscape sgc",
    "ocsp signing",
    "s/mime",
    "server auth",
    "signing",
    "timestamping",
];

impl Check {
    pub(super) fn certificate(&mut self, object: &Value) {
        let signer = at(object, &["spec", "signerName"]).and_then(Value::as_str).unwrap_or_default();
        let remedy = "name the signer, such as kubernetes.io/kube-apiserver-client or kubernetes.io/kubelet-serving";
        match signer {
            "" => self.refuse(&["spec", "signerName"], "required", remedy),
            LEGACY_SIGNER => self.refuse(&["spec", "signerName"], "not allowed in this version", remedy),
            _ => {}
        }
        if at(object, &["spec", "usages"]).and_then(Value::as_list).is_none_or(|usages| usages.is_empty()) {
            self.refuse(&["spec", "usages"], "required", "list the usages, such as `client auth`");
        }
        let mut known = Vec::new();
        self.items(object, &["spec", "usages"], |check, usage| {
            let usage = usage.as_str().unwrap_or_default().to_string();
            if !USAGES.contains(&&*usage) {
                check.refuse(&[], "unknown usage of a key", "write a usage such as `client auth`, or remove it");
            } else if known.contains(&usage) {
                check.refuse(&[], "the same usage as another one", "remove it");
            }
            known.push(usage);
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::checks::tests;

    fn check(text: &str, expected: &[&str]) {
        tests::check("certificates.k8s.io/v1", "CertificateSigningRequest", text, expected);
    }

    #[test]
    fn signer_and_usages_are_required() {
        check("spec: {signerName: example.com/ca, usages: [client auth, s/mime]}", &[]);
        check("spec: {}", &["spec.signerName: required", "spec.usages: required"]);
        check(
            "spec: {signerName: kubernetes.io/legacy-unknown, usages: [any, any, some]}",
            &[
                "spec.signerName: not allowed in this version",
                "spec.usages[1]: the same usage as another one",
                "spec.usages[2]: unknown usage of a key",
            ],
        );
    }
}
