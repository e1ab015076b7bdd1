//! Defaults, of which one is missing.

use apimachinery::defaulting::Defaulting;

use crate::apis::shop::v1;

pub fn set_defaults_item(_object: &mut v1::Item, _context: &Defaulting) {}
