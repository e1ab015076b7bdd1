use std::borrow::Cow;

use super::{Context, Parser, State, Step, empty_scalar};
use crate::yaml::error::Error;
use crate::yaml::event::{CollectionStyle, Event, EventKind, Properties};
use crate::yaml::token::{Mark, TokenKind as Is};

impl<'a> Parser<'a> {
    pub(super) fn node(&mut self, context: Context) -> Step<'a> {
        let start = self.peek()?.start;
        if let Is::Alias(name) = self.peek()?.kind {
            self.leave();
            let end = self.skip()?.end;
            return Ok(Event { kind: EventKind::Alias { name }, start, end });
        }
        let (properties, end) = self.properties(start)?;
        self.content(context, properties, start, end)
    }

    /// Reads an anchor and a tag in either order; returns where they end.
    fn properties(&mut self, start: Mark) -> Result<(Properties<'a>, Mark), Error> {
        let mut anchor = None;
        let mut tag = None;
        let mut end = start;
        loop {
            match self.peek()?.kind {
                Is::Anchor(name) if anchor.is_none() => anchor = Some(name),
                Is::Tag { .. } if tag.is_none() => {}
                _ => break,
            }
            let token = self.skip()?;
            end = token.end;
            if let Is::Tag { handle, suffix } = token.kind {
                tag = Some((handle, suffix, token.start));
            }
        }
        let tag = match tag {
            Some((handle, suffix, mark)) => Some(self.resolve_tag(handle, suffix, mark)?),
            None => None,
        };
        Ok((Properties { anchor, tag }, end))
    }

    fn resolve_tag(&self, handle: &str, suffix: Cow<'a, str>, mark: Mark) -> Result<Cow<'a, str>, Error> {
        let tag = self.tags.resolve(handle, suffix);
        tag.ok_or_else(|| Error::parse("found undefined tag handle", mark))
    }

    fn content(&mut self, context: Context, properties: Properties<'a>, start: Mark, end: Mark) -> Step<'a> {
        let in_block = context != Context::Flow;
        let (state, style) = match self.peek()?.kind {
            Is::Scalar { .. } => return self.scalar(properties, start),
            Is::BlockEntry if context == Context::BlockOrIndentless => {
                (State::IndentlessSequenceEntry, CollectionStyle::Block)
            }
            Is::FlowSequenceStart => (State::FlowSequenceFirstEntry, CollectionStyle::Flow),
            Is::FlowMappingStart => (State::FlowMappingFirstKey, CollectionStyle::Flow),
            Is::BlockSequenceStart if in_block => (State::BlockSequenceFirstEntry, CollectionStyle::Block),
            Is::BlockMappingStart if in_block => (State::BlockMappingFirstKey, CollectionStyle::Block),
            _ if properties.anchor.is_some() || properties.tag.is_some() => {
                self.leave();
                return Ok(empty_scalar(properties, start, end));
            }
            _ => return self.unexpected("did not find expected node content"),
        };
        self.state = state;
        let end = self.peek()?.end;
        let kind = match state {
            State::FlowMappingFirstKey | State::BlockMappingFirstKey => EventKind::MappingStart { properties, style },
            _ => EventKind::SequenceStart { properties, style },
        };
        Ok(Event { kind, start, end })
    }

    fn scalar(&mut self, properties: Properties<'a>, start: Mark) -> Step<'a> {
        self.leave();
        let token = self.skip()?;
        let Is::Scalar { text, style } = token.kind else { unreachable!("the token was looked at") };
        Ok(Event { kind: EventKind::Scalar { properties, text, style }, start, end: token.end })
    }
}
