use std::borrow::Cow;

use super::{Context, Parser, State, Step};
use crate::yaml::error::Error;
use crate::yaml::event::{EventKind, Properties};
use crate::yaml::mark::Mark;
use crate::yaml::style::CollectionStyle;
use crate::yaml::token::{Tag, TokenKind as Is};

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
    fn properties(&mut self) -> Result<(Properties<'a>, Mark), Error> {
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
            Some((written, mark)) => Some(self.resolve_tag(*written, mark)?),
            None => None,
        };
        Ok((Properties::new(anchor, tag, self.peek()?.start.offset), end))
    }

    fn resolve_tag(&self, written: Tag<'a>, mark: Mark) -> Result<Cow<'a, str>, Error> {
        let tag = self.tags.resolve(written);
        tag.ok_or_else(|| Error::parse("found undefined tag handle", mark))
    }

    /// Parses the content after the properties, which extend from `start` to `end`.
    fn content(&mut self, context: Context, properties: Properties<'a>, start: Mark, end: Mark) -> Step<'a> {
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
    pub(super) fn scalar(&mut self, properties: Properties<'a>, start: Mark) -> Step<'a> {
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
