use std::ops::Range;

use super::Scanner;
use super::cursor::{break_width, separates};
use super::text::{Gap, ScalarText};
use crate::yaml::error::Error;
use crate::yaml::style::ScalarStyle;
use crate::yaml::token::{Token, TokenKind};

/// What a byte means to a plain scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Text,
    /// A blank or line feed: ends the word.
    Space,
    /// Ends the word if a line break starts here.
    MayBreak,
    Colon,
    /// Ends the scalar inside brackets and braces.
    Flow,
}

static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Text; 256];
    table[b' ' as usize] = Class::Space;
    table[b'\t' as usize] = Class::Space;
    table[b'\n' as usize] = Class::Space;
    table[b'\r' as usize] = Class::Space;
    table[0xC2] = Class::MayBreak;
    table[0xE2] = Class::MayBreak;
    table[b':' as usize] = Class::Colon;
    table[b',' as usize] = Class::Flow;
    table[b'?' as usize] = Class::Flow;
    table[b'[' as usize] = Class::Flow;
    table[b']' as usize] = Class::Flow;
    table[b'{' as usize] = Class::Flow;
    table[b'}' as usize] = Class::Flow;
    table
}

impl<'a> Scanner<'a> {
    /// Reads a plain scalar: words up to an indicator, a comment or a line indented too little.
    pub(super) fn scan_plain(&mut self) -> Result<Token<'a>, Error> {
        let start = self.cursor.mark();
        let mut text = ScalarText::new(self.cursor.text());
        let mut gap = Gap::default();
        let mut end = start;
        while !self.cursor.at_document_indicator() && self.cursor.byte() != b'#' {
            let word = self.plain_word();
            if !word.is_empty() {
                gap.fold_into(&mut text);
                text.push_source(word);
                end = self.cursor.mark();
            }
            if !self.cursor.separates_at(0) || self.cursor.at_end() {
                break;
            }
            self.plain_gap(&mut gap)?;
            if self.in_block() && self.column() <= self.indent {
                break;
            }
        }
        // The next line may start with a key of its own.
        self.simple_key_allowed |= gap.has_break();
        let kind = TokenKind::Scalar { text: text.finish(), style: ScalarStyle::Plain };
        Ok(Token { kind, start, end })
    }

    fn plain_word(&mut self) -> Range<usize> {
        let in_flow = !self.in_block();
        self.cursor.skip_until(|byte, rest| match CLASSES[usize::from(byte)] {
            Class::Text => false,
            Class::Space => true,
            Class::MayBreak => break_width(rest) > 0,
            Class::Colon => separates(&rest[1..]),
            Class::Flow => in_flow,
        })
    }

    /// Reads the blanks and line breaks behind a word.
    fn plain_gap(&mut self, gap: &mut Gap) -> Result<(), Error> {
        loop {
            if self.cursor.at_blank() {
                self.plain_blanks(gap)?;
            } else if self.cursor.at_break() {
                gap.add_break(self.cursor.skip_break());
            } else {
                return Ok(());
            }
        }
    }

    fn plain_blanks(&mut self, gap: &mut Gap) -> Result<(), Error> {
        if !gap.has_break() {
            gap.add_blanks(self.cursor.skip_blanks());
            return Ok(());
        }
        while self.cursor.at_blank() {
            if self.cursor.byte() == b'\t' && self.column() <= self.indent {
                return Err(self.error("found a tab character that violates indentation"));
            }
            self.cursor.skip(1);
        }
        Ok(())
    }
}
