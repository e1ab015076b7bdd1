//! The lexer of label selectors.

/// A token of a selector.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A key, a value, `in` or `notin`, depending on the position.
    Word(&'a str),
    /// `=`, `==`, `!=`, `!`, `<`, `>`, `,`, `(`, `)`.
    Sign(&'a str),
    /// The end of the selector.
    End,
}

impl<'a> Token<'a> {
    /// Returns the token's text for error messages.
    pub(super) fn text(self) -> &'a str {
        match self {
            Token::Word(text) | Token::Sign(text) => text,
            Token::End => "",
        }
    }

    /// Returns true if a requirement can start with this token.
    pub(super) fn starts_requirement(self) -> bool {
        matches!(self, Token::Word(_) | Token::Sign("!"))
    }
}

/// Returns the next token after optional white space, and the remaining text.
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

/// Removes a zero byte. Upstream's lexer treats it as the end of the preceding token and continues after it.
fn behind(rest: &str) -> &str {
    rest.strip_prefix('\0').unwrap_or(rest)
}

fn is_sign(letter: char) -> bool {
    matches!(letter, '=' | '!' | '(' | ')' | ',' | '>' | '<')
}
