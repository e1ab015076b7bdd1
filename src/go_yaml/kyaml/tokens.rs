//! The tokens of a JSON text.

use std::borrow::Cow;

use crate::go_yaml::Error;
use crate::wire::json::{MAX_DEPTH, Reader, SyntaxError};
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;

/// A token of a JSON text.
pub(super) enum Token<'a> {
    /// The name of a member. Its value follows.
    Name(Cow<'a, str>),
    Text(Cow<'a, str>),
    /// A number, a bool or null, unchanged.
    Word(Cow<'a, str>),
    Object,
    /// `is_flat` is true if the list contains only lists and objects.
    List {
        is_flat: bool,
    },
    /// The end of the innermost list or object.
    End,
}

/// Returns all tokens of a text.
pub(super) fn read(json: &str) -> Result<Vec<Token<'_>>, Error> {
    let mut reading = Reading { reader: Reader::new(json), tokens: Vec::new(), open: Vec::new() };
    match reading.document() {
        Ok(()) => Ok(reading.tokens),
        Err(error) => Err(Error::new(error.to_string()).at(reading.reader.position(error.offset()))),
    }
}

struct Reading<'a> {
    reader: Reader<'a>,
    tokens: Vec<Token<'a>>,
    /// The indexes at which the incomplete lists and objects start, the innermost one last.
    open: Vec<usize>,
}

impl Reading<'_> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        let mut goes_on = self.value()?;
        loop {
            if goes_on {
                goes_on = self.value()?;
                continue;
            }
            let Some(&innermost) = self.open.last() else { return self.reader.end() };
            goes_on = match self.tokens[innermost] {
                Token::Object => self.reader.more_members()?,
                _ => self.reader.more_items()?,
            };
            self.next_or_end(goes_on)?;
        }
    }

    /// Reads a scalar, or the start of a list or object. Returns true if that is not empty.
    fn value(&mut self) -> Result<bool, SyntaxError> {
        let kind = self.reader.peek();
        if !matches!(kind, RawKind::List | RawKind::Object) {
            self.scalar(kind)?;
            return Ok(false);
        }
        if self.open.len() == MAX_DEPTH {
            return Err(self.reader.error("exceeded max depth".into()));
        }
        self.open.push(self.tokens.len());
        let has_children = match kind {
            RawKind::List => {
                self.tokens.push(Token::List { is_flat: true });
                self.reader.begin_list()?
            }
            _ => {
                self.tokens.push(Token::Object);
                self.reader.begin_object()?
            }
        };
        self.next_or_end(has_children)?;
        Ok(has_children)
    }

    /// Reads the name of the next member if there is one, or ends the innermost list or object.
    fn next_or_end(&mut self, goes_on: bool) -> Result<(), SyntaxError> {
        let innermost = self.open.last().map(|&innermost| &self.tokens[innermost]);
        match (goes_on, innermost) {
            (true, Some(Token::Object)) => {
                let name = self.reader.name()?;
                self.tokens.push(Token::Name(name));
            }
            (true, _) => {}
            (false, _) => {
                self.open.pop();
                self.tokens.push(Token::End);
            }
        }
        Ok(())
    }

    fn scalar(&mut self, kind: RawKind) -> Result<(), SyntaxError> {
        if let Some(Token::List { is_flat }) = self.open.last().map(|&innermost| &mut self.tokens[innermost]) {
            *is_flat = false;
        }
        let token = match kind {
            RawKind::String => Token::Text(self.reader.string()?),
            RawKind::Number => number(self.reader.number()?),
            _ => Token::Word(self.reader.literal()?.into()),
        };
        self.tokens.push(token);
        Ok(())
    }
}

/// Reads a number. As in upstream, a number too large for a float becomes text.
fn number(text: &str) -> Token<'static> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => Token::Word(text.to_owned().into()),
        _ => Token::Text(text.to_owned().into()),
    }
}
