//! Detection of the end of a JSON value from its brackets and quotes.

/// A scanner that follows one value through text that arrives in pieces. It does not check the syntax, so that an error
/// in one value does not affect the values after it.
#[derive(Clone, Default)]
pub(crate) struct Extent {
    depth: usize,
    inside: Inside,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Inside {
    /// Between tokens.
    #[default]
    Nothing,
    String,
    /// After a backslash in a string.
    Escape,
    /// A number or a literal that is the whole value.
    Word,
}

impl Extent {
    /// Scans the next piece. The first piece must start with the value. If the value ends in this piece, returns the
    /// length of its part of the piece.
    pub(crate) fn advance(&mut self, piece: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(&byte) = piece.get(at) {
            at += 1;
            match (self.inside, byte) {
                (Inside::Escape, _) => self.inside = Inside::String,
                (Inside::String, _) => at = self.string(piece, at - 1)?,
                (Inside::Word, byte) if is_delimiter(byte) => return Some(at - 1),
                (Inside::Word, _) => continue,
                (Inside::Nothing, b'"') => {
                    self.inside = Inside::String;
                    continue;
                }
                (Inside::Nothing, b'{' | b'[') => self.depth += 1,
                (Inside::Nothing, b'}' | b']') => self.depth = self.depth.saturating_sub(1),
                (Inside::Nothing, byte) if self.depth == 0 && !is_delimiter(byte) => self.inside = Inside::Word,
                (Inside::Nothing, _) => {}
            }
            if self.depth == 0 && self.inside == Inside::Nothing {
                return Some(at);
            }
        }
        None
    }

    /// Moves to the end of the string that continues at `at`, or past the next backslash. Returns `None` if the piece
    /// contains neither.
    fn string(&mut self, piece: &[u8], at: usize) -> Option<usize> {
        let found = at + memchr::memchr2(b'"', b'\\', &piece[at..])?;
        self.inside = if piece[found] == b'"' { Inside::Nothing } else { Inside::Escape };
        Some(found + 1)
    }
}

fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}[]\",:".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_with_their_brackets_however_they_are_cut() {
        for (value, rest) in [
            (r#"{"a":"}\"{"}"#, r#"{"b":1}"#),
            (r#"{"a":[{}]}"#, "\n"),
            ("{}", "{}"),
            (r#""a\\""#, "1"),
            ("-1.5e3", "{}"),
            ("true", " "),
            (",", "{}"),
            ("]", "{}"),
        ] {
            let text = format!("{value}{rest}");
            for cut in 0..=value.len() {
                let mut extent = Extent::default();
                let (first, second) = text.as_bytes().split_at(cut);
                let found = extent.advance(first).or_else(|| extent.advance(second).map(|length| cut + length));
                assert_eq!(found, Some(value.len()), "{value} cut at {cut}");
            }
        }
    }

    #[test]
    fn an_unfinished_value_does_not_end() {
        for text in [r#"{"a":"\"#, r#"{"a":[}"#, "12", "\"a"] {
            assert_eq!(Extent::default().advance(text.as_bytes()), None, "{text}");
        }
    }
}
