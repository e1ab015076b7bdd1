//! Nodes, from tokens or directly from lines.

use std::borrow::Cow;

use super::block::ends_key_or_value;
use super::{Context, Parser, State, Step};
use crate::go_yaml::error::Error;
use crate::go_yaml::event::{CollectionStyle, Event, EventKind, Location, Properties};
use crate::go_yaml::scanner::{LineNode, LineScalar, behind};
use crate::go_yaml::token::{Tag, TokenKind as Is};

impl<'a> Parser<'a> {
    pub(super) fn node(&mut self, context: Context) -> Step<'a> {
        let token = self.peek()?;
        let start = token.start;
        match token.kind {
            Is::Alias(name) => {
                self.leave();
                let end = self.skip()?;
                self.event(EventKind::Alias(name), start, end)
            }
            Is::Anchor(_) | Is::Tag(_) => {
                let (properties, end) = self.properties()?;
                self.content(context, properties, start, end)
            }
            _ => self.content(context, Properties::default(), start, start),
        }
    }

    /// Parses an anchor and a tag in either order, and returns them with their end.
    fn properties(&mut self) -> Result<(Properties<'a>, Location), Error> {
        let mut end = self.end;
        let mut anchor = None;
        let mut tag = None;
        loop {
            match self.peek()?.kind {
                Is::Anchor(name) if anchor.is_none() => anchor = Some(name),
                Is::Tag(_) if tag.is_none() => {}
                _ => break,
            }
            let token = self.take()?;
            end = token.end;
            if let Is::Tag(written) = token.kind {
                tag = Some((written, token.start));
            }
        }
        let tag = match tag {
            Some((written, location)) => Some(self.resolve_tag(*written, location)?),
            None => None,
        };
        Ok((Properties::new(anchor, tag, self.peek()?.start.offset), end))
    }

    fn resolve_tag(&self, written: Tag<'a>, location: Location) -> Result<Cow<'a, str>, Error> {
        let tag = self.tags.resolve(written);
        tag.ok_or_else(|| Error::parse("found undefined tag handle", location))
    }

    /// Parses the content after the properties, which extend from `start` to `end`.
    fn content(&mut self, context: Context, properties: Properties<'a>, start: Location, end: Location) -> Step<'a> {
        let token = &self.peek()?.kind;
        if let Is::Scalar { .. } = token {
            self.leave();
            return self.scalar(properties, start);
        }
        let Some(state) = first_state(token, context) else {
            if properties == Properties::default() {
                return self.unexpected("did not find expected node content");
            }
            self.leave();
            return self.empty_scalar(properties, start, end);
        };
        self.state = state;
        let end = match state {
            State::IndentlessSequenceEntry => self.peek()?.start,
            _ => self.skip()?,
        };
        self.event(start_event(state, properties), start, end)
    }

    /// Parses the scalar that is the next token. Its properties start at `start`.
    #[inline]
    pub(super) fn scalar(&mut self, properties: Properties<'a>, start: Location) -> Step<'a> {
        let token = self.scanner.take();
        let Is::Scalar { text, style } = token.kind else {
            unreachable!("the callers checked that the next token is a scalar")
        };
        self.event(EventKind::Scalar { properties, text, style }, start, token.end)
    }
}

/// Returns the state after this token if it starts a collection that `context` allows.
pub(super) fn first_state(token: &Is<'_>, context: Context) -> Option<State> {
    match token {
        Is::FlowSequenceStart => Some(State::FlowSequenceFirstEntry),
        Is::FlowMappingStart => Some(State::FlowMappingFirstKey),
        Is::BlockSequenceStart if context != Context::Flow => Some(State::BlockSequenceEntry),
        Is::BlockMappingStart if context != Context::Flow => Some(State::BlockMappingKey),
        Is::BlockEntry if context == Context::BlockOrIndentless => Some(State::IndentlessSequenceEntry),
        _ => None,
    }
}

/// Returns the start event of the collection whose first state is `state`.
pub(super) fn start_event(state: State, properties: Properties<'_>) -> EventKind<'_> {
    use CollectionStyle::{Block, Flow};
    match state {
        State::FlowSequenceFirstEntry => EventKind::SequenceStart { properties, style: Flow },
        State::FlowMappingFirstKey => EventKind::MappingStart { properties, style: Flow },
        State::BlockMappingKey => EventKind::MappingStart { properties, style: Block },
        _ => EventKind::SequenceStart { properties, style: Block },
    }
}

/// Lines that need no tokens. Counterpart of the module `line` of the scanner.
impl<'a> Parser<'a> {
    /// Returns the next event if it is a key with its `:`, or a scalar on the same line after one.
    #[inline]
    pub(crate) fn next_of_line(&mut self) -> Option<LineScalar<'a>> {
        let (scalar, next) = match self.state {
            State::BlockMappingKey => (self.scanner.line_key()?, State::LineValue),
            State::LineValue => (self.scanner.line_value()?, State::BlockMappingKey),
            _ => return None,
        };
        self.state = next;
        self.end = scalar.end();
        Some(scalar)
    }

    /// Returns the event of a scalar, and continues in the state `next`.
    #[inline]
    fn line_scalar(&mut self, scalar: LineScalar<'a>, next: State) -> Step<'a> {
        self.state = next;
        self.end = scalar.end();
        Ok(scalar.into())
    }

    #[inline]
    pub(super) fn line_value(&mut self) -> Step<'a> {
        // The key was read together with its `:`.
        let indicator = behind(self.end, 1);
        self.line_part(indicator, ends_key_or_value, Context::BlockOrIndentless, State::BlockMappingKey)
    }

    /// Parses the node after an indicator that was read without tokens and ends at `indicator`.
    #[inline]
    pub(super) fn line_part(
        &mut self,
        indicator: Location,
        ends: fn(&Is<'a>) -> bool,
        context: Context,
        next: State,
    ) -> Step<'a> {
        match self.scanner.line_node(context == Context::BlockOrIndentless) {
            Some(LineNode::Scalar(scalar)) => self.line_scalar(scalar, next),
            Some(LineNode::Start(token, start, end)) => {
                self.after.push(next);
                self.state = first_state(&token, context).unwrap_or(next);
                let kind = start_event(self.state, Properties::default());
                self.event(kind, start, end)
            }
            None => self.part_behind(indicator, ends, context, next),
        }
    }
}

impl<'a> From<LineScalar<'a>> for Event<'a> {
    fn from(scalar: LineScalar<'a>) -> Self {
        let (start, end) = (scalar.start, scalar.end());
        let text = Cow::Borrowed(scalar.text);
        Event { kind: EventKind::Scalar { properties: Properties::default(), text, style: scalar.style }, start, end }
    }
}
