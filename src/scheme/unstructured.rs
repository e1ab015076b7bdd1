//! Conversion of registered objects to and from unstructured ones.

use super::route::About;
use super::{Error, Scheme};
use crate::meta::unstructured::{from_unstructured, to_unstructured};
use crate::meta::{Object, TypeMeta, is_unstructured};

impl Scheme {
    /// Converts an unstructured object to its registered type and returns any other object unchanged. Fields that the
    /// type does not have are dropped.
    pub(super) fn typed(&self, object: Box<dyn Object>) -> Result<Box<dyn Object>, Error> {
        if !is_unstructured(&*object) {
            return Ok(object);
        }
        let gvk = self.object_kinds(&*object)?.kinds[0].clone();
        let mut typed = self.new_object(&gvk)?;
        let filled = to_unstructured(&*object).and_then(|content| from_unstructured(&content, &mut *typed));
        match filled {
            Ok(_) => Ok(typed),
            Err(error) => Err(Error::other(format!("unable to convert unstructured object to {gvk}: {error}"))),
        }
    }

    /// Fills an unstructured object.
    pub(super) fn convert_untyped(
        &self,
        from: Box<dyn Object>,
        into: &mut dyn Object,
        about: About<'_>,
    ) -> Result<(), Error> {
        if is_unstructured(&*from) {
            return fill(&*from, into);
        }
        let known = self.object_kinds(&*from)?;
        let gvk = &known.kinds[0];
        if known.unversioned || !gvk.is_internal() {
            fill(&*from, into)?;
            into.set_type_meta(TypeMeta::from(gvk));
            return Ok(());
        }
        let Some(target) = about.context else {
            return Err(Error::other(format!(
                "unable to convert the internal object type {} to Unstructured without providing a preferred version to convert to",
                from.type_name()
            )));
        };
        fill(&*self.convert_for(from, target, about.losses)?, into)
    }
}

fn fill(from: &dyn Object, into: &mut dyn Object) -> Result<(), Error> {
    let filled = to_unstructured(from).and_then(|content| from_unstructured(&content, into));
    filled.map(drop).map_err(|error| Error::other(error.to_string()))
}
