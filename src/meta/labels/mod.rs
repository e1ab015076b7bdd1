//! Label selectors in text form, such as `app=web,tier in (back,front),!legacy`.
//!
//! The grammar, the error messages and the text form of requirements are the same as in upstream's `labels` package.
//! Matching labels against a selector is not supported.

mod parser;
mod requirement;
mod tokens;
mod valid;

pub(crate) use self::parser::parse;
pub(crate) use self::requirement::{Operator, Requirement, to_text};
