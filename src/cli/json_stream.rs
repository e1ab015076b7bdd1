//! JSON values that follow one another.

use memchr::memmem;

use crate::wire::json_extent::Extent;

/// True if a text that starts so is a stream of JSON objects: it starts with one, whose first name is
/// in quotes.
pub(super) fn is_start(text: &[u8]) -> bool {
    let Some(rest) = text.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}'))
}

/// The values of a stream, and what follows them from the line feed on behind which a line separates
/// YAML documents. No string of JSON spans lines, so there a value ends that has not ended before.
pub(super) fn split(stream: &[u8]) -> (&[u8], &[u8]) {
    stream.split_at(memmem::find(stream, b"\n---").unwrap_or(stream.len()))
}

/// The length of the value at the start of `text` with the white space before it, by its brackets alone,
/// so that a mistake in one value does not spoil those behind it. What is no object goes up to the next
/// one, a comment to the end of its line.
pub(super) fn value_length(text: &[u8]) -> usize {
    let value = text.trim_ascii_start();
    let length = match value.first() {
        Some(b'{') => Extent::default().advance(value),
        Some(b'#') => memchr::memchr(b'\n', value),
        _ => memchr::memchr(b'{', value),
    };
    length.map_or(text.len(), |length| text.len() - value.len() + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_with_their_brackets() {
        for (value, rest) in [
            (r#"{"a":"}\"{"}"#, r#"{"b":1}"#),
            (r#" {"a":[{}]}"#, "\n"),
            ("{}", "{}"),
            ("x ", "{}"),
            ("# {}", "\n{}"),
            (r#"{"a":"\"#, ""),
            (r#"{"a":[}"#, ""),
            (" ", ""),
        ] {
            assert_eq!(value_length(format!("{value}{rest}").as_bytes()), value.len(), "{value}");
        }
    }

    #[test]
    fn tells_json_from_yaml() {
        assert!(is_start(b" { \"a\": 1 }\n{}"));
        assert!(!is_start(b"{a: 1}"));
        assert!(!is_start(b"a: 1"));
    }

    #[test]
    fn a_separator_ends_the_values() {
        assert_eq!(split(b"{}\n{\n---\na: 1"), (&b"{}\n{"[..], &b"\n---\na: 1"[..]));
        assert_eq!(split(b"{}\n--"), (&b"{}\n--"[..], &b""[..]));
    }
}
