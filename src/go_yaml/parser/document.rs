use super::{Context, Parser, State, Step};
use crate::go_yaml::error::Error;
use crate::go_yaml::event::EventKind;
use crate::go_yaml::event::Location;
use crate::go_yaml::token::{TagHandles, TokenKind as Is};

impl<'a> Parser<'a> {
    pub(super) fn first_document(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let start = token.start;
        match token.kind {
            Is::StreamEnd => self.stream_end(),
            Is::VersionDirective { .. } | Is::TagDirective(_) | Is::DocumentStart => self.explicit_document(start),
            _ => {
                self.after.push(State::DocumentEnd);
                self.state = State::BlockNode;
                self.event(EventKind::DocumentStart, start, start)
            }
        }
    }

    pub(super) fn next_document(&mut self) -> Step<'a> {
        while self.at(|token| matches!(token, Is::DocumentEnd))? {
            self.skip()?;
        }
        let token = self.peek()?;
        let start = token.start;
        match token.kind {
            Is::StreamEnd => self.stream_end(),
            _ => {
                self.tags = TagHandles::default();
                self.explicit_document(start)
            }
        }
    }

    fn explicit_document(&mut self, start: Location) -> Step<'a> {
        self.directives()?;
        if !self.at(|token| matches!(token, Is::DocumentStart))? {
            return self.unexpected("did not find expected <document start>");
        }
        self.after.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        let end = self.skip()?;
        self.event(EventKind::DocumentStart, start, end)
    }

    /// Parses the directives of a document.
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
                Is::TagDirective(_) => {}
                _ => return Ok(()),
            }
            if let Is::TagDirective(tag) = self.take()?.kind {
                self.tags.define(*tag).map_err(|problem| Error::parse(problem, start))?;
            }
        }
    }

    pub(super) fn document_content(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let start = token.start;
        match token.kind {
            Is::VersionDirective { .. } | Is::TagDirective(_) | Is::DocumentStart | Is::DocumentEnd | Is::StreamEnd => {
                self.leave();
                let next = self.state;
                self.empty_scalar_at(start, next)
            }
            _ => self.node(Context::Block),
        }
    }

    /// Counts the documents after the first one, each of which starts with `---`. A syntax error ends the count, but
    /// the document that contains it is counted.
    pub(crate) fn documents_behind_first(mut self) -> usize {
        while let Ok(event) = self.next() {
            if let EventKind::DocumentEnd | EventKind::StreamEnd = event.kind {
                return self.count_documents();
            }
        }
        0
    }

    /// Counts the documents that contain at least one token of content.
    fn count_documents(&mut self) -> usize {
        let (mut count, mut begins) = (0, false);
        loop {
            match self.take().map(|token| token.kind) {
                Ok(Is::StreamEnd) => return count,
                Ok(Is::DocumentStart) => begins = true,
                Ok(Is::VersionDirective { .. } | Is::TagDirective(_) | Is::DocumentEnd) => begins = false,
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
        let token = self.peek()?;
        let (start, mut end) = (token.start, token.start);
        if let Is::DocumentEnd = token.kind {
            end = self.skip()?;
        }
        self.state = State::NextDocument;
        self.event(EventKind::DocumentEnd, start, end)
    }

    pub(super) fn stream_end(&mut self) -> Step<'a> {
        let location = self.peek()?.start;
        self.state = State::StreamEnd;
        self.event(EventKind::StreamEnd, location, location)
    }
}
