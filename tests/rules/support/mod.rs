//! Support for reading and comparing recorded cases.

mod cases;
pub(crate) mod content;
pub(crate) mod files;
pub(crate) mod probe;
pub(crate) mod versioners;

pub(crate) use self::cases::{cases, outcome, text};
