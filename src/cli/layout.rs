//! How the documents of a file follow one another.

use std::iter;

use super::envelopes::{self, envelope_length};
use super::json_stream::{self, value_length};
use crate::serializer::storage::Encrypted;
use crate::wire::cbor::{Checker, Limits, MAGIC};
use crate::yaml;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Objects as etcd stores them.
    Envelopes,
    /// The same as CBOR.
    Cbor,
    /// The same, and nobody can read it.
    Encrypted,
    /// JSON values; behind a line that separates YAML documents, such documents.
    Json,
    /// YAML documents, which may be JSON.
    Yaml,
}

/// Where bytes can be taken apart whose end is not known yet, so that either part read by itself gives
/// the same documents as both together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// So many bytes are whole documents.
    pub(super) length: usize,
    /// The layout of what follows; nothing if no document can be made out there.
    pub(super) next: Option<Layout>,
}

impl Layout {
    /// The layout of bytes that start so.
    pub(super) fn of(start: &[u8]) -> Layout {
        if start.starts_with(envelopes::PREFIX) {
            Layout::Envelopes
        } else if start.starts_with(&MAGIC) {
            Layout::Cbor
        } else if Encrypted::find(start).is_some() {
            Layout::Encrypted
        } else if json_stream::is_start(start) {
            Layout::Json
        } else {
            Layout::Yaml
        }
    }

    /// True if lines and columns mean something.
    pub(super) fn is_text(self) -> bool {
        matches!(self, Layout::Json | Layout::Yaml)
    }

    /// Where `bytes`, which start with a document, can be cut; nothing if too few are there.
    pub(super) fn cut(self, bytes: &[u8]) -> Option<Cut> {
        let cut = match self {
            Layout::Envelopes => self.behind(whole_pieces(bytes, envelope_length)),
            Layout::Cbor => self.behind(whole_pieces(bytes, item_length)),
            Layout::Encrypted => self.behind(0),
            Layout::Json => match json_stream::split(bytes) {
                (values, []) => self.behind(whole_pieces(values, value_length)),
                (values, rest) => yaml_cut(values.len(), rest),
            },
            Layout::Yaml => yaml_cut(0, bytes),
        };
        (cut.length > 0).then_some(cut)
    }

    /// True if bytes that start with a document, which [`Layout::cut`] finds no end of, cannot become one: nothing that
    /// follows makes them valid, so a file of any size need not be read further.
    pub(super) fn is_hopeless(self, bytes: &[u8]) -> bool {
        match self {
            Layout::Envelopes => envelopes::is_broken(bytes),
            Layout::Cbor => Checker::new(Limits::STREAM).advance(bytes).is_err(),
            // What follows is encrypted as well.
            Layout::Encrypted => true,
            Layout::Json | Layout::Yaml => bytes.iter().any(|byte| is_forbidden(*byte)),
        }
    }

    fn behind(self, length: usize) -> Cut {
        Cut { length, next: Some(self) }
    }
}

/// True for control characters that neither JSON nor YAML allows anywhere.
pub(super) fn is_forbidden(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// The cut in a YAML stream behind `before` bytes of something else.
fn yaml_cut(before: usize, stream: &[u8]) -> Cut {
    match yaml::whole_documents(stream) {
        Some(0) => Layout::Yaml.behind(0),
        Some(whole) => Layout::Yaml.behind(before + whole),
        None => Cut { length: before + stream.len(), next: None },
    }
}

/// The length of all pieces but the last one, which may go on.
fn whole_pieces(bytes: &[u8], length: fn(&[u8]) -> usize) -> usize {
    bytes.len() - pieces(bytes, length).last().map_or(0, <[u8]>::len)
}

/// Cuts `bytes` into pieces of the lengths that `length` finds.
pub(super) fn pieces(bytes: &[u8], length: fn(&[u8]) -> usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    iter::from_fn(move || {
        let (piece, behind) = rest.split_at(length(rest));
        rest = behind;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}

/// The length of an item of CBOR, and all that is left if there is none: decoding it says what is wrong.
pub(super) fn item_length(bytes: &[u8]) -> usize {
    let mut checker = Checker::new(Limits::STREAM);
    match checker.advance(bytes) {
        Ok(true) => checker.end(),
        _ => bytes.len(),
    }
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
        // Another one belongs to the document that it starts.
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
