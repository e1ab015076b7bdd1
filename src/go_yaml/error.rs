use std::fmt;

use super::event::Location;
use crate::wire::mark::Mark;

/// The error returned when a YAML text cannot be read, or a value cannot be written as YAML.
///
/// The displayed text is the same as in Kubernetes' own reader (`yaml: line 3: did not find expected key`), so that
/// people and tools recognize it. Line numbers within the text follow upstream's conventions: errors on the first line
/// have no number, and lines of errors found by the parser, rather than by the scanner below it, are counted from zero.
/// Use [`Error::position`] for the actual position.
///
/// ```
/// use apimachinery::yaml;
///
/// let error = yaml::to_json(b"a: b: c").unwrap_err();
/// assert_eq!(error.to_string(), "yaml: mapping values are not allowed in this context");
/// assert_eq!(error.position(), Some(yaml::Mark::new(1, 5)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub(super) Box<Details>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Details {
    pub(super) text: String,
    pub(super) mark: Option<Mark>,
    /// The path of the value that a type rejected, such as `spec.containers[0]`; none if parsing failed.
    pub(super) path: Option<String>,
}

impl Error {
    /// Returns the position of the problem in the input, or `None` if it is not known.
    ///
    /// ```
    /// use apimachinery::yaml::{self, Mark};
    ///
    /// let error = yaml::to_json(b"a: 1\nb: 'c' d\n").unwrap_err();
    /// assert_eq!(error.position(), Some(Mark::new(2, 8)));
    /// let error = yaml::to_json(b"a: 1\nb: [1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "yaml: line 2: did not find expected ',' or ']'");
    /// assert_eq!(error.position().map(|mark| mark.line), Some(3));
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<Mark> {
        self.0.mark
    }

    /// Returns the path of the value that the target type does not accept, such as `spec.containers[0].image`. The path
    /// is empty for the document itself. Returns `None` if the text is not valid YAML.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// let error = apimachinery::yaml::from_str::<BTreeMap<String, Vec<u8>>>("a: [1, 256]").unwrap_err();
    /// assert_eq!(error.path(), Some("a[1]"));
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }

    /// Creates an error with exactly this text and without a position.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(Box::new(Details { text: text.into(), ..Details::default() }))
    }

    /// Creates an error whose text contains no line number, as upstream.
    pub(super) fn yaml(problem: impl fmt::Display, mark: Mark) -> Self {
        Self::new(format!("yaml: {problem}")).at(mark)
    }

    /// Creates an error that the scanner found.
    pub(super) fn scan(problem: &str, location: Location) -> Self {
        Self::numbered(problem, location, if location.line > 1 { location.line } else { 0 })
    }

    /// Creates an error about a token, found by the parser.
    pub(super) fn parse(problem: &str, location: Location) -> Self {
        Self::numbered(problem, location, location.line - 1)
    }

    pub(super) fn at(mut self, mark: Mark) -> Self {
        self.0.mark = Some(mark);
        self
    }

    fn numbered(problem: &str, location: Location, number: usize) -> Self {
        let text = match number {
            0 => format!("yaml: {problem}"),
            _ => format!("yaml: line {number}: {problem}"),
        };
        Self::new(text).at(location.mark())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { text, mark, path } = &*self.0;
        match path.as_deref() {
            None | Some("") => f.write_str(text)?,
            Some(path) => write!(f, "{path}: {text}")?,
        }
        match (path, mark) {
            (Some(_), Some(Mark { line, column })) => write!(f, " at line {line} column {column}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
