use std::fmt;

use super::problem::{Problems, TypeError, Warning};
use crate::encoding::EncodeError;
use crate::go_yaml;
use crate::order::sort_by;
use crate::wire::json::SyntaxError;
use crate::wire::mark::Mark;

/// The error returned when a value cannot be decoded or encoded by a format. Exported as `FormatError`; errors about
/// whole objects are [`serializer::Error`](crate::serializer::Error).
///
/// It contains all values of a wrong type in a document, up to 100, whereas upstream reports only the first. The
/// displayed text contains all of them. The text of a strict decoding error is identical to upstream's.
///
/// ```
/// use apimachinery::serializer::{FormatError, Mark, json};
/// use apimachinery::meta::TypeMeta;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { type_meta: TypeMeta, count: i32, last: bool }
/// # apimachinery::message! { Ping: kind { count => "count", 1, Empty; last => "last", 2, Empty; } }
///
/// let error: FormatError = json::from_str::<Ping>("{\n\"count\":\"x\",\n\"last\":1}").unwrap_err();
/// assert_eq!(error.details().len(), 2);
/// assert_eq!(error.position(), Some(Mark::new(2, 9)));
/// assert!(error.mistakes()[1].1.starts_with("last: "));
///
/// let error = json::from_slice_strict::<Ping>(br#"{"first":1,"first":2}"#).unwrap_err();
/// assert!(error.is_strict_decoding());
/// assert_eq!(error.to_string(), r#"strict decoding error: unknown field "first""#);
/// ```
#[derive(Debug)]
pub struct Error(Box<Kind>);

#[derive(Debug)]
enum Kind {
    Syntax {
        message: String,
        position: Option<Mark>,
    },
    /// Values of the wrong type, dropped content, and whether dropped content is an error as well.
    Types {
        errors: Vec<(Option<Mark>, TypeError)>,
        dropped: Vec<Warning>,
        is_strict: bool,
    },
    Strict(Vec<Warning>),
    Other(String),
}

impl Error {
    /// Returns true if the document was decoded in strict mode and contains unknown or duplicate fields, but no other
    /// mistakes. A lax decoder would drop these fields and succeed. Counterpart of `IsStrictDecodingError`.
    #[must_use]
    pub fn is_strict_decoding(&self) -> bool {
        matches!(*self.0, Kind::Strict(_))
    }

    /// Returns the warnings about unknown and duplicate fields that caused a strict decoding error, or an empty vector
    /// for other errors.
    ///
    /// ```
    /// use apimachinery::meta::Map;
    /// use apimachinery::serializer::{WarningKind, json};
    ///
    /// let error = json::from_slice_strict::<Map<i32>>(br#"{"a":1,"a":2}"#).unwrap_err();
    /// let warnings = error.into_warnings();
    /// assert_eq!(warnings[0].kind, WarningKind::DuplicateField("a".into()));
    /// ```
    #[must_use]
    pub fn into_warnings(self) -> Vec<Warning> {
        match *self.0 {
            Kind::Strict(warnings) => warnings,
            _ => Vec::new(),
        }
    }

    /// Returns one message for each mistake. Values of a wrong type are in the order of the document, in strict mode
    /// together with unknown and duplicate fields. If there are only unknown and duplicate fields, they have upstream's
    /// order, which for YAML is the order of the sorted keys. For any other error, returns its text as the only
    /// message.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut details = Vec::new();
        for (_, message) in self.mistakes() {
            details.push(message);
        }
        details
    }

    /// Returns one message for each mistake, in the order of [`Error::details`], with its position in the text. The
    /// position is `None` if it is not known, as for the binary formats.
    #[must_use]
    pub fn mistakes(&self) -> Vec<(Option<Mark>, String)> {
        let mut mistakes = Vec::new();
        match &*self.0 {
            Kind::Syntax { message, .. } | Kind::Other(message) => mistakes.push((self.position(), message.clone())),
            Kind::Types { errors, dropped, is_strict } => {
                for (position, error) in errors {
                    mistakes.push((*position, error.to_string()));
                }
                for warning in dropped.iter().filter(|warning| *is_strict && warning.is_strict()) {
                    mistakes.push((warning.position, warning.to_string()));
                }
                sort_by(&mut mistakes, &|(a, _), (b, _)| a.cmp(b));
            }
            Kind::Strict(warnings) => {
                for warning in warnings {
                    mistakes.push((warning.position, warning.to_string()));
                }
            }
        }
        mistakes
    }

    /// Returns the position of the first mistake in the text, or `None` if it is not known, as for the binary formats.
    #[must_use]
    pub fn position(&self) -> Option<Mark> {
        match &*self.0 {
            Kind::Syntax { position, .. } => *position,
            Kind::Types { .. } => self.mistakes().first().and_then(|(position, _)| *position),
            Kind::Strict(warnings) => warnings.first().and_then(|warning| warning.position),
            Kind::Other(_) => None,
        }
    }

    pub(crate) fn syntax(error: &SyntaxError, position: Mark) -> Self {
        Error(Box::new(Kind::Syntax { message: error.to_string(), position: Some(position) }))
    }

    /// Creates an error for values of the wrong type, sorted by their position in the text, since YAML is decoded in
    /// another order. `position` returns the position of an offset.
    pub(crate) fn types(
        errors: Vec<TypeError>,
        dropped: Vec<Warning>,
        position: &dyn Fn(usize) -> Option<Mark>,
    ) -> Self {
        let mut located = Vec::with_capacity(errors.len());
        for error in errors {
            located.push((position(error.offset), error));
        }
        sort_by(&mut located, &|(a, _), (b, _)| a.cmp(b));
        Error(Box::new(Kind::Types { errors: located, dropped, is_strict: false }))
    }

    pub(crate) fn strict(warnings: Vec<Warning>) -> Self {
        Error(Box::new(Kind::Strict(warnings)))
    }

    /// Converts the error to one of a strict decoder, which also reports dropped fields.
    pub(crate) fn strictly(mut self) -> Self {
        if let Kind::Types { is_strict, .. } = &mut *self.0 {
            *is_strict = true;
        }
        self
    }

    /// Returns the content that a lax decoder dropped in addition to the values of the wrong type.
    #[cfg(feature = "cli")]
    pub(crate) fn dropped(&self) -> &[Warning] {
        if let Kind::Types { dropped, is_strict: false, .. } = &*self.0 { dropped } else { &[] }
    }

    /// Prefixes the message with the context of the failed operation.
    pub(crate) fn within(mut self, context: &str) -> Self {
        match &mut *self.0 {
            Kind::Syntax { message, .. } | Kind::Other(message) => message.insert_str(0, context),
            Kind::Types { .. } | Kind::Strict(_) => {}
        }
        self
    }

    pub(crate) fn other(message: impl Into<String>) -> Self {
        Error(Box::new(Kind::Other(message.into())))
    }
}

impl Problems {
    /// Returns the warnings. `position` returns the position of an offset.
    ///
    /// # Errors
    ///
    /// Returns an error if values have the wrong type.
    pub(crate) fn into_warnings(self, position: &dyn Fn(usize) -> Option<Mark>) -> Result<Vec<Warning>, Error> {
        let mut warnings = Vec::with_capacity(self.warnings.len());
        for (kind, offset) in self.warnings {
            warnings.push(Warning::new(kind, position(offset)));
        }
        if !self.errors.is_empty() {
            return Err(Error::types(self.errors, warnings, position));
        }
        Ok(warnings)
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Error::other(error.to_string())
    }
}

impl From<go_yaml::Error> for Error {
    fn from(error: go_yaml::Error) -> Self {
        let position = error.position();
        Error(Box::new(Kind::Syntax { message: error.to_string(), position }))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            Kind::Syntax { message, .. } | Kind::Other(message) => f.write_str(message),
            Kind::Types { .. } => f.write_str(&self.details().join("; ")),
            Kind::Strict(_) => write!(f, "strict decoding error: {}", self.details().join(", ")),
        }
    }
}

impl std::error::Error for Error {}
