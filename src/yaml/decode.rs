//! From the tree to values: tags, aliases, merge keys and duplicate keys.

use super::budget::Budget;
use super::compose::{NodeKind, Tree};
use super::error::Error;
use super::go_syntax;
use super::map::{Duplicate, Maps};
use super::resolve::{Tag, resolve};
use super::scalar::Scalar;
use super::value::{Value, Values};

/// Decodes a document; also returns its duplicate keys in the order they were met.
pub(crate) fn decode<'t>(tree: &'t Tree<'_>) -> Result<(Values<'t>, Vec<Duplicate<'t>>), Error> {
    let mut decoder = Decoder {
        tree,
        frames: Vec::new(),
        items: Vec::new(),
        open_items: Vec::new(),
        maps: Maps::default(),
        budget: Budget::default(),
    };
    let document = decoder.document()?;
    let mut items = decoder.items;
    items.push(document);
    let (entries, duplicates) = decoder.maps.finish();
    Ok((Values { items, entries }, duplicates))
}

/// Something that waits for a value, innermost last.
///
/// The stack replaces recursion, which deep input would not survive.
enum Frame<'t> {
    List {
        next: usize,
        end: usize,
        first_item: usize,
    },
    /// A mapping whose entries go to the innermost open map; it is that map unless it is `merged`.
    Map {
        next: usize,
        end: usize,
        key: Option<Scalar<'t>>,
        merged: bool,
    },
    /// Mappings still to be merged, the next one last.
    Merges(Vec<usize>),
    Alias,
}

struct Decoder<'t, 'a> {
    tree: &'t Tree<'a>,
    frames: Vec<Frame<'t>>,
    items: Vec<Value<'t>>,
    /// The items of lists that are not complete, the innermost list's last.
    open_items: Vec<Value<'t>>,
    maps: Maps<'t>,
    budget: Budget,
}

impl<'t> Decoder<'t, '_> {
    fn document(&mut self) -> Result<Value<'t>, Error> {
        if self.tree.nodes.is_empty() {
            return Ok(Value::Scalar(Scalar::Null));
        }
        self.budget.step()?;
        let mut done = self.enter(0)?;
        loop {
            done = match done {
                Some(value) if self.frames.is_empty() => return Ok(value),
                Some(value) => self.deliver(value)?,
                None => self.advance()?,
            };
        }
    }

    /// Begins to decode a node; scalars are done at once.
    fn enter(&mut self, node: usize) -> Result<Option<Value<'t>>, Error> {
        self.budget.step()?;
        let next = node + 1;
        match &self.tree.nodes[node].kind {
            NodeKind::Scalar { text, tag } => self.scalar(node, text, *tag).map(Some),
            NodeKind::List { end } => {
                self.frames.push(Frame::List { next, end: *end, first_item: self.open_items.len() });
                Ok(None)
            }
            NodeKind::Map { end } => {
                self.maps.open();
                self.frames.push(Frame::Map { next, end: *end, key: None, merged: false });
                Ok(None)
            }
            NodeKind::Alias { target, .. } => {
                self.follow(node)?;
                self.enter(*target)
            }
        }
    }

    /// Counts what is decoded from here on to the alias `node`.
    fn follow(&mut self, node: usize) -> Result<(), Error> {
        let NodeKind::Alias { name, target } = self.tree.nodes[node].kind else { return Ok(()) };
        if self.tree.after(target) > node {
            return Err(self.error(node, format_args!("anchor '{name}' value contains itself")));
        }
        self.budget.enter_alias();
        self.frames.push(Frame::Alias);
        Ok(())
    }

    fn scalar(&mut self, node: usize, text: &'t str, tag: Tag) -> Result<Value<'t>, Error> {
        self.budget.copy(text.len())?;
        let scalar = resolve(tag, text).map_err(|problem| self.error(node, format_args!("{problem}")))?;
        Ok(Value::Scalar(scalar))
    }

    /// Hands a value to the innermost frame. An alias hands it on.
    fn deliver(&mut self, value: Value<'t>) -> Result<Option<Value<'t>>, Error> {
        match self.frames.last_mut() {
            Some(Frame::List { .. }) => self.open_items.push(value),
            Some(Frame::Map { next, key, .. }) => {
                let line = self.tree.nodes[*next].line();
                *next = self.tree.after(*next);
                match key.take() {
                    Some(key) => self.maps.insert(key, value, line),
                    None => *key = Some(as_key(value, &self.items, &self.maps, line)?),
                }
            }
            Some(Frame::Alias) => {
                self.complete();
                return Ok(Some(value));
            }
            Some(Frame::Merges(_)) | None => {}
        }
        Ok(None)
    }

    /// Lets the innermost frame take its next step; returns its value once it is complete.
    fn advance(&mut self) -> Result<Option<Value<'t>>, Error> {
        match self.frames.last_mut() {
            Some(Frame::List { next, end, .. }) if *next < *end => {
                let node = std::mem::replace(next, self.tree.after(*next));
                self.enter(node)
            }
            Some(Frame::Map { next, end, key, .. }) if *next < *end => {
                let node = *next;
                if key.is_some() || !self.tree.is_merge_key(node) {
                    return self.enter(node);
                }
                let value = node + 1;
                *next = self.tree.after(value);
                self.frames.push(Frame::Merges(self.tree.merge_sources(value)));
                Ok(None)
            }
            Some(Frame::Merges(nodes)) => match nodes.pop() {
                Some(node) => self.merge_map(node),
                None => Ok(self.complete()),
            },
            _ => Ok(self.complete()),
        }
    }

    /// Takes the innermost frame away. What was merged has no value of its own.
    fn complete(&mut self) -> Option<Value<'t>> {
        match self.frames.pop()? {
            Frame::List { first_item, .. } => {
                let from = self.items.len();
                self.items.extend(self.open_items.drain(first_item..));
                Some(Value::List(from..self.items.len()))
            }
            Frame::Map { merged: false, .. } => Some(Value::Map(self.maps.close())),
            Frame::Alias => {
                self.budget.leave_alias();
                None
            }
            Frame::Map { merged: true, .. } | Frame::Merges(_) => None,
        }
    }

    /// Merges a mapping into the innermost open map.
    fn merge_map(&mut self, node: usize) -> Result<Option<Value<'t>>, Error> {
        match self.tree.nodes[node].kind {
            NodeKind::Map { end } => {
                self.budget.step()?;
                self.frames.push(Frame::Map { next: node + 1, end, key: None, merged: true });
                Ok(None)
            }
            NodeKind::Alias { target, .. } if matches!(self.tree.nodes[target].kind, NodeKind::Map { .. }) => {
                self.budget.step()?;
                self.follow(node)?;
                self.merge_map(target)
            }
            _ => Err(self.error(node, format_args!("map merge requires map or sequence of maps as the value"))),
        }
    }

    fn error(&self, node: usize, problem: std::fmt::Arguments<'_>) -> Error {
        Error::yaml(problem, self.tree.nodes[node].line())
    }
}

/// The key that a value makes: a scalar only.
fn as_key<'t>(value: Value<'t>, items: &[Value<'t>], maps: &Maps<'t>, line: usize) -> Result<Scalar<'t>, Error> {
    match value {
        Value::Scalar(scalar) => Ok(scalar),
        value => {
            let key = go_syntax::value(&value, items, maps.complete_entries());
            Err(Error::yaml(format_args!("invalid map key: {key}"), line))
        }
    }
}
