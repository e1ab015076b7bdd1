use super::tags::TagHandles;
use super::{Context, Parser, State, Step, empty_scalar};
use crate::yaml::error::Error;
use crate::yaml::event::{Event, EventKind, Properties};
use crate::yaml::token::{Mark, TokenKind as Is};

impl<'a> Parser<'a> {
    pub(super) fn document_start(&mut self, first: bool) -> Step<'a> {
        while !first && self.at(|token| matches!(token, Is::DocumentEnd))? {
            self.skip()?;
        }
        let start = self.peek()?.start;
        match self.peek()?.kind {
            Is::StreamEnd => self.stream_end(),
            Is::VersionDirective { .. } | Is::TagDirective { .. } | Is::DocumentStart => self.explicit_document(start),
            _ if first => {
                self.after.push(State::DocumentEnd);
                self.state = State::BlockNode;
                self.event_at_token(EventKind::DocumentStart { explicit: false })
            }
            _ => self.explicit_document(start),
        }
    }

    fn explicit_document(&mut self, start: Mark) -> Step<'a> {
        self.directives()?;
        if !self.at(|token| matches!(token, Is::DocumentStart))? {
            return self.unexpected("did not find expected <document start>");
        }
        self.after.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        let end = self.skip()?.end;
        Ok(Event { kind: EventKind::DocumentStart { explicit: true }, start, end })
    }

    /// Reads the directives of a document.
    fn directives(&mut self) -> Result<(), Error> {
        self.tags = TagHandles::default();
        let mut has_version = false;
        loop {
            let token = self.peek()?;
            let start = token.start;
            match token.kind {
                Is::VersionDirective { .. } if has_version => {
                    return self.unexpected("found duplicate %YAML directive");
                }
                Is::VersionDirective { major: 1, minor: 1 } => has_version = true,
                Is::VersionDirective { .. } => return self.unexpected("found incompatible YAML document"),
                Is::TagDirective { .. } => {}
                _ => return Ok(()),
            }
            if let Is::TagDirective { handle, prefix } = self.skip()?.kind {
                self.tags.define(handle, prefix).map_err(|problem| Error::parse(problem, start))?;
            }
        }
    }

    pub(super) fn document_content(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let start = token.start;
        match token.kind {
            Is::VersionDirective { .. }
            | Is::TagDirective { .. }
            | Is::DocumentStart
            | Is::DocumentEnd
            | Is::StreamEnd => {
                self.leave();
                Ok(empty_scalar(Properties::default(), start, start))
            }
            _ => self.node(Context::Block),
        }
    }

    pub(super) fn document_end(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let (start, mut end) = (token.start, token.start);
        let explicit = matches!(token.kind, Is::DocumentEnd);
        if explicit {
            end = self.skip()?.end;
        }
        self.state = State::DocumentStart { first: false };
        Ok(Event { kind: EventKind::DocumentEnd { explicit }, start, end })
    }

    pub(super) fn stream_end(&mut self) -> Step<'a> {
        self.state = State::StreamEnd;
        self.event_at_token(EventKind::StreamEnd)
    }
}
