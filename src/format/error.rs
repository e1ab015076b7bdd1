use std::fmt;

use super::encode::EncodeError;
use super::problem::{TypeError, Warning};
use super::protobuf::DecodeError;
use crate::order::sort_by;
use crate::wire::json::SyntaxError;
use crate::yaml;

/// Why data could not be decoded or encoded.
///
/// All wrong values of a document are in it (the first hundred), where upstream reports the first alone. The text joins
/// them; a strict decoding error has upstream's.
///
/// ```
/// use apimachinery::serializer::{FormatError, json};
/// use apimachinery::meta::TypeMeta;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Ping { type_meta: TypeMeta, count: i32, last: bool }
/// # apimachinery::message! { Ping: kind { count => "count", 1, Empty; last => "last", 2, Empty; } }
///
/// let error: FormatError = json::from_str::<Ping>("{\n\"count\":\"x\",\n\"last\":1}").unwrap_err();
/// assert_eq!(error.details().len(), 2);
/// assert_eq!(error.position(), Some((2, 9)));
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
        position: Option<(usize, usize)>,
    },
    /// Wrong values, what was dropped besides, and whether that is refused, too.
    Types {
        errors: Vec<(Option<(usize, usize)>, TypeError)>,
        dropped: Vec<Warning>,
        is_strict: bool,
    },
    Strict(Vec<Warning>),
    Other(String),
}

impl Error {
    /// True if the document is well-formed and only holds what a lax decode would drop: upstream's
    /// `IsStrictDecodingError`.
    #[must_use]
    pub fn is_strict_decoding(&self) -> bool {
        matches!(*self.0, Kind::Strict(_))
    }

    /// What a strict error is about, each with its kind; nothing for other errors.
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

    /// Every mistake by itself: type errors in the order of the document, in strict mode together with unknown and
    /// duplicate fields; strict errors alone in upstream's order,
    /// which is that of the sorted keys where the document is YAML. Any other error is one mistake.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let mut details = Vec::new();
        for (_, message) in self.mistakes() {
            details.push(message);
        }
        details
    }

    /// Every mistake with its place: line and column, both from 1, where the text is at hand (not in Protobuf). Columns
    /// count characters.
    #[must_use]
    pub fn mistakes(&self) -> Vec<(Option<(usize, usize)>, String)> {
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

    /// Line and column of the first mistake, both from 1, where the text is at hand.
    #[must_use]
    pub fn position(&self) -> Option<(usize, usize)> {
        match &*self.0 {
            Kind::Syntax { position, .. } => *position,
            Kind::Types { .. } => self.mistakes().first().and_then(|(position, _)| *position),
            Kind::Strict(warnings) => warnings.first().and_then(|warning| warning.position),
            Kind::Other(_) => None,
        }
    }

    pub(crate) fn syntax(error: &SyntaxError, position: (usize, usize)) -> Self {
        Error(Box::new(Kind::Syntax { message: error.to_string(), position: Some(position) }))
    }

    /// Wrong values in the order of the text, in which those of YAML are not read; `position` knows
    /// line and column of an offset.
    pub(crate) fn types(
        errors: Vec<TypeError>,
        dropped: Vec<Warning>,
        position: &dyn Fn(usize) -> Option<(usize, usize)>,
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

    /// The same error of a strict decoder: wrong values come with the fields that were dropped.
    pub(crate) fn strictly(mut self) -> Self {
        if let Kind::Types { is_strict, .. } = &mut *self.0 {
            *is_strict = true;
        }
        self
    }

    /// What a lax decoder dropped beside the wrong values.
    #[cfg(feature = "cli")]
    pub(crate) fn dropped(&self) -> &[Warning] {
        if let Kind::Types { dropped, is_strict: false, .. } = &*self.0 { dropped } else { &[] }
    }

    /// The same error with words in front that say what failed by it.
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

impl From<Box<DecodeError>> for Error {
    fn from(error: Box<DecodeError>) -> Self {
        Error::other(error.to_string())
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        Error::other(error.to_string())
    }
}

impl From<yaml::Error> for Error {
    fn from(error: yaml::Error) -> Self {
        let position = error.line().map(|line| (line, 1));
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
