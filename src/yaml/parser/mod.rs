//! From tokens to events: the grammar, as a machine with an explicit stack of states.

use std::borrow::Cow;

mod block;
mod document;
mod flow;
mod line;
#[cfg(test)]
mod line_tests;
mod node;
mod tags;
#[cfg(test)]
mod tests;

use self::tags::TagHandles;
use super::error::Error;
use super::event::{Event, EventKind, Properties};
use super::mark::Mark;
use super::scanner::Scanner;
use super::style::ScalarStyle;
use super::token::{Token, TokenKind};

/// What is expected next.
#[derive(Debug, Clone, Copy)]
enum State {
    FirstDocument,
    /// A document behind another, which must begin with `---`.
    NextDocument,
    DocumentContent,
    DocumentEnd,
    StreamEnd,
    BlockNode,
    BlockSequenceEntry,
    /// An entry of a sequence indented no more than the mapping around it.
    IndentlessSequenceEntry,
    BlockMappingKey,
    BlockMappingValue,
    /// The value of a key that was read with its `:`.
    LineValue,
    FlowSequenceFirstEntry,
    FlowSequenceEntry,
    /// The key, value and end of a mapping of one pair, `[a: b]`.
    PairKey,
    PairValue,
    PairEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    /// The value of a key without `:`, `{a, b}`.
    FlowMappingNoValue,
}

/// What kind of node may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Flow,
    Block,
    /// Block, and a sequence may start without being indented.
    BlockOrIndentless,
}

/// Yields the events of a text one by one.
pub(crate) struct Parser<'a> {
    scanner: Scanner<'a>,
    state: State,
    after: Vec<State>,
    tags: TagHandles<'a>,
    /// Where the text of the last event ends.
    end: Mark,
}

type Step<'a> = Result<Event<'a>, Error>;

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            scanner: Scanner::new(text),
            state: State::FirstDocument,
            after: Vec::new(),
            tags: TagHandles::default(),
            end: Mark { offset: 0, line: 1, column: 1 },
        }
    }

    /// The next event; the end of the text repeats itself.
    ///
    /// After an error the parser is in no state to go on.
    pub(crate) fn next(&mut self) -> Step<'a> {
        if let Some(scalar) = self.next_of_line() {
            return Ok(scalar.into());
        }
        match self.state {
            State::FirstDocument => self.first_document(),
            State::NextDocument => self.next_document(),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::StreamEnd => self.stream_end(),
            State::BlockNode => self.node(Context::Block),
            State::BlockSequenceEntry => self.block_sequence_entry(),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::LineValue => self.line_value(),
            State::FlowSequenceFirstEntry => self.flow_sequence_entry(),
            State::FlowSequenceEntry => self.next_flow_sequence_entry(),
            State::PairKey => self.pair_key(),
            State::PairValue => self.pair_value(),
            State::PairEnd => self.pair_end(),
            State::FlowMappingFirstKey => self.flow_mapping_key(),
            State::FlowMappingKey => self.next_flow_mapping_key(),
            State::FlowMappingValue => self.flow_mapping_value(),
            State::FlowMappingNoValue => self.empty_scalar_at_token(State::FlowMappingKey),
        }
    }

    fn peek(&mut self) -> Result<&Token<'a>, Error> {
        self.scanner.peek()
    }

    fn take(&mut self) -> Result<Token<'a>, Error> {
        self.peek()?;
        Ok(self.scanner.take())
    }

    /// Moves over the next token, to its end.
    fn skip(&mut self) -> Result<Mark, Error> {
        let end = self.peek()?.end;
        self.scanner.skip();
        Ok(end)
    }

    /// Whether the next token satisfies `test`.
    fn at(&mut self, test: impl FnOnce(&TokenKind<'a>) -> bool) -> Result<bool, Error> {
        Ok(test(&self.peek()?.kind))
    }

    #[inline]
    fn leave(&mut self) {
        self.state = self.after.pop().expect("every node has a state to go back to");
    }

    fn unexpected<T>(&mut self, problem: &str) -> Result<T, Error> {
        let mark = self.peek()?.start;
        Err(Error::parse(problem, mark))
    }

    #[inline]
    fn event(&mut self, kind: EventKind<'a>, start: Mark, end: Mark) -> Step<'a> {
        if start.offset < self.end.offset {
            // The key token of `{}: a` comes when the braces were taken, and stands before them.
            return self.end_of_block(kind);
        }
        self.end = end;
        Ok(Event { kind, start, end })
    }

    /// An event without text behind the one before; so collections end with their last node.
    fn end_of_block(&self, kind: EventKind<'a>) -> Step<'a> {
        Ok(Event { kind, start: self.end, end: self.end })
    }

    /// The end of a collection whose bracket comes next.
    fn close_flow(&mut self, kind: EventKind<'a>) -> Step<'a> {
        self.leave();
        let token = self.take()?;
        self.event(kind, token.start, token.end)
    }

    /// A node without text, from the start of its properties to `end`.
    fn empty_scalar(&mut self, properties: Properties<'a>, start: Mark, end: Mark) -> Step<'a> {
        let kind = EventKind::Scalar { properties, text: Cow::Borrowed(""), style: ScalarStyle::Plain };
        self.event(kind, start, end)
    }

    /// A node that is empty at `mark`, after which `next` goes on.
    fn empty_scalar_at(&mut self, mark: Mark, next: State) -> Step<'a> {
        self.state = next;
        self.empty_scalar(Properties::default(), mark, mark)
    }

    /// A node that is empty before the next token.
    fn empty_scalar_at_token(&mut self, next: State) -> Step<'a> {
        let mark = self.peek()?.start;
        self.empty_scalar_at(mark, next)
    }

    /// A node, after which `next` goes on.
    fn node_then(&mut self, context: Context, next: State) -> Step<'a> {
        let token = self.peek()?;
        let start = token.start;
        if let TokenKind::Scalar { .. } = token.kind {
            self.state = next;
            return self.scalar(Properties::default(), start);
        }
        self.after.push(next);
        self.node(context)
    }
}
