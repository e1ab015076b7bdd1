//! From tokens to events: the grammar, as a machine with an explicit stack of states.

use std::borrow::Cow;

use super::error::Error;
use super::event::{CollectionStyle, Event, EventKind, Properties};
use super::scanner::Scanner;
use super::tags::TagHandles;
use super::token::{Mark, ScalarStyle, Token, TokenKind as Is};

/// What is expected next.
#[derive(Debug, Clone, Copy)]
enum State {
    /// A document; only the `first` one may lack its `---`.
    DocumentStart { first: bool },
    DocumentContent,
    DocumentEnd,
    BlockNode,
    BlockSequenceFirstEntry,
    BlockSequenceEntry,
    /// An entry of a sequence indented no more than the mapping around it.
    IndentlessSequenceEntry,
    BlockMappingFirstKey,
    BlockMappingKey,
    BlockMappingValue,
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
    StreamEnd,
}

/// What kind of node may stand at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Flow,
    Block,
    /// Block, and a sequence may start without being indented.
    BlockOrIndentless,
}

/// Yields the events of a stream one by one.
pub(crate) struct Parser<'a> {
    scanner: Scanner<'a>,
    state: State,
    after: Vec<State>,
    tags: TagHandles<'a>,
}

type Step<'a> = Result<Event<'a>, Error>;

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            scanner: Scanner::new(text),
            state: State::DocumentStart { first: true },
            after: Vec::new(),
            tags: TagHandles::default(),
        }
    }

    /// The next event; the end of the stream repeats itself.
    ///
    /// After an error the parser is in no state to go on.
    pub(crate) fn next(&mut self) -> Step<'a> {
        match self.state {
            State::DocumentStart { first } => self.document_start(first),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(Context::Block),
            State::BlockSequenceFirstEntry => self.after_opening(Self::block_sequence_entry),
            State::BlockSequenceEntry => self.block_sequence_entry(),
            State::IndentlessSequenceEntry => self.indentless_sequence_entry(),
            State::BlockMappingFirstKey => self.after_opening(Self::block_mapping_key),
            State::BlockMappingKey => self.block_mapping_key(),
            State::BlockMappingValue => self.block_mapping_value(),
            State::FlowSequenceFirstEntry => self.after_opening(Self::flow_sequence_entry),
            State::FlowSequenceEntry => self.next_flow_sequence_entry(),
            State::PairKey => self.pair_key(),
            State::PairValue => self.pair_value(),
            State::PairEnd => self.pair_end(),
            State::FlowMappingFirstKey => self.after_opening(Self::flow_mapping_key),
            State::FlowMappingKey => self.next_flow_mapping_key(),
            State::FlowMappingValue => self.flow_mapping_value(),
            State::FlowMappingNoValue => self.flow_mapping_no_value(),
            State::StreamEnd => self.stream_end(),
        }
    }

    fn peek(&mut self) -> Result<&Token<'a>, Error> {
        self.scanner.peek()
    }

    fn skip(&mut self) -> Result<Token<'a>, Error> {
        self.scanner.next()
    }

    /// Whether the next token satisfies `test`.
    fn at(&mut self, test: impl FnOnce(&Is<'a>) -> bool) -> Result<bool, Error> {
        Ok(test(&self.peek()?.kind))
    }

    fn leave(&mut self) {
        self.state = self.after.pop().expect("every node has a state to go back to");
    }

    fn unexpected<T>(&mut self, problem: &str) -> Result<T, Error> {
        let mark = self.peek()?.start;
        Err(Error::parse(problem, mark))
    }

    /// Skips the token that opened a collection.
    fn after_opening(&mut self, entry: fn(&mut Self) -> Step<'a>) -> Step<'a> {
        self.skip()?;
        entry(self)
    }

    /// An event that stands for the next token without taking it.
    fn event_at_token(&mut self, kind: EventKind<'a>) -> Step<'a> {
        let Token { start, end, .. } = *self.peek()?;
        Ok(Event { kind, start, end })
    }

    /// The end of a collection whose closing token comes next.
    fn close(&mut self, kind: EventKind<'a>) -> Step<'a> {
        self.leave();
        let Token { start, end, .. } = self.skip()?;
        Ok(Event { kind, start, end })
    }

    /// The content of the document or entry that is empty at `mark`.
    fn empty_scalar(&mut self, mark: Mark, next: State) -> Step<'a> {
        self.state = next;
        Ok(empty_scalar(Properties::default(), mark, mark))
    }

    /// A node, after which `next` goes on.
    fn node_then(&mut self, context: Context, next: State) -> Step<'a> {
        self.after.push(next);
        self.node(context)
    }

    // Documents

    fn document_start(&mut self, first: bool) -> Step<'a> {
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
                Is::VersionDirective { .. } if has_version => return self.unexpected("found duplicate %YAML directive"),
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

    fn document_content(&mut self) -> Step<'a> {
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

    fn document_end(&mut self) -> Step<'a> {
        let token = self.peek()?;
        let (start, mut end) = (token.start, token.start);
        let explicit = matches!(token.kind, Is::DocumentEnd);
        if explicit {
            end = self.skip()?.end;
        }
        self.state = State::DocumentStart { first: false };
        Ok(Event { kind: EventKind::DocumentEnd { explicit }, start, end })
    }

    fn stream_end(&mut self) -> Step<'a> {
        self.state = State::StreamEnd;
        self.event_at_token(EventKind::StreamEnd)
    }

    // Nodes

    fn node(&mut self, context: Context) -> Step<'a> {
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

    // Block collections

    fn block_sequence_entry(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::BlockEntry => {}
            Is::BlockEnd => return self.close(EventKind::SequenceEnd),
            _ => return self.unexpected("did not find expected '-' indicator"),
        }
        let mark = self.skip()?.end;
        match self.at(|token| matches!(token, Is::BlockEntry | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::BlockSequenceEntry),
            false => self.node_then(Context::Block, State::BlockSequenceEntry),
        }
    }

    fn indentless_sequence_entry(&mut self) -> Step<'a> {
        let token = self.peek()?;
        if !matches!(token.kind, Is::BlockEntry) {
            let mark = token.start;
            self.leave();
            return Ok(Event { kind: EventKind::SequenceEnd, start: mark, end: mark });
        }
        let mark = self.skip()?.end;
        match self.at(|token| matches!(token, Is::BlockEntry | Is::Key | Is::Value | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::IndentlessSequenceEntry),
            false => self.node_then(Context::Block, State::IndentlessSequenceEntry),
        }
    }

    fn block_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::Key => {}
            Is::BlockEnd => return self.close(EventKind::MappingEnd),
            _ => return self.unexpected("did not find expected key"),
        }
        let mark = self.skip()?.end;
        match self.at(|token| matches!(token, Is::Key | Is::Value | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::BlockMappingValue),
            false => self.node_then(Context::BlockOrIndentless, State::BlockMappingValue),
        }
    }

    fn block_mapping_value(&mut self) -> Step<'a> {
        if !self.at(|token| matches!(token, Is::Value))? {
            let mark = self.peek()?.start;
            return self.empty_scalar(mark, State::BlockMappingKey);
        }
        let mark = self.skip()?.end;
        match self.at(|token| matches!(token, Is::Key | Is::Value | Is::BlockEnd))? {
            true => self.empty_scalar(mark, State::BlockMappingKey),
            false => self.node_then(Context::BlockOrIndentless, State::BlockMappingKey),
        }
    }

    // Flow collections

    fn next_flow_sequence_entry(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowSequenceEnd => {}
            Is::FlowEntry => drop(self.skip()?),
            _ => return self.unexpected("did not find expected ',' or ']'"),
        }
        self.flow_sequence_entry()
    }

    fn flow_sequence_entry(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowSequenceEnd => self.close(EventKind::SequenceEnd),
            Is::Key => {
                let Token { start, end, .. } = self.skip()?;
                self.state = State::PairKey;
                let properties = Properties::default();
                Ok(Event { kind: EventKind::MappingStart { properties, style: CollectionStyle::Flow }, start, end })
            }
            _ => self.node_then(Context::Flow, State::FlowSequenceEntry),
        }
    }

    fn pair_key(&mut self) -> Step<'a> {
        if !self.at(|token| matches!(token, Is::Value | Is::FlowEntry | Is::FlowSequenceEnd))? {
            return self.node_then(Context::Flow, State::PairValue);
        }
        // As in libyaml, whatever follows a lone `?` is taken with it.
        let mark = self.skip()?.end;
        self.empty_scalar(mark, State::PairValue)
    }

    fn pair_value(&mut self) -> Step<'a> {
        if self.at(|token| matches!(token, Is::Value))? {
            self.skip()?;
            if !self.at(|token| matches!(token, Is::FlowEntry | Is::FlowSequenceEnd))? {
                return self.node_then(Context::Flow, State::PairEnd);
            }
        }
        let mark = self.peek()?.start;
        self.empty_scalar(mark, State::PairEnd)
    }

    fn pair_end(&mut self) -> Step<'a> {
        self.state = State::FlowSequenceEntry;
        let mark = self.peek()?.start;
        Ok(Event { kind: EventKind::MappingEnd, start: mark, end: mark })
    }

    fn next_flow_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowMappingEnd => {}
            Is::FlowEntry => drop(self.skip()?),
            _ => return self.unexpected("did not find expected ',' or '}'"),
        }
        self.flow_mapping_key()
    }

    fn flow_mapping_key(&mut self) -> Step<'a> {
        match self.peek()?.kind {
            Is::FlowMappingEnd => return self.close(EventKind::MappingEnd),
            Is::Key => drop(self.skip()?),
            _ => return self.node_then(Context::Flow, State::FlowMappingNoValue),
        }
        match self.at(|token| matches!(token, Is::Value | Is::FlowEntry | Is::FlowMappingEnd))? {
            false => self.node_then(Context::Flow, State::FlowMappingValue),
            true => self.flow_mapping_empty(State::FlowMappingValue),
        }
    }

    fn flow_mapping_value(&mut self) -> Step<'a> {
        if self.at(|token| matches!(token, Is::Value))? {
            self.skip()?;
            if !self.at(|token| matches!(token, Is::FlowEntry | Is::FlowMappingEnd))? {
                return self.node_then(Context::Flow, State::FlowMappingKey);
            }
        }
        self.flow_mapping_empty(State::FlowMappingKey)
    }

    fn flow_mapping_no_value(&mut self) -> Step<'a> {
        self.flow_mapping_empty(State::FlowMappingKey)
    }

    /// An empty key or value before the next token.
    fn flow_mapping_empty(&mut self, next: State) -> Step<'a> {
        let mark = self.peek()?.start;
        self.empty_scalar(mark, next)
    }
}

fn empty_scalar<'a>(properties: Properties<'a>, start: Mark, end: Mark) -> Event<'a> {
    let kind = EventKind::Scalar { properties, text: Cow::Borrowed(""), style: ScalarStyle::Plain };
    Event { kind, start, end }
}
