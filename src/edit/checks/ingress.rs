//! Ingresses, whose backends consist of names in networking.k8s.io/v1.

use super::names::{is_host, is_port, is_service, is_subdomain};
use super::{Check, at};
use crate::field::Value;

/// The remedy for names with other characters.
const DNS_NAME: &str = "write a DNS name, and replace placeholders";

impl Check {
    pub(super) fn ingress(&mut self, object: &Value) {
        let has = |key: &str| at(object, &["spec", key]).is_some_and(|value| !matches!(value, Value::Null));
        if !has("defaultBackend") && !has("rules") {
            self.refuse(&["spec"], "needs `defaultBackend` or `rules`", "add one of them");
        }
        self.at(object, &["spec", "defaultBackend"], Check::backend);
        self.items(object, &["spec", "tls"], |check, tls| {
            check.items(tls, &["hosts"], |check, host| check.host(host.as_str(), &[]));
            let secret = tls.get("secretName").and_then(Value::as_str).unwrap_or_default();
            if !secret.is_empty() && !is_subdomain(secret) {
                check.refuse(&["secretName"], "not the name of a Secret", DNS_NAME);
            }
        });
        self.items(object, &["spec", "rules"], |check, rule| {
            check.host(rule.get("host").and_then(Value::as_str).filter(|host| !host.is_empty()), &["host"]);
            check.items(rule, &["http", "paths"], Check::ingress_path);
        });
    }

    fn host(&mut self, host: Option<&str>, keys: &[&str]) {
        if host.is_some_and(|host| !is_host(host)) {
            self.refuse(keys, "not the name of a host", DNS_NAME);
        }
    }

    fn ingress_path(&mut self, path: &Value) {
        let text = path.get("path").and_then(Value::as_str).unwrap_or_default();
        let kind = path.get("pathType").and_then(Value::as_str).unwrap_or_default();
        if !["Exact", "ImplementationSpecific", "Prefix"].contains(&kind) {
            self.refuse(&["pathType"], "required", "write `ImplementationSpecific`, `Prefix` or `Exact`");
        }
        let may_be_empty = kind == "ImplementationSpecific";
        if !text.starts_with('/') && (!text.is_empty() || !may_be_empty) {
            self.refuse(&["path"], "must start with a slash", "write an absolute path");
        }
        match path.get("backend").filter(|backend| backend.as_map().is_some()) {
            Some(_) => self.at(path, &["backend"], Check::backend),
            None => self.refuse(&["backend"], "required", "write the Service that serves the path"),
        }
    }

    fn backend(&mut self, backend: &Value) {
        let has = |key: &str| backend.get(key).is_some_and(|value| !value.is_null());
        if !has("service") && !has("resource") {
            return self.refuse(&["service"], "required", "write the name and the port of a Service");
        }
        let Some(service) = backend.get("service").filter(|service| !service.is_null()) else { return };
        if !is_service(service.get("name").and_then(Value::as_str).unwrap_or_default()) {
            let remedy = "write the name of a Service: lower case letters, digits and `-`, without the port";
            self.refuse(&["service", "name"], "not the name of a Service", remedy);
        }
        let name = at(service, &["port", "name"]).and_then(Value::as_str).unwrap_or_default();
        let number = at(service, &["port", "number"]).and_then(Value::as_i64).unwrap_or_default();
        if name.is_empty() && !(1..=65535).contains(&number) {
            self.refuse(&["service", "port"], "needs a name or a number from 1 to 65535", "write one of them");
        }
        if !name.is_empty() && !is_port(name) {
            let remedy = match name.parse::<u16>() {
                Ok(_) => "write the number without quotes as `port.number`",
                Err(_) => "write at most 15 lower case letters, digits and `-`, with at least one letter",
            };
            self.refuse(&["service", "port", "name"], "not the name of a port", remedy);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::edit::checks::tests;

    fn check(text: &str, expected: &[&str]) {
        tests::check("networking.k8s.io/v1", "Ingress", text, expected);
    }

    #[test]
    fn backends_are_names() {
        check("spec: {}", &["spec: needs `defaultBackend` or `rules`"]);
        check(
            "spec: {defaultBackend: {service: {name: 'a:80', port: {name: '80'}}}}",
            &[
                "spec.defaultBackend.service.name: not the name of a Service",
                "spec.defaultBackend.service.port.name: not the name of a port",
            ],
        );
        check(
            "spec: {defaultBackend: {service: {name: web}}}",
            &["spec.defaultBackend.service.port: needs a name or a number from 1 to 65535"],
        );
        check("spec: {defaultBackend: {resource: {kind: Bucket, name: b}}}", &[]);
    }

    #[test]
    fn paths_have_types_and_backends() {
        let path = |path: &str| format!("spec: {{rules: [{{http: {{paths: [{path}]}}}}]}}");
        let web = "backend: {service: {name: web, port: {number: 80}}}";
        check(&path(&format!("{{pathType: ImplementationSpecific, {web}}}")), &[]);
        check(
            &path(&format!("{{path: a, {web}}}")),
            &[
                "spec.rules[0].http.paths[0].pathType: required",
                "spec.rules[0].http.paths[0].path: must start with a slash",
            ],
        );
        check(&path("{path: /, pathType: Prefix}"), &["spec.rules[0].http.paths[0].backend: required"]);
        check(
            &path("{path: /, pathType: Prefix, backend: {service: {name: 1web, port: {number: 80}}}}"),
            &["spec.rules[0].http.paths[0].backend.service.name: not the name of a Service"],
        );
    }

    #[test]
    fn hosts_and_secrets_are_names() {
        check(
            "spec: {tls: [{hosts: ['*.a.com', '{{a}}'], secretName: __X__}], rules: [{host: '${HOST}'}, {host: ''}]}",
            &[
                "spec.tls[0].hosts[1]: not the name of a host",
                "spec.tls[0].secretName: not the name of a Secret",
                "spec.rules[0].host: not the name of a host",
            ],
        );
    }
}
