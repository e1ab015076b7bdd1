use std::ops::Range;

use super::Scanner;
use super::class::{BLANK, COLON, FLOW};
use super::text::{Gap, ScalarText};
use crate::yaml::error::Error;
use crate::yaml::style::ScalarStyle;
use crate::yaml::token::{Token, TokenKind};

impl<'a> Scanner<'a> {
    /// Reads a plain scalar: words up to an indicator, a comment or a line indented too little.
    pub(super) fn scan_plain(&mut self) -> Result<Token<'a>, Error> {
        let start = self.cursor.mark();
        let mut text = ScalarText::new(self.cursor.text());
        let mut gap = Gap::default();
        let mut line = self.plain_line();
        let mut end = self.cursor.mark_at(line.end);
        text.push_source(line);
        while self.cursor.at_break() {
            self.plain_gap(&mut gap)?;
            let is_indented = !self.in_block() || self.column() > self.indent;
            if !is_indented || self.cursor.at_document_indicator() || self.cursor.byte() == b'#' {
                break;
            }
            line = self.plain_line();
            if line.is_empty() {
                break;
            }
            end = self.cursor.mark_at(line.end);
            gap.fold_into(&mut text);
            text.push_source(line);
        }
        // The next line may start with a key of its own.
        self.simple_key_allowed |= gap.has_break();
        Ok(Token { kind: TokenKind::Scalar { text: text.finish(), style: ScalarStyle::Plain }, start, end })
    }

    /// Reads the words of a line, and the blanks behind them.
    fn plain_line(&mut self) -> Range<usize> {
        let mut line = self.plain_word();
        while self.cursor.at_blank() {
            self.cursor.skip_blanks();
            if self.cursor.byte() == b'#' {
                break;
            }
            let word = self.plain_word();
            if !word.is_empty() {
                line.end = word.end;
            }
        }
        line
    }

    fn plain_word(&mut self) -> Range<usize> {
        let from = self.cursor.at();
        let ends = if self.in_block() { BLANK | COLON } else { BLANK | COLON | FLOW };
        self.cursor.skip_until(ends);
        while self.cursor.byte() == b':' && !self.cursor.separates_at(1) {
            self.cursor.skip(1);
            self.cursor.skip_until(ends);
        }
        from..self.cursor.at()
    }

    /// Reads the line breaks behind a line, and the indentation of the next one.
    fn plain_gap(&mut self, gap: &mut Gap) -> Result<(), Error> {
        while self.cursor.at_break() {
            gap.add_break(self.cursor.skip_break());
            while self.cursor.at_blank() {
                if self.cursor.byte() == b'\t' && self.column() <= self.indent {
                    return Err(self.error("found a tab character that violates indentation"));
                }
                self.cursor.skip(1);
            }
        }
        Ok(())
    }
}
