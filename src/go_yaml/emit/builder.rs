use std::borrow::Cow;

use super::document::{Document, Entry, Kind, Node, Scalar, Texts};
use super::order;
use crate::go_yaml::value;
use crate::wire::base64;
use crate::wire::float::write_yaml_float;

/// The number of characters on a line of a `!!binary` value.
const BINARY_WIDTH: usize = 70;

/// Builds a document from its parts, in the order of the text.
pub(super) struct Builder<'a> {
    items: Vec<Node>,
    entries: Vec<Entry>,
    pub(super) texts: Texts<'a>,
    /// The open collections, the innermost one last.
    open: Vec<Open>,
    /// The items and entries of the open collections, with the innermost collection last.
    open_items: Vec<Node>,
    open_entries: Vec<Entry>,
    root: Option<Node>,
}

enum Open {
    /// A list, with the index of its first item.
    List(usize),
    /// A map, with the index of its first entry.
    Map(usize),
}

impl<'a> Builder<'a> {
    /// Creates a builder for a document whose texts can be borrowed from `source`.
    pub(super) fn new(source: &'a str) -> Self {
        // An estimate of the size of a part, including quotes and commas, for documents without large texts.
        let parts = (source.len() / 24).min(1024);
        Builder {
            items: Vec::with_capacity(parts / 4),
            entries: Vec::with_capacity(parts),
            texts: Texts { source, made: String::new() },
            open: Vec::with_capacity(16),
            open_items: Vec::with_capacity(32),
            open_entries: Vec::with_capacity(64),
            root: None,
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns true if the innermost collection is a map, or `None` if the document is complete.
    pub(super) fn in_map(&self) -> Option<bool> {
        self.open.last().map(|open| matches!(open, Open::Map(_)))
    }

    pub(super) fn open_list(&mut self) {
        self.open.push(Open::List(self.open_items.len()));
    }

    pub(super) fn open_map(&mut self) {
        self.open.push(Open::Map(self.open_entries.len()));
    }

    /// Starts an entry of the innermost map. Its value must follow.
    #[inline]
    pub(super) fn key(&mut self, key: Scalar) {
        let first = order::first_bytes(self.texts.of(key));
        self.open_entries.push(Entry { key, first, value: Node::List(0..0) });
    }

    #[inline]
    pub(super) fn scalar(&mut self, scalar: Scalar) {
        self.add(Node::Scalar(scalar));
    }

    #[inline]
    fn add(&mut self, node: Node) {
        match self.open.last() {
            Some(Open::List(_)) => self.open_items.push(node),
            Some(Open::Map(_)) => {
                if let Some(entry) = self.open_entries.last_mut() {
                    entry.value = node;
                }
            }
            None => self.root = Some(node),
        }
    }

    /// Completes the innermost collection.
    pub(super) fn close(&mut self) {
        match self.open.pop() {
            Some(Open::List(first)) => {
                let from = self.items.len();
                self.items.extend(self.open_items.drain(first..));
                self.add(Node::List(from..self.items.len()));
            }
            Some(Open::Map(first)) => {
                order::sort_entries(&mut self.open_entries, first, &self.texts);
                let from = self.entries.len();
                self.entries.extend(self.open_entries.drain(first..));
                self.add(Node::Map(from..self.entries.len()));
            }
            None => {}
        }
    }

    pub(super) fn finish(mut self) -> Document<'a> {
        let root = self.root.take().unwrap_or_else(|| Node::Scalar(self.word("null")));
        Document { root, items: self.items, entries: self.entries, texts: self.texts }
    }

    /// Returns a scalar whose text is this byte range of the source.
    #[inline]
    pub(super) fn in_source(kind: Kind, start: usize, end: usize) -> Scalar {
        Scalar { kind, start, end }
    }

    /// Adds a text that the source does not contain.
    pub(super) fn text(&mut self, text: &str) -> Scalar {
        self.copied(Kind::Text, text)
    }

    fn copied(&mut self, kind: Kind, text: &str) -> Scalar {
        let start = self.texts.end();
        self.texts.made.push_str(text);
        Scalar { kind, start, end: self.texts.end() }
    }

    fn word(&mut self, text: &str) -> Scalar {
        self.copied(Kind::Word, text)
    }

    /// Adds a scalar as resolved by the YAML reader.
    pub(super) fn resolved(&mut self, scalar: &value::Scalar<'_>) -> Scalar {
        match scalar {
            value::Scalar::Null => self.word("null"),
            value::Scalar::Bool(true) => self.word("true"),
            value::Scalar::Bool(false) => self.word("false"),
            value::Scalar::Int(value) => self.word(itoa::Buffer::new().format(*value)),
            value::Scalar::Uint(value) => self.word(itoa::Buffer::new().format(*value)),
            value::Scalar::Float(value) => {
                let mut text = Vec::new();
                write_yaml_float(&mut text, *value);
                self.word(&String::from_utf8_lossy(&text))
            }
            value::Scalar::Text(text) => self.copied(Kind::Text, text),
            value::Scalar::Bytes(bytes) => self.copied(Kind::Binary, &binary_text(bytes)),
        }
    }
}

/// Encodes bytes as base64, with line feeds if the text does not fit on one line.
fn binary_text(bytes: &[u8]) -> Cow<'static, str> {
    let text = base64::encode(bytes);
    if text.len() <= BINARY_WIDTH {
        return text.into();
    }
    let lines = text.as_bytes().chunks(BINARY_WIDTH);
    lines.map(|line| String::from_utf8_lossy(line) + "\n").collect::<String>().into()
}
