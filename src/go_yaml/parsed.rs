use super::{Error, Warning};

/// A value read from a YAML document, or its JSON text, and warnings about everything that it does not preserve, such
/// as duplicate keys. Returned by the functions of this module whose names end in `_strict`.
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
    /// The value that was read, or the converted text.
    pub value: T,
    /// The warnings, in order of appearance; empty if the value preserves the whole document.
    pub warnings: Vec<Warning>,
}

impl<T> Parsed<T> {
    /// Returns the value, or an error if the document has duplicate keys. Other warnings are dropped.
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
    /// Returns the error of [`Error::strict`] if `warnings` contains duplicate keys.
    pub fn into_strict(self) -> Result<T, Error> {
        match Error::strict(&self.warnings) {
            Some(error) => Err(error),
            None => Ok(self.value),
        }
    }
}
