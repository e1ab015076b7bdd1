//! What is wrong with the input: collected, so that one run shows all of it.

use std::fmt::{self, Display};

/// Everything that was wrong, in the order in which it was found.
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

/// The collector of a stage.
#[derive(Debug, Default)]
pub(crate) struct Problems(Vec<String>);

impl Problems {
    /// Notes that something at `place` (a file and the path in it) is wrong.
    pub(crate) fn add(&mut self, place: impl Display, message: impl Display) {
        self.0.push(format!("{place}: {message}"));
    }

    /// Takes the value of a result, or notes its error.
    pub(crate) fn ok<T>(&mut self, place: impl Display, result: Result<T, impl Display>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.add(place, error);
                None
            }
        }
    }

    /// Ends the stage: an error if anything was noted.
    pub(crate) fn check(self) -> Result<(), Error> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(Error(self.0)),
        }
    }
}
