mod decode;
mod encode;

use std::sync::Arc;

use super::{CodecFactory, CodecFactoryOptions, Decoded, Error, Mode, Warning};
use crate::defaulting::Defaulting;
use crate::meta::{Object, TypeMeta};
use crate::schema::{GroupVersion, GroupVersionKind, GroupVersioner, InternalGroupVersioner};
use crate::scheme::Scheme;

/// Decodes and encodes the objects of a [`Scheme`], in every format: the short way to what a
/// [`CodecFactory`] gives in parts.
///
/// Decoding for use is: bytes, object as written, defaults at that version, hub. Encoding is:
/// target version, bytes; it never fills defaults.
///
/// Two things differ from the parts, which do as upstream: strictness is of every format, Protobuf
/// included, and the kind beside a converted object is the one that it was converted to.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Codec, Format};
///
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let old = b"apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\n";
/// # #[cfg(feature = "extensions")] {
/// let hub = codec.decode_to_hub(old).unwrap();
/// let new = codec.encode_to_version(hub, &"apps/v1".parse().unwrap(), Format::Json).unwrap();
/// assert!(new.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web"}"#));
/// # }
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Codec {
    codecs: CodecFactory,
    mode: Mode,
}

impl Codec {
    /// A lax codec for the kinds of `scheme`, which knows CBOR, too.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        let options = CodecFactoryOptions { cbor: true, ..CodecFactoryOptions::default() };
        Codec { codecs: CodecFactory::with_options(scheme, options), mode: Mode::Lax }
    }

    /// The same codec, lax or strict.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::serializer::{Codec, Mode};
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme()).with_mode(Mode::Strict);
    /// let error = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\nsize: 1\n").unwrap_err();
    /// assert_eq!(error.to_string(), r#"strict decoding error: unknown field "size""#);
    /// # }
    /// ```
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The same codec with feature gates and a clock for defaults.
    ///
    /// ```
    /// use apimachinery::defaulting::Defaulting;
    /// use apimachinery::serializer::Codec;
    ///
    /// let context = Defaulting::default().with_gate("MaxUnavailableStatefulSet", true);
    /// let codec = Codec::new(apimachinery::apis::scheme()).with_defaulting(context);
    /// assert_eq!(codec.scheme().name(), "apimachinery");
    /// ```
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Defaulting) -> Self {
        self.codecs = self.codecs.with_defaulting(defaulting);
        self
    }

    pub(super) fn codecs(&self) -> &CodecFactory {
        &self.codecs
    }

    /// The Scheme.
    #[must_use]
    pub fn scheme(&self) -> &Scheme {
        self.codecs.scheme()
    }

    /// Fills the defaults of the object's version, which [`Decoded::gvk`] names.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let mut decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\n")?;
    /// codec.default(&mut decoded);
    /// assert_eq!(decoded.downcast::<Deployment>().unwrap().spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    pub fn default(&self, decoded: &mut Decoded) {
        self.scheme().default(&mut *decoded.object, &decoded.gvk, self.codecs.defaulting());
    }

    /// Converts an object to a version; to the hub if the version is internal, whatever its group. What was set and the
    /// other version cannot hold is added to [`Decoded::warnings`], as
    /// [`WarningKind::ConversionLoss`](crate::serializer::WarningKind::ConversionLoss).
    ///
    /// ```
    /// # #[cfg(all(feature = "apps", feature = "extensions"))] {
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let old = codec.decode(b"apiVersion: extensions/v1beta1\nkind: Deployment\n")?;
    /// let new = codec.convert(old, &"apps/v1".parse()?)?;
    /// assert_eq!(new.gvk.to_string(), "apps/v1, Kind=Deployment");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such conversion, or it fails.
    pub fn convert(&self, decoded: Decoded, target: &GroupVersion) -> Result<Decoded, Error> {
        let Decoded { object, gvk, mut warnings } = self_described(decoded);
        let (object, losses) = self.scheme().convert_with_losses(object, &*versioner(target))?;
        warnings.extend(losses.into_iter().map(Warning::from));
        let gvk = kind_of(&*object, &gvk);
        Ok(Decoded { object, gvk, warnings })
    }
}

/// Hub versions have no group here: that of the object counts.
fn versioner(target: &GroupVersion) -> Arc<dyn GroupVersioner> {
    if target.is_internal() { Arc::new(InternalGroupVersioner) } else { Arc::new(target.clone()) }
}

/// The object saying what it is, whatever its document said: the Scheme asks it.
fn self_described(mut decoded: Decoded) -> Decoded {
    let gvk = &decoded.gvk;
    decoded.object.set_type_meta(if gvk.is_internal() { TypeMeta::default() } else { TypeMeta::from(gvk) });
    decoded
}

/// The kind of what an object of kind `was` was converted to: one of the hub says nothing.
fn kind_of(object: &dyn Object, was: &GroupVersionKind) -> GroupVersionKind {
    let said = object.type_meta().group_version_kind();
    if said.is_empty() { was.of_hub() } else { said }
}
