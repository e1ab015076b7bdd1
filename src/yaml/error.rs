use std::fmt;

use super::mark::Mark;

/// Why a YAML text was refused.
///
/// The displayed text is the one of Kubernetes' own reader (`yaml: line 3: did not find expected
/// key`), so that tools and people who know it recognise it. Upstream counts lines in that text
/// in its own way: a problem on the first line goes without a number, and what the parser (rather
/// than the scanner below it) finds is counted from zero. [`Error::line`] has the true line.
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
    /// The way to the value that a type refused, such as `spec.containers[0]`; none if reading failed.
    pub(super) path: Option<String>,
}

impl Error {
    /// The line of the input where the problem was found, counted from 1, where it is known.
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

    /// The column of the problem on its line, counted from 1 in characters, where it is known.
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

    /// The way to the value that a type refused, as `spec.containers[0].image`; empty for the document
    /// itself, none if the text is no YAML.
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

    /// A problem with exactly this text, of no known line.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(Box::new(Details { text: text.into(), ..Details::default() }))
    }

    /// A problem whose text upstream gives no line.
    pub(super) fn yaml(problem: impl fmt::Display, line: usize) -> Self {
        Self::new(format!("yaml: {problem}")).at_line(line)
    }

    /// A problem that the scanner meets at `mark`.
    pub(super) fn scan(problem: &str, mark: Mark) -> Self {
        Self::numbered(problem, mark, if mark.line > 1 { mark.line } else { 0 })
    }

    /// A problem that the parser has with the token at `mark`.
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
