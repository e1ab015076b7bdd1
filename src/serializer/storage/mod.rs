//! Values stored in a cluster's etcd: decoding of any such value to an object, and encoding of the object to the same
//! bytes.
//!
//! ```
//! # #[cfg(feature = "core")] {
//! use apimachinery::serializer::Format;
//! use apimachinery::serializer::storage::Storage;
//!
//! let storage = Storage::new(apimachinery::apis::scheme());
//! let value = b"{\"kind\":\"Ship\",\"apiVersion\":\"x.example/v1\",\"spec\":{\"knots\":7.0}}\n";
//! let stored = storage.decode(value).unwrap();
//! assert_eq!((stored.format, stored.gvk.kind.as_str()), (Format::Json, "Ship"));
//!
//! let cbor = storage.encode(&stored, Format::Cbor).unwrap();
//! assert!(cbor.starts_with(b"\xd9\xd9\xf7"));
//! let again = storage.decode(&cbor).unwrap();
//! assert_eq!(again.object, &stored.object);
//! # }
//! ```

mod encrypted;

use std::sync::Arc;

pub use self::encrypted::Encrypted;
use super::{Codec, Decoded, Decoder, Encoder, Error, Format, Warning};
use crate::meta::{Object, Unstructured};
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;
use crate::wire::base64;

/// A codec for the values that an API server stores in etcd. Values of kinds in its [`Scheme`] are decoded to their
/// types, values of other kinds, such as custom resources, to [`Unstructured`].
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::serializer::Format;
/// use apimachinery::serializer::storage::Storage;
///
/// let storage = Storage::new(apimachinery::apis::scheme());
/// let space = storage.decode(b"{\"kind\":\"Namespace\",\"apiVersion\":\"v1\"}").unwrap();
/// let value = storage.encode(&space, Format::Protobuf).unwrap();
/// let stored = storage.decode(&value).unwrap();
/// assert_eq!((stored.format, stored.gvk), (Format::Protobuf, space.gvk));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Storage {
    codec: Codec,
}

/// A value decoded by [`Storage::decode`]: the object, its kind, and the format in which it was stored.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::apis::core::v1::ConfigMap;
/// use apimachinery::serializer::storage::Storage;
///
/// let storage = Storage::new(apimachinery::apis::scheme());
/// let stored = storage.decode(b"{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"datum\":{}}\n").unwrap();
/// assert_eq!(stored.warnings[0].to_string(), r#"unknown field "datum""#);
/// assert!(stored.into_decoded().downcast::<ConfigMap>().is_ok());
/// # }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Stored {
    /// The decoded object: of the type registered for its kind, or an [`Unstructured`].
    pub object: Box<dyn Object>,
    /// The group, version and kind of the object, as contained in the value.
    pub gvk: GroupVersionKind,
    /// The format of the value; for base64, the format of its content. Kubernetes stores JSON, Protobuf and CBOR, so
    /// the format is YAML only if another program wrote the value.
    pub format: Format,
    /// Warnings about content that the type has no field for. It is lost when Kubernetes next writes the value.
    pub warnings: Vec<Warning>,
}

impl Stored {
    /// Converts to a [`Decoded`], for the methods of [`Codec`]. The format is dropped.
    #[must_use]
    pub fn into_decoded(self) -> Decoded {
        Decoded { object: self.object, gvk: self.gvk, warnings: self.warnings }
    }
}

/// Uses the codec's Scheme. Its mode and defaulting context are ignored.
impl From<Codec> for Storage {
    fn from(codec: Codec) -> Self {
        Storage { codec }
    }
}

impl Storage {
    /// Creates a `Storage` for the kinds of `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        Storage { codec: Codec::new(scheme) }
    }

    /// Decodes a value in the format detected from its content: Protobuf with the prefix `k8s\0`, CBOR with the prefix
    /// `d9 d9 f7`, JSON, base64 of one of these, and otherwise YAML. Nothing is converted or defaulted.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::storage::Storage;
    ///
    /// let storage = Storage::new(Scheme::builder().build());
    /// let boat = storage.decode(b"\xd9\xd9\xf7\xa2\x44kind\x44Boat\x4aapiVersion\x42v9").unwrap();
    /// assert_eq!(boat.object.type_meta().kind, "Boat");
    ///
    /// let error = storage.decode(b"k8s:enc:aescbc:v1:second:\x01\x02").unwrap_err();
    /// assert_eq!(error.to_string(), r#"the value is encrypted: provider aescbc v1, key "second""#);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the value is encrypted (use [`Encrypted::find`] for details), empty or malformed, if `kind`
    /// or `apiVersion` is missing, and if it is Protobuf of a kind that is not registered.
    pub fn decode(&self, value: &[u8]) -> Result<Stored, Error> {
        if let Some(encrypted) = Encrypted::find(value) {
            return Err(Error::other(encrypted.to_string()));
        }
        if value.is_empty() {
            return Err(Error::other("the value is empty"));
        }
        let format = Format::recognize(value);
        if format == Format::Yaml
            && let Some(inner) = unwrapped(value)
        {
            return self.decode(&inner);
        }
        let Decoded { object, gvk, warnings } = self.read(value, format)?;
        Ok(Stored { object, gvk, format, warnings })
    }

    fn read(&self, value: &[u8], format: Format) -> Result<Decoded, Error> {
        match self.codec.decode(value) {
            Err(error) if error.is_not_registered() && format != Format::Protobuf => {
                let mut object = Unstructured::default();
                let serializer = self.codec.codecs().serializer(format);
                let decoded = serializer.decode_into(value, None, &mut object)?;
                Ok(decoded.with_object(Box::new(object)))
            }
            result => result,
        }
    }

    /// Encodes an object in `format`, without conversion or defaulting. A value that Kubernetes has written and
    /// [`Storage::decode`] has read is encoded to the same bytes if `format` is [`Stored::format`].
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    /// use apimachinery::serializer::Format;
    /// use apimachinery::serializer::storage::Storage;
    ///
    /// let storage = Storage::new(Scheme::builder().build());
    /// let boat = storage.decode(b" {\"kind\": \"Boat\", \"apiVersion\": \"v9\"} ").unwrap();
    /// let value = storage.encode(&boat, Format::Json).unwrap();
    /// assert_eq!(value, b"{\"apiVersion\":\"v9\",\"kind\":\"Boat\"}\n");
    /// assert!(storage.encode(&boat, Format::Protobuf).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot represent the object. For example, Protobuf cannot represent an
    /// [`Unstructured`].
    pub fn encode(&self, stored: &Stored, format: Format) -> Result<Vec<u8>, Error> {
        let mut value = Vec::new();
        let serializer = self.codec.codecs().serializer(format);
        match format {
            Format::Protobuf => serializer.encode_as(&*stored.object, &stored.gvk, &mut value)?,
            _ => serializer.encode(&*stored.object, &mut value)?,
        }
        Ok(value)
    }

    /// Returns the version in which the newest supported release of Kubernetes stores objects of this kind, regardless
    /// of the version in `gvk`. Returns `None` for kinds that are never stored or not registered.
    ///
    /// ```
    /// # #[cfg(feature = "autoscaling")] {
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::serializer::storage::Storage;
    ///
    /// let storage = Storage::new(apimachinery::apis::scheme());
    /// let scaler = GroupVersionKind::new("autoscaling", "v1", "HorizontalPodAutoscaler");
    /// assert_eq!(storage.version(&scaler).unwrap().to_string(), "autoscaling/v2");
    /// # }
    /// ```
    #[must_use]
    pub fn version(&self, gvk: &GroupVersionKind) -> Option<GroupVersion> {
        self.codec.scheme().storage_version(&gvk.group_kind())
    }
}

/// Decodes base64 text; returns `None` unless it contains a value in one of the stored formats.
pub(crate) fn unwrapped(text: &[u8]) -> Option<Vec<u8>> {
    let inner = base64::decode_bytes(text.trim_ascii_end()).ok()?;
    let is_stored = Format::recognize(&inner) != Format::Yaml || Encrypted::find(&inner).is_some();
    is_stored.then_some(inner)
}
