//! Type-erased functions, called with an object of their type. They are not closures, because `dyn Fn` would compile to
//! three functions for each.

use std::any::Any;
use std::sync::Arc;

use crate::conversion::{Error, Scope};
use crate::defaulting::Defaulting;
use crate::meta::Object;

/// Fills in the defaults of an object. An object of another type is left unchanged.
pub(super) trait Fill: Send + Sync {
    fn fill(&self, object: &mut dyn Object, context: &Defaulting);
}

pub(super) type DefaultFn = Arc<dyn Fill>;

impl<T: Object> Fill for fn(&mut T, &Defaulting) {
    fn fill(&self, object: &mut dyn Object, context: &Defaulting) {
        if let Some(object) = (object as &mut dyn Any).downcast_mut() {
            self(object, context);
        }
    }
}

/// Converts an object in place. An object of another type is left unchanged.
pub(super) trait ConvertInPlace: Send + Sync {
    fn convert(&self, object: &mut dyn Object, scope: &Scope<'_>) -> Result<(), Error>;
}

pub(super) type InPlaceFn = Arc<dyn ConvertInPlace>;

impl<T: Object> ConvertInPlace for fn(&mut T, &Scope<'_>) -> Result<(), Error> {
    fn convert(&self, object: &mut dyn Object, scope: &Scope<'_>) -> Result<(), Error> {
        match (object as &mut dyn Any).downcast_mut() {
            Some(object) => self(object, scope),
            None => Ok(()),
        }
    }
}
