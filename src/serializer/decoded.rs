use std::any::Any;

use crate::format::Warning;
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// An object, what it is, and what was dropped on the way.
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
    /// The object.
    pub object: Box<dyn Object>,
    /// The kind that the data said, even if a [`Decoder`](super::Decoder) converted the object; what
    /// the methods of [`Codec`](super::Codec) converted has its new kind here.
    pub gvk: GroupVersionKind,
    /// What the data said and the type does not know, in order of appearance; then what conversions dropped.
    pub warnings: Vec<Warning>,
}

impl Decoded {
    /// The same object, saying what it is: a document whose `kind` or `apiVersion` is in another case is recognised, but
    /// leaves the fields empty, as upstream.
    #[cfg(feature = "cli")]
    pub(crate) fn named(mut self) -> Self {
        if self.object.type_meta().group_version_kind() != self.gvk && !self.gvk.is_internal() {
            self.object.set_type_meta(crate::meta::TypeMeta::from(&self.gvk));
        }
        self
    }

    /// The object as a `T`, or itself back if it is none.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::{v1, v1beta1};
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n")?;
    /// let decoded = decoded.downcast::<v1beta1::Deployment>().expect_err("another type");
    /// assert_eq!(decoded.downcast::<v1::Deployment>().unwrap().metadata.name, "web");
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
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
