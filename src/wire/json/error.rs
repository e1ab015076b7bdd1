use std::borrow::Cow;
use std::fmt;

/// An error in a document, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError(Box<Mistake>);

/// Boxed, so that results of the reader fit into registers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mistake {
    offset: usize,
    message: Cow<'static, str>,
}

impl SyntaxError {
    /// Creates an error at an offset in bytes, or in another unit that the reader defines.
    pub(crate) fn new(offset: usize, message: impl Into<Cow<'static, str>>) -> Self {
        SyntaxError(Box::new(Mistake { offset, message: message.into() }))
    }

    /// Returns the offset of the error. For JSON text, this is a byte offset.
    #[must_use]
    pub(crate) fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns the message without the position.
    #[must_use]
    pub(crate) fn message(&self) -> &str {
        &self.0.message
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for SyntaxError {}

/// Quotes a character as in Go's messages.
pub(super) fn quoted(c: char) -> String {
    match c {
        '\'' => r"'\''".to_string(),
        '"' => "'\"'".to_string(),
        '\x07' => r"'\a'".to_string(),
        '\x08' => r"'\b'".to_string(),
        '\x0b' => r"'\v'".to_string(),
        '\x0c' => r"'\f'".to_string(),
        '\n' => r"'\n'".to_string(),
        '\r' => r"'\r'".to_string(),
        '\t' => r"'\t'".to_string(),
        c if c.is_control() => format!("'\\x{:02x}'", u32::from(c)),
        c => format!("'{c}'"),
    }
}
