use std::borrow::Cow;
use std::ops::Range;

use super::Scanner;
use super::class::{BLANK, COLON, FLOW};
use super::text::{Gap, ScalarText};
use crate::go_yaml::error::Error;
use crate::go_yaml::event::Location;

impl<'a> Scanner<'a> {
    /// Scans a plain scalar: words up to an indicator, a comment, or a line with too little indentation. Returns it
    /// with the end of the last word.
    #[inline]
    pub(super) fn scan_plain(&mut self) -> Result<(Cow<'a, str>, Location), Error> {
        let line = self.plain_line();
        let end = self.cursor.location_at(line.end);
        if !self.cursor.at_break() {
            return Ok((Cow::Borrowed(&self.cursor.text()[line]), end));
        }
        let mut gap = Gap::default();
        let scalar = match self.plain_gap(&mut gap)? {
            true => self.plain_lines(line, end, &mut gap)?,
            false => (Cow::Borrowed(&self.cursor.text()[line]), end),
        };
        // The next line may start with a key.
        self.simple_key_allowed |= gap.has_break();
        Ok(scalar)
    }

    /// Scans the continuation lines of a plain scalar.
    fn plain_lines(
        &mut self,
        first: Range<usize>,
        mut end: Location,
        gap: &mut Gap,
    ) -> Result<(Cow<'a, str>, Location), Error> {
        let mut text = ScalarText::new(self.cursor.text());
        text.push_source(first);
        loop {
            let line = self.plain_line();
            if line.is_empty() {
                break;
            }
            end = self.cursor.location_at(line.end);
            gap.fold_into(&mut text);
            text.push_source(line);
            if !self.cursor.at_break() || !self.plain_gap(gap)? {
                break;
            }
        }
        Ok((text.finish(), end))
    }

    /// Scans the words on a line, and the blanks after them.
    fn plain_line(&mut self) -> Range<usize> {
        let ends = if self.in_block() { BLANK | COLON } else { BLANK | COLON | FLOW };
        let from = self.cursor.at();
        let (mut word, mut end) = (from, from);
        loop {
            let at = self.cursor.skip_until(ends).end;
            if self.cursor.byte() == b':' && !self.cursor.separates_at(1) {
                self.cursor.skip(1);
                continue;
            }
            if at > word {
                end = at;
            }
            if !self.cursor.at_blank() {
                return from..end;
            }
            self.cursor.skip_blanks();
            if self.cursor.byte() == b'#' {
                return from..end;
            }
            word = self.cursor.at();
        }
    }

    /// Skips line breaks and the indentation after them. Returns true if the scalar continues on the next line.
    fn plain_gap(&mut self, gap: &mut Gap) -> Result<bool, Error> {
        while self.cursor.at_break() {
            gap.add_break(self.cursor.skip_break());
            while self.cursor.at_blank() {
                if self.cursor.byte() == b'\t' && self.column() <= self.indent {
                    return Err(self.error("found a tab character that violates indentation"));
                }
                self.cursor.skip(1);
            }
        }
        let is_indented = !self.in_block() || self.column() > self.indent;
        Ok(is_indented && self.cursor.byte() != b'#' && !self.cursor.at_document_indicator())
    }
}
