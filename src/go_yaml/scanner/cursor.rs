use std::ops::Range;

use super::class::{self, BLANK, BREAK, NAME, WIDE};
use crate::go_yaml::event::Location;

/// A position in the text, with its line and column.
///
/// Instead of the column, it stores the offset at which the line starts, plus one for every continuation byte of a
/// multi-byte character. The distance from that offset is the column in characters.
#[derive(Clone, Copy)]
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

    /// Returns the column, counted from 0.
    pub(super) fn column(&self) -> usize {
        self.at - self.line_base
    }

    pub(super) fn location(&self) -> Location {
        self.location_at(self.at)
    }

    /// Returns a position on this line that is separated from the current one only by ASCII characters.
    pub(super) fn location_at(&self, offset: usize) -> Location {
        Location { offset, line: self.line, column: offset - self.line_base + 1 }
    }

    /// Returns the start of the line. Only ASCII characters may precede the current position on it.
    pub(super) fn line_start(&self) -> Location {
        self.location_at(self.line_base)
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Returns the byte `ahead` bytes after the position, or 0 past the end: texts contain no NUL characters.
    #[inline]
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

    #[inline]
    pub(super) fn at_break(&self) -> bool {
        class::is(self.byte(), BREAK | WIDE) && break_width(self.rest()) > 0
    }

    /// Returns true if there is a blank, a line break or the end of the text `ahead` bytes after the position.
    #[inline]
    pub(super) fn separates_at(&self, ahead: usize) -> bool {
        match self.byte_at(ahead) {
            0 => true,
            byte if class::is(byte, WIDE) => break_width(&self.rest()[ahead..]) > 0,
            byte => class::is(byte, BLANK | BREAK),
        }
    }

    /// Returns true if a document marker `---` or `...` starts here.
    pub(super) fn at_document_indicator(&self) -> bool {
        self.column() == 0
            && matches!(self.rest(), [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..])
            && self.separates_at(3)
    }

    /// Skips `count` ASCII characters on the line.
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Moves to the next line break, the next byte in `classes`, or the end.
    #[inline]
    pub(super) fn skip_until(&mut self, classes: u8) -> Range<usize> {
        let from = self.at;
        self.skip_bytes(|byte| !class::is(byte, classes | BREAK | WIDE));
        while class::is(self.byte(), WIDE) && !self.at_break() {
            self.skip_wide();
            self.skip_bytes(|byte| !class::is(byte, classes | BREAK | WIDE));
        }
        from..self.at
    }

    /// Skips ASCII characters on the line that satisfy `fits`, which must be false for line breaks.
    pub(super) fn skip_while(&mut self, fits: impl Fn(u8) -> bool) -> Range<usize> {
        let from = self.at;
        self.skip_bytes(fits);
        from..self.at
    }

    #[inline]
    fn skip_bytes(&mut self, fits: impl Fn(u8) -> bool) {
        let rest = self.rest();
        self.at += rest.iter().position(|byte| !fits(*byte)).unwrap_or(rest.len());
    }

    /// Skips a character outside ASCII.
    pub(super) fn skip_wide(&mut self) {
        let trailing = self.rest()[1..].iter().take_while(|byte| is_continuation(**byte)).count();
        self.at += 1 + trailing;
        self.line_base += trailing;
    }

    /// Returns the number of blanks at the position.
    pub(super) fn blanks(&self) -> usize {
        self.rest().iter().take_while(|byte| is_blank(**byte)).count()
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at += self.blanks();
    }

    /// Moves to the end of the line, before its line break.
    pub(super) fn skip_line_text(&mut self) -> Range<usize> {
        self.skip_until(0)
    }

    /// Skips a comment, if one starts here.
    pub(super) fn skip_comment(&mut self) {
        if self.byte() == b'#' {
            self.skip_line_text();
        }
    }

    /// Skips a line break, if there is one, and returns its value in a scalar: a line feed, except that the two Unicode
    /// separators are preserved.
    pub(super) fn skip_break(&mut self) -> &'static str {
        let rest = self.rest();
        let (width, value) = match break_width(rest) {
            0 => return "",
            3 if rest[2] == 0xA8 => (3, "\u{2028}"),
            3 => (3, "\u{2029}"),
            width => (width, "\n"),
        };
        self.at += width;
        self.line += 1;
        self.line_base = self.at;
        value
    }

    /// Counts an unterminated last line as a line.
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

/// Returns true if `byte` may be part of an anchor, a tag handle or the name of a directive.
pub(super) fn is_name(byte: u8) -> bool {
    class::is(byte, NAME)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Returns the length of the line break at the start of `bytes` (LF, CR, CRLF, NEL, LS or PS), or 0.
pub(super) fn break_width(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}
