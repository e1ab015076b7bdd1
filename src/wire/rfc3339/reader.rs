//! Parsing of the elements of a time in their order, with Go's errors.

use super::Layout;
use crate::wire::words::leading;

/// The rest of a text, parsed element by element of the layout.
pub(super) struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    layout: Layout,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, layout: Layout) -> Self {
        Reader { text, rest: text, layout }
    }

    pub(super) fn year(&mut self) -> Result<i64, String> {
        let year = self.digits(0..4).ok_or_else(|| self.cannot_parse("2006"))?;
        self.skip(4);
        Ok(year.into())
    }

    pub(super) fn month(&mut self) -> Result<u32, String> {
        let month = self.two_digits("01")?;
        self.in_range(month, (1..=12).contains(&month), "month")
    }

    pub(super) fn hour(&mut self) -> Result<u32, String> {
        let digits = if self.digits(0..2).is_some() { 2 } else { 1 };
        let hour = self.digits(0..digits).ok_or_else(|| self.cannot_parse("15"))?;
        self.skip(digits);
        self.in_range(hour, hour < 24, "hour")
    }

    pub(super) fn sixtieth(&mut self, element: &str, what: &str) -> Result<u32, String> {
        let value = self.two_digits(element)?;
        self.in_range(value, value < 60, what)
    }

    pub(super) fn two_digits(&mut self, element: &str) -> Result<u32, String> {
        let value = self.digits(0..2).ok_or_else(|| self.cannot_parse(element))?;
        self.skip(2);
        Ok(value)
    }

    pub(super) fn literal(&mut self, literal: &str) -> Result<(), String> {
        self.rest = self.rest.strip_prefix(literal).ok_or_else(|| self.cannot_parse(literal))?;
        Ok(())
    }

    pub(super) fn fraction(&mut self) -> Result<u32, String> {
        match self.layout {
            Layout::Seconds => Ok(self.optional_fraction()),
            Layout::Micros => self.six_digits(),
        }
    }

    /// Parses a fraction of any length as nanoseconds. Digits after the ninth are ignored.
    fn optional_fraction(&mut self) -> u32 {
        let digits = self.rest.strip_prefix(['.', ',']).unwrap_or_default();
        let digits = &digits.as_bytes()[..leading(digits.as_bytes(), |byte| byte.is_ascii_digit())];
        if digits.is_empty() {
            return 0;
        }
        self.skip(1 + digits.len());
        let mut nanos = 0;
        for place in 0..9 {
            nanos = nanos * 10 + digits.get(place).map_or(0, |digit| u32::from(digit - b'0'));
        }
        nanos
    }

    /// Parses exactly six digits as nanoseconds. Go parses them as an integer, and so accepts a sign as the first one.
    fn six_digits(&mut self) -> Result<u32, String> {
        let signed = matches!(self.rest.as_bytes().get(1), Some(b'+' | b'-'));
        let digits = if signed { 2..7 } else { 1..7 };
        let micros = self.digits(digits).filter(|_| self.rest.starts_with(['.', ',']));
        let micros = micros.ok_or_else(|| self.cannot_parse(".000000"))?;
        let negative = micros > 0 && self.rest[1..].starts_with('-');
        self.skip(7);
        self.in_range(micros * 1000, !negative, "fractional second")
    }

    /// Parses an offset in seconds east of UTC.
    pub(super) fn offset(&mut self) -> Result<i64, String> {
        if let Some(rest) = self.rest.strip_prefix('Z') {
            self.rest = rest;
            return Ok(0);
        }
        let colon = self.rest.as_bytes().get(3) == Some(&b':') && self.rest.len() >= 6;
        let hours = self.digits(1..3).filter(|_| colon);
        let minutes = hours.and_then(|_| self.digits(4..6));
        self.in_range((), minutes.is_none_or(|minutes| minutes <= 60), "time zone offset minute")?;
        self.in_range((), hours.is_none_or(|hours| hours <= 24), "time zone offset hour")?;
        let sign = match self.rest.as_bytes().first() {
            Some(b'+') => Some(1),
            Some(b'-') => Some(-1),
            _ => None,
        };
        let (Some(sign), Some(hours), Some(minutes)) = (sign, hours, minutes) else {
            return Err(self.cannot_parse("Z07:00"));
        };
        self.skip(6);
        Ok(sign * i64::from(hours * 3600 + minutes * 60))
    }

    pub(super) fn end(&self) -> Result<(), String> {
        if self.rest.is_empty() {
            return Ok(());
        }
        Err(self.error(&format!(": extra text: {}", quote(self.rest))))
    }

    /// Returns the number formed by a range of bytes, if all of them are digits.
    fn digits(&self, range: std::ops::Range<usize>) -> Option<u32> {
        let bytes = self.rest.as_bytes().get(range)?;
        let digit = |byte: &u8| byte.is_ascii_digit().then(|| u32::from(byte - b'0'));
        bytes.iter().try_fold(0, |number, byte| Some(number * 10 + digit(byte)?))
    }

    /// Skips bytes that were parsed, all of them ASCII.
    fn skip(&mut self, count: usize) {
        self.rest = &self.rest[count..];
    }

    fn in_range<T>(&self, value: T, is_in_range: bool, what: &str) -> Result<T, String> {
        if is_in_range { Ok(value) } else { Err(self.out_of_range(what)) }
    }

    pub(super) fn out_of_range(&self, what: &str) -> String {
        self.error(&format!(": {what} out of range"))
    }

    fn cannot_parse(&self, element: &str) -> String {
        let (layout, rest) = (quote(self.layout.name()), quote(self.rest));
        self.error(&format!(" as {layout}: cannot parse {rest} as {}", quote(element)))
    }

    fn error(&self, problem: &str) -> String {
        format!("parsing time {}{problem}", quote(self.text))
    }
}

/// Quotes a text as Go's `time` package does in its errors: each byte of a control or non-ASCII character is written as
/// `\x` and two digits.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=0x7f => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\x{byte:02x}")),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_as_go_does() {
        assert_eq!(quote(r#"a"b\c"#), r#""a\"b\\c""#);
        assert_eq!(quote("1\t\u{b5}\u{7f}"), "\"1\\x09\\xc2\\xb5\u{7f}\"");
    }
}
