//! Error collection, so that a single run reports all errors in the input.

use std::fmt::{self, Display};

/// All errors of a stage, in the order in which they were found.
#[derive(Debug)]
pub(crate) struct Error(Vec<String>);

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.0 {
            writeln!(f, "error: {problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// The error collector of a stage.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<String>);

impl Problems {
    /// Records an error at `location`, which is a file and a path within it.
    pub(crate) fn add(&mut self, location: impl Display, message: impl Display) {
        self.0.push(format!("{location}: {message}"));
    }

    /// Returns the value of a result, or records its error.
    pub(crate) fn ok<T>(&mut self, location: impl Display, result: Result<T, impl Display>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.add(location, error);
                None
            }
        }
    }

    /// Ends the stage.
    ///
    /// # Errors
    ///
    /// All recorded errors, if there are any.
    pub(crate) fn check(self) -> Result<(), Error> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(Error(self.0)),
        }
    }
}
