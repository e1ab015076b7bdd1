use std::ops::Range;

use crate::yaml::mark::Mark;

/// A position in the text that knows its line and column.
///
/// Instead of a column it keeps where the line began, moved forward by one for every byte of a
/// multi-byte character after its first: the distance from there is the column in characters.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    line_base: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1, line_base: 0 }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The column, from 0.
    pub(super) fn column(&self) -> usize {
        self.at - self.line_base
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { offset: self.at, line: self.line, column: self.column() + 1 }
    }

    /// The start of the line, of which nothing but ASCII was passed.
    pub(super) fn line_start(&self) -> Mark {
        Mark { offset: self.line_base, line: self.line, column: 1 }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// The byte `ahead` of the position; 0 behind the end, since the text has no such character.
    pub(super) fn byte_at(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn byte(&self) -> u8 {
        self.byte_at(0)
    }

    pub(super) fn at_end(&self) -> bool {
        self.at == self.text.len()
    }

    pub(super) fn at_blank(&self) -> bool {
        is_blank(self.byte())
    }

    pub(super) fn at_break(&self) -> bool {
        break_width(self.rest()) > 0
    }

    /// Whether a blank, a line break or the end stands `ahead` of the position.
    pub(super) fn separates_at(&self, ahead: usize) -> bool {
        let bytes = self.text.as_bytes();
        bytes.get(self.at + ahead..).is_none_or(separates)
    }

    /// Whether a line of `---` or `...` starts here.
    pub(super) fn at_document_indicator(&self) -> bool {
        self.column() == 0
            && matches!(self.rest(), [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..])
            && self.separates_at(3)
    }

    /// Moves to the byte offset `to`, which must be on the same line.
    pub(super) fn advance_to(&mut self, to: usize) {
        let passed = &self.text.as_bytes()[self.at..to];
        self.line_base += passed.iter().filter(|byte| is_continuation(**byte)).count();
        self.at = to;
    }

    /// Moves over `count` ASCII characters of the line.
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Moves to where `ends` is true of a byte and all from there on, or to the end; it must be
    /// true of every break.
    pub(super) fn skip_until(&mut self, ends: impl Fn(u8, &[u8]) -> bool) -> Range<usize> {
        let from = self.at;
        let rest = self.rest();
        let length = (0..rest.len()).find(|&at| ends(rest[at], &rest[at..])).unwrap_or(rest.len());
        self.advance_to(from + length);
        from..self.at
    }

    /// Moves over the bytes of the line that fit; a break must never fit.
    pub(super) fn skip_while(&mut self, fits: impl Fn(u8) -> bool) -> Range<usize> {
        self.skip_until(|byte, _| !fits(byte))
    }

    pub(super) fn skip_blanks(&mut self) -> Range<usize> {
        self.skip_while(is_blank)
    }

    /// Moves to the end of the line, before its break.
    pub(super) fn skip_line_text(&mut self) -> Range<usize> {
        self.skip_until(|byte, rest| may_break(byte) && break_width(rest) > 0)
    }

    /// Moves over a comment, if one starts here.
    pub(super) fn skip_comment(&mut self) {
        if self.byte() == b'#' {
            self.skip_line_text();
        }
    }

    /// Moves over a line break, if there is one, and returns what it stands for in a scalar:
    /// every break is a line feed but for the two Unicode separators, which stay themselves.
    pub(super) fn skip_break(&mut self) -> &'static str {
        let width = break_width(self.rest());
        if width == 0 {
            return "";
        }
        let value = match self.rest() {
            [0xE2, _, 0xA8, ..] => "\u{2028}",
            [0xE2, ..] => "\u{2029}",
            _ => "\n",
        };
        self.at += width;
        self.line += 1;
        self.line_base = self.at;
        value
    }

    /// Counts an unfinished last line as a line of its own.
    pub(super) fn finish_line(&mut self) {
        if self.column() > 0 {
            self.line += 1;
            self.line_base = self.at;
        }
    }
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Whether `byte` may be part of an anchor, a tag handle or a directive's name.
pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Whether `bytes` start with a blank or a line break, or are empty.
pub(super) fn separates(bytes: &[u8]) -> bool {
    bytes.first().is_none_or(|byte| is_blank(*byte) || break_width(bytes) > 0)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Whether a line break may start with `byte`.
pub(super) fn may_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0xC2 | 0xE2)
}

/// The length of the line break at the start of `bytes`: LF, CR, CRLF, NEL, LS or PS; else 0.
pub(super) fn break_width(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}
