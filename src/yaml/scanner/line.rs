//! Lines that need no queue.
//!
//! A token waits in the queue while a `:` behind it may still make a key of it. On the lines that
//! make up most texts (`key: value`, `key:`, `- value`, `key: {}`) nothing has to wait, and what
//! they hold goes to the parser at once. Whatever is unusual about a line, such as a comment, a blank
//! in a key, an escape or a character beyond ASCII, leaves it to the tokens.
//!
//! Each function either leaves the scanner as it would be if the tokens had been queued and taken,
//! or does nothing that reading the next token would not do first. So the parser may turn from lines
//! to tokens and back at any place.

use super::class::{self, BLANK, BREAK, WIDE};
use super::keys::MAX_KEY_LENGTH;
use super::runs::{usual_indent, word};
use super::{MAX_DEPTH, Scanner};
use crate::yaml::mark::Mark;
use crate::yaml::style::ScalarStyle;
use crate::yaml::token::TokenKind;

/// A scalar that stands on one line as it is, but for its quotes.
pub(crate) struct LineScalar<'a> {
    pub(crate) text: &'a str,
    pub(crate) style: ScalarStyle,
    pub(crate) start: Mark,
}

/// What stands behind an indicator.
pub(crate) enum LineNode<'a> {
    Scalar(LineScalar<'a>),
    /// The token with which a collection starts, from here to there.
    Start(TokenKind<'a>, Mark, Mark),
}

impl LineScalar<'_> {
    pub(crate) fn end(&self) -> Mark {
        let quotes = if self.style == ScalarStyle::Plain { 0 } else { 2 };
        behind(self.start, self.text.len() + quotes)
    }
}

/// The place so many ASCII characters behind another on its line.
pub(crate) fn behind(mark: Mark, width: usize) -> Mark {
    Mark { offset: mark.offset + width, column: mark.column + width, ..mark }
}

impl<'a> Scanner<'a> {
    /// Reads a key of the innermost mapping with its `:`, and moves behind that.
    #[inline]
    pub(crate) fn line_key(&mut self) -> Option<LineScalar<'a>> {
        let length = if self.starts_line() { self.key_length()? } else { return None };
        let key = self.line_scalar(0, length, ScalarStyle::Plain);
        self.simple_key_allowed = false;
        self.cursor.skip(length + 1);
        Some(key)
    }

    /// Moves over a `-` of the innermost sequence; returns where it ends.
    #[inline]
    pub(crate) fn line_entry(&mut self) -> Option<Mark> {
        let is_entry = self.starts_line() && self.at_entry();
        is_entry.then(|| {
            self.cursor.skip(1);
            self.cursor.mark()
        })
    }

    /// Closes the innermost block collection if the next token is left of it. Where the outermost ends is left to
    /// the tokens, since the text must be valid up to the first behind it.
    #[inline]
    pub(crate) fn leaves_block(&mut self) -> bool {
        let leaves = self.is_idle() && self.outer_indents.len() > 1 && self.column() < self.indent;
        if leaves {
            self.indent = self.outer_indents.pop().unwrap_or(-1);
        }
        leaves
    }

    /// Whether a sequence that is indented as the mapping around it ends before the next token.
    #[inline]
    pub(crate) fn leaves_entries(&mut self) -> bool {
        self.is_idle() && self.column() <= self.indent && !self.at_entry()
    }

    /// Reads what stands behind the indicator that was passed, for collections only their start. Of
    /// block style nothing is passed then; a [`TokenKind::BlockEntry`] starts a sequence where it may
    /// be `indentless`.
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

    /// Reads the scalar behind the `:` of a key, if it is on the line of that.
    #[inline]
    pub(crate) fn line_value(&mut self) -> Option<LineScalar<'a>> {
        self.skip_to_token();
        let is_there = !self.simple_key_allowed && self.column() > self.indent;
        if is_there { self.line_text() } else { None }
    }

    /// Whether nothing waits in the queue or to become a key, so that no brackets are open either.
    #[inline]
    fn is_idle(&self) -> bool {
        self.tokens.is_empty() && self.simple_keys.is_idle()
    }

    /// Moves to the next token, if it does not wait; true if it stands where those of the innermost
    /// block collection do.
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

    /// The length of the word that stands here, if a `:` behind it makes a key of it.
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
        let indent = usual_indent(&rest[length..])?;
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

    /// The scalar that starts here, `skipped` characters before its text.
    #[inline]
    fn line_scalar(&self, skipped: usize, length: usize, style: ScalarStyle) -> LineScalar<'a> {
        let from = self.cursor.at() + skipped;
        LineScalar { text: &self.cursor.text()[from..from + length], style, start: self.cursor.mark() }
    }

    /// Reads a bracket or brace that is closed at once.
    fn empty(&mut self, start: TokenKind<'a>, end: TokenKind<'a>) -> LineNode<'a> {
        let mark = self.cursor.mark();
        self.simple_key_allowed = false;
        self.cursor.skip(1);
        let behind = self.cursor.mark();
        self.push_indicator(end, 1);
        LineNode::Start(start, mark, behind)
    }

    /// Opens a block collection that starts here. The deepest one is left to those who refuse it.
    fn open_line_block(&mut self, kind: TokenKind<'a>) -> Option<LineNode<'a>> {
        (self.outer_indents.len() < MAX_DEPTH).then(|| {
            self.outer_indents.push(self.indent);
            self.indent = self.column();
            self.start_here(kind)
        })
    }

    /// A collection that starts with a token without text.
    fn start_here(&self, kind: TokenKind<'a>) -> LineNode<'a> {
        let mark = self.cursor.mark();
        LineNode::Start(kind, mark, mark)
    }
}

/// The length of the word at the start of `text`, if it is the first of a plain scalar for sure.
#[inline]
fn first_word(text: &[u8]) -> Option<usize> {
    let starts = match text {
        [b'-', next, ..] => !class::is(*next, BLANK | BREAK | WIDE),
        [b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'/' | b'.', ..] => true,
        _ => false,
    };
    starts.then(|| word(text))
}
