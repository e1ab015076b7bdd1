use std::fmt::Display;

use ::serde::de::{self, Expected, Unexpected};
use ::serde::ser;

use crate::go_yaml::Error;
use crate::wire::mark::Mark;

impl Error {
    /// Sets the position of an error about the value at `mark`, unless it is about a nested value.
    pub(super) fn of_value(mut self, mark: Mark) -> Self {
        if self.0.path.is_none() {
            self.0.path = Some(String::new());
            return self.at(mark);
        }
        self
    }

    /// Adds a step to the path of an error about a nested value. `step` is a name, or an index in brackets.
    pub(super) fn within(mut self, step: &str) -> Self {
        if let Some(path) = &mut self.0.path {
            let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            path.insert_str(0, &format!("{step}{dot}"));
        }
        self
    }

    /// Adjusts the line of an error in a document that starts `lines` lines after the start of the input.
    pub(super) fn below(mut self, lines: usize) -> Self {
        self.0.mark = self.0.mark.map(|mark| Mark::new(mark.line as usize + lines, mark.column as usize));
        self
    }
}

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Error::new(message.to_string())
    }

    /// Matches serde_json's wording, which reports the unit value as null.
    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let found = match unexpected {
            Unexpected::Unit => Unexpected::Other("null"),
            other => other,
        };
        Error::new(format!("invalid type: {found}, expected {expected}"))
    }
}

impl ser::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Error::new(message.to_string())
    }
}
