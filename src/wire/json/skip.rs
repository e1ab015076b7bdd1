//! Skipping of values, with a check of their syntax. Each function takes the offset at which something starts and
//! returns the offset after it. The reader's own position does not change, so that the offset stays in a register.

use super::field_set::field_set_length;
use super::{Reader, Result, SyntaxError};

impl Reader<'_> {
    /// Skips a value of any kind with at most `levels` levels.
    pub(super) fn skip_value(&self, from: usize, levels: usize) -> Result<usize> {
        // Most large values are field sets.
        match field_set_length(&self.text.as_bytes()[from..], levels) {
            Some(length) => Ok(from + length),
            None => self.skip_any(from, levels),
        }
    }

    /// Skips a value token by token.
    pub(super) fn skip_any(&self, from: usize, levels: usize) -> Result<usize> {
        let mut open = Open::default();
        let mut at = from;
        loop {
            if open.innermost_is_object() {
                at = self.skip_name(at)?;
            }
            let token;
            (at, token) = self.token(at);
            match token {
                bracket @ (b'{' | b'[') => {
                    if open.depth == levels {
                        return Err(SyntaxError::new(at, "exceeded max depth"));
                    }
                    let object = bracket == b'{';
                    let first;
                    (at, first) = self.token(at + 1);
                    if first != closing(object) {
                        open.push(object);
                        continue;
                    }
                    at += 1;
                }
                b'"' => at = self.skip_string(at + 1)?,
                b't' | b'f' | b'n' => at += self.literal_at(at)?.len(),
                _ => at = self.skip_number(at)?,
            }
            let (next, more) = self.skip_closings(at, &mut open)?;
            at = next;
            if !more {
                return Ok(at);
            }
        }
    }

    /// Skips closing brackets after a value, and the comma before the next one. Returns true if there is a comma.
    #[inline]
    fn skip_closings(&self, mut at: usize, open: &mut Open) -> Result<(usize, bool)> {
        while open.depth > 0 {
            let (next, more) = self.skip_separator(at, open.innermost_is_object())?;
            at = next;
            if more {
                return Ok((at, true));
            }
            open.pop();
        }
        Ok((at, false))
    }

    /// Skips the `,` between two members or items, or the closing bracket. Returns true if another one follows.
    #[inline]
    pub(super) fn skip_separator(&self, at: usize, object: bool) -> Result<(usize, bool)> {
        let (at, byte) = self.token(at);
        if byte == b',' {
            return Ok((at + 1, true));
        }
        if byte == closing(object) {
            return Ok((at + 1, false));
        }
        Err(self.unexpected_at(at, if object { "after object key:value pair" } else { "after array element" }))
    }

    /// Skips the name of a member and its colon.
    #[inline]
    fn skip_name(&self, at: usize) -> Result<usize> {
        let at = self.skip_token(at, b'"', "looking for beginning of object key string")?;
        self.skip_token(self.skip_string(at)?, b':', "after object key")
    }

    /// Skips the next token, which must be `byte`.
    #[inline]
    pub(super) fn skip_token(&self, at: usize, byte: u8, context: &'static str) -> Result<usize> {
        if self.byte_at(at) == byte {
            return Ok(at + 1);
        }
        let (at, found) = self.token(at);
        if found == byte { Ok(at + 1) } else { Err(self.unexpected_at(at, context)) }
    }

    /// Skips the rest of a string after its opening quote.
    #[inline(always)]
    fn skip_string(&self, mut at: usize) -> Result<usize> {
        loop {
            at = self.skip_plain(at);
            if self.byte_at(at) == b'"' {
                return Ok(at + 1);
            }
            at = self.skip_escape(at)?;
        }
    }

    /// Returns the literal at an offset: `true`, `false` or `null`.
    pub(super) fn literal_at(&self, at: usize) -> Result<&'static str> {
        let word = match self.byte_at(at) {
            b't' => "true",
            b'f' => "false",
            b'n' => "null",
            _ => return Err(self.unexpected_at(at, "looking for beginning of value")),
        };
        if self.text.as_bytes()[at..].starts_with(word.as_bytes()) { Ok(word) } else { Err(self.broken(word, at)) }
    }

    #[cold]
    fn broken(&self, word: &str, from: usize) -> SyntaxError {
        let mut same = 0;
        while word.as_bytes().get(same) == Some(&self.byte_at(from + same)) {
            same += 1;
        }
        let expected = word[same..].chars().next().unwrap_or_default();
        self.unexpected_at(from + same, &format!("in literal {word} (expecting '{expected}')"))
    }

    /// Skips a number.
    pub(super) fn skip_number(&self, from: usize) -> Result<usize> {
        let mut at = from + usize::from(self.byte_at(from) == b'-');
        at = match self.byte_at(at) {
            b'0' => at + 1,
            b'1'..=b'9' => self.skip_digits(at),
            _ if at == from => return Err(self.unexpected_at(at, "looking for beginning of value")),
            _ => return Err(self.unexpected_at(at, "in numeric literal")),
        };
        if self.byte_at(at) == b'.' {
            at = self.some_digits(at + 1, "after decimal point in numeric literal")?;
        }
        if matches!(self.byte_at(at), b'e' | b'E') {
            at += 1 + usize::from(matches!(self.byte_at(at + 1), b'+' | b'-'));
            at = self.some_digits(at, "in exponent of numeric literal")?;
        }
        Ok(at)
    }

    #[inline]
    fn skip_digits(&self, mut at: usize) -> usize {
        while self.byte_at(at).is_ascii_digit() {
            at += 1;
        }
        at
    }

    fn some_digits(&self, at: usize, context: &'static str) -> Result<usize> {
        match self.byte_at(at).is_ascii_digit() {
            true => Ok(self.skip_digits(at)),
            false => Err(self.unexpected_at(at, context)),
        }
    }
}

/// Returns the closing bracket of an object or a list.
#[inline]
fn closing(object: bool) -> u8 {
    if object { b'}' } else { b']' }
}

/// The kinds of the open collections, one bit for each from the innermost outward. A bit is set for an object. Few
/// values nest so deeply that an allocation is needed.
#[derive(Default)]
struct Open {
    depth: usize,
    objects: u64,
    outer: Vec<u64>,
}

impl Open {
    #[inline]
    fn innermost_is_object(&self) -> bool {
        self.objects & 1 == 1
    }

    #[inline]
    fn push(&mut self, object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.outer.push(self.objects);
        }
        self.objects = self.objects << 1 | u64::from(object);
        self.depth += 1;
    }

    #[inline]
    fn pop(&mut self) {
        self.objects >>= 1;
        self.depth -= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.objects = self.outer.pop().unwrap_or_default();
        }
    }
}
