//! Streams of JSON values.

use memchr::memmem;

use crate::wire::json_extent::Extent;

/// Returns true if a text with this start is a stream of JSON objects: it starts with an object whose first name is
/// quoted.
pub(super) fn is_start(text: &[u8]) -> bool {
    let Some(rest) = text.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}'))
}

/// Splits a stream into JSON values and the rest, which starts with the line feed before a separator of YAML documents.
/// JSON strings cannot contain line feeds, so an unfinished value ends there.
pub(super) fn split(stream: &[u8]) -> (&[u8], &[u8]) {
    stream.split_at(memmem::find(stream, b"\n---").unwrap_or(stream.len()))
}

/// Returns the length of the value at the start of `text`, including white space before it. Only brackets are
/// considered, so a mistake in one value does not affect the following ones. Text that is not an object extends to the
/// next object, a comment to the end of its line.
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
