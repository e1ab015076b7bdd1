use super::Scanner;
use super::text::ScalarText;
use crate::go_yaml::error::Error;
use crate::go_yaml::event::ScalarStyle;
use crate::go_yaml::token::{Token, TokenKind};

/// The treatment of the line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// The line breaks between two lines of a block scalar.
#[derive(Default)]
struct Breaks {
    /// The line break that ends a line of text.
    first: &'static str,
    /// The line breaks of the empty lines after it.
    more: String,
}

impl<'a> Scanner<'a> {
    /// Scans a literal (`|`) or folded (`>`) block scalar.
    pub(super) fn scan_block_scalar(&mut self, style: ScalarStyle) -> Result<Token<'a>, Error> {
        let start = self.cursor.location();
        self.cursor.skip(1);
        let (chomping, increment) = self.block_header()?;
        let mut text = ScalarText::new(self.cursor.text());
        let mut end = self.cursor.location();
        let mut breaks = Breaks::default();
        let given = increment.map(|increment| self.indent.max(0) + increment);
        let indent = self.block_breaks(given, &mut breaks)?;
        let mut after_blank = false;
        while self.column() == indent && !self.cursor.at_end() {
            let blank = self.cursor.at_blank();
            let folds = style == ScalarStyle::Folded && !after_blank && !blank;
            breaks.push_into(&mut text, folds);
            after_blank = blank;
            text.push_source(self.cursor.skip_line_text());
            breaks.first = self.cursor.skip_break();
            end = self.cursor.location();
            self.block_breaks(Some(indent), &mut breaks)?;
        }
        if chomping == Chomping::Keep && !breaks.more.is_empty() {
            end = self.cursor.line_start();
        }
        breaks.chomp_into(&mut text, chomping);
        Ok(Token { kind: TokenKind::Scalar { text: text.finish(), style }, start, end })
    }

    /// Scans the rest of the header: chomping and indentation indicators in either order, optionally followed by a
    /// comment.
    fn block_header(&mut self) -> Result<(Chomping, Option<isize>), Error> {
        let early = self.chomping_indicator();
        let increment = self.indentation_indicator()?;
        let late = if early.is_none() && increment.is_some() { self.chomping_indicator() } else { None };
        self.cursor.skip_blanks();
        self.cursor.skip_comment();
        self.end_of_line()?;
        Ok((early.or(late).unwrap_or(Chomping::Clip), increment))
    }

    fn chomping_indicator(&mut self) -> Option<Chomping> {
        let chomping = match self.cursor.byte() {
            b'+' => Chomping::Keep,
            b'-' => Chomping::Strip,
            _ => return None,
        };
        self.cursor.skip(1);
        Some(chomping)
    }

    fn indentation_indicator(&mut self) -> Result<Option<isize>, Error> {
        match self.cursor.byte() {
            b'0' => Err(self.error("found an indentation indicator equal to 0")),
            digit @ b'1'..=b'9' => {
                self.cursor.skip(1);
                Ok(Some(isize::from(digit - b'0')))
            }
            _ => Ok(None),
        }
    }

    /// Skips indentation and empty lines up to the next line of text. Returns the indentation. If it is not known yet,
    /// the deepest of these lines determines it.
    fn block_breaks(&mut self, indent: Option<isize>, breaks: &mut Breaks) -> Result<isize, Error> {
        let mut deepest = 0;
        loop {
            while self.is_left_of(indent) && self.cursor.byte() == b' ' {
                self.cursor.skip(1);
            }
            deepest = deepest.max(self.column());
            if self.is_left_of(indent) && self.cursor.byte() == b'\t' {
                return Err(self.error("found a tab character where an indentation space is expected"));
            }
            if !self.cursor.at_break() {
                break;
            }
            breaks.more.push_str(self.cursor.skip_break());
        }
        Ok(indent.unwrap_or(deepest.max(self.indent + 1).max(1)))
    }

    fn is_left_of(&self, indent: Option<isize>) -> bool {
        indent.is_none_or(|indent| self.column() < indent)
    }
}

impl Breaks {
    /// Appends the line breaks before another line of text. If lines are folded, a single break becomes a space, and a
    /// break before empty lines is dropped.
    fn push_into(&mut self, text: &mut ScalarText<'_>, folds: bool) {
        if !(folds && self.first == "\n") {
            text.push_str(self.first);
        } else if self.more.is_empty() {
            text.push_str(" ");
        }
        text.push_str(&self.more);
        self.more.clear();
    }

    fn chomp_into(&self, text: &mut ScalarText<'_>, chomping: Chomping) {
        if chomping != Chomping::Strip {
            text.push_str(self.first);
        }
        if chomping == Chomping::Keep {
            text.push_str(&self.more);
        }
    }
}
