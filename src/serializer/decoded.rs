use std::any::Any;

use crate::format::Warning;
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// A decoded object, its kind, and warnings about everything that was dropped.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::Codec;
///
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\nsize: 1\n")?;
/// assert_eq!(decoded.gvk.kind, "Deployment");
/// assert_eq!(decoded.object.type_meta().api_version, "apps/v1");
/// assert_eq!(decoded.warnings[0].to_string(), r#"unknown field "size""#);
/// # }
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Debug)]
pub struct Decoded {
    /// The decoded object.
    pub object: Box<dyn Object>,
    /// The kind stated by the data, even if a [`Decoder`](super::Decoder) converted the object. After a conversion by a
    /// method of [`Codec`](super::Codec) it is the kind that the object was converted to.
    pub gvk: GroupVersionKind,
    /// Warnings about content that the type has no field for, in order of appearance, followed by those about losses in
    /// conversion.
    pub warnings: Vec<Warning>,
}

impl Decoded {
    /// Sets the object's `type_meta` to its kind. As in upstream, a document in which `kind` or `apiVersion` is spelled
    /// in another case is recognized, but leaves those fields of the object empty.
    #[cfg(feature = "cli")]
    pub(crate) fn named(mut self) -> Self {
        if self.object.type_meta().group_version_kind() != self.gvk && !self.gvk.is_internal() {
            self.object.set_type_meta(crate::meta::TypeMeta::from(&self.gvk));
        }
        self
    }

    /// Returns the object as a `T`, or `self` if it is of another type.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::{v1, v1beta1};
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n")?;
    /// let decoded = decoded.downcast::<v1beta1::Deployment>().expect_err("the object is of another type");
    /// assert_eq!(decoded.downcast::<v1::Deployment>().unwrap().metadata.name, "web");
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `self`, unchanged, if the object is not a `T`.
    pub fn downcast<T: Object>(self) -> Result<T, Decoded> {
        if !(&*self.object as &dyn Any).is::<T>() {
            return Err(self);
        }
        let object: Box<dyn Any> = self.object;
        Ok(*object.downcast().expect("`is` has checked the type"))
    }
}
