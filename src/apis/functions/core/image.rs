//! References to container images, as far as defaulting requires: is the tag `latest`?
//!
//! The grammar matches normalized references of the distribution project: an optional domain, a path, an optional tag
//! and digest. Invalid references have no tag.

/// The maximum length of a repository path.
const MOST_PATH: usize = 255;
/// The maximum length of a tag.
const MOST_TAG: usize = 128;

/// Returns true if `image` refers to the tag `latest`, explicitly or because it has neither tag nor digest.
pub(super) fn has_latest_tag(image: &str) -> bool {
    match parse(image) {
        Some(Reference { tag: Some(tag), .. }) => tag == "latest",
        Some(Reference { digest, .. }) => digest.is_none(),
        None => false,
    }
}

struct Reference<'a> {
    tag: Option<&'a str>,
    digest: Option<&'a str>,
}

fn parse(image: &str) -> Option<Reference<'_>> {
    // A bare image ID is ambiguous and rejected.
    if is_hex(image, 64) {
        return None;
    }
    let (domain, rest) = split_domain(image);
    let (name, tag, digest) = split_reference(rest);
    let valid = is_name(domain, name)
        && tag.is_none_or(is_tag)
        && digest.is_none_or(is_digest)
        && !name.bytes().any(|byte| byte.is_ascii_uppercase());
    valid.then_some(Reference { tag, digest })
}

/// Splits the domain from the path. The part before the first slash is a domain if it looks like one, otherwise part of
/// the path.
fn split_domain(image: &str) -> (Option<&str>, &str) {
    let is_domain = |first: &str| {
        first.contains(['.', ':']) || first == "localhost" || first.bytes().any(|byte| byte.is_ascii_uppercase())
    };
    match image.split_once('/') {
        Some((first, rest)) if is_domain(first) => (Some(first), rest),
        _ => (None, image),
    }
}

/// Splits a reference into name, tag and digest. A name contains neither `:` nor `@`.
fn split_reference(text: &str) -> (&str, Option<&str>, Option<&str>) {
    let (text, digest) = match text.split_once('@') {
        Some((text, digest)) => (text, Some(digest)),
        None => (text, None),
    };
    match text.split_once(':') {
        Some((name, tag)) => (name, Some(tag), digest),
        None => (text, None, digest),
    }
}

/// An invalid domain can still be the beginning of a path.
fn is_name(domain: Option<&str>, path: &str) -> bool {
    let is_path = |path: &str| path.split('/').all(is_path_component);
    let fits = match domain {
        None => true,
        Some(domain) => is_domain(domain) || is_path(domain),
    };
    fits && is_path(path) && path.len() <= MOST_PATH
}

/// Returns true for lower-case letters and digits, separated by `.`, `_`, `__` or dashes.
fn is_path_component(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let separators = text.split(|c: char| c.is_ascii() && is_word(c as u8)).filter(|part| !part.is_empty());
    let separated = |part: &str| matches!(part, "." | "_" | "__") || part.bytes().all(|byte| byte == b'-');
    let (first, last) = (text.bytes().next(), text.bytes().last());
    first.is_some_and(is_word) && last.is_some_and(is_word) && separators.into_iter().all(separated)
}

/// Returns true for components separated by dots or an address in brackets, with an optional port.
fn is_domain(text: &str) -> bool {
    let (host, port) = match text.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, rest)) if is_ipv6(address) => {
            ("address", rest.strip_prefix(':').or((!rest.is_empty()).then_some("")))
        }
        _ => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    host.split('.').all(is_domain_component) && port.is_none_or(is_port)
}

fn is_ipv6(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b':')
}

fn is_domain_component(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty() && text.bytes().all(is_inner) && !text.starts_with('-') && !text.ends_with('-')
}

fn is_tag(text: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut bytes = text.bytes();
    bytes.next().is_some_and(is_word)
        && bytes.all(|byte| is_word(byte) || matches!(byte, b'.' | b'-'))
        && text.len() <= MOST_TAG
}

/// Returns true for a known algorithm with the right number of hexadecimal digits.
fn is_digest(text: &str) -> bool {
    match text.split_once(':') {
        Some(("sha256", digits)) => is_hex(digits, 64),
        Some(("sha384", digits)) => is_hex(digits, 96),
        Some(("sha512", digits)) => is_hex(digits, 128),
        _ => false,
    }
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(image: &str, latest: bool) {
        assert_eq!(has_latest_tag(image), latest, "{image:?}");
    }

    #[test]
    fn tags() {
        check("nginx", true);
        check("nginx:latest", true);
        check("nginx:1.15", false);
        check("registry.example.com:5000/team/web", true);
        check("registry.example.com:5000/team/web:v1", false);
        check("localhost/web", true);
        check("[fd00::1]:5000/web", true);
        check("a_b.c/x", true);
    }

    #[test]
    fn digests() {
        let digest = format!("nginx@sha256:{}", "a".repeat(64));
        check(&digest, false);
        check(&digest.replace('@', ":latest@"), true);
        check("nginx@sha256:abc", false);
        check(&"a".repeat(64), false);
    }

    #[test]
    fn what_is_no_reference_has_no_tag() {
        for image in ["", "-v", "<<", "8rw0k4okd.", "Nginx", "a//b", "a:b:c", "x/", "a..b", "nginx:-x", "é"] {
            check(image, false);
        }
        check(&"a".repeat(300), false);
    }
}
