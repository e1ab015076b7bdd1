//! Conversion of tokens to events: the grammar as a state machine with an explicit stack.

use std::borrow::Cow;

mod block;
mod document;
mod flow;
#[cfg(test)]
mod line_tests;
mod node;
#[cfg(test)]
mod tests;

use super::error::Error;
use super::event::Location;
use super::event::ScalarStyle;
use super::event::{Event, EventKind, Properties};
use super::scanner::Scanner;
use super::token::{TagHandles, Token, TokenKind};

/// The syntax expected next.
#[derive(Debug, Clone, Copy)]
enum State {
    FirstDocument,
    /// A document after another one, which must start with `---`.
    NextDocument,
    DocumentContent,
    DocumentEnd,
    StreamEnd,
    BlockNode,
    BlockSequenceEntry,
    /// An entry of a sequence that is not indented more than its parent mapping.
    IndentlessSequenceEntry,
    BlockMappingKey,
    BlockMappingValue,
    /// The value of a key that was read together with its `:`.
    LineValue,
    FlowSequenceFirstEntry,
    FlowSequenceEntry,
    /// The key, value and end of a single-pair mapping, `[a: b]`.
    PairKey,
    PairValue,
    PairEnd,
    FlowMappingFirstKey,
    FlowMappingKey,
    FlowMappingValue,
    /// The value of a key without `:`, `{a, b}`.
    FlowMappingNoValue,
}

/// The kinds of nodes allowed at a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Flow,
    Block,
    /// A block node. A sequence may start without additional indentation.
    BlockOrIndentless,
}

/// A parser that returns the events of a text one by one.
pub(crate) struct Parser<'a> {
    scanner: Scanner<'a>,
    state: State,
    after: Vec<State>,
    tags: TagHandles<'a>,
    /// The end of the last event's text.
    end: Location,
}

type Step<'a> = Result<Event<'a>, Error>;

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            scanner: Scanner::new(text),
            state: State::FirstDocument,
            after: Vec::new(),
            tags: TagHandles::default(),
            end: Location::START,
        }
    }

    /// Returns the next event. The end of the stream is returned repeatedly.
    ///
    /// Parsing cannot continue after an error.
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

    /// Skips the next token and returns its end.
    fn skip(&mut self) -> Result<Location, Error> {
        let end = self.peek()?.end;
        self.scanner.skip();
        Ok(end)
    }

    /// Returns true if the next token satisfies `test`.
    fn at(&mut self, test: impl FnOnce(&TokenKind<'a>) -> bool) -> Result<bool, Error> {
        Ok(test(&self.peek()?.kind))
    }

    #[inline]
    fn leave(&mut self) {
        self.state = self.after.pop().expect("a state is pushed before every node");
    }

    fn unexpected<T>(&mut self, problem: &str) -> Result<T, Error> {
        let location = self.peek()?.start;
        Err(Error::parse(problem, location))
    }

    #[inline]
    fn event(&mut self, kind: EventKind<'a>, start: Location, end: Location) -> Step<'a> {
        if start.offset < self.end.offset {
            // The key token of `{}: a` is inserted only after the braces were read, at a position before them.
            return self.end_of_block(kind);
        }
        self.end = end;
        Ok(Event { kind, start, end })
    }

    /// Returns an empty event after the previous one, so that collections end with their last node.
    fn end_of_block(&self, kind: EventKind<'a>) -> Step<'a> {
        Ok(Event { kind, start: self.end, end: self.end })
    }

    /// Ends a collection whose closing bracket is the next token.
    fn close_flow(&mut self, kind: EventKind<'a>) -> Step<'a> {
        self.leave();
        let token = self.take()?;
        self.event(kind, token.start, token.end)
    }

    /// Returns a node without text, which extends from the start of its properties to `end`.
    fn empty_scalar(&mut self, properties: Properties<'a>, start: Location, end: Location) -> Step<'a> {
        let kind = EventKind::Scalar { properties, text: Cow::Borrowed(""), style: ScalarStyle::Plain };
        self.event(kind, start, end)
    }

    /// Returns a node that is empty at `location`, and continues in the state `next`.
    fn empty_scalar_at(&mut self, location: Location, next: State) -> Step<'a> {
        self.state = next;
        self.empty_scalar(Properties::default(), location, location)
    }

    /// Returns a node that is empty before the next token.
    fn empty_scalar_at_token(&mut self, next: State) -> Step<'a> {
        let location = self.peek()?.start;
        self.empty_scalar_at(location, next)
    }

    /// Parses a node, and continues in the state `next`.
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
