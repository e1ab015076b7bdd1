//! From the bytes of a file to its documents.

use std::borrow::Cow;
use std::iter;

use super::envelopes::{self, envelope_length};
use super::json_stream::{is_json_stream, value_length};
use super::position::Position;
use super::source::Source;
use crate::serializer::storage::Encrypted;
use crate::wire::cbor::{Checker, Limits, MAGIC};
use crate::yaml;

/// One document of a file.
pub(super) struct Document<'a> {
    /// Its number among the documents of the file, from 1; what holds nothing is not counted. None
    /// if the file was not taken apart.
    pub(super) number: Option<usize>,
    pub(super) content: Content<'a>,
    /// Where in the file it starts.
    pub(super) start: Position,
}

pub(super) enum Content<'a> {
    /// JSON or YAML.
    Text(Cow<'a, [u8]>),
    /// An object as etcd stores it.
    Protobuf(&'a [u8]),
    /// The same as CBOR.
    Cbor(&'a [u8]),
    /// The same, and nobody can read it.
    Encrypted(Encrypted),
    /// No document can be made out here, and none behind it.
    Broken(yaml::Error),
}

impl<'a> Document<'a> {
    /// A file that is read as one text.
    pub(super) fn whole(source: &'a Source) -> Document<'a> {
        Document { number: None, content: Content::Text(Cow::Borrowed(&source.bytes)), start: Position::START }
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&[u8]> {
        if let Content::Text(text) = &self.content { Some(text) } else { None }
    }

    /// Where in the text its first line with content starts.
    pub(super) fn first_line(&self) -> Option<Position> {
        let text = self.text()?;
        let blank = text.split(|&byte| byte == b'\n').take_while(|line| is_blank_line(line)).count();
        Some(Position::on_line(text, blank + 1))
    }

    fn is_blank(&self) -> bool {
        self.text().is_some_and(|text| text.split(|&byte| byte == b'\n').all(is_blank_line))
    }
}

/// The documents of a file, by their content: stored objects, CBOR, JSON values, or YAML documents.
pub(super) fn documents(source: &Source) -> impl Iterator<Item = Document<'_>> {
    let bytes = &*source.bytes;
    let all: Box<dyn Iterator<Item = (Content<'_>, Position)>> = if bytes.starts_with(envelopes::PREFIX) {
        Box::new(pieces(bytes, envelope_length).map(|(piece, _)| (Content::Protobuf(piece), Position::START)))
    } else if bytes.starts_with(&MAGIC) {
        Box::new(cbor_items(bytes).map(|item| (Content::Cbor(item), Position::START)))
    } else if let Some(encrypted) = Encrypted::find(bytes) {
        Box::new(iter::once((Content::Encrypted(encrypted), Position::START)))
    } else if is_json_stream(bytes) {
        Box::new(json_values(bytes))
    } else {
        Box::new(yaml_documents(bytes))
    };
    let some =
        all.map(|(content, start)| Document { number: None, content, start }).filter(|document| !document.is_blank());
    some.zip(1..).map(|(document, number)| Document { number: Some(number), ..document })
}

/// Cuts `bytes` into pieces of the lengths that `length` finds; with the bytes before each.
fn pieces(bytes: &[u8], length: fn(&[u8]) -> usize) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut at = 0;
    iter::from_fn(move || {
        let (before, rest) = bytes.split_at(at);
        at += length(rest);
        (!rest.is_empty()).then(|| (&rest[..at - before.len()], before))
    })
}

/// The items of a sequence. A line feed behind one is what a tool has added, and no object.
fn cbor_items(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    pieces(bytes, item_length).map(|(item, _)| item).filter(|item| *item != b"\n")
}

/// The length of an item, and all that is left if there is none: decoding it says what is wrong.
fn item_length(bytes: &[u8]) -> usize {
    let mut checker = Checker::new(Limits::STREAM);
    match checker.advance(bytes) {
        Ok(true) => checker.end(),
        _ => bytes.len(),
    }
}

fn json_values(bytes: &[u8]) -> impl Iterator<Item = (Content<'_>, Position)> {
    let mut position = Position::START;
    pieces(bytes, spaced_value_length).map(move |(piece, _)| {
        let value = piece.trim_ascii_start();
        let start = position.behind(&piece[..piece.len() - value.len()]);
        position = start.behind(value);
        (Content::Text(value.into()), start)
    })
}

/// The length of a value with the white space before it, and all that is left if no value follows.
fn spaced_value_length(text: &[u8]) -> usize {
    let value = text.trim_ascii_start();
    text.len() - value.len() + value_length(value)
}

fn yaml_documents(bytes: &[u8]) -> impl Iterator<Item = (Content<'_>, Position)> {
    yaml::documents(bytes).map(|document| match document {
        Ok(document) => {
            let start = Position { line: document.line(), column: 1 };
            (Content::Text(document.into_text()), start)
        }
        Err(error) => (Content::Broken(error), Position::START),
    })
}

/// White space, a comment, or a separator.
fn is_blank_line(line: &[u8]) -> bool {
    let content = line.strip_prefix(b"---").unwrap_or(line).trim_ascii();
    content.is_empty() || content.starts_with(b"#")
}
