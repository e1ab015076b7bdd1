//! From events to a tree.

use std::borrow::Cow;
use std::collections::HashMap;

use super::error::Error;
use super::event::{Event, EventKind, Properties};
use super::parser::Parser;
use super::resolve::Tag;
use super::token::ScalarStyle;

/// A document as a flat list of nodes, each collection before its parts.
#[derive(Default)]
pub(crate) struct Tree<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
}

pub(crate) struct Node<'a> {
    pub(crate) kind: NodeKind<'a>,
    /// The line, from 1.
    pub(crate) line: usize,
}

pub(crate) enum NodeKind<'a> {
    Scalar {
        text: Cow<'a, str>,
        tag: Tag,
        plain: bool,
    },
    /// A sequence whose parts are the nodes before `end`.
    List {
        end: usize,
    },
    /// A mapping whose keys and values alternate in the nodes before `end`.
    Map {
        end: usize,
    },
    Alias {
        name: &'a str,
        target: usize,
    },
}

impl Tree<'_> {
    /// The first node behind this one and all its parts.
    pub(crate) fn after(&self, node: usize) -> usize {
        match self.nodes[node].kind {
            NodeKind::List { end } | NodeKind::Map { end } => end,
            NodeKind::Scalar { .. } | NodeKind::Alias { .. } => node + 1,
        }
    }

    /// The nodes that lie side by side from `first` to before `end`.
    pub(crate) fn parts(&self, first: usize, end: usize) -> impl Iterator<Item = usize> {
        let before_end = move |node: &usize| *node < end;
        std::iter::successors(Some(first).filter(before_end), move |node| Some(self.after(*node)).filter(before_end))
    }

    /// Whether a key asks for its value to be merged.
    pub(crate) fn is_merge_key(&self, node: usize) -> bool {
        match &self.nodes[node].kind {
            NodeKind::Scalar { text, tag, plain } => text == "<<" && (*plain || *tag == Tag::Merge),
            _ => false,
        }
    }
}

/// Reads the first document of a text. Without one the tree has no nodes.
///
/// What follows the document's content is looked at no further than one token.
pub(crate) fn compose(text: &str) -> Result<Tree<'_>, Error> {
    let mut parser = Parser::new(text);
    let mut composer = Composer::default();
    if let EventKind::DocumentStart { .. } = parser.next()?.kind {
        composer.add(parser.next()?)?;
        while !composer.open.is_empty() {
            composer.add(parser.next()?)?;
        }
        parser.next()?;
    }
    Ok(composer.tree)
}

#[derive(Default)]
struct Composer<'a> {
    tree: Tree<'a>,
    /// The collections that are not complete.
    open: Vec<usize>,
    anchors: HashMap<&'a str, usize>,
}

impl<'a> Composer<'a> {
    fn add(&mut self, event: Event<'a>) -> Result<(), Error> {
        let line = event.start.line + 1;
        match event.kind {
            EventKind::Scalar { properties, text, style } => {
                let tag = Tag::named(properties.tag.as_deref());
                let plain = is_implicit(&properties, style);
                self.node(NodeKind::Scalar { text, tag, plain }, properties.anchor, line);
            }
            EventKind::SequenceStart { properties, .. } => {
                self.open(NodeKind::List { end: 0 }, properties.anchor, line);
            }
            EventKind::MappingStart { properties, .. } => {
                self.open(NodeKind::Map { end: 0 }, properties.anchor, line);
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => self.close(),
            EventKind::Alias { name } => {
                let target = self.anchors.get(name).copied();
                let target = target.ok_or_else(|| Error::yaml(format!("unknown anchor '{name}' referenced"), line))?;
                self.node(NodeKind::Alias { name, target }, None, line);
            }
            EventKind::DocumentStart { .. } | EventKind::DocumentEnd { .. } | EventKind::StreamEnd => {}
        }
        Ok(())
    }

    fn node(&mut self, kind: NodeKind<'a>, anchor: Option<&'a str>, line: usize) {
        if let Some(name) = anchor {
            self.anchors.insert(name, self.tree.nodes.len());
        }
        self.tree.nodes.push(Node { kind, line });
    }

    fn open(&mut self, kind: NodeKind<'a>, anchor: Option<&'a str>, line: usize) {
        self.open.push(self.tree.nodes.len());
        self.node(kind, anchor, line);
    }

    fn close(&mut self) {
        let Some(node) = self.open.pop() else { return };
        let behind = self.tree.nodes.len();
        if let NodeKind::List { end } | NodeKind::Map { end } = &mut self.tree.nodes[node].kind {
            *end = behind;
        }
    }
}

/// Whether the text alone may decide what the scalar is: it is not quoted, and has no tag but `!`.
fn is_implicit(properties: &Properties<'_>, style: ScalarStyle) -> bool {
    match properties.tag.as_deref() {
        None => style == ScalarStyle::Plain,
        Some(tag) => tag == "!",
    }
}
