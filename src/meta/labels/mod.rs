//! Label selectors as text: `app=web,tier in (back,front),!legacy`.
//!
//! The grammar, its errors and what a requirement looks like as text are those of upstream's
//! `labels` package. What selects objects is no part of it.

mod parser;
mod requirement;
mod tokens;
mod valid;

pub(crate) use self::parser::parse;
pub(crate) use self::requirement::{Operator, Requirement, to_text};
