use std::fmt;

use super::mark::Mark;

/// The error returned when a YAML text is rejected.
///
/// The displayed text is the same as in Kubernetes' own reader (`yaml: line 3: did not find expected key`), so that
/// people and tools recognize it. Line numbers within the text follow upstream's conventions: errors on the first line
/// have no number, and lines of errors found by the parser, rather than by the scanner below it, are counted from zero.
/// Use [`Error::line`] for the actual line.
///
/// ```
/// use apimachinery::yaml;
///
/// let error = yaml::to_json(b"a: b: c").unwrap_err();
/// assert_eq!(error.to_string(), "yaml: mapping values are not allowed in this context");
/// assert_eq!(error.line(), Some(1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub(super) Box<Details>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Details {
    pub(super) text: String,
    pub(super) line: Option<usize>,
    pub(super) column: Option<usize>,
    /// The path of the value that a type rejected, such as `spec.containers[0]`; none if parsing failed.
    pub(super) path: Option<String>,
}

impl Error {
    /// Returns the line of the input on which the problem was found, counted from 1, if it is known.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let error = yaml::to_json(b"a: 1\nb: [1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "yaml: line 2: did not find expected ',' or ']'");
    /// assert_eq!(error.line(), Some(3));
    /// ```
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.0.line
    }

    /// Returns the column of the problem in characters, counted from 1, if it is known.
    ///
    /// ```
    /// # use apimachinery::yaml;
    /// let error = yaml::to_json(b"a: 1\nb: 'c' d\n").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(2), Some(8)));
    /// ```
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.0.column
    }

    /// Returns the path of the value that a type rejected, such as `spec.containers[0].image`. The path is empty for
    /// the document itself, and `None` if the text is not valid YAML.
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

    /// Creates an error with exactly this text and without a line.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(Box::new(Details { text: text.into(), ..Details::default() }))
    }

    /// Creates an error whose text contains no line number, as upstream.
    pub(super) fn yaml(problem: impl fmt::Display, line: usize) -> Self {
        Self::new(format!("yaml: {problem}")).at_line(line)
    }

    /// Creates an error that the scanner found at `mark`.
    pub(super) fn scan(problem: &str, mark: Mark) -> Self {
        Self::numbered(problem, mark, if mark.line > 1 { mark.line } else { 0 })
    }

    /// Creates an error about the token at `mark`, found by the parser.
    pub(super) fn parse(problem: &str, mark: Mark) -> Self {
        Self::numbered(problem, mark, mark.line - 1)
    }

    pub(super) fn at_line(mut self, line: usize) -> Self {
        self.0.line = Some(line);
        self
    }

    pub(super) fn at(mut self, line: usize, column: usize) -> Self {
        self.0.column = Some(column);
        self.at_line(line)
    }

    fn numbered(problem: &str, mark: Mark, number: usize) -> Self {
        let text = match number {
            0 => format!("yaml: {problem}"),
            _ => format!("yaml: line {number}: {problem}"),
        };
        Self::new(text).at(mark.line, mark.column)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Details { text, line, column, path } = &*self.0;
        match path.as_deref() {
            None | Some("") => f.write_str(text)?,
            Some(path) => write!(f, "{path}: {text}")?,
        }
        match (path, line, column) {
            (Some(_), Some(line), Some(column)) => write!(f, " at line {line} column {column}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
