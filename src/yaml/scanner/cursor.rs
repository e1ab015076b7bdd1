use std::ops::Range;

use super::class::{self, BLANK, BREAK, NAME, WIDE};
use crate::yaml::mark::Mark;

/// A position in the text that knows its line and column.
///
/// Instead of a column it keeps where the line began, moved forward by one for every byte of a
/// multi-byte character after its first: the distance from there is the column in characters.
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

    /// The column, from 0.
    pub(super) fn column(&self) -> usize {
        self.at - self.line_base
    }

    pub(super) fn mark(&self) -> Mark {
        self.mark_at(self.at)
    }

    /// A place on this line that is separated from the position by ASCII alone.
    pub(super) fn mark_at(&self, offset: usize) -> Mark {
        Mark { offset, line: self.line, column: offset - self.line_base + 1 }
    }

    /// The start of the line, of which nothing but ASCII was passed.
    pub(super) fn line_start(&self) -> Mark {
        self.mark_at(self.line_base)
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// The byte `ahead` of the position; 0 behind the end, since the text has no such character.
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

    /// Whether a blank, a line break or the end stands `ahead` of the position.
    #[inline]
    pub(super) fn separates_at(&self, ahead: usize) -> bool {
        match self.byte_at(ahead) {
            0 => true,
            byte if class::is(byte, WIDE) => break_width(&self.rest()[ahead..]) > 0,
            byte => class::is(byte, BLANK | BREAK),
        }
    }

    /// Whether a line of `---` or `...` starts here.
    pub(super) fn at_document_indicator(&self) -> bool {
        self.column() == 0
            && matches!(self.rest(), [b'-', b'-', b'-', ..] | [b'.', b'.', b'.', ..])
            && self.separates_at(3)
    }

    /// Moves over `count` ASCII characters of the line.
    pub(super) fn skip(&mut self, count: usize) {
        self.at += count;
    }

    /// Moves to the next line break or byte of the `classes`, or to the end.
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

    /// Moves over the ASCII characters of the line that fit; a break must never fit.
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

    /// Moves over the character beyond ASCII that stands here.
    pub(super) fn skip_wide(&mut self) {
        let trailing = self.rest()[1..].iter().take_while(|byte| is_continuation(**byte)).count();
        self.at += 1 + trailing;
        self.line_base += trailing;
    }

    /// The number of blanks that stand here.
    pub(super) fn blanks(&self) -> usize {
        self.rest().iter().take_while(|byte| is_blank(**byte)).count()
    }

    pub(super) fn skip_blanks(&mut self) {
        self.at += self.blanks();
    }

    /// Moves to the end of the line, before its break.
    pub(super) fn skip_line_text(&mut self) -> Range<usize> {
        self.skip_until(0)
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
    class::is(byte, NAME)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
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
