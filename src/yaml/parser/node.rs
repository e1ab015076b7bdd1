use std::borrow::Cow;

use super::{Context, Parser, State, Step, empty_scalar};
use crate::yaml::error::Error;
use crate::yaml::event::{Event, EventKind, Properties};
use crate::yaml::token::{Mark, TokenKind as Is};

impl<'a> Parser<'a> {
    pub(super) fn node(&mut self, context: Context) -> Step<'a> {
        let start = self.peek()?.start;
        if let Is::Alias(name) = self.peek()?.kind {
            self.leave();
            self.skip()?;
            return Ok(Event { kind: EventKind::Alias(name), start });
        }
        let properties = self.properties()?;
        self.content(context, properties, start)
    }

    /// Reads an anchor and a tag in either order.
    fn properties(&mut self) -> Result<Properties<'a>, Error> {
        let mut anchor = None;
        let mut tag = None;
        loop {
            match self.peek()?.kind {
                Is::Anchor(name) if anchor.is_none() => anchor = Some(name),
                Is::Tag { .. } if tag.is_none() => {}
                _ => break,
            }
            let token = self.skip()?;
            if let Is::Tag { handle, suffix } = token.kind {
                tag = Some((handle, suffix, token.start));
            }
        }
        let tag = match tag {
            Some((handle, suffix, mark)) => Some(self.resolve_tag(handle, suffix, mark)?),
            None => None,
        };
        Ok(Properties { anchor, tag })
    }

    fn resolve_tag(&self, handle: &str, suffix: Cow<'a, str>, mark: Mark) -> Result<Cow<'a, str>, Error> {
        let tag = self.tags.resolve(handle, suffix);
        tag.ok_or_else(|| Error::parse("found undefined tag handle", mark))
    }

    fn content(&mut self, context: Context, properties: Properties<'a>, start: Mark) -> Step<'a> {
        let in_block = context != Context::Flow;
        let (state, kind) = match self.peek()?.kind {
            Is::Scalar { .. } => return self.scalar(properties, start),
            Is::FlowSequenceStart => (State::FlowSequenceFirstEntry, EventKind::SequenceStart(properties)),
            Is::FlowMappingStart => (State::FlowMappingFirstKey, EventKind::MappingStart(properties)),
            Is::BlockSequenceStart if in_block => (State::BlockSequenceEntry, EventKind::SequenceStart(properties)),
            Is::BlockMappingStart if in_block => (State::BlockMappingKey, EventKind::MappingStart(properties)),
            Is::BlockEntry if context == Context::BlockOrIndentless => {
                self.state = State::IndentlessSequenceEntry;
                return Ok(Event { kind: EventKind::SequenceStart(properties), start });
            }
            _ if properties.anchor.is_some() || properties.tag.is_some() => {
                self.leave();
                return Ok(empty_scalar(properties, start));
            }
            _ => return self.unexpected("did not find expected node content"),
        };
        self.skip()?;
        self.state = state;
        Ok(Event { kind, start })
    }

    fn scalar(&mut self, properties: Properties<'a>, start: Mark) -> Step<'a> {
        self.leave();
        let token = self.skip()?;
        let Is::Scalar { text, style } = token.kind else { unreachable!("the token was looked at") };
        Ok(Event { kind: EventKind::Scalar { properties, text, style }, start })
    }
}
