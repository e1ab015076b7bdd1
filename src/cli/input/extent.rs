//! Finds the ends of objects in a sequence: Protobuf envelopes, CBOR items and JSON values.

use memchr::memmem;

use crate::reflect::ProtoReader;
use crate::wire::cbor::{Checker, Limits};
use crate::wire::json_extent::Extent;

/// The prefix of every envelope.
pub(crate) const ENVELOPE_PREFIX: &[u8] = b"k8s\0";

/// Returns the length of the envelope at the start of `bytes`, including the prefix.
///
/// The prefix of the next envelope would be read as the tag of a group, and no field of an envelope, known or unknown,
/// is a group. Bytes that are neither a field nor a prefix belong to the envelope, so that decoding it reports the
/// error.
pub(crate) fn envelope_length(bytes: &[u8]) -> usize {
    let mut at = ENVELOPE_PREFIX.len();
    while at < bytes.len() {
        let rest = &bytes[at..];
        if rest.starts_with(ENVELOPE_PREFIX) {
            return at;
        }
        match envelope_field_length(rest) {
            Some(length) => at += length,
            None => return bytes.len(),
        }
    }
    bytes.len()
}

/// Returns true if bytes that start with the prefix cannot become a valid envelope, whatever follows them.
pub(crate) fn is_broken_envelope(bytes: &[u8]) -> bool {
    let mut at = ENVELOPE_PREFIX.len();
    while at < bytes.len() && !bytes[at..].starts_with(ENVELOPE_PREFIX) {
        match envelope_field_length(&bytes[at..]) {
            Some(length) => at += length,
            // An incomplete field or prefix can still become valid.
            None => return !is_field_tag(bytes[at]) && !ENVELOPE_PREFIX.starts_with(&bytes[at..]),
        }
    }
    false
}

/// Returns true if the tag of a field that is not a group can start with this byte.
fn is_field_tag(byte: u8) -> bool {
    byte >= 0x08 && matches!(byte & 7, 0 | 1 | 2 | 5)
}

/// Returns the length of a field, tag included.
fn envelope_field_length(bytes: &[u8]) -> Option<usize> {
    bytes.first().filter(|tag| is_field_tag(**tag))?;
    let mut reader = ProtoReader::new(bytes);
    let (_, wire) = reader.tag().ok()??;
    reader.skip(wire).ok()?;
    Some(bytes.len() - reader.rest().len())
}

/// Returns the length of the CBOR item at the start of `bytes`, or of all bytes if it is invalid, so that decoding
/// reports the error.
pub(crate) fn cbor_item_length(bytes: &[u8]) -> usize {
    let mut checker = Checker::new(Limits::STREAM);
    match checker.advance(bytes) {
        Ok(true) => checker.end(),
        _ => bytes.len(),
    }
}

/// Returns true if a text with this start is a stream of JSON objects: it starts with an object whose first name is
/// quoted.
pub(crate) fn is_json_start(text: &[u8]) -> bool {
    let Some(rest) = text.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}'))
}

/// Splits a stream into JSON values and the rest, which starts with the line feed before a separator of YAML documents.
/// JSON strings cannot contain line feeds, so an unfinished value ends there.
pub(crate) fn split_json(stream: &[u8]) -> (&[u8], &[u8]) {
    stream.split_at(memmem::find(stream, b"\n---").unwrap_or(stream.len()))
}

/// Returns the length of the value at the start of `text`, including white space before it. Only brackets are
/// considered, so a mistake in one value does not affect the following ones. Text that is not an object extends to the
/// next object, a comment to the end of its line.
pub(crate) fn json_value_length(text: &[u8]) -> usize {
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
    fn envelopes_end_where_the_next_begins() {
        let first = b"k8s\0\x0a\x02\x0a\0\x12\x04k8s\0\x1a\0\x22\0";
        let both = [&first[..], b"k8s\0\x0a\0"].concat();
        assert_eq!(envelope_length(&both), first.len());
        assert_eq!(envelope_length(first), first.len());
        let unknown = b"k8s\0\x0a\0\x28\x01\x35abcd\x7a\x01a\xaa\x02\x01b";
        assert_eq!(envelope_length(&[&unknown[..], first].concat()), unknown.len());
    }

    #[test]
    fn broken_ones_take_all_that_follows() {
        for broken in
            [&b"k8s\0"[..], b"k8s\0\x0a\x7f", b"k8s\0\xff\xff", b"k8s\0\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"]
        {
            assert_eq!(envelope_length(broken), broken.len(), "{broken:?}");
        }
    }

    #[test]
    fn some_bytes_cannot_become_an_envelope() {
        for broken in [&b"k8s\0\0"[..], b"k8s\0\x0a\x01a\0\0", b"k8s\0kx"] {
            assert!(is_broken_envelope(broken), "{broken:?}");
        }
        for open in [&b"k8s\0"[..], b"k8s\0\x0a\x7f", b"k8s\0\x0a\x01ak8", b"k8s\0\x0a\x01a"] {
            assert!(!is_broken_envelope(open), "{open:?}");
        }
    }

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
            assert_eq!(json_value_length(format!("{value}{rest}").as_bytes()), value.len(), "{value}");
        }
    }

    #[test]
    fn tells_json_from_yaml() {
        assert!(is_json_start(b" { \"a\": 1 }\n{}"));
        assert!(!is_json_start(b"{a: 1}"));
        assert!(!is_json_start(b"a: 1"));
    }

    #[test]
    fn a_separator_ends_the_values() {
        assert_eq!(split_json(b"{}\n{\n---\na: 1"), (&b"{}\n{"[..], &b"\n---\na: 1"[..]));
        assert_eq!(split_json(b"{}\n--"), (&b"{}\n--"[..], &b""[..]));
    }
}
