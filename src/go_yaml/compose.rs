//! Composition of events into nodes: applies tags to scalars and resolves aliases.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::error::Error;
use super::event::ScalarStyle;
use super::event::{Event, EventKind, Location, Properties};
use super::parser::Parser;
use super::resolve::Tag;
use super::scanner::LineScalar;
use crate::wire::mark::Mark;

/// A step through a document. The children of a collection follow it, up to its end. For a mapping, these are
/// alternating keys and values.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) kind: NodeKind<'a>,
    pub(super) mark: Mark,
}

#[derive(Clone)]
pub(super) enum NodeKind<'a> {
    /// A scalar. With [`Tag::None`], its text alone determines its value.
    Scalar {
        text: Cow<'a, str>,
        tag: Tag,
    },
    List,
    Map,
    /// The end of the innermost collection.
    End,
    /// A reference to the node kept at the index `target`. `index` is the alias's own index.
    Alias {
        name: &'a str,
        target: usize,
        index: usize,
    },
}

/// An iterator over the nodes of the first document of a text.
///
/// Nodes that may be needed again are kept: those with an anchor, and those that are merged. They can be inserted
/// before the remaining nodes once more.
pub(super) struct Nodes<'a> {
    parser: Parser<'a>,
    anchors: HashMap<&'a str, usize>,
    kept: Vec<Kept<'a>>,
    /// The incomplete collections in `kept`. While there are any, all nodes are kept.
    open: Vec<usize>,
    /// The ranges of `kept` that come next, the last range first.
    again: Vec<Range<usize>>,
    /// True if a syntax error was found.
    is_broken: bool,
}

struct Kept<'a> {
    node: Node<'a>,
    /// The index after the node and its children, or [`NOWHERE`] while the node is incomplete.
    end: usize,
}

/// The end of an incomplete node, and the index of a node that is not kept.
const NOWHERE: usize = usize::MAX;

impl<'a> Nodes<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Nodes {
            parser: Parser::new(text),
            anchors: HashMap::new(),
            kept: Vec::new(),
            open: Vec::new(),
            again: Vec::new(),
            is_broken: false,
        }
    }

    /// Returns true if the text contains a document.
    pub(super) fn begin(&mut self) -> Result<bool, Error> {
        Ok(matches!(self.event()?.kind, EventKind::DocumentStart))
    }

    /// Parses the end of the document, which reads at most one token ahead, and returns its position.
    pub(super) fn end(&mut self) -> Result<Location, Error> {
        Ok(self.event()?.end)
    }

    /// Skips the rest of the document to find syntax errors. Does nothing if one was already found.
    pub(super) fn check_rest(&mut self) -> Result<(), Error> {
        while !self.is_broken {
            let event = self.event()?;
            if let EventKind::DocumentEnd | EventKind::StreamEnd = event.kind {
                break;
            }
            self.compose(event, false)?;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn next(&mut self) -> Result<Node<'a>, Error> {
        match self.again.last_mut().and_then(Range::next) {
            Some(index) => Ok(self.kept[index].node.clone()),
            None => {
                let event = self.event()?;
                self.compose(event, false)
            }
        }
    }

    /// Returns the next node if it is a scalar without a tag that the parser can read directly from its line, is not a
    /// merge key, and need not be kept.
    #[inline]
    pub(super) fn next_of_line(&mut self) -> Option<LineScalar<'a>> {
        let may_be = self.again.is_empty() && self.open.is_empty();
        if may_be { self.parser.next_of_line() } else { None }
    }

    /// Skips the next node with all its children, keeps them, and returns the node's index.
    pub(super) fn keep_next(&mut self) -> Result<usize, Error> {
        if let Some(rest) = self.again.last_mut() {
            let index = rest.start;
            rest.start = self.kept[index].end;
            return Ok(index);
        }
        let (index, depth) = (self.kept.len(), self.open.len());
        let event = self.event()?;
        self.compose(event, true)?;
        while self.open.len() > depth {
            let event = self.event()?;
            self.compose(event, true)?;
        }
        Ok(index)
    }

    /// Returns a kept node.
    pub(super) fn kept(&self, index: usize) -> &Node<'a> {
        &self.kept[index].node
    }

    /// Returns the indexes of the items of a kept list.
    pub(super) fn items(&self, list: usize) -> impl Iterator<Item = usize> {
        // The last node of a list is its end.
        let is_item = move |index: &usize| index + 1 < self.kept[list].end;
        std::iter::successors(Some(list + 1).filter(is_item), move |item| Some(self.kept[*item].end).filter(is_item))
    }

    /// Returns true if the node with the index `inner` is part of the one kept at `outer`.
    pub(super) fn is_inside(&self, inner: usize, outer: usize) -> bool {
        inner < self.kept[outer].end
    }

    /// Inserts a kept node with all its children before the remaining nodes, until [`Nodes::leave`] is called.
    pub(super) fn repeat(&mut self, index: usize) {
        self.again.push(index..self.kept[index].end);
    }

    /// Returns to the position at which [`Nodes::repeat`] was called.
    pub(super) fn leave(&mut self) {
        self.again.pop();
    }

    #[inline]
    fn event(&mut self) -> Result<Event<'a>, Error> {
        self.parser.next().inspect_err(|_| self.is_broken = true)
    }

    #[inline]
    fn compose(&mut self, event: Event<'a>, keep: bool) -> Result<Node<'a>, Error> {
        let mark = event.start.mark();
        let (kind, anchor) = match event.kind {
            EventKind::Scalar { properties, text, style } => {
                let tag = tag(&properties, &text, style);
                (NodeKind::Scalar { text, tag }, properties.anchor())
            }
            EventKind::SequenceStart { properties, .. } => (NodeKind::List, properties.anchor()),
            EventKind::MappingStart { properties, .. } => (NodeKind::Map, properties.anchor()),
            EventKind::Alias(name) => (self.alias(name, mark)?, None),
            // A document ends after its content. Callers never read further.
            _ => (NodeKind::End, None),
        };
        let node = Node { kind, mark };
        if keep || anchor.is_some() || !self.open.is_empty() {
            self.keep(node.clone(), anchor);
        }
        Ok(node)
    }

    fn alias(&mut self, name: &'a str, mark: Mark) -> Result<NodeKind<'a>, Error> {
        let Some(&target) = self.anchors.get(name) else {
            self.is_broken = true;
            return Err(Error::yaml(format_args!("unknown anchor '{name}' referenced"), mark));
        };
        let index = if self.open.is_empty() { NOWHERE } else { self.kept.len() };
        Ok(NodeKind::Alias { name, target, index })
    }

    #[cold]
    fn keep(&mut self, node: Node<'a>, anchor: Option<&'a str>) {
        let index = self.kept.len();
        if let Some(name) = anchor {
            self.anchors.insert(name, index);
        }
        let is_collection = matches!(node.kind, NodeKind::List | NodeKind::Map);
        let is_end = matches!(node.kind, NodeKind::End);
        self.kept.push(Kept { node, end: if is_collection { NOWHERE } else { index + 1 } });
        if is_collection {
            self.open.push(index);
        } else if is_end && let Some(begun) = self.open.pop() {
            self.kept[begun].end = index + 1;
        }
    }
}

/// Returns the tag of a scalar: the explicit one, or else one that follows from its style. A merge key is recognized by
/// its text.
fn tag(properties: &Properties<'_>, text: &str, style: ScalarStyle) -> Tag {
    let (written, is_implicit) = match properties.tag() {
        None if style == ScalarStyle::Plain => (Tag::None, true),
        None => (Tag::Text, false),
        Some(tag) => (Tag::named(tag), tag == "!"),
    };
    match written {
        Tag::Merge if text != "<<" => Tag::Text,
        _ if is_implicit && text == "<<" => Tag::Merge,
        Tag::None if !is_implicit => Tag::Text,
        tag => tag,
    }
}
