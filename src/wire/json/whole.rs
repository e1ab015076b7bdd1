use super::{Reader, Result};
use crate::wire::pull::Pull;
use crate::wire::raw::Raw;

impl<'a> Reader<'a> {
    /// Takes one value whole, of any kind, with at most so many levels, and checks its syntax.
    pub(super) fn whole(&mut self, levels: usize) -> Result<Raw<'a>> {
        self.next();
        let start = self.at;
        // One bit a level: set for an object.
        let mut open: Vec<bool> = Vec::new();
        loop {
            let goes_on = self.value_or_opening(&mut open, levels)? || self.close_levels(&mut open)?;
            if !goes_on {
                return Ok(Raw::checked(&self.text[start..self.at]));
            }
        }
    }

    /// A scalar, an empty collection, or the opening of one with its first name: true if a
    /// value must follow.
    fn value_or_opening(&mut self, open: &mut Vec<bool>, levels: usize) -> Result<bool> {
        match self.next() {
            b'{' => return self.opening(open, levels, true),
            b'[' => return self.opening(open, levels, false),
            b'"' => {
                self.at += 1;
                self.skip_string()?;
            }
            b't' | b'f' | b'n' => drop(self.literal()?),
            _ => drop(self.number_text()?),
        }
        Ok(false)
    }

    fn opening(&mut self, open: &mut Vec<bool>, levels: usize, object: bool) -> Result<bool> {
        if open.len() == levels {
            return Err(self.error("exceeded max depth".into()));
        }
        self.at += 1;
        if self.eat_byte(if object { b'}' } else { b']' }) {
            return Ok(false);
        }
        open.push(object);
        if object {
            self.skip_name()?;
        }
        Ok(true)
    }

    /// After a value: closes what ends here; true if another value follows.
    fn close_levels(&mut self, open: &mut Vec<bool>) -> Result<bool> {
        while let Some(&object) = open.last() {
            if self.more(if object { b'}' } else { b']' })? {
                if object {
                    self.skip_name()?;
                }
                return Ok(true);
            }
            open.pop();
        }
        Ok(false)
    }

    fn skip_name(&mut self) -> Result<()> {
        self.expect(b'"', "looking for beginning of object key string")?;
        self.skip_string()?;
        self.expect(b':', "after object key")
    }
}
