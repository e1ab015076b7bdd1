//! From events to a tree.

use std::borrow::Cow;
use std::collections::HashMap;

use super::error::Error;
use super::event::{Event, EventKind, Properties};
use super::mark::Mark;
use super::parser::Parser;
use super::resolve::Tag;
use super::style::ScalarStyle;

/// A document as a flat list of nodes, each collection before its parts.
#[derive(Default)]
pub(crate) struct Tree<'a> {
    pub(crate) nodes: Vec<Node<'a>>,
}

pub(crate) struct Node<'a> {
    pub(crate) kind: NodeKind<'a>,
    pub(crate) start: Mark,
}

impl Node<'_> {
    /// The line, from 1.
    pub(crate) fn line(&self) -> usize {
        self.start.line
    }
}

pub(crate) enum NodeKind<'a> {
    /// A scalar; [`Tag::None`] if its text alone decides what it is.
    Scalar {
        text: Cow<'a, str>,
        tag: Tag,
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

    /// The node that an alias stands for; any other stands for itself.
    pub(crate) fn target(&self, node: usize) -> usize {
        match self.nodes[node].kind {
            NodeKind::Alias { target, .. } => target,
            _ => node,
        }
    }

    /// The nodes that a merge key with this value merges. The first one has the last word.
    pub(crate) fn merge_sources(&self, value: usize) -> Vec<usize> {
        match self.nodes[value].kind {
            NodeKind::List { end } => self.parts(value + 1, end).collect(),
            _ => vec![value],
        }
    }

    /// Whether a key asks for its value to be merged.
    pub(crate) fn is_merge_key(&self, node: usize) -> bool {
        matches!(self.nodes[node].kind, NodeKind::Scalar { tag: Tag::Merge, .. })
    }
}

/// Reads the first document of a text. Without one the tree has no nodes.
///
/// What follows the document's content is looked at no further than one token.
pub(crate) fn compose(text: &str) -> Result<Tree<'_>, Error> {
    let mut parser = Parser::new(text);
    let mut composer = Composer::default();
    if let EventKind::DocumentStart = parser.next()?.kind {
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
        let start = event.start;
        match event.kind {
            EventKind::Scalar { properties, text, style } => {
                let tag = tag(&properties, &text, style);
                self.node(NodeKind::Scalar { text, tag }, properties.anchor(), start);
            }
            EventKind::SequenceStart { properties, .. } => {
                self.open(NodeKind::List { end: 0 }, properties.anchor(), start)
            }
            EventKind::MappingStart { properties, .. } => {
                self.open(NodeKind::Map { end: 0 }, properties.anchor(), start)
            }
            EventKind::SequenceEnd | EventKind::MappingEnd => self.close(),
            EventKind::Alias(name) => {
                let target = self.anchors.get(name).copied();
                let unknown = || Error::yaml(format_args!("unknown anchor '{name}' referenced"), start.line);
                self.node(NodeKind::Alias { name, target: target.ok_or_else(unknown)? }, None, start);
            }
            EventKind::DocumentStart | EventKind::DocumentEnd | EventKind::StreamEnd => {}
        }
        Ok(())
    }

    fn node(&mut self, kind: NodeKind<'a>, anchor: Option<&'a str>, start: Mark) {
        if let Some(name) = anchor {
            self.anchors.insert(name, self.tree.nodes.len());
        }
        self.tree.nodes.push(Node { kind, start });
    }

    fn open(&mut self, kind: NodeKind<'a>, anchor: Option<&'a str>, start: Mark) {
        self.open.push(self.tree.nodes.len());
        self.node(kind, anchor, start);
    }

    fn close(&mut self) {
        let Some(node) = self.open.pop() else { return };
        let behind = self.tree.nodes.len();
        if let NodeKind::List { end } | NodeKind::Map { end } = &mut self.tree.nodes[node].kind {
            *end = behind;
        }
    }
}

/// What a scalar's tag says, or without one how it is written. A merge key is one by its text.
fn tag(properties: &Properties<'_>, text: &str, style: ScalarStyle) -> Tag {
    let is_implicit = match properties.tag() {
        None => style == ScalarStyle::Plain,
        Some(tag) => tag == "!",
    };
    match Tag::named(properties.tag()) {
        Tag::Merge if text != "<<" => Tag::Text,
        _ if is_implicit && text == "<<" => Tag::Merge,
        Tag::None if !is_implicit => Tag::Text,
        tag => tag,
    }
}
