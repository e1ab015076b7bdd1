//! JSON values that follow one another.

use crate::wire::json_extent::Extent;

/// True if the text is a stream of JSON objects: it starts with one, whose first name is in
/// quotes, and no line separates YAML documents (no string of JSON spans lines).
pub(super) fn is_json_stream(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}')) && memchr::memmem::find(bytes, b"\n---").is_none()
}

/// The length of the value at the start of `text`, by its brackets alone, so that a mistake in one
/// value does not spoil those behind it. What is no object goes up to the next one.
pub(super) fn value_length(text: &[u8]) -> usize {
    if text.first() != Some(&b'{') {
        return memchr::memchr(b'{', text).unwrap_or(text.len());
    }
    Extent::default().advance(text).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_with_their_brackets() {
        for (value, rest) in [
            (r#"{"a":"}\"{"}"#, r#"{"b":1}"#),
            (r#"{"a":[{}]}"#, "\n"),
            ("{}", "{}"),
            ("x ", "{}"),
            (r#"{"a":"\"#, ""),
            (r#"{"a":[}"#, ""),
        ] {
            assert_eq!(value_length(format!("{value}{rest}").as_bytes()), value.len(), "{value}");
        }
    }

    #[test]
    fn tells_json_from_yaml() {
        assert!(is_json_stream(b" { \"a\": 1 }\n{}"));
        assert!(!is_json_stream(b"{a: 1}"));
        assert!(!is_json_stream(b"{\"a\": 1}\n---\n{}"));
        assert!(!is_json_stream(b"a: 1"));
    }
}
