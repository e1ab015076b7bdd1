use std::fmt;

use super::error::Error;
use super::go_syntax;
use super::value::Duplicate;

/// A key that a mapping of a text has more than once, of which the last one counts.
///
/// Its text is upstream's, with the line of the value. A key that `<<` merges over another one is
/// there twice as well.
///
/// ```
/// use apimachinery::yaml;
///
/// let (_, warnings) = yaml::to_json_strict(b"a: 1\nb: {c: 2, c: 3}\n")?;
/// let warning = &warnings[0];
/// assert_eq!(warning.to_string(), "line 2: key \"c\" already set in map");
/// assert_eq!((warning.line(), warning.column(), warning.key()), (2, 11, "\"c\""));
/// # Ok::<(), yaml::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    key: String,
    line: usize,
    column: usize,
    value_line: usize,
}

impl Warning {
    /// The later key in Go's syntax: text in quotes, numbers and bools without.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The line of the later key, from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column of the later key, from 1, in characters.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }
}

impl From<&Duplicate<'_>> for Warning {
    fn from(Duplicate { key, key_spot, spot }: &Duplicate<'_>) -> Self {
        let key = go_syntax::scalar(key);
        Warning { key, line: key_spot.line(), column: key_spot.column(), value_line: spot.line() }
    }
}

impl Error {
    /// The error with which upstream's strict reader refuses a text that has these keys twice; none
    /// if there are no such keys.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// let (_, warnings) = yaml::to_json_strict(b"a: 1\na: 2\n")?;
    /// let error = yaml::Error::strict(&warnings).expect("a is there twice");
    /// assert_eq!(error.to_string(), "yaml: unmarshal errors:\n  line 2: key \"a\" already set in map");
    /// # Ok::<(), yaml::Error>(())
    /// ```
    #[must_use]
    pub fn strict(warnings: &[Warning]) -> Option<Error> {
        let first = warnings.first()?;
        let lines: String = warnings.iter().map(|warning| format!("\n  {warning}")).collect();
        Some(Error::new(format!("yaml: unmarshal errors:{lines}")).at(first.line, first.column))
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: key {} already set in map", self.value_line, self.key)
    }
}
