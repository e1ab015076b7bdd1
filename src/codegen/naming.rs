//! Rust names derived from API names.

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// The keywords of Rust, including reserved ones.
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
    "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
    "try", "type", "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Returns the name of a struct field: `pod_ips` for `podIPs`, `type_` for `type`.
pub(crate) fn field(json_name: &str) -> String {
    module(&snake(json_name))
}

/// Returns the name of a module, with an underscore appended if it is a keyword.
pub(crate) fn module(name: &str) -> String {
    let underscore = if KEYWORDS.contains(&name) { "_" } else { "" };
    format!("{name}{underscore}")
}

/// Converts a name to snake case, for use in function names: `http_get_action` for `HTTPGetAction`.
pub(crate) fn snake(name: &str) -> String {
    whole_acronyms(name).to_snake_case()
}

/// Returns the name of an enum variant for a value: `Exec` for `exec`.
pub(crate) fn variant(value: &str) -> String {
    let name = whole_acronyms(value).to_upper_camel_case();
    match name.chars().next() {
        Some(first) if first.is_ascii_alphabetic() && name != "Self" => name,
        _ => format!("Value{name}"),
    }
}

/// Returns the name of the enum of the members of a union.
pub(crate) fn members(ty: &str) -> String {
    format!("{ty}Member")
}

/// Returns the name of the constant for a value: `DIGITAL_SIGNATURE` for `digital signature`. Each punctuation
/// character at the end of the value becomes an underscore, so that `HugePages-` differs from `HugePages`.
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

/// Lowercases all but the first letter of plural and numbered acronyms (`IPs`, `URLs`, `IPv4`), so that each is one
/// word. Otherwise, heck would split them before the last capital letter.
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

/// Returns true if `rest` starts with an `s` that ends a word, or with `v` and a digit.
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
