use std::sync::Arc;

use super::text::Text;
use super::{CodecFactory, Decoded, Decoder, Error, Format, Mode, envelope};
use crate::defaulting::Defaulting;
use crate::meta::{Kind, TypeMeta, Unknown};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;

/// Decodes and encodes the objects of a [`Scheme`], in every format.
///
/// Decoding for use is: bytes, object as written, defaults at that version, hub. Encoding is:
/// target version, bytes; it never fills defaults.
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
    defaulting: Defaulting,
    mode: Mode,
}

impl Codec {
    /// A lax codec for the kinds of `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        Codec { codecs: CodecFactory::new(scheme), defaulting: Defaulting::default(), mode: Mode::Lax }
    }

    /// The same codec, lax or strict.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The same codec with feature gates and a clock for defaults.
    #[must_use]
    pub fn with_defaulting(mut self, defaulting: Defaulting) -> Self {
        self.defaulting = defaulting;
        self
    }

    /// The Scheme.
    #[must_use]
    pub fn scheme(&self) -> &Scheme {
        self.codecs.scheme()
    }

    /// What some data says it is, in any format, without decoding the rest.
    ///
    /// # Errors
    ///
    /// If the data is malformed.
    pub fn type_meta(&self, data: &[u8]) -> Result<TypeMeta, Error> {
        match Format::recognize(data) {
            Format::Protobuf => Ok(envelope::open(data)?.type_meta),
            Format::Json => Text::from_json(data).type_meta(),
            Format::Yaml => Text::from_yaml(data)?.type_meta(),
        }
    }

    /// Decodes an object as it was written: no defaults, no conversion. The format is recognised
    /// by content. Of several YAML documents only the first counts.
    ///
    /// # Errors
    ///
    /// If the data is malformed or of a wrong type, does not say its kind and version, or says one
    /// that is not registered; in strict mode, if anything would be dropped.
    pub fn decode(&self, data: &[u8]) -> Result<Decoded, Error> {
        self.mode.judge(self.codecs.universal_deserializer().decode(data, None)?)
    }

    /// Decodes an object that must be a `T`.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], and if the object is of another kind.
    pub fn decode_as<T: Kind>(&self, data: &[u8]) -> Result<T, Error> {
        let decoded = self.decode(data)?;
        let expected = GroupVersionKind::new(T::GROUP, T::VERSION, T::KIND);
        if decoded.gvk != expected {
            return Err(Error::wrong_kind(decoded, expected.to_string()));
        }
        decoded.downcast().map_err(|decoded| Error::wrong_kind(decoded, expected.to_string()))
    }

    /// Decodes an object that may be of any kind: one that is not registered comes as [`Unknown`],
    /// with its data as JSON if it was text.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], but for kinds that are not registered.
    pub fn decode_or_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        match self.decode(data) {
            Err(error) if error.is_not_registered() => self.decode_unknown(data),
            other => other,
        }
    }

    /// Decodes an object, fills the defaults of the version that it was written in, and converts
    /// it to the hub. The result's `gvk` is the hub's.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode`], and if the conversion fails.
    pub fn decode_to_hub(&self, data: &[u8]) -> Result<Decoded, Error> {
        let mut decoded = self.decode(data)?;
        self.default(&mut decoded);
        self.convert(decoded, &GroupVersion::internal(""))
    }

    /// Fills the defaults of the object's version.
    pub fn default(&self, decoded: &mut Decoded) {
        self.scheme().default(&mut *decoded.object, &decoded.gvk, &self.defaulting);
    }

    /// Converts an object to a version; to the hub if the version is internal, whatever its group.
    ///
    /// # Errors
    ///
    /// If there is no such conversion, or it fails.
    pub fn convert(&self, decoded: Decoded, target: &GroupVersion) -> Result<Decoded, Error> {
        let Decoded { mut object, gvk, warnings } = decoded;
        let target = if target.is_internal() { GroupVersion::internal(gvk.group.clone()) } else { target.clone() };
        object.set_type_meta(if gvk.is_internal() { TypeMeta::default() } else { TypeMeta::from(&gvk) });
        let object = self.scheme().convert_into_version(object, &target)?;
        Ok(Decoded { object, gvk: target.with_kind(gvk.kind), warnings })
    }

    /// Converts an object to a version and encodes it.
    ///
    /// # Errors
    ///
    /// As [`Codec::convert`] and [`Codec::encode`].
    pub fn encode_to_version(&self, decoded: Decoded, target: &GroupVersion, format: Format) -> Result<Vec<u8>, Error> {
        self.encode(&self.convert(decoded, target)?, format)
    }

    /// Encodes an object as it is, as upstream's serializers do: text has the `apiVersion` and `kind`
    /// that the object says, which conversion sets and the hub does not have. JSON is compact with a
    /// line break at the end.
    ///
    /// # Errors
    ///
    /// If the format cannot say a value of the object.
    pub fn encode(&self, decoded: &Decoded, format: Format) -> Result<Vec<u8>, Error> {
        let serializer = self.codecs.serializer(format);
        match format {
            Format::Protobuf => {
                let mut out = Vec::new();
                serializer.encode_as(&*decoded.object, &decoded.gvk, &mut out)?;
                Ok(out)
            }
            Format::Json | Format::Yaml => serializer.encode_to_vec(&*decoded.object),
        }
    }

    fn decode_unknown(&self, data: &[u8]) -> Result<Decoded, Error> {
        let text = match Format::recognize(data) {
            Format::Json => Text::from_json(data),
            Format::Yaml => Text::from_yaml(data)?,
            Format::Protobuf => {
                let mut object = Unknown::default();
                let (gvk, warnings) = self.codecs.serializer(Format::Protobuf).decode_into(data, None, &mut object)?;
                return Ok(Decoded { object: Box::new(object), gvk, warnings });
            }
        };
        self.mode.judge(text.into_unknown()?)
    }
}
