mod decode;
mod encode;

use std::sync::Arc;

use super::{CodecFactory, CodecFactoryOptions, Decoded, Error, Mode, Warning};
use crate::defaulting::Defaulting;
use crate::meta::{Object, TypeMeta};
use crate::schema::{GroupVersion, GroupVersionKind, GroupVersioner, InternalGroupVersioner};
use crate::scheme::Scheme;

/// A codec for the kinds of a [`Scheme`] in every format: decodes, fills in defaults, converts and encodes. It is a
/// convenient front end to the decoders and encoders of a [`CodecFactory`].
///
/// Each group has a hub version, an internal version to and from which all its other versions are converted.
/// [`decode_into_hub`](Codec::decode_into_hub) reads an object in its own version, fills in the defaults of that
/// version, and converts it to the hub. [`encode_to_version`](Codec::encode_to_version) converts to the target version
/// and writes bytes. Encoding never fills in defaults.
///
/// Unlike the underlying serializers, which have upstream's behavior, `Codec` enforces strict mode for every format,
/// including Protobuf. [`Decoded::gvk`] of a converted object is the kind that it was converted to.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Codec, Format};
///
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let old = b"apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: web}\n";
/// # #[cfg(feature = "extensions")] {
/// let hub = codec.decode_into_hub(old).unwrap();
/// let new = codec.encode_to_version(hub, &"apps/v1".parse().unwrap(), Format::Json).unwrap();
/// assert!(new.bytes.starts_with(br#"{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"web"}"#));
/// # }
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Codec {
    codecs: CodecFactory,
    mode: Mode,
}

impl Codec {
    /// Creates a codec for the kinds of `scheme`. It is lax, supports all formats including CBOR, and uses
    /// [`Defaulting::default`]; [`Codec::with_mode`] and [`Codec::with_defaulting`] change these settings.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        let options = CodecFactoryOptions { cbor: true, ..CodecFactoryOptions::default() };
        Codec { codecs: CodecFactory::with_options(scheme, options), mode: Mode::Lax }
    }

    /// Sets the treatment of unknown and duplicate fields: [`Mode::Lax`] drops them with a warning, [`Mode::Strict`]
    /// rejects them.
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

    /// Sets the feature gates and the clock used by defaulting.
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

    /// Returns the Scheme that the codec was created with.
    #[must_use]
    pub fn scheme(&self) -> &Scheme {
        self.codecs.scheme()
    }

    /// Fills in the defaults of the object's version, which is taken from [`Decoded::gvk`]. Fields that are set are not
    /// changed. Does nothing for kinds without defaults.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::serializer::Codec;
    ///
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let mut decoded = codec.decode(b"apiVersion: apps/v1\nkind: Deployment\n")?;
    /// codec.apply_defaults(&mut decoded);
    /// assert_eq!(decoded.downcast::<Deployment>().unwrap().object.spec.replicas, Some(1));
    /// # }
    /// # Ok::<(), apimachinery::serializer::Error>(())
    /// ```
    pub fn apply_defaults(&self, decoded: &mut Decoded) {
        self.scheme().apply_defaults(&mut *decoded.object, &decoded.gvk, self.codecs.defaulting());
    }

    /// Converts an object to the version `target`. If the version part of `target` is
    /// [`INTERNAL_VERSION`](crate::schema::INTERNAL_VERSION), converts to the hub of the object's group; the group of
    /// `target` is ignored then. Values that were set but cannot be represented in the target version are added to
    /// [`Decoded::warnings`] as [`WarningKind::ConversionLoss`](crate::serializer::WarningKind::ConversionLoss). The
    /// result has the `type_meta` and [`Decoded::gvk`] of the target.
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
    /// Returns an error if no such conversion exists, or if a conversion function fails.
    pub fn convert(&self, decoded: Decoded, target: &GroupVersion) -> Result<Decoded, Error> {
        let Decoded { object, gvk, mut warnings } = self_described(decoded);
        let (object, losses) = self.scheme().convert_with_losses(object, &*versioner(target))?;
        warnings.extend(losses.into_iter().map(Warning::from));
        let gvk = kind_of(&*object, &gvk);
        Ok(Decoded { object, gvk, warnings })
    }
}

/// Returns the versioner for a target version. The group of an internal version is ignored in favour of the object's
/// own.
fn versioner(target: &GroupVersion) -> Arc<dyn GroupVersioner> {
    if target.is_internal() { Arc::new(InternalGroupVersioner) } else { Arc::new(target.clone()) }
}

/// Sets the object's `type_meta` to its `gvk`, because the Scheme determines the kind from it and the document may not
/// have set it.
fn self_described(mut decoded: Decoded) -> Decoded {
    let gvk = &decoded.gvk;
    decoded.object.set_type_meta(if gvk.is_internal() { TypeMeta::default() } else { TypeMeta::from(gvk) });
    decoded
}

/// Returns the kind of the object that an object of kind `was` was converted to. Hub objects have no `type_meta`, so
/// their kind is derived from `was`.
fn kind_of(object: &dyn Object, was: &GroupVersionKind) -> GroupVersionKind {
    let said = object.type_meta().group_version_kind();
    if said.is_empty() { was.of_hub() } else { said }
}
