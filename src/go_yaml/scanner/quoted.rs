use std::borrow::Cow;

use super::Scanner;
use super::class::{DOUBLE_QUOTE, SINGLE_QUOTE};
use super::cursor::{break_width, is_blank};
use super::text::{Gap, ScalarText};
use crate::go_yaml::error::Error;

impl<'a> Scanner<'a> {
    /// Scans a single- or double-quoted scalar, and folds its line breaks.
    pub(super) fn scan_quoted(&mut self) -> Result<Cow<'a, str>, Error> {
        let mut text = ScalarText::new(self.cursor.text());
        let mut gap = Gap::default();
        let quote = self.cursor.byte();
        self.cursor.skip(1);
        loop {
            if self.cursor.at_document_indicator() {
                return Err(self.error("found unexpected document indicator"));
            }
            if self.cursor.at_end() {
                return Err(self.error("found unexpected end of stream"));
            }
            self.quoted_line(quote, &mut text, &mut gap)?;
            if self.cursor.byte() == quote {
                break;
            }
            self.quoted_gap(&mut gap);
            gap.fold_into(&mut text);
        }
        self.cursor.skip(1);
        Ok(text.finish())
    }

    /// Scans up to a line break (including an escaped one), the closing quote, or the end. Blanks before an unescaped
    /// line break are not part of the text.
    fn quoted_line(&mut self, quote: u8, text: &mut ScalarText<'a>, gap: &mut Gap) -> Result<(), Error> {
        let ends = if quote == b'"' { DOUBLE_QUOTE } else { SINGLE_QUOTE };
        loop {
            let mut run = self.cursor.skip_until(ends);
            if self.cursor.at_break() {
                let blanks =
                    self.cursor.text().as_bytes()[run.clone()].iter().rev().take_while(|byte| is_blank(**byte));
                run.end -= blanks.count();
            }
            text.push_source(run);
            match self.cursor.byte() {
                b'\'' if quote == b'\'' && self.cursor.byte_at(1) == b'\'' => {
                    let at = self.cursor.at();
                    text.push_source(at..at + 1);
                    self.cursor.skip(2);
                }
                b'\\' if quote == b'"' && break_width(&self.cursor.rest()[1..]) > 0 => {
                    self.cursor.skip(1);
                    self.cursor.skip_break();
                    gap.add_break("");
                    return Ok(());
                }
                b'\\' if quote == b'"' => text.push(self.scan_escape()?),
                _ => return Ok(()),
            }
        }
    }

    /// Skips line breaks and the blanks after them.
    fn quoted_gap(&mut self, gap: &mut Gap) {
        self.cursor.skip_blanks();
        while self.cursor.at_break() {
            gap.add_break(self.cursor.skip_break());
            self.cursor.skip_blanks();
        }
    }

    /// Scans an escape sequence. YAML 1.1 does not have JSON's `\/`. In addition, `\'` is accepted.
    fn scan_escape(&mut self) -> Result<char, Error> {
        let value = match self.cursor.byte_at(1) {
            b'x' => return self.scan_code(2),
            b'u' => return self.scan_code(4),
            b'U' => return self.scan_code(8),
            b'0' => '\0',
            b'a' => '\x07',
            b'b' => '\x08',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\x0B',
            b'f' => '\x0C',
            b'r' => '\r',
            b'e' => '\x1B',
            b'N' => '\u{85}',
            b'_' => '\u{A0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            same @ (b' ' | b'"' | b'\'' | b'\\') => char::from(same),
            _ => return Err(self.error("found unknown escape character")),
        };
        self.cursor.skip(2);
        Ok(value)
    }

    /// Scans the hexadecimal digits of a code point. Surrogates are rejected.
    fn scan_code(&mut self, digits: usize) -> Result<char, Error> {
        self.cursor.skip(2);
        let mut code = 0;
        for ahead in 0..digits {
            let digit = char::from(self.cursor.byte_at(ahead)).to_digit(16);
            let digit = digit.ok_or_else(|| self.error("did not find expected hexdecimal number"))?;
            code = code << 4 | digit;
        }
        let value = char::from_u32(code);
        let value = value.ok_or_else(|| self.error("found invalid Unicode character escape code"))?;
        self.cursor.skip(digits);
        Ok(value)
    }
}
