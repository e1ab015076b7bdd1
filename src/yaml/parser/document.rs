use super::{Context, Parser, State, Step, empty_scalar};
use crate::yaml::error::Error;
use crate::yaml::event::{Event, EventKind, Properties};
use crate::yaml::token::{Mark, TokenKind as Is};

impl<'a> Parser<'a> {
    pub(super) fn document_start(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let start = token.start;
        match token.kind {
            Is::StreamEnd => self.event_at_token(EventKind::StreamEnd),
            Is::VersionDirective { .. } | Is::TagDirective { .. } | Is::DocumentStart => self.explicit_document(start),
            _ => {
                self.after.push(State::DocumentEnd);
                self.state = State::BlockNode;
                Ok(Event { kind: EventKind::DocumentStart, start })
            }
        }
    }

    fn explicit_document(&mut self, start: Mark) -> Step<'a> {
        self.directives()?;
        if !self.at(|token| matches!(token, Is::DocumentStart))? {
            return self.unexpected("did not find expected <document start>");
        }
        self.after.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        self.skip()?;
        Ok(Event { kind: EventKind::DocumentStart, start })
    }

    /// Reads the directives of a document.
    fn directives(&mut self) -> Result<(), Error> {
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
                Ok(empty_scalar(Properties::default(), start))
            }
            _ => self.node(Context::Block),
        }
    }

    /// Counts what follows the first document. Where the rest is no YAML the count ends; the
    /// document that is broken counts, too.
    pub(crate) fn documents_behind_first(mut self) -> usize {
        while let Ok(event) = self.next() {
            if let EventKind::DocumentEnd | EventKind::StreamEnd = event.kind {
                return self.count_documents();
            }
        }
        0
    }

    /// Counts the documents that have tokens of their own.
    fn count_documents(&mut self) -> usize {
        let (mut count, mut begins) = (0, true);
        loop {
            match self.skip().map(|token| token.kind) {
                Ok(Is::StreamEnd) => return count,
                Ok(Is::VersionDirective { .. } | Is::TagDirective { .. } | Is::DocumentStart | Is::DocumentEnd) => {
                    begins = true;
                }
                outcome => {
                    count += usize::from(begins);
                    begins = false;
                    if outcome.is_err() {
                        return count;
                    }
                }
            }
        }
    }

    pub(super) fn document_end(&mut self) -> Step<'a> {
        self.event_at_token(EventKind::DocumentEnd)
    }
}
