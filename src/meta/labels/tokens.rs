//! The words and signs of a selector.

/// What the lexer finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A key, a value, `in` or `notin`: only the place tells.
    Word(&'a str),
    /// `=`, `==`, `!=`, `!`, `<`, `>`, `,`, `(`, `)`.
    Sign(&'a str),
    /// Nothing is left.
    End,
}

impl<'a> Token<'a> {
    /// As it stands in the selector, for messages.
    pub(super) fn text(self) -> &'a str {
        match self {
            Token::Word(text) | Token::Sign(text) => text,
            Token::End => "",
        }
    }

    /// Whether a requirement can start here.
    pub(super) fn starts_requirement(self) -> bool {
        matches!(self, Token::Word(_) | Token::Sign("!"))
    }
}

/// Reads the token that follows white space; what is left comes with it.
pub(super) fn next(text: &str) -> (Token<'_>, &str) {
    let text = text.trim_start_matches([' ', '\t', '\r', '\n']);
    let length = match text.as_bytes() {
        [] | [0, ..] => return (Token::End, ""),
        [b'=' | b'!', b'=', ..] => 2,
        [first, ..] if is_sign(char::from(*first)) => 1,
        _ => {
            let is_end = |letter: char| is_sign(letter) || matches!(letter, ' ' | '\t' | '\r' | '\n' | '\0');
            let (word, rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
            return (Token::Word(word), behind(rest));
        }
    };
    let (sign, rest) = text.split_at(length);
    (Token::Sign(sign), behind(rest))
}

/// Upstream's lexer takes a zero byte for the end of the token before it, and goes on behind it.
fn behind(rest: &str) -> &str {
    rest.strip_prefix('\0').unwrap_or(rest)
}

fn is_sign(letter: char) -> bool {
    matches!(letter, '=' | '!' | '(' | ')' | ',' | '>' | '<')
}
