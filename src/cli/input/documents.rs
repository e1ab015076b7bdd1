//! Splits the bytes of a file into documents.

use std::borrow::Cow;

use super::chunks::Chunk;
use super::etcdctl;
use super::extent::{cbor_item_length, envelope_length, json_value_length, split_json};
use super::layout::{Layout, pieces};
use crate::cli::position::{MarkExt, on_line};
use crate::go_yaml;
use crate::serializer::storage::Encrypted;
use crate::wire::mark::Mark;

/// One document of a file.
pub(crate) struct Document<'a> {
    /// The number among the documents of the chunk, from 1, without blank ones; `None` if the file was not split.
    pub(crate) number: Option<usize>,
    pub(crate) content: Content<'a>,
    /// The bytes of a text in its chunk, with their line breaks; `None` for other content, and for texts that wrap it.
    pub(crate) raw: Option<&'a [u8]>,
    /// The offset of these bytes in the chunk.
    pub(crate) offset: usize,
    /// The position of the start in the file.
    pub(crate) start: Mark,
}

pub(crate) enum Content<'a> {
    /// JSON or YAML.
    Text(Cow<'a, [u8]>),
    /// An object in a storage format.
    Stored(Cow<'a, [u8]>),
    /// An encrypted object.
    Encrypted(Encrypted),
    /// The rest of a stream that cannot be split into documents.
    Broken(go_yaml::Error),
}

impl<'a> Document<'a> {
    /// Creates a document from a file that is not split.
    pub(crate) fn whole(text: &'a [u8]) -> Document<'a> {
        Document {
            number: None,
            content: Content::Text(Cow::Borrowed(text)),
            raw: Some(text),
            offset: 0,
            start: Mark::START,
        }
    }

    /// Returns the text, if the content is text.
    pub(crate) fn text(&self) -> Option<&[u8]> {
        if let Content::Text(text) = &self.content { Some(text) } else { None }
    }

    /// Returns the position of the first line with content.
    pub(crate) fn first_line(&self) -> Option<Mark> {
        let text = self.text()?;
        let blank = text.split(|&byte| byte == b'\n').take_while(|line| is_blank_line(line)).count();
        Some(on_line(text, Mark::new(blank + 1, 1).line))
    }

    fn is_blank(&self) -> bool {
        self.text().is_some_and(|text| text.split(|&byte| byte == b'\n').all(is_blank_line))
    }
}

impl<'a> Content<'a> {
    fn stored(value: &'a [u8]) -> Self {
        Content::Stored(value.into())
    }
}

/// Returns the documents of a chunk, numbered from 1.
pub(crate) fn documents(chunk: &Chunk) -> impl Iterator<Item = Document<'_>> {
    let (bytes, start) = (&*chunk.bytes, chunk.start);
    let all: Box<dyn Iterator<Item = Document<'_>>> = match chunk.layout {
        Layout::Envelopes => Box::new(stored(bytes, envelope_length).map(Content::stored).map(at(start))),
        Layout::Cbor => Box::new(stored(bytes, cbor_item_length).map(Content::stored).map(at(start))),
        Layout::Encrypted => Box::new(Encrypted::find(bytes).into_iter().map(Content::Encrypted).map(at(start))),
        Layout::Json => {
            let (values, rest) = split_json(bytes);
            Box::new(json_values(values, start).chain(yaml_documents(rest, values.len(), start.after(values))))
        }
        Layout::Yaml => Box::new(yaml_documents(bytes, 0, start)),
    };
    let some = all.flat_map(unwrapped).filter(|document| !document.is_blank());
    some.zip(1..).map(|(document, number)| Document { number: Some(number), ..document })
}

fn at<'a>(start: Mark) -> impl Fn(Content<'a>) -> Document<'a> {
    move |content| Document { number: None, content, raw: None, offset: 0, start }
}

/// Returns the stored values that a text wraps, or the document itself.
fn unwrapped(document: Document<'_>) -> Vec<Document<'_>> {
    let values = document.text().and_then(etcdctl::values);
    let Some(values) = values else { return vec![document] };
    let content = |value: Vec<u8>| match Encrypted::find(&value) {
        Some(encrypted) => Content::Encrypted(encrypted),
        None => Content::Stored(value.into()),
    };
    values.into_iter().map(content).map(at(document.start)).collect()
}

/// Returns the stored objects. A line feed after an object was added by a tool and is skipped.
fn stored(bytes: &[u8], length: fn(&[u8]) -> usize) -> impl Iterator<Item = &[u8]> {
    pieces(bytes, length).filter(|piece| *piece != b"\n")
}

fn json_values(values: &[u8], start: Mark) -> impl Iterator<Item = Document<'_>> {
    let (mut position, mut end) = (start, 0);
    pieces(values, json_value_length).map(move |piece| {
        let value = piece.trim_ascii_start();
        let start = position.after(&piece[..piece.len() - value.len()]);
        position = start.after(value);
        end += piece.len();
        Document {
            number: None,
            content: Content::Text(value.into()),
            raw: Some(value),
            offset: end - value.len(),
            start,
        }
    })
}

/// Returns the documents of a stream that starts at an offset of the chunk.
fn yaml_documents(stream: &[u8], offset: usize, start: Mark) -> impl Iterator<Item = Document<'_>> {
    let at_line = move |line: usize| Mark::new(line, 1).within(start);
    go_yaml::documents(stream).map(move |document| match document {
        Ok(document) => {
            let (raw, start) = (Some(document.raw()), at_line(document.line()));
            let offset = offset + document.offset();
            Document { number: None, content: Content::Text(document.into_text()), raw, offset, start }
        }
        Err(error) => Document { number: None, content: Content::Broken(error), raw: None, offset: 0, start },
    })
}

/// Returns true for white space, comments and separators.
fn is_blank_line(line: &[u8]) -> bool {
    let content = line.strip_prefix(b"---").unwrap_or(line).trim_ascii();
    content.is_empty() || content.starts_with(b"#")
}
