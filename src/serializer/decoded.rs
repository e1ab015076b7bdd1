use std::any::Any;

use crate::format::Warning;
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// An object, what it is, and what was dropped on the way.
#[derive(Debug)]
pub struct Decoded {
    /// The object.
    pub object: Box<dyn Object>,
    /// The kind that the object has now: that of the data, or the hub's after conversion to it.
    pub gvk: GroupVersionKind,
    /// What the data said and the type does not know, in order of appearance.
    pub warnings: Vec<Warning>,
}

impl Decoded {
    /// The object as a `T`, or itself back if it is none.
    ///
    /// # Errors
    ///
    /// The value itself, unchanged.
    pub fn downcast<T: Object>(self) -> Result<T, Decoded> {
        if !(&*self.object as &dyn Any).is::<T>() {
            return Err(self);
        }
        let object: Box<dyn Any> = self.object;
        Ok(*object.downcast().expect("the type was asked for"))
    }
}
