use std::fmt;

use super::error::Error;
use super::go_syntax;
use super::loss::json_text;
use super::value::{Duplicate, DuplicateCause, Loss, LossKind, Scalar, ValueIndex, ValueRef, Values};
use crate::wire::mark::Mark;
use crate::wire::quote::quote;

/// A warning about something in a text that the values do not preserve, such as a duplicate key, or that upstream's
/// strict reader rejects.
///
/// Most warnings are about duplicate keys in a mapping, of which the last one counts. Their text is upstream's, with
/// the line of the value. The others have no counterpart upstream: numbers that change, and text after the end of the
/// document.
///
/// ```
/// use apimachinery::yaml;
///
/// let warning = &yaml::to_json_strict(b"a: 1\nb: {c: 2, c: 3}\n")?.warnings[0];
/// assert_eq!(warning.to_string(), "line 2: key \"c\" already set in map");
/// assert_eq!((warning.position(), warning.key()), (yaml::Mark::new(2, 11), "\"c\""));
///
/// let json = yaml::to_json_strict(b"a: 9007199254740993.0\n...\nb: 2\n")?;
/// assert_eq!(json.value, r#"{"a":9007199254740992}"#);
/// assert_eq!(json.warnings[0].to_string(), "line 1: number 9007199254740993.0 in \"a\" becomes 9007199254740992");
/// assert_eq!(json.warnings[1].to_string(), "line 3: text after the end of the document is ignored");
/// assert!(json.into_strict().is_ok());
/// # Ok::<(), yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    pub(crate) subject: WarningSubject,
    mark: Mark,
}

/// The subject of a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WarningSubject {
    /// A duplicate key in Go syntax, the line of its value, and the reason.
    Key(String, u32, DuplicateCause),
    /// The path of a number, its text, and its value after conversion.
    Number(String, String, String),
    /// The path of bytes that are not UTF-8.
    Text(String),
    /// Text that belongs to no document.
    Unread,
}

impl Warning {
    /// Returns the repeated key in Go syntax: text in quotes, numbers and bools without. The result is empty if the
    /// warning is not about a duplicate key.
    #[must_use]
    pub fn key(&self) -> &str {
        if let WarningSubject::Key(key, ..) = &self.subject { key } else { "" }
    }

    /// Returns the position of what the warning is about: the second of two equal keys, the number, or the text after
    /// the end of the document.
    #[must_use]
    pub fn position(&self) -> Mark {
        self.mark
    }

    /// Returns true if upstream's strict reader rejects the text because of this warning. This is the case for
    /// duplicate keys.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let warnings = yaml::to_json_strict(b"a: 1\na: -0.0\n")?.warnings;
    /// assert!(warnings[0].is_strict() && !warnings[1].is_strict());
    /// # Ok::<(), yaml::Error>(())
    /// ```
    #[must_use]
    pub fn is_strict(&self) -> bool {
        matches!(self.subject, WarningSubject::Key(_, _, cause) if cause != DuplicateCause::SameInJson)
    }

    /// Returns true if part of the text is lost or changed. Returns false if a key of a mapping overrides a key that a
    /// merge key (`<<`) supplied. This is the normal use of merge keys, although upstream's strict reader rejects it as
    /// well.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let text = b"base: &base {a: 1}\nused: {<<: *base, a: 2}\nlost: {a: 2, <<: *base}\n";
    /// let yaml::Parsed { value, warnings, .. } = yaml::to_json_strict(text)?;
    /// assert_eq!(value, r#"{"base":{"a":1},"lost":{"a":1},"used":{"a":2}}"#);
    /// assert!(!warnings[0].is_loss() && warnings[1].is_loss());
    /// # Ok::<(), yaml::Error>(())
    /// ```
    #[must_use]
    pub fn is_loss(&self) -> bool {
        !matches!(self.subject, WarningSubject::Key(_, _, DuplicateCause::Overrides))
    }

    /// Creates a warning about a value that is lost or changed.
    pub(super) fn lost(loss: &Loss, show: fn(&Scalar<'_>) -> String) -> Self {
        let path = loss.path.clone();
        let subject = match &loss.kind {
            LossKind::Number(text, result) => WarningSubject::Number(path, text.clone(), show(result)),
            LossKind::Text => WarningSubject::Text(path),
        };
        Warning { subject, mark: loss.mark }
    }

    /// Creates a warning about text after the end of the document.
    pub(super) fn unread(mark: Mark) -> Self {
        Warning { subject: WarningSubject::Unread, mark }
    }
}

impl From<&Duplicate<'_>> for Warning {
    fn from(Duplicate { key, key_mark, mark, cause }: &Duplicate<'_>) -> Self {
        let subject = WarningSubject::Key(go_syntax::scalar(key), mark.line, *cause);
        Warning { subject, mark: *key_mark }
    }
}

impl ValueRef<'_, '_> {
    /// Returns the warnings of the document if this part is the whole document, and none otherwise: losses are only
    /// recorded for the document as a whole.
    pub(crate) fn warnings(self) -> Vec<Warning> {
        match self.place {
            ValueIndex::Item(index) if index + 1 == self.values.items.len() => self.values.warnings(),
            _ => Vec::new(),
        }
    }
}

impl Values<'_> {
    /// Returns a warning for everything in the text that its JSON does not preserve. Duplicate keys come first, in the
    /// order in which they were found.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        self.warnings_as(json_text)
    }

    /// Returns the same warnings as [`Self::warnings`], with numbers formatted by `show`.
    pub(super) fn warnings_as(&self, show: fn(&Scalar<'_>) -> String) -> Vec<Warning> {
        let mut warnings: Vec<_> = self.duplicates.iter().map(Warning::from).collect();
        warnings.extend(self.losses.0.iter().map(|loss| Warning::lost(loss, show)));
        warnings.extend(self.unread.map(Warning::unread));
        warnings
    }
}

impl Error {
    /// Returns the error that upstream's strict reader returns for a text with the duplicate keys in `warnings`, or
    /// `None` if `warnings` contains none. Use it after [`to_json_strict`](super::to_json_strict) or
    /// `yaml::from_str_strict` to reject such texts.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let warnings = yaml::to_json_strict(b"a: 1\na: 2\n")?.warnings;
    /// let error = yaml::Error::strict(&warnings).expect("`a` is a duplicate key");
    /// assert_eq!(error.to_string(), "yaml: unmarshal errors:\n  line 2: key \"a\" already set in map");
    /// # Ok::<(), yaml::Error>(())
    /// ```
    #[must_use]
    pub fn strict(warnings: &[Warning]) -> Option<Error> {
        Error::repeated(warnings.iter().filter(|warning| warning.is_strict()))
    }

    /// Returns the error about these keys, or `None` if there are none.
    pub(crate) fn repeated<'w>(warnings: impl Iterator<Item = &'w Warning>) -> Option<Error> {
        let mut warnings = warnings.peekable();
        let first = *warnings.peek()?;
        let lines: String = warnings.map(|warning| format!("\n  {warning}")).collect();
        Some(Error::new(format!("yaml: unmarshal errors:{lines}")).at(first.mark))
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.mark.line;
        match &self.subject {
            WarningSubject::Key(key, value_line, _) => write!(f, "line {value_line}: key {key} already set in map"),
            WarningSubject::Number(path, text, result) => {
                write!(f, "line {line}: number {text} in {} becomes {result}", quote(path))
            }
            WarningSubject::Text(path) => {
                write!(f, "line {line}: bytes in {} are not UTF-8 and become U+FFFD", quote(path))
            }
            WarningSubject::Unread => write!(f, "line {line}: text after the end of the document is ignored"),
        }
    }
}
