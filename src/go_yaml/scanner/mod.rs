//! Conversion of text to tokens.
//!
//! The grammar is YAML 1.1 as implemented by libyaml, with the changes of the Go port that Kubernetes uses. A token may
//! turn out to be a mapping key only when its `:` is found. Until then it waits in a queue, so that the key token can
//! be inserted before it.

mod block;
mod class;
mod cursor;
mod directive;
mod fetch;
mod keys;
mod line;
mod plain;
mod queue;
mod quoted;
mod text;

use self::class::common_indent;
use self::class::{BLANK, BREAK, WIDE};
use self::cursor::{Cursor, is_blank};
use self::keys::{SimpleKey, SimpleKeys};
pub(crate) use self::line::{LineNode, LineScalar, behind};
use self::queue::Queue;
use super::error::Error;
use super::event::Location;
use super::token::{Token, TokenKind};

/// The maximum nesting depth of collections, separately for block and flow style.
const MAX_DEPTH: usize = 10_000;

/// Splits a text into tokens on demand.
pub(crate) struct Scanner<'a> {
    cursor: Cursor<'a>,
    tokens: Queue<'a>,
    /// The number of tokens removed from the queue, which is the number of the first token in it.
    taken: usize,
    /// The column of the innermost block collection, or -1 outside of all collections.
    indent: isize,
    outer_indents: Vec<isize>,
    simple_keys: SimpleKeys,
    simple_key_allowed: bool,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            cursor: Cursor::new(text),
            tokens: Queue::new(),
            taken: 0,
            indent: -1,
            outer_indents: Vec::new(),
            simple_keys: SimpleKeys::new(),
            simple_key_allowed: true,
        }
    }

    /// Returns the next token without removing it. It must not be called after the end of the stream was taken.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<&Token<'a>, Error> {
        if self.tokens.is_empty() || self.simple_keys.any_waits() {
            self.fill()?;
        }
        Ok(self.tokens.first())
    }

    /// Removes and returns the token that was peeked.
    pub(crate) fn take(&mut self) -> Token<'a> {
        self.taken += 1;
        self.tokens.take()
    }

    /// Removes the token that was peeked.
    pub(crate) fn skip(&mut self) {
        self.taken += 1;
        self.tokens.skip();
    }

    /// Scans ahead until the kind of the first token in the queue is certain.
    // Not inlined, since the queue is usually filled already.
    #[inline(never)]
    fn fill(&mut self) -> Result<(), Error> {
        while self.tokens.is_empty() || self.head_may_be_key()? {
            self.fetch()?;
        }
        Ok(())
    }

    fn head_may_be_key(&mut self) -> Result<bool, Error> {
        self.simple_keys.may_start_at(self.taken, self.cursor.location())
    }

    fn in_block(&self) -> bool {
        self.simple_keys.flow_level() == 0
    }

    fn column(&self) -> isize {
        self.cursor.column().cast_signed()
    }

    fn error(&self, problem: &str) -> Error {
        Error::scan(problem, self.cursor.location())
    }

    /// Skips white space, comments and line breaks up to the next token.
    #[inline]
    fn skip_to_token(&mut self) {
        if let Some(indent) = common_indent(self.cursor.rest()) {
            self.cursor.skip_break();
            self.cursor.skip(indent);
            self.simple_key_allowed |= self.in_block();
        } else if self.cursor.byte() == b' ' {
            self.cursor.skip(1);
        }
        // A byte order mark is in the class `WIDE`.
        if self.cursor.byte() == b'#' || class::is(self.cursor.byte(), BLANK | BREAK | WIDE) {
            self.skip_separations();
        }
    }

    fn skip_separations(&mut self) {
        if self.cursor.at() == 0 && self.cursor.text().starts_with('\u{FEFF}') {
            self.cursor.skip_wide();
        }
        loop {
            self.skip_separation();
            self.cursor.skip_comment();
            if !self.cursor.at_break() {
                return;
            }
            self.cursor.skip_break();
            self.simple_key_allowed |= self.in_block();
        }
    }

    /// Skips spaces, and tabs where they cannot be mistaken for indentation.
    fn skip_separation(&mut self) {
        let tabs_allowed = !self.in_block() || !self.simple_key_allowed;
        self.cursor.skip_while(|byte| if tabs_allowed { is_blank(byte) } else { byte == b' ' });
    }

    /// Skips a line break, which is required here.
    fn end_of_line(&mut self) -> Result<(), Error> {
        if !self.cursor.at_end() && !self.cursor.at_break() {
            return Err(self.error("did not find expected comment or line break"));
        }
        self.cursor.skip_break();
        Ok(())
    }

    /// Records that the token about to be queued may be a key.
    fn save_simple_key(&mut self) -> Result<(), Error> {
        if self.simple_key_allowed {
            let key = self.possible_key();
            self.simple_keys.give_way(key.location)?;
            self.simple_keys.note(key);
        }
        Ok(())
    }

    /// Returns the key that the token about to be queued may become.
    fn possible_key(&self) -> SimpleKey {
        SimpleKey {
            token: self.next_number(),
            location: self.cursor.location(),
            required: self.in_block() && self.indent == self.column(),
        }
    }

    /// Returns the number of the next token to be queued.
    fn next_number(&self) -> usize {
        self.taken + self.tokens.len()
    }

    fn remove_simple_key(&mut self) -> Result<(), Error> {
        self.simple_keys.remove(self.cursor.location())
    }

    /// Opens a block collection at `location`, unless one is open at its column. Its start token is inserted before the
    /// token with the number `before`, or at the end of the queue.
    #[inline]
    fn roll_indent(&mut self, kind: TokenKind<'a>, location: Location, before: Option<usize>) -> Result<(), Error> {
        let column = (location.column - 1).cast_signed();
        match self.in_block() && self.indent < column {
            true => self.open_block(kind, location, before),
            false => Ok(()),
        }
    }

    fn open_block(&mut self, kind: TokenKind<'a>, location: Location, before: Option<usize>) -> Result<(), Error> {
        let column = (location.column - 1).cast_signed();
        self.outer_indents.push(self.indent);
        self.indent = column;
        if self.outer_indents.len() > MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.insert_before(before, kind, location);
        Ok(())
    }

    /// Queues a token without text before the token with this number, or at the end if that was already removed.
    fn insert_before(&mut self, number: Option<usize>, kind: TokenKind<'a>, location: Location) {
        match number.and_then(|number| number.checked_sub(self.taken)) {
            Some(index) => self.tokens.insert(index, kind, location),
            None => self.tokens.push(kind, location, location),
        }
    }

    /// Closes the block collections that are indented by more than `column`.
    fn unroll_indent(&mut self, column: isize) {
        while self.in_block() && self.indent > column {
            self.push_empty(TokenKind::BlockEnd);
            self.indent = self.outer_indents.pop().unwrap_or(-1);
        }
    }

    fn open_flow_level(&mut self) -> Result<(), Error> {
        self.simple_keys.open_level(self.next_number());
        match self.simple_keys.flow_level() > MAX_DEPTH {
            true => Err(self.too_deep()),
            false => Ok(()),
        }
    }

    fn too_deep(&self) -> Error {
        self.error("exceeded max depth of 10000")
    }

    /// Returns the token from `start` to the current position.
    fn token(&self, kind: TokenKind<'a>, start: Location) -> Token<'a> {
        Token { kind, start, end: self.cursor.location() }
    }

    /// Queues a token without text.
    fn push_empty(&mut self, kind: TokenKind<'a>) {
        let location = self.cursor.location();
        self.tokens.push(kind, location, location);
    }

    /// Queues an indicator of `width` characters.
    fn push_indicator(&mut self, kind: TokenKind<'a>, width: usize) {
        let start = self.cursor.location();
        self.cursor.skip(width);
        self.tokens.push(kind, start, self.cursor.location());
    }
}
