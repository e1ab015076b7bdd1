use super::{Error, Warning};

/// A value or a text read from a document, and warnings about everything that it does not preserve.
///
/// ```
/// use apimachinery::yaml;
///
/// let parsed = yaml::to_json_strict(b"a: 1\na: 2\n")?;
/// assert_eq!(parsed.value, r#"{"a":2}"#);
/// assert_eq!(parsed.warnings[0].to_string(), "line 2: key \"a\" already set in map");
/// let error = parsed.into_strict().unwrap_err();
/// assert!(error.to_string().ends_with("line 2: key \"a\" already set in map"));
/// # Ok::<(), yaml::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed<T> {
    /// The value or the text.
    pub value: T,
    /// The warnings, in order of appearance.
    pub warnings: Vec<Warning>,
}

impl<T> Parsed<T> {
    /// Returns the value if there are no duplicate keys.
    ///
    /// ```
    /// use apimachinery::yaml;
    ///
    /// assert_eq!(yaml::to_json_strict(b"a: 1\n")?.into_strict()?, r#"{"a":1}"#);
    /// assert!(yaml::to_json_strict(b"a: 1\na: 1\n")?.into_strict().is_err());
    /// # Ok::<(), yaml::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of [`Error::strict`] if there are.
    pub fn into_strict(self) -> Result<T, Error> {
        match Error::strict(&self.warnings) {
            Some(error) => Err(error),
            None => Ok(self.value),
        }
    }
}
