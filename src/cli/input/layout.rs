//! The layout of a file: the format of its documents and their boundaries.

use std::iter;

use super::extent::{
    ENVELOPE_PREFIX, cbor_item_length, envelope_length, is_broken_envelope, is_json_start, json_value_length,
    split_json,
};
use crate::go_yaml;
use crate::serializer::storage::Encrypted;
use crate::wire::cbor::{Checker, Limits, MAGIC};

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Objects in Protobuf envelopes.
    Envelopes,
    /// Objects as CBOR.
    Cbor,
    /// An encrypted object.
    Encrypted,
    /// JSON values; after a line that separates YAML documents, YAML documents.
    Json,
    /// YAML documents, which can be JSON.
    Yaml,
}

/// A boundary in incomplete input. Both parts, read separately, contain the same documents as the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The length of the complete documents in bytes.
    pub(crate) length: usize,
    /// The layout of the rest; `None` if it cannot be split into documents.
    pub(crate) next: Option<Layout>,
}

impl Layout {
    /// Returns the layout of a file with this start.
    pub(crate) fn of(start: &[u8]) -> Layout {
        if start.starts_with(ENVELOPE_PREFIX) {
            Layout::Envelopes
        } else if start.starts_with(&MAGIC) {
            Layout::Cbor
        } else if Encrypted::find(start).is_some() {
            Layout::Encrypted
        } else if is_json_start(start) {
            Layout::Json
        } else {
            Layout::Yaml
        }
    }

    /// Returns true for text, which has lines and columns.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Layout::Json | Layout::Yaml)
    }

    /// Returns a boundary in `bytes`, which start with a document; `None` if more bytes are needed.
    pub(crate) fn cut(self, bytes: &[u8]) -> Option<Cut> {
        let cut = match self {
            Layout::Envelopes => self.after(whole_pieces(bytes, envelope_length)),
            Layout::Cbor => self.after(whole_pieces(bytes, cbor_item_length)),
            Layout::Encrypted => self.after(0),
            Layout::Json => match split_json(bytes) {
                (values, []) => self.after(whole_pieces(values, json_value_length)),
                (values, rest) => yaml_cut(values.len(), rest),
            },
            Layout::Yaml => yaml_cut(0, bytes),
        };
        (cut.length > 0).then_some(cut)
    }

    /// Returns true if no continuation can make `bytes` a valid document, so that the rest of the file need not be
    /// read. Called if [`Layout::cut`] finds no boundary.
    pub(crate) fn is_hopeless(self, bytes: &[u8]) -> bool {
        match self {
            Layout::Envelopes => is_broken_envelope(bytes),
            Layout::Cbor => Checker::new(Limits::STREAM).advance(bytes).is_err(),
            // The rest of the file is encrypted as well.
            Layout::Encrypted => true,
            Layout::Json | Layout::Yaml => bytes.iter().any(|byte| is_forbidden(*byte)),
        }
    }

    fn after(self, length: usize) -> Cut {
        Cut { length, next: Some(self) }
    }
}

/// Returns true for control characters that neither JSON nor YAML allows anywhere.
pub(crate) fn is_forbidden(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Returns the boundary in a YAML stream that follows `before` other bytes.
fn yaml_cut(before: usize, stream: &[u8]) -> Cut {
    match go_yaml::whole_documents(stream) {
        Some(0) => Layout::Yaml.after(0),
        Some(whole) => Layout::Yaml.after(before + whole),
        None => Cut { length: before + stream.len(), next: None },
    }
}

/// Returns the length of all pieces except the last one, which can be incomplete.
fn whole_pieces(bytes: &[u8], length: fn(&[u8]) -> usize) -> usize {
    bytes.len() - pieces(bytes, length).last().map_or(0, <[u8]>::len)
}

/// Splits `bytes` into pieces whose lengths `length` returns.
pub(crate) fn pieces(bytes: &[u8], length: fn(&[u8]) -> usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let (piece, behind) = rest.split_at(length(rest));
        rest = behind;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], whole: &[u8], next: Option<Layout>) {
        let cut = Layout::of(bytes).cut(bytes).map(|cut| (&bytes[..cut.length], cut.next));
        let expected = (!whole.is_empty()).then_some((whole, next));
        assert_eq!(cut, expected, "{}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn yaml_is_cut_behind_a_separator() {
        let next = Some(Layout::Yaml);
        check(b"a: 1\n---\nb: 2\n---\nc", b"a: 1\n---\nb: 2\n---\n", next);
        check(b"---\na: 1\n--- # c\r\nb", b"---\na: 1\n--- # c\r\n", next);
        check(b"a: |\n ---\n", b"", next);
        check(b"---\na: 1\n", b"", next);
        // The second separator belongs to the document that it starts.
        check(b"a: 1\n---\n---\nb: 2", b"a: 1\n---\n", next);
    }

    #[test]
    fn a_separator_is_known_by_its_whole_line() {
        for open in [&b"a: 1\n---"[..], b"a: 1\n--- # c", b"a: 1\n---\n", b"--- \xe2\x80", b"a: 1\n--- c"] {
            check(open, b"", None);
        }
        check(b"a: 1\n--- c\nb", b"a: 1\n--- c\nb", None);
        check(b"--- c\nb", b"--- c\nb", None);
    }

    #[test]
    fn json_is_cut_between_values() {
        let next = Some(Layout::Json);
        check(br#"{"a":1} {"b":{}}{"c":"#, br#"{"a":1} {"b":{}}"#, next);
        check(br#"{"a":1}"#, b"", next);
        check(br#"{"a":1}{"b"#, br#"{"a":1}"#, next);
        check(b"{\"a\":1}\n# {\n{\"b\":2}\n", b"{\"a\":1}\n# {\n{\"b\":2}", next);
    }

    #[test]
    fn json_turns_into_yaml_at_a_separator() {
        let next = Some(Layout::Yaml);
        check(b"{\"a\":1}\n---\nb: 2", b"{\"a\":1}\n---\n", next);
        check(b"{\"a\":[\n---\nb: 2\n---\nc", b"{\"a\":[\n---\nb: 2\n---\n", next);
        check(b"{\"a\":1}\n--", b"{\"a\":1}", Some(Layout::Json));
        check(b"{\"a\":1}\n---", b"", next);
        check(b"{\"a\":1}\n--- c\nb", b"{\"a\":1}\n--- c\nb", None);
    }

    #[test]
    fn stored_objects_are_cut_before_the_last() {
        check(b"k8s\0\x0a\0k8s\0\x0a\0", b"k8s\0\x0a\0", Some(Layout::Envelopes));
        check(b"\xd9\xd9\xf7\xa0\xd9\xd9\xf7\xa0", b"\xd9\xd9\xf7\xa0", Some(Layout::Cbor));
        check(b"k8s:enc:aescbc:v1:a:\n---\nb", b"", None);
    }
}
