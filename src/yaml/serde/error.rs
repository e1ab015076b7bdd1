use std::fmt::Display;

use ::serde::de::{self, Expected, Unexpected};
use ::serde::ser;

use crate::yaml::Error;
use crate::yaml::value::Spot;

impl Error {
    /// What a type says of the value at `spot`, unless a value inside has said it.
    pub(super) fn of_value(mut self, spot: Spot) -> Self {
        if self.0.path.is_none() {
            self.0.path = Some(String::new());
            return self.at(spot.line(), spot.column());
        }
        self
    }

    /// The error of a part as one of the value around it; `step` is a name, or an index in brackets.
    pub(super) fn within(mut self, step: &str) -> Self {
        if let Some(path) = &mut self.0.path {
            let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            path.insert_str(0, &format!("{step}{dot}"));
        }
        self
    }

    /// The error of a document that starts so many lines below the start of the input.
    pub(super) fn below(mut self, lines: usize) -> Self {
        self.0.line = self.0.line.map(|line| line + lines);
        self
    }
}

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Self {
        Error::new(message.to_string())
    }

    /// As serde_json says it: what has no value is null.
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
