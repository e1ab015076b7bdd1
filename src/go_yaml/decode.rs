//! Decoding of nodes to values: tags, aliases, merge keys and duplicate keys.

use std::borrow::Cow;

use super::compose::{Node, NodeKind, Nodes};
use super::error::Error;
use super::event::{Location, ScalarStyle};
use super::go_syntax;
use super::loss::{changed, unread};
use super::map::{Maps, Source};
use super::resolve::{Tag, resolve};
use super::value::{Entry, Item, LossKind, Losses, Scalar, Value, Values};
use crate::wire::mark::Mark;

/// Decodes the first document of a text.
///
/// # Errors
///
/// Syntax errors anywhere in the document take precedence over values that cannot be decoded.
pub(super) fn decode(text: &str) -> Result<Values<'_>, Error> {
    let mut decoder = Decoder {
        nodes: Nodes::new(text),
        frames: Vec::new(),
        items: Vec::new(),
        open_items: Vec::new(),
        maps: Maps::default(),
        budget: AliasBudget::default(),
        depth: 0,
        has_infinite: false,
        merges: 0,
        losses: Losses::default(),
        end: None,
    };
    match decoder.document() {
        Ok(document) => {
            decoder.items.push(document);
            let values = decoder.maps.into_values(decoder.items, decoder.depth, decoder.has_infinite);
            let unread = decoder.end.and_then(|end| unread(text, end));
            Ok(Values { losses: decoder.losses, unread, ..values })
        }
        Err(error) => Err(decoder.nodes.check_rest().err().unwrap_or(error)),
    }
}

/// A collection, merge or alias that waits for a value. The innermost frame is last.
///
/// An explicit stack replaces recursion, which would overflow on deeply nested input.
enum Frame<'a> {
    List {
        first_item: usize,
        mark: Mark,
    },
    /// A mapping whose entries are added to the innermost open map, which is its own map unless it is being merged.
    Map {
        key: Option<(Scalar<'a>, Mark)>,
        merged: Option<Source>,
        mark: Mark,
    },
    /// Mappings still to be merged. The next one is last.
    Merges(Vec<usize>),
    /// The target of the alias at this position.
    Alias(Mark),
}

/// A completed value and its position.
type Done<'a> = Option<(Value<'a>, Mark)>;

struct Decoder<'a> {
    nodes: Nodes<'a>,
    frames: Vec<Frame<'a>>,
    items: Vec<Item<'a>>,
    /// The items of incomplete lists, with the innermost list last.
    open_items: Vec<Item<'a>>,
    maps: Maps<'a>,
    budget: AliasBudget,
    depth: usize,
    has_infinite: bool,
    /// The number of mappings merged so far.
    merges: usize,
    losses: Losses,
    /// The end of the document, once it is known.
    end: Option<Location>,
}

impl<'a> Decoder<'a> {
    fn document(&mut self) -> Result<Item<'a>, Error> {
        if !self.nodes.begin()? {
            return Ok(Item { value: Value::Scalar(Scalar::Null), mark: Mark::START });
        }
        self.budget.step()?;
        let first = self.nodes.next()?;
        let mut done = self.enter(first)?;
        loop {
            self.depth = self.depth.max(self.frames.len());
            done = match done {
                Some((value, mark)) if self.frames.is_empty() => {
                    self.end = Some(self.nodes.end()?);
                    return Ok(Item { value, mark });
                }
                Some((value, mark)) => self.deliver(value, mark)?,
                None => self.advance()?,
            };
        }
    }

    /// Starts to decode a node. Scalars complete immediately.
    fn enter(&mut self, node: Node<'a>) -> Result<Done<'a>, Error> {
        self.budget.step()?;
        let mark = node.mark;
        match node.kind {
            NodeKind::Scalar { text, tag } => Ok(Some((self.scalar(text, tag, mark)?, mark))),
            NodeKind::List => {
                self.frames.push(Frame::List { first_item: self.open_items.len(), mark });
                Ok(None)
            }
            NodeKind::Map => {
                self.maps.open();
                self.frames.push(Frame::Map { key: None, merged: None, mark });
                Ok(None)
            }
            NodeKind::Alias { target, .. } => {
                self.follow(&node)?;
                self.nodes.repeat(target);
                let target = self.nodes.next()?;
                self.enter(target)
            }
            NodeKind::End => Ok(None),
        }
    }

    /// Starts to decode the target of an alias, and counts its nodes as aliased.
    fn follow(&mut self, alias: &Node<'a>) -> Result<(), Error> {
        let NodeKind::Alias { name, target, index } = alias.kind else { return Ok(()) };
        if self.nodes.is_inside(index, target) {
            return Err(Error::yaml(format_args!("anchor '{name}' value contains itself"), alias.mark));
        }
        self.budget.enter_alias();
        self.frames.push(Frame::Alias(alias.mark));
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, text: Cow<'a, str>, tag: Tag, mark: Mark) -> Result<Value<'a>, Error> {
        self.budget.copy(text.len())?;
        let source = if let Cow::Borrowed(text) = text { text } else { "" };
        let scalar = resolve(tag, text).map_err(|problem| Error::yaml(problem, mark))?;
        match &scalar {
            Scalar::Float(value) => {
                self.has_infinite |= !value.is_finite();
                self.number(source, &scalar, mark);
            }
            Scalar::Text(_)
                if tag == Tag::None
                    && source.starts_with(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '+', '.']) =>
            {
                self.number(source, &scalar, mark);
            }
            Scalar::Bytes(_) => self.lose(LossKind::Text, mark),
            _ => {}
        }
        Ok(Value::Scalar(scalar))
    }

    /// Records the loss if a number does not keep its value.
    #[inline(never)]
    fn number(&mut self, text: &str, found: &Scalar<'_>, mark: Mark) {
        if let Some(result) = changed(text, found) {
            self.lose(LossKind::Number(text.to_string(), result), mark);
        }
    }

    #[cold]
    fn lose(&mut self, kind: LossKind, mark: Mark) {
        let mut losses = std::mem::take(&mut self.losses);
        losses.add(kind, mark, || self.path());
        self.losses = losses;
    }

    /// Returns the path of the value that is being decoded. For a key, this is the path of its mapping.
    fn path(&self) -> String {
        let firsts = self.frames.iter().filter_map(|frame| match frame {
            Frame::List { first_item, .. } => Some(*first_item),
            _ => None,
        });
        // The items of a list end at the first item of the next list.
        let mut ends = firsts.skip(1).chain([self.open_items.len()]);
        let mut path = String::new();
        for frame in &self.frames {
            match frame {
                Frame::List { first_item, .. } => {
                    path += &format!("[{}]", ends.next().unwrap_or(*first_item) - first_item);
                }
                Frame::Map { key: Some((key, _)), .. } => {
                    path += if path.is_empty() { "" } else { "." };
                    path += &go_syntax::plain(key);
                }
                _ => {}
            }
        }
        path
    }

    /// Delivers a value to the innermost frame. An alias frame passes it on.
    fn deliver(&mut self, value: Value<'a>, mark: Mark) -> Result<Done<'a>, Error> {
        if let Some(&Frame::Alias(mark)) = self.frames.last() {
            self.nodes.leave();
            self.complete();
            return Ok(Some((value, mark)));
        }
        self.put(value, mark).map(|()| None)
    }

    /// Adds a value to the innermost list or mapping.
    #[inline]
    fn put(&mut self, value: Value<'a>, mark: Mark) -> Result<(), Error> {
        match self.frames.last_mut() {
            Some(Frame::List { .. }) => self.open_items.push(Item { value, mark }),
            Some(Frame::Map { key, merged, .. }) => match key.take() {
                Some((key, key_mark)) => self.maps.insert(Entry { key, key_mark, value, mark }, *merged),
                None => *key = Some((as_key(value, &self.items, &self.maps, mark)?, mark)),
            },
            Some(Frame::Alias(_) | Frame::Merges(_)) | None => {}
        }
        Ok(())
    }

    /// Runs the next step of the innermost frame, and returns its value once it is complete.
    fn advance(&mut self) -> Result<Done<'a>, Error> {
        match self.frames.last_mut() {
            Some(Frame::List { .. } | Frame::Map { .. }) => self.part(),
            Some(Frame::Merges(sources)) => match sources.pop() {
                Some(source) => self.merge_map(source),
                None => Ok(self.complete()),
            },
            Some(Frame::Alias(_)) | None => Ok(self.complete()),
        }
    }

    /// Continues the innermost list or mapping, up to a child that is not a scalar.
    fn part(&mut self) -> Result<Done<'a>, Error> {
        loop {
            while let Some(line) = self.nodes.next_of_line() {
                self.budget.step()?;
                let tag = if line.style == ScalarStyle::Plain { Tag::None } else { Tag::Text };
                let mark = line.start.mark();
                let value = self.scalar(Cow::Borrowed(line.text), tag, mark)?;
                self.put(value, mark)?;
            }
            let node = self.nodes.next()?;
            match node.kind {
                NodeKind::End => return Ok(self.complete()),
                NodeKind::Scalar { tag: Tag::Merge, .. } if self.expects_key() => {
                    let value = self.nodes.keep_next()?;
                    self.frames.push(Frame::Merges(self.merge_sources(value)));
                    return Ok(None);
                }
                NodeKind::Scalar { text, tag } => {
                    self.budget.step()?;
                    let value = self.scalar(text, tag, node.mark)?;
                    self.put(value, node.mark)?;
                }
                _ => return self.enter(node),
            }
        }
    }

    fn expects_key(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Map { key: None, .. }))
    }

    /// Removes the innermost frame and returns its value. Merged mappings have none.
    fn complete(&mut self) -> Done<'a> {
        match self.frames.pop()? {
            Frame::List { first_item, mark } => {
                let from = self.items.len();
                if self.items.is_empty() && first_item == 0 {
                    // The only list so far may be a large part of the document, so it is moved instead of copied.
                    std::mem::swap(&mut self.items, &mut self.open_items);
                } else {
                    self.items.extend(self.open_items.drain(first_item..));
                }
                Some((Value::List(from..self.items.len()), mark))
            }
            Frame::Map { merged: None, mark, .. } => Some((Value::Map(self.maps.close()), mark)),
            Frame::Map { merged: Some(_), .. } => {
                self.nodes.leave();
                None
            }
            Frame::Alias(_) => {
                self.budget.leave_alias();
                None
            }
            Frame::Merges(_) => None,
        }
    }

    /// Returns the mappings that a merge key with this value merges, the last one first.
    fn merge_sources(&self, value: usize) -> Vec<usize> {
        match self.nodes.kept(value).kind {
            NodeKind::List => self.nodes.items(value).collect(),
            _ => vec![value],
        }
    }

    /// Merges a kept mapping into the innermost open map.
    fn merge_map(&mut self, source: usize) -> Result<Done<'a>, Error> {
        let node = self.nodes.kept(source);
        let mark = node.mark;
        match node.kind {
            NodeKind::Map => {
                self.budget.step()?;
                self.nodes.repeat(source);
                self.nodes.next()?;
                self.merges += 1;
                let is_inline = !matches!(self.frames.last(), Some(Frame::Alias(_)));
                let merged = Source { number: self.merges, is_inline };
                self.frames.push(Frame::Map { key: None, merged: Some(merged), mark });
                Ok(None)
            }
            NodeKind::Alias { target, .. } if matches!(self.nodes.kept(target).kind, NodeKind::Map) => {
                let alias = node.clone();
                self.budget.step()?;
                self.follow(&alias)?;
                self.merge_map(target)
            }
            _ => {
                let problem = "map merge requires map or sequence of maps as the value";
                Err(Error::yaml(problem, mark))
            }
        }
    }
}

/// Converts a value to a key. Only scalars are allowed.
fn as_key<'a>(value: Value<'a>, items: &[Item<'a>], maps: &Maps<'a>, mark: Mark) -> Result<Scalar<'a>, Error> {
    match value {
        Value::Scalar(scalar) => Ok(scalar),
        value => {
            let key = go_syntax::value(&value, items, maps.complete_entries());
            Err(Error::yaml(format_args!("invalid map key: {key}"), mark))
        }
    }
}

/// The maximum size of text read through aliases, in bytes.
///
/// Upstream limits only the number of steps. A long scalar that many aliases refer to could still make the output grow
/// with the square of the input.
const MAX_ALIASED_TEXT: usize = 64 << 20;

/// The number of steps that may come from aliases in any text.
const FREE_STEPS: usize = 100;

/// The number of steps up to which nearly all may come from aliases.
const FEW_STEPS: f64 = 400_000.0;

/// The number of steps from which on only a tenth may come from aliases.
const MANY_STEPS: f64 = 4_000_000.0;

/// A counter of the work needed to decode a document, so that a few nested aliases cannot expand to billions of values.
/// The limits on steps are upstream's.
#[derive(Default)]
struct AliasBudget {
    steps: usize,
    aliased_steps: usize,
    aliased_text: usize,
    alias_depth: usize,
}

impl AliasBudget {
    /// Counts a node.
    #[inline]
    fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        self.aliased_steps += usize::from(self.alias_depth > 0);
        if self.aliased_steps > FREE_STEPS { self.check_steps() } else { Ok(()) }
    }

    /// Counts the text of a scalar.
    #[inline]
    fn copy(&mut self, length: usize) -> Result<(), Error> {
        self.aliased_text += if self.alias_depth > 0 { length } else { 0 };
        if self.aliased_text > MAX_ALIASED_TEXT { Err(excessive()) } else { Ok(()) }
    }

    fn enter_alias(&mut self) {
        self.alias_depth += 1;
    }

    fn leave_alias(&mut self) {
        self.alias_depth -= 1;
    }

    fn check_steps(&self) -> Result<(), Error> {
        let share = self.aliased_steps as f64 / self.steps as f64;
        let too_many = self.steps > 1000 && share > allowed_share(self.steps as f64);
        if too_many { Err(excessive()) } else { Ok(()) }
    }
}

fn excessive() -> Error {
    Error::new("yaml: document contains excessive aliasing")
}

/// Returns the share of all steps that may come from aliases.
fn allowed_share(steps: f64) -> f64 {
    let beyond = (steps - FEW_STEPS) / (MANY_STEPS - FEW_STEPS);
    0.99 - 0.89 * beyond.clamp(0.0, 1.0)
}
