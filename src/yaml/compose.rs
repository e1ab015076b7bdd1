//! From events to nodes: what tags say of scalars, and which nodes aliases stand for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::error::Error;
use super::event::{Event, EventKind, Properties};
use super::mark::Mark;
use super::parser::Parser;
use super::resolve::Tag;
use super::scanner::LineScalar;
use super::style::ScalarStyle;
use super::value::Spot;

/// A step through a document. The parts of a collection follow it, up to its end; of a mapping
/// these are keys and values in turn.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub(super) kind: NodeKind<'a>,
    pub(super) spot: Spot,
}

#[derive(Clone)]
pub(super) enum NodeKind<'a> {
    /// A scalar; [`Tag::None`] if its text alone decides what it is.
    Scalar {
        text: Cow<'a, str>,
        tag: Tag,
    },
    List,
    Map,
    /// The end of the innermost collection.
    End,
    /// What stands for the node that was kept at the index `target`; `index` is its own.
    Alias {
        name: &'a str,
        target: usize,
        index: usize,
    },
}

/// The nodes of the first document of a text, one by one.
///
/// Those that may be needed again are kept: what has an anchor, and what is merged. They can be
/// put in front of the others once more.
pub(super) struct Nodes<'a> {
    parser: Parser<'a>,
    anchors: HashMap<&'a str, usize>,
    kept: Vec<Kept<'a>>,
    /// The collections in `kept` that are not complete. While there are any, all nodes are kept.
    open: Vec<usize>,
    /// Parts of `kept` that come next, the last one first.
    again: Vec<Range<usize>>,
    /// Whether the text is malformed.
    is_broken: bool,
}

struct Kept<'a> {
    node: Node<'a>,
    /// The index behind it and its parts; beyond everything while it is not complete.
    end: usize,
}

/// The end of what is not complete, and the index of what is not kept.
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

    /// Whether there is a document at all.
    pub(super) fn begin(&mut self) -> Result<bool, Error> {
        Ok(matches!(self.event()?.kind, EventKind::DocumentStart))
    }

    /// Looks behind the document's content, no further than one token; returns where the document ends.
    pub(super) fn end(&mut self) -> Result<Mark, Error> {
        Ok(self.event()?.end)
    }

    /// Passes over the rest of the document to find out whether it is malformed. If that is known,
    /// it does nothing.
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

    /// What the next node is, if it is a scalar that reads off its line and that nobody may need again. It has no tag
    /// and is no merge key.
    #[inline]
    pub(super) fn next_of_line(&mut self) -> Option<LineScalar<'a>> {
        let may_be = self.again.is_empty() && self.open.is_empty();
        if may_be { self.parser.next_of_line() } else { None }
    }

    /// Passes over the next node with all its parts and keeps it; returns its index.
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

    /// A node that was kept.
    pub(super) fn kept(&self, index: usize) -> &Node<'a> {
        &self.kept[index].node
    }

    /// The indexes of the items of a list that was kept.
    pub(super) fn items(&self, list: usize) -> impl Iterator<Item = usize> {
        // The list's own end comes last.
        let is_item = move |index: &usize| index + 1 < self.kept[list].end;
        std::iter::successors(Some(list + 1).filter(is_item), move |item| Some(self.kept[*item].end).filter(is_item))
    }

    /// Whether the node with the index `inner` is part of the one that was kept at `outer`.
    pub(super) fn is_inside(&self, inner: usize, outer: usize) -> bool {
        inner < self.kept[outer].end
    }

    /// Puts a node that was kept, with all its parts, in front of what comes next, until
    /// [`Nodes::leave`].
    pub(super) fn repeat(&mut self, index: usize) {
        self.again.push(index..self.kept[index].end);
    }

    /// Goes back to where [`Nodes::repeat`] was called.
    pub(super) fn leave(&mut self) {
        self.again.pop();
    }

    #[inline]
    fn event(&mut self) -> Result<Event<'a>, Error> {
        self.parser.next().inspect_err(|_| self.is_broken = true)
    }

    #[inline]
    fn compose(&mut self, event: Event<'a>, keep: bool) -> Result<Node<'a>, Error> {
        let spot = Spot::from(event.start);
        let (kind, anchor) = match event.kind {
            EventKind::Scalar { properties, text, style } => {
                let tag = tag(&properties, &text, style);
                (NodeKind::Scalar { text, tag }, properties.anchor())
            }
            EventKind::SequenceStart { properties, .. } => (NodeKind::List, properties.anchor()),
            EventKind::MappingStart { properties, .. } => (NodeKind::Map, properties.anchor()),
            EventKind::Alias(name) => (self.alias(name, spot)?, None),
            // The document ends behind its content, which nobody goes beyond.
            _ => (NodeKind::End, None),
        };
        let node = Node { kind, spot };
        if keep || anchor.is_some() || !self.open.is_empty() {
            self.keep(node.clone(), anchor);
        }
        Ok(node)
    }

    fn alias(&mut self, name: &'a str, spot: Spot) -> Result<NodeKind<'a>, Error> {
        let Some(&target) = self.anchors.get(name) else {
            self.is_broken = true;
            return Err(Error::yaml(format_args!("unknown anchor '{name}' referenced"), spot.line()));
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

/// What a scalar's tag says, or without one how it is written. A merge key is one by its text.
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
