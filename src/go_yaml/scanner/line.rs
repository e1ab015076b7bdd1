//! Fast path for lines that do not need the token queue.
//!
//! A token must wait in the queue as long as a later `:` can make it a key. On the most common lines (`key: value`,
//! `key:`, `- value`, `key: {}`) no token has to wait, so their content is passed to the parser directly. Unusual lines
//! are left to the general path, such as those with a comment, a blank in a key, an escape, or a character outside
//! ASCII.
//!
//! Each function either leaves the scanner in the state that it would have after the tokens were queued and taken, or
//! does nothing that scanning the next token would not do first. The parser can therefore switch between lines and
//! tokens at any position.

use super::class::{self, BLANK, BREAK, WIDE, common_indent, word};
use super::keys::MAX_KEY_LENGTH;
use super::{MAX_DEPTH, Scanner};
use crate::go_yaml::event::Location;
use crate::go_yaml::event::ScalarStyle;
use crate::go_yaml::token::TokenKind;

/// A scalar on a single line whose text is contained in the source, optionally in quotes.
pub(crate) struct LineScalar<'a> {
    pub(crate) text: &'a str,
    pub(crate) style: ScalarStyle,
    pub(crate) start: Location,
}

/// The node after an indicator.
pub(crate) enum LineNode<'a> {
    Scalar(LineScalar<'a>),
    /// The token that starts a collection, with its start and end.
    Start(TokenKind<'a>, Location, Location),
}

impl LineScalar<'_> {
    pub(crate) fn end(&self) -> Location {
        let quotes = if self.style == ScalarStyle::Plain { 0 } else { 2 };
        behind(self.start, self.text.len() + quotes)
    }
}

/// Returns the position `width` ASCII characters after another one on the same line.
pub(crate) fn behind(location: Location, width: usize) -> Location {
    Location { offset: location.offset + width, column: location.column + width, ..location }
}

impl<'a> Scanner<'a> {
    /// Reads a key of the innermost mapping, including its `:`.
    #[inline]
    pub(crate) fn line_key(&mut self) -> Option<LineScalar<'a>> {
        let length = if self.starts_line() { self.key_length()? } else { return None };
        let key = self.line_scalar(0, length, ScalarStyle::Plain);
        self.simple_key_allowed = false;
        self.cursor.skip(length + 1);
        Some(key)
    }

    /// Skips a `-` of the innermost sequence and returns its end.
    #[inline]
    pub(crate) fn line_entry(&mut self) -> Option<Location> {
        let is_entry = self.starts_line() && self.at_entry();
        is_entry.then(|| {
            self.cursor.skip(1);
            self.cursor.location()
        })
    }

    /// Closes the innermost block collection if the next token is to the left of it. The outermost collection is left
    /// to the general path, since the token after it must be scanned to find errors.
    #[inline]
    pub(crate) fn leaves_block(&mut self) -> bool {
        let leaves = self.is_idle() && self.outer_indents.len() > 1 && self.column() < self.indent;
        if leaves {
            self.indent = self.outer_indents.pop().unwrap_or(-1);
        }
        leaves
    }

    /// Returns true if a sequence with the same indentation as its parent mapping ends before the next token.
    #[inline]
    pub(crate) fn leaves_entries(&mut self) -> bool {
        self.is_idle() && self.column() <= self.indent && !self.at_entry()
    }

    /// Reads the node after an indicator that was already skipped. For a collection, only the start is read, and for a
    /// block collection no text is skipped. If `indentless` is true, a [`TokenKind::BlockEntry`] starts a sequence.
    #[inline]
    pub(crate) fn line_node(&mut self, indentless: bool) -> Option<LineNode<'a>> {
        self.skip_to_token();
        if self.column() <= self.indent {
            let starts = indentless && self.column() == self.indent && self.simple_key_allowed && self.at_entry();
            return starts.then(|| self.start_here(TokenKind::BlockEntry));
        }
        match self.cursor.rest() {
            [b'{', b'}', b'\n', ..] => Some(self.empty(TokenKind::FlowMappingStart, TokenKind::FlowMappingEnd)),
            [b'[', b']', b'\n', ..] => Some(self.empty(TokenKind::FlowSequenceStart, TokenKind::FlowSequenceEnd)),
            [b'-', ..] if self.simple_key_allowed && self.at_entry() => {
                self.open_line_block(TokenKind::BlockSequenceStart)
            }
            _ if self.simple_key_allowed && self.key_length().is_some() => {
                self.open_line_block(TokenKind::BlockMappingStart)
            }
            _ => self.line_text().map(LineNode::Scalar),
        }
    }

    /// Reads the scalar after the `:` of a key, if it is on the same line.
    #[inline]
    pub(crate) fn line_value(&mut self) -> Option<LineScalar<'a>> {
        self.skip_to_token();
        let is_there = !self.simple_key_allowed && self.column() > self.indent;
        if is_there { self.line_text() } else { None }
    }

    /// Returns true if the queue is empty and no token can become a key, which implies that no brackets are open.
    #[inline]
    fn is_idle(&self) -> bool {
        self.tokens.is_empty() && self.simple_keys.is_idle()
    }

    /// Moves to the next token, unless tokens are queued. Returns true if the token is at the indentation of the
    /// innermost block collection.
    #[inline]
    fn starts_line(&mut self) -> bool {
        if !self.is_idle() {
            return false;
        }
        self.skip_to_token();
        self.column() == self.indent && self.simple_key_allowed
    }

    #[inline]
    fn at_entry(&self) -> bool {
        self.cursor.byte() == b'-' && self.cursor.separates_at(1)
    }

    /// Returns the length of the word at the position, if a `:` after it makes it a key.
    #[inline]
    fn key_length(&self) -> Option<usize> {
        let rest = self.cursor.rest();
        let length = first_word(rest)?;
        let is_key = matches!(rest[length..], [b':', next, ..] if class::is(next, BLANK | BREAK));
        (is_key && length <= MAX_KEY_LENGTH).then_some(length)
    }

    /// Reads a scalar that ends with its line.
    #[inline]
    fn line_text(&mut self) -> Option<LineScalar<'a>> {
        match self.cursor.byte() {
            quote @ (b'\'' | b'"') => self.line_quoted(quote),
            _ => self.line_plain(),
        }
    }

    #[inline]
    fn line_plain(&mut self) -> Option<LineScalar<'a>> {
        let rest = self.cursor.rest();
        let mut length = first_word(rest)?;
        while let [b' ', next, ..] = rest[length..]
            && !class::is(next, BLANK | BREAK)
            && next != b'#'
        {
            length += 1 + word(&rest[length + 1..]);
        }
        let indent = common_indent(&rest[length..])?;
        if indent.cast_signed() > self.indent {
            return None;
        }
        let scalar = self.line_scalar(0, length, ScalarStyle::Plain);
        self.cursor.skip(length);
        self.cursor.skip_break();
        self.cursor.skip(indent);
        self.simple_key_allowed = true;
        Some(scalar)
    }

    fn line_quoted(&mut self, quote: u8) -> Option<LineScalar<'a>> {
        let (ends, style) = match quote {
            b'"' => (class::DOUBLE_QUOTE, ScalarStyle::DoubleQuoted),
            _ => (class::SINGLE_QUOTE, ScalarStyle::SingleQuoted),
        };
        let rest = self.cursor.rest();
        let length = rest[1..].iter().position(|byte| class::is(*byte, ends | BREAK | WIDE))?;
        let ends = rest.get(length + 1) == Some(&quote) && rest.get(length + 2) == Some(&b'\n');
        ends.then(|| {
            let scalar = self.line_scalar(1, length, style);
            self.cursor.skip(length + 2);
            self.simple_key_allowed = false;
            scalar
        })
    }

    /// Returns the scalar at the position, whose text starts after `skipped` characters.
    #[inline]
    fn line_scalar(&self, skipped: usize, length: usize, style: ScalarStyle) -> LineScalar<'a> {
        let from = self.cursor.at() + skipped;
        LineScalar { text: &self.cursor.text()[from..from + length], style, start: self.cursor.location() }
    }

    /// Reads an empty flow collection.
    fn empty(&mut self, start: TokenKind<'a>, end: TokenKind<'a>) -> LineNode<'a> {
        let location = self.cursor.location();
        self.simple_key_allowed = false;
        self.cursor.skip(1);
        let behind = self.cursor.location();
        self.push_indicator(end, 1);
        LineNode::Start(start, location, behind)
    }

    /// Opens a block collection at the position. The deepest level is left to the general path, which reports the
    /// error.
    fn open_line_block(&mut self, kind: TokenKind<'a>) -> Option<LineNode<'a>> {
        (self.outer_indents.len() < MAX_DEPTH).then(|| {
            self.outer_indents.push(self.indent);
            self.indent = self.column();
            self.start_here(kind)
        })
    }

    /// Returns the start of a collection without text.
    fn start_here(&self, kind: TokenKind<'a>) -> LineNode<'a> {
        let location = self.cursor.location();
        LineNode::Start(kind, location, location)
    }
}

/// Returns the length of the word at the start of `text`, if it certainly starts a plain scalar.
#[inline]
fn first_word(text: &[u8]) -> Option<usize> {
    let starts = match text {
        [b'-', next, ..] => !class::is(*next, BLANK | BREAK | WIDE),
        [b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' | b'.', ..] => true,
        _ => false,
    };
    starts.then(|| word(text))
}
