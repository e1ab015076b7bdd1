//! Names of Rust, made from names of APIs.

use heck::{ToShoutySnakeCase, ToSnakeCase};

/// Words that Rust has taken, or may take.
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The name of a struct's field: `podIPs` is `pod_ips`, `type` is `type_`.
pub(crate) fn field(json_name: &str) -> String {
    module(&snake(json_name))
}

/// The name of a module; a keyword gets a trailing underscore.
pub(crate) fn module(name: &str) -> String {
    let underscore = if KEYWORDS.contains(&name) { "_" } else { "" };
    format!("{name}{underscore}")
}

/// The beginning of a function's name: `HTTPGetAction` is `http_get_action`.
pub(crate) fn snake(name: &str) -> String {
    whole_acronyms(name).to_snake_case()
}

/// The name of a constant for a value: `digital signature` is `DIGITAL_SIGNATURE`. Signs at the end
/// count, so that `HugePages-` differs from `HugePages`.
pub(crate) fn constant(value: &str) -> String {
    let name = whole_acronyms(value).to_shouty_snake_case();
    let signs = value.chars().rev().take_while(|c| !c.is_alphanumeric()).count();
    match name.chars().next() {
        None if value.is_empty() => "EMPTY".to_owned(),
        None => value.chars().map(sign).collect::<Vec<_>>().join("_"),
        Some(first) if first.is_ascii_digit() => format!("_{name}{}", "_".repeat(signs)),
        Some(_) => format!("{name}{}", "_".repeat(signs)),
    }
}

fn sign(c: char) -> &'static str {
    match c {
        '*' => "ALL",
        '+' => "PLUS",
        '-' => "MINUS",
        '=' => "EQUAL",
        '<' => "LESS",
        '>' => "GREATER",
        '!' => "NOT",
        _ => "SIGN",
    }
}

/// A plural or numbered acronym (`IPs`, `URLs`, `IPv4`) is one word; heck would cut it before its
/// last capital.
fn whole_acronyms(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len());
    let mut index = 0;
    while index < chars.len() {
        let run = chars[index..].iter().take_while(|c| c.is_ascii_uppercase()).count();
        if run >= 2 && is_suffix(&chars[index + run..]) {
            out.push(chars[index]);
            out.extend(chars[index + 1..index + run].iter().map(char::to_ascii_lowercase));
            index += run;
        } else {
            let step = run.max(1);
            out.extend(&chars[index..index + step]);
            index += step;
        }
    }
    out
}

/// An `s` that ends a word, or `v` and a digit.
fn is_suffix(rest: &[char]) -> bool {
    match rest {
        ['s'] => true,
        ['s', next, ..] => !next.is_ascii_lowercase(),
        ['v', next, ..] => next.is_ascii_digit(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_field(name: &str, expected: &str) {
        assert_eq!(field(name), expected, "{name}");
    }

    #[test]
    fn fields() {
        check_field("podIPs", "pod_ips");
        check_field("nonResourceURLs", "non_resource_urls");
        check_field("podCIDRs", "pod_cidrs");
        check_field("targetWWNs", "target_wwns");
        check_field("podIP", "pod_ip");
        check_field("hostIPC", "host_ipc");
        check_field("dnsPolicy", "dns_policy");
        check_field("targetCPUUtilizationPercentage", "target_cpu_utilization_percentage");
        check_field("setHostnameAsFQDN", "set_hostname_as_fqdn");
        check_field("type", "type_");
        check_field("continue", "continue_");
        check_field("$ref", "ref_");
        check_field("x-kubernetes-int-or-string", "x_kubernetes_int_or_string");
    }

    fn check_snake(name: &str, expected: &str) {
        assert_eq!(snake(name), expected, "{name}");
    }

    #[test]
    fn functions() {
        check_snake("HTTPGetAction", "http_get_action");
        check_snake("JSONSchemaProps", "json_schema_props");
        check_snake("SELinuxOptions", "se_linux_options");
        check_snake("PodIP", "pod_ip");
        check_snake("IPBlock", "ip_block");
        check_snake("Type", "type");
    }

    fn check_constant(value: &str, expected: &str) {
        assert_eq!(constant(value), expected, "{value}");
    }

    #[test]
    fn constants() {
        check_constant("Always", "ALWAYS");
        check_constant("digital signature", "DIGITAL_SIGNATURE");
        check_constant("kubernetes.io/tls", "KUBERNETES_IO_TLS");
        check_constant("IPv4", "IPV4");
        check_constant("HugePages", "HUGE_PAGES");
        check_constant("HugePages-", "HUGE_PAGES_");
        check_constant("SIGRTMIN+1", "SIGRTMIN_1");
        check_constant("", "EMPTY");
        check_constant("*", "ALL");
        check_constant("10x", "_10X");
    }
}
