use super::{Reader, Result};

impl<'a> Reader<'a> {
    /// The text of a number.
    #[inline]
    pub(crate) fn number_text(&mut self) -> Result<&'a str> {
        self.next();
        let start = self.at;
        if self.byte() == b'-' {
            self.at += 1;
        }
        match self.byte() {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.skip_digits(),
            _ if self.at == start => return Err(self.unexpected("looking for beginning of value")),
            _ => return Err(self.unexpected("in numeric literal")),
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.some_digits("after decimal point in numeric literal")?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.byte(), b'+' | b'-') {
                self.at += 1;
            }
            self.some_digits("in exponent of numeric literal")?;
        }
        Ok(&self.text[start..self.at])
    }

    fn skip_digits(&mut self) {
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
    }

    fn some_digits(&mut self, context: &'static str) -> Result<()> {
        if !self.byte().is_ascii_digit() {
            return Err(self.unexpected(context));
        }
        self.skip_digits();
        Ok(())
    }
}
