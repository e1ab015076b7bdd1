//! The syntax of names and labels.

/// Returns true for a DNS label: lower case letters, digits and, except at the ends, `-`.
pub(super) fn is_label(text: &str, longest: usize) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty()
        && text.len() <= longest
        && text.bytes().all(is_allowed)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// Returns true for DNS labels separated by dots.
pub(super) fn is_subdomain(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(|part| is_label(part, 253))
}

/// Returns true for the host of an Ingress rule: a DNS name, whose first label can be `*`.
pub(super) fn is_host(text: &str) -> bool {
    is_subdomain(text.strip_prefix("*.").unwrap_or(text)) && text.parse::<std::net::IpAddr>().is_err()
}

/// Returns true for the name of a Service: a DNS label that starts with a letter.
pub(super) fn is_service(text: &str) -> bool {
    is_label(text, 63) && !text.starts_with(|first: char| first.is_ascii_digit())
}

/// Returns true for the name of a port.
pub(super) fn is_port(text: &str) -> bool {
    is_label(text, 15) && !text.contains("--") && text.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Returns true for the value of a label.
pub(super) fn is_label_value(text: &str) -> bool {
    text.is_empty() || is_qualified_name(text)
}

/// Returns true for the key of a label.
pub(super) fn is_label_key(text: &str) -> bool {
    match text.split_once('/') {
        Some((prefix, name)) => is_subdomain(prefix) && is_qualified_name(name),
        None => is_qualified_name(text),
    }
}

/// Returns true for letters, digits and, except at the ends, `-`, `_` and `.`.
fn is_qualified_name(text: &str) -> bool {
    let is_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    bytes.len() <= 63
        && is_end(bytes.first())
        && is_end(bytes.last())
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_syntax() {
        assert!(is_subdomain("a.b-c.1") && !is_subdomain("a..b") && !is_subdomain("A") && !is_subdomain("${NAME}"));
        assert!(is_host("*.example.com") && !is_host("10.0.0.1") && !is_host("a.*.com") && !is_host("*"));
        assert!(is_service("web") && !is_service("1web") && !is_service("web:80"));
        assert!(is_port("http") && !is_port("80") && !is_port("a--b") && !is_port("sixteen-letters-"));
        assert!(is_label_value("") && is_label_value("A_b.c") && !is_label_value("${PROJECT}"));
        assert!(is_label_key("example.com/a") && !is_label_key("example.com/") && !is_label_key(""));
    }
}
