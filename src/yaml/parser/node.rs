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

    /// Reads an anchor and a tag in either order, and says where they end.
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

    /// Reads what follows the properties, which stand from `start` to `end`.
    fn content(&mut self, context: Context, properties: Properties<'a>, start: Mark, end: Mark) -> Step<'a> {
        use CollectionStyle::{Block, Flow};
        let in_block = context != Context::Flow;
        let (state, kind) = match self.peek()?.kind {
            Is::Scalar { .. } => {
                self.leave();
                return self.scalar(properties, start);
            }
            Is::FlowSequenceStart => {
                (State::FlowSequenceFirstEntry, EventKind::SequenceStart { properties, style: Flow })
            }
            Is::FlowMappingStart => (State::FlowMappingFirstKey, EventKind::MappingStart { properties, style: Flow }),
            Is::BlockSequenceStart if in_block => {
                (State::BlockSequenceEntry, EventKind::SequenceStart { properties, style: Block })
            }
            Is::BlockMappingStart if in_block => {
                (State::BlockMappingKey, EventKind::MappingStart { properties, style: Block })
            }
            Is::BlockEntry if context == Context::BlockOrIndentless => {
                self.state = State::IndentlessSequenceEntry;
                let entry = self.peek()?.start;
                return self.event(EventKind::SequenceStart { properties, style: Block }, start, entry);
            }
            _ if properties != Properties::default() => {
                self.leave();
                return self.empty_scalar(properties, start, end);
            }
            _ => return self.unexpected("did not find expected node content"),
        };
        self.state = state;
        let end = self.skip()?;
        self.event(kind, start, end)
    }

    #[inline]
    /// The scalar that comes next; its properties start at `start`.
    pub(super) fn scalar(&mut self, properties: Properties<'a>, start: Mark) -> Step<'a> {
        let token = self.scanner.take();
        let Is::Scalar { text, style } = token.kind else { unreachable!("the token was looked at") };
        self.event(EventKind::Scalar { properties, text, style }, start, token.end)
    }
}
