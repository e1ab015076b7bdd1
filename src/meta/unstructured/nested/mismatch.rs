//! Upstream's error messages for values of an unexpected type.

use std::fmt;

use crate::field::Value;
use crate::field::value::GoText;
use crate::meta::Error;

/// A value and its expected type, formatted as an error message.
pub(super) struct Mismatch<'a>(pub(super) &'a Value, pub(super) &'a str);

impl fmt::Display for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch(value, expected) = self;
        write!(f, "{} is of the type {}, expected {expected}", GoText(value), value.go_type())
    }
}

pub(super) fn mismatch(path: &[&str], found: &Value, expected: &str) -> Error {
    accessor_error(path, format_args!("{}", Mismatch(found, expected)))
}

pub(super) fn accessor_error(path: &[&str], reason: fmt::Arguments<'_>) -> Error {
    Error::new(format!("{} accessor error: {reason}", json_path(path)))
}

pub(super) fn json_path(path: &[&str]) -> String {
    let mut text = String::from(".");
    for (at, name) in path.iter().enumerate() {
        text.push_str(if at > 0 { "." } else { "" });
        text.push_str(name);
    }
    text
}
