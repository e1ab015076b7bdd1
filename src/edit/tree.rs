//! The nodes of a text with their byte ranges and values.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::comments::Comments;
use super::numbers::Numbers;
use super::refusal::{Cause, Refusal};
use super::{Path, Step};
use crate::go_yaml::{CollectionStyle, Event, EventKind, Events, Mark, Scalar, ScalarStyle, Tag, Text, resolve_scalar};
use crate::meta::{List, Str, Value};
use crate::wire::float::write_yaml_float_key;

/// The index of a node in a [`Tree`].
pub(super) type NodeId = usize;

/// The deepest nesting of collections that is edited. The reader and the writer of the tree are recursive.
pub(super) const MAX_DEPTH: usize = 128;

/// The nodes of a document.
pub(super) struct Tree<'t> {
    pub(super) text: &'t str,
    nodes: Vec<Node>,
    pub(super) root: NodeId,
    /// The ranges of all comments, from `#` to the end of the line, in order.
    pub(super) comments: Vec<Range<usize>>,
    pub(super) numbers: Numbers,
    /// The nodes that aliases and merge keys refer to.
    pub(super) used: Vec<NodeId>,
}

pub(super) struct Node {
    /// The range with anchor and tag.
    pub(super) span: Range<usize>,
    /// The range without anchor and tag.
    pub(super) content: Range<usize>,
    pub(super) mark: Mark,
    pub(super) shape: Shape,
    /// The position of the other user of this node, if an alias or a merge key refers to it or to a node around it.
    pub(super) user: Option<Mark>,
    /// The collection that contains the node.
    pub(super) parent: Option<NodeId>,
}

pub(super) enum Shape {
    Scalar { value: Value, style: ScalarStyle },
    List { items: Vec<NodeId>, is_flow: bool },
    Map { entries: Vec<Entry>, is_flow: bool },
    Alias(NodeId),
}

pub(super) struct Entry {
    pub(super) key: String,
    /// The offset of the key, or of the `?` before it.
    pub(super) start: usize,
    pub(super) key_span: Range<usize>,
    pub(super) value: NodeId,
    /// True if a merge key supplied the entry.
    pub(super) is_merged: bool,
}

impl<'t> Tree<'t> {
    pub(super) fn new(
        text: &'t str,
        nodes: Vec<Node>,
        root: NodeId,
        comments: Vec<Range<usize>>,
        numbers: Numbers,
    ) -> Self {
        Tree { text, nodes, root, comments, numbers, used: Vec::new() }
    }

    /// Reads the first document of a text.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not valid, or has features that cannot be edited, such as duplicate keys.
    pub(super) fn read(text: &'t Text<'_>) -> Result<Tree<'t>, Refusal> {
        let mut reader = Reader {
            events: text.events(),
            nodes: Vec::new(),
            anchors: HashMap::new(),
            users: Vec::new(),
            numbers: Numbers::default(),
            comments: Comments::new(text),
        };
        let root = loop {
            let event = reader.event()?;
            match event.kind {
                EventKind::DocumentStart => {}
                EventKind::StreamEnd | EventKind::DocumentEnd => {
                    return Err(Refusal::new(Cause::Invalid, "the text contains no document"));
                }
                _ => break reader.node(event, None, 0)?,
            }
        };
        // The end of the document.
        reader.event()?;
        let Reader { mut nodes, users, numbers, comments, .. } = reader;
        for node in &mut nodes {
            if let Shape::Map { entries, .. } = &mut node.shape {
                entries.iter_mut().for_each(|entry| entry.start = start_of(text, entry.start));
            }
        }
        let mut used = Vec::new();
        for (target, user) in users {
            share(&mut nodes, target, user);
            used.push(target);
        }
        Ok(Tree { used, ..Tree::new(text, nodes, root, comments.finish(), numbers) })
    }

    /// Returns true if an anchor in a range is used.
    pub(super) fn has_anchors(&self, range: &Range<usize>) -> bool {
        self.used.iter().any(|node| range.contains(&self.nodes[*node].span.start))
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// Returns the node that an alias refers to, or the node itself.
    pub(super) fn target(&self, id: NodeId) -> NodeId {
        match self.nodes[id].shape {
            Shape::Alias(target) => target,
            _ => id,
        }
    }

    /// Returns the shape of a node, or of the target of an alias.
    pub(super) fn shape(&self, id: NodeId) -> &Shape {
        &self.nodes[self.target(id)].shape
    }

    pub(super) fn entries(&self, id: NodeId) -> &[Entry] {
        if let Shape::Map { entries, .. } = self.shape(id) { entries } else { &[] }
    }

    pub(super) fn items(&self, id: NodeId) -> &[NodeId] {
        if let Shape::List { items, .. } = self.shape(id) { items } else { &[] }
    }

    /// Returns true for collections in brackets and braces.
    pub(super) fn is_flow(&self, id: NodeId) -> bool {
        matches!(self.nodes[id].shape, Shape::Map { is_flow: true, .. } | Shape::List { is_flow: true, .. })
    }

    pub(super) fn is_block_collection(&self, id: NodeId) -> bool {
        matches!(self.nodes[id].shape, Shape::Map { is_flow: false, .. } | Shape::List { is_flow: false, .. })
    }

    pub(super) fn is_block_scalar(&self, id: NodeId) -> bool {
        let style = if let Shape::Scalar { style, .. } = self.nodes[id].shape { Some(style) } else { None };
        matches!(style, Some(ScalarStyle::Literal | ScalarStyle::Folded))
    }

    /// Returns the index of the entry with a key.
    pub(super) fn entry(&self, id: NodeId, key: &str) -> Option<usize> {
        self.entries(id).iter().position(|entry| entry.key == key)
    }

    pub(super) fn child(&self, id: NodeId, step: &Step) -> Option<NodeId> {
        match step {
            Step::Key(key) => self.entry(id, key).map(|index| self.entries(id)[index].value),
            Step::Index(index) => self.items(id).get(*index).copied(),
        }
    }

    /// Returns the node at a path below `root`.
    pub(super) fn find(&self, root: NodeId, path: &Path) -> Option<NodeId> {
        path.steps().iter().try_fold(root, |id, step| self.child(id, step))
    }

    /// Returns the path of a node in the whole document.
    pub(super) fn path(&self, id: NodeId) -> Path {
        let mut steps = Vec::new();
        let mut id = id;
        while let Some(parent) = self.nodes[id].parent {
            steps.push(self.step(parent, id));
            id = parent;
        }
        steps.reverse();
        Path::of(&steps)
    }

    /// Returns the step from a collection to a node in it.
    fn step(&self, parent: NodeId, id: NodeId) -> Step {
        if let Some(index) = self.items(parent).iter().position(|item| *item == id) {
            return Step::Index(index);
        }
        let own = self.entries(parent).iter().find(|entry| entry.value == id && !entry.is_merged);
        // Only the value of a merge key is no entry.
        Step::Key(own.map_or_else(|| "<<".to_string(), |entry| entry.key.clone()))
    }

    /// Returns the collection that contains a node.
    pub(super) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].parent
    }

    /// Returns the mapping that contains a node as the value of an entry, and the index of the entry.
    pub(super) fn entry_of(&self, id: NodeId) -> Option<(NodeId, usize)> {
        let parent = self.nodes[id].parent?;
        let index = self.entries(parent).iter().position(|entry| entry.value == id && !entry.is_merged)?;
        Some((parent, index))
    }

    /// Returns the value of a node, with aliases and merge keys resolved.
    pub(super) fn value(&self, id: NodeId) -> Value {
        match self.shape(id) {
            Shape::Scalar { value, .. } => value.clone(),
            Shape::List { items, .. } => {
                Value::List(List::from(items.iter().map(|item| self.value(*item)).collect::<Vec<_>>()))
            }
            Shape::Map { entries, .. } => {
                Value::Map(entries.iter().map(|entry| (entry.key.as_str(), self.value(entry.value))).collect())
            }
            Shape::Alias(_) => Value::Null,
        }
    }
}

/// Returns the start of the entry whose key has an offset: the offset of the `?` before an explicit key.
fn start_of(text: &str, key: usize) -> usize {
    let before = text[..key].trim_end_matches([' ', '\t']);
    let is_explicit = before.strip_suffix('?').is_some_and(|before| {
        before.len() + 1 < key
            && before.chars().next_back().is_none_or(|last| last.is_whitespace() || "{[,-".contains(last))
    });
    if is_explicit { before.len() - 1 } else { key }
}

/// Marks a node and all nodes in it as used by `user`, too.
fn share(nodes: &mut [Node], id: NodeId, user: Mark) {
    if nodes[id].user.replace(user).is_some() {
        return;
    }
    let below: Vec<NodeId> = match &nodes[id].shape {
        Shape::List { items, .. } => items.clone(),
        Shape::Map { entries, .. } => entries.iter().map(|entry| entry.value).collect(),
        _ => Vec::new(),
    };
    below.into_iter().for_each(|id| share(nodes, id, user));
}

struct Reader<'t> {
    events: Events<'t>,
    nodes: Vec<Node>,
    anchors: HashMap<&'t str, NodeId>,
    /// The targets of aliases and merge keys, with the positions of these.
    users: Vec<(NodeId, Mark)>,
    numbers: Numbers,
    comments: Comments<'t>,
}

impl<'t> Reader<'t> {
    fn event(&mut self) -> Result<Event<'t>, Refusal> {
        let ended = || Refusal::new(Cause::Invalid, "the text ends too early");
        let event = self.events.next().ok_or_else(ended)?;
        let event = event.map_err(|error| Refusal::new(Cause::Invalid, error.to_string()).at(error.position()))?;
        self.comments.visit(&event);
        Ok(event)
    }

    fn node(&mut self, event: Event<'t>, parent: Option<NodeId>, depth: usize) -> Result<NodeId, Refusal> {
        let mark = event.start();
        if depth > MAX_DEPTH {
            return Err(Refusal::new(Cause::Layout, "values nest too deeply to be edited").at(Some(mark)));
        }
        let (span, content) = (event.span(), event.content());
        let id = self.nodes.len();
        let anchor = event.properties().and_then(|properties| properties.anchor());
        let shape = Shape::List { items: Vec::new(), is_flow: false };
        self.nodes.push(Node { span, content, mark, shape, user: None, parent });
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, id);
        }
        let shape = match event.kind {
            EventKind::Scalar { properties, text, style } => {
                Shape::Scalar { value: self.scalar(properties.tag(), text, style, mark)?, style }
            }
            EventKind::Alias(name) => self.alias(name, mark)?,
            EventKind::SequenceStart { style, .. } => {
                let mut items = Vec::new();
                let end = loop {
                    let event = self.event()?;
                    if event.kind == EventKind::SequenceEnd {
                        break event.span().end;
                    }
                    items.push(self.node(event, Some(id), depth + 1)?);
                };
                self.end(id, end);
                Shape::List { items, is_flow: style == CollectionStyle::Flow }
            }
            EventKind::MappingStart { style, .. } => {
                let entries = self.entries(id, depth)?;
                Shape::Map { entries, is_flow: style == CollectionStyle::Flow }
            }
            _ => return Err(Refusal::new(Cause::Invalid, "unexpected end of a collection").at(Some(mark))),
        };
        self.nodes[id].shape = shape;
        Ok(id)
    }

    fn end(&mut self, id: NodeId, end: usize) {
        self.nodes[id].span.end = end;
        self.nodes[id].content.end = end;
    }

    fn alias(&mut self, name: &str, mark: Mark) -> Result<Shape, Refusal> {
        let unknown = || Refusal::new(Cause::Invalid, format!("unknown anchor {name:?}")).at(Some(mark));
        let target = *self.anchors.get(name).ok_or_else(unknown)?;
        let target = if let Shape::Alias(target) = self.nodes[target].shape { target } else { target };
        self.users.push((target, mark));
        Ok(Shape::Alias(target))
    }

    fn entries(&mut self, id: NodeId, depth: usize) -> Result<Vec<Entry>, Refusal> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut places: HashMap<Str, usize> = HashMap::new();
        loop {
            let event = self.event()?;
            if event.kind == EventKind::MappingEnd {
                self.end(id, event.span().end);
                return Ok(entries);
            }
            let (mark, key_span) = (event.start(), event.span());
            let EventKind::Scalar { properties, text, style } = event.kind else {
                return Err(Refusal::new(Cause::Invalid, "a key must be a scalar").at(Some(mark)));
            };
            let is_merge = style == ScalarStyle::Plain && properties.tag().is_none() && text == "<<";
            let key = key(resolve(properties.tag(), text, style, mark)?, mark)?;
            let event = self.event()?;
            let value = self.node(event, Some(id), depth + 1)?;
            if is_merge {
                self.merge(value, mark, &mut entries, &mut places)?;
                continue;
            }
            match places.get(key.as_str()) {
                // A key after the merge key overrides it.
                Some(place) if entries[*place].is_merged => {
                    entries[*place] = Entry { key, start: key_span.start, key_span, value, is_merged: false };
                }
                Some(_) => {
                    let message = format!("duplicate key {key:?}: remove one of the two");
                    return Err(Refusal::new(Cause::Invalid, message).at(Some(mark)));
                }
                None => {
                    places.insert(Str::from(key.as_str()), entries.len());
                    entries.push(Entry { key, start: key_span.start, key_span, value, is_merged: false });
                }
            }
        }
    }

    fn scalar(
        &mut self,
        tag: Option<&str>,
        text: Cow<'_, str>,
        style: ScalarStyle,
        mark: Mark,
    ) -> Result<Value, Refusal> {
        Ok(match resolve(tag, text, style, mark)? {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Int(value) => Value::Int(value),
            Scalar::Uint(value) => {
                self.numbers.add(value as f64, &value.to_string(), mark)?;
                Value::Float(value as f64)
            }
            Scalar::Float(value) => {
                self.numbers.add_float(value, mark)?;
                Value::Float(value)
            }
            Scalar::Text(text) => Value::String(text.as_ref().into()),
            Scalar::Bytes(bytes) => Value::String(String::from_utf8_lossy(&bytes).as_ref().into()),
        })
    }

    fn merge(
        &mut self,
        value: NodeId,
        mark: Mark,
        entries: &mut Vec<Entry>,
        places: &mut HashMap<Str, usize>,
    ) -> Result<(), Refusal> {
        let sources = match &self.nodes[value].shape {
            Shape::List { items, .. } => items.iter().rev().copied().collect(),
            _ => vec![value],
        };
        for source in sources {
            let source = if let Shape::Alias(target) = self.nodes[source].shape { target } else { source };
            self.users.push((source, mark));
            let Shape::Map { entries: merged, .. } = &self.nodes[source].shape else { continue };
            for Entry { key, key_span, value, .. } in merged {
                let (start, key_span) = (key_span.start, key_span.clone());
                let entry = Entry { key: key.clone(), start, key_span, value: *value, is_merged: true };
                match places.get(key.as_str()) {
                    Some(place) if entries[*place].is_merged => entries[*place] = entry,
                    Some(_) => {
                        let message = format!("the merge key overrides {key:?}: move it to the start of the mapping");
                        return Err(Refusal::new(Cause::Shared, message).at(Some(mark)));
                    }
                    None => {
                        places.insert(Str::from(key.as_str()), entries.len());
                        entries.push(entry);
                    }
                }
            }
        }
        Ok(())
    }
}

fn resolve<'a>(tag: Option<&str>, text: Cow<'a, str>, style: ScalarStyle, mark: Mark) -> Result<Scalar<'a>, Refusal> {
    let tag = match tag {
        None if style == ScalarStyle::Plain => Tag::None,
        None => Tag::Text,
        Some("!") => Tag::Text,
        Some(tag) => Tag::named(tag),
    };
    resolve_scalar(tag, text).map_err(|error| Refusal::new(Cause::Invalid, error).at(Some(mark)))
}

/// Returns the name of a key in JSON.
fn key(scalar: Scalar<'_>, mark: Mark) -> Result<String, Refusal> {
    match scalar {
        Scalar::Bool(value) => Ok(value.to_string()),
        Scalar::Int(value) => Ok(value.to_string()),
        Scalar::Float(value) => {
            let mut text = Vec::new();
            write_yaml_float_key(&mut text, value);
            Ok(String::from_utf8_lossy(&text).into_owned())
        }
        Scalar::Text(text) => Ok(text.into_owned()),
        Scalar::Null | Scalar::Uint(_) | Scalar::Bytes(_) => {
            Err(Refusal::new(Cause::Layout, "a key must be text").at(Some(mark)))
        }
    }
}
