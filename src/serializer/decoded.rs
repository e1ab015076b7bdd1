use std::any::Any;

use crate::format::Warning;
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// A decoded object, its kind, and warnings about everything that was dropped. Returned by the decoding methods of
/// [`Codec`](super::Codec) and [`Decoder`](super::Decoder).
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
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Decoded<T = Box<dyn Object>> {
    /// The decoded object: a `Box<dyn Object>` if the data determined the type, a `T` if the caller chose the type, and
    /// `()` if the data was decoded into an object of the caller.
    pub object: T,
    /// The group, version and kind of the object. A [`Decoder`](super::Decoder) sets the kind that the data contains,
    /// even if it converts the object. The methods of [`Codec`](super::Codec) set the kind of `object`, after a
    /// conversion the kind that it was converted to.
    pub gvk: GroupVersionKind,
    /// Warnings about content that was dropped because the type has no field for it, or because a key is repeated, in
    /// order of appearance. Warnings about values lost in a conversion follow.
    pub warnings: Vec<Warning>,
}

impl<T> Decoded<T> {
    /// Combines an object and its kind, without warnings. Decoders implemented outside this crate return such values.
    ///
    /// ```
    /// use apimachinery::meta::{Object, Unstructured};
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::serializer::Decoded;
    ///
    /// let gvk = GroupVersionKind::new("example.com", "v1", "Gadget");
    /// let decoded = Decoded::new(Unstructured::default(), gvk.clone());
    /// assert_eq!((decoded.gvk, decoded.warnings.len()), (gvk, 0));
    /// ```
    #[must_use]
    pub fn new(object: T, gvk: GroupVersionKind) -> Self {
        Decoded { object, gvk, warnings: Vec::new() }
    }

    /// Returns `self` with another object; the kind and the warnings are kept. Use it, for example, to attach the
    /// object that [`Decoder::decode_into`](super::Decoder::decode_into) has filled.
    ///
    /// ```
    /// use apimachinery::meta::Unstructured;
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::{Decoder, JsonSerializer};
    ///
    /// let json = JsonSerializer::new(Scheme::builder().build());
    /// let mut gadget = Unstructured::default();
    /// let decoded = json.decode_into(br#"{"kind":"Gadget","apiVersion":"example.com/v1"}"#, None, &mut gadget)?;
    /// assert_eq!(decoded.with_object(gadget).object.kind(), "Gadget");
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    #[must_use]
    pub fn with_object<U>(self, object: U) -> Decoded<U> {
        Decoded { object, gvk: self.gvk, warnings: self.warnings }
    }
}

/// A decoded object that strict errors keep, if there is one.
pub(super) trait Kept {
    fn kept(self) -> Option<Box<dyn Object>>;
}

impl Kept for Box<dyn Object> {
    fn kept(self) -> Option<Box<dyn Object>> {
        Some(self)
    }
}

impl Kept for () {
    fn kept(self) -> Option<Box<dyn Object>> {
        None
    }
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

    /// Returns `self` with the object as a `T`, or unchanged if the object is of another type.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::{v1, v1beta1};
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n")?;
    /// let decoded = decoded.downcast::<v1beta1::Deployment>().expect_err("the object is of another type");
    /// let web = decoded.downcast::<v1::Deployment>().unwrap();
    /// assert_eq!((&*web.object.metadata.name, &*web.gvk.kind), ("web", "Deployment"));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `self`, unchanged, if the object is not a `T`.
    pub fn downcast<T: Object>(self) -> Result<Decoded<T>, Decoded> {
        if !(&*self.object as &dyn Any).is::<T>() {
            return Err(self);
        }
        let Decoded { object, gvk, warnings } = self;
        let object: Box<dyn Any> = object;
        let object = *object.downcast().expect("`is` has checked the type");
        Ok(Decoded { object, gvk, warnings })
    }
}
