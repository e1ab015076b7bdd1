//! What a cluster stores: any value of its etcd to an object, and back to the same bytes.
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

/// Reads and writes stored values for the kinds of a [`Scheme`]; what is of another kind, as custom resources are, is
/// [`Unstructured`].
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

/// A value that was read: the object, what it is, and how it was stored.
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
pub struct Stored {
    /// The object.
    pub object: Box<dyn Object>,
    /// The group, version and kind that the value says.
    pub gvk: GroupVersionKind,
    /// The form of the value; YAML only if somebody put it there by hand.
    pub format: Format,
    /// What the value says and the type does not know: the next write of Kubernetes loses it.
    pub warnings: Vec<Warning>,
}

impl Stored {
    /// The same without the form.
    #[must_use]
    pub fn into_decoded(self) -> Decoded {
        Decoded { object: self.object, gvk: self.gvk, warnings: self.warnings }
    }
}

/// With the codec's Scheme; what it says of strictness and defaults is not asked.
impl From<Codec> for Storage {
    fn from(codec: Codec) -> Self {
        Storage { codec }
    }
}

impl Storage {
    /// For the kinds of `scheme`.
    #[must_use]
    pub fn new(scheme: impl Into<Arc<Scheme>>) -> Self {
        Storage { codec: Codec::new(scheme) }
    }

    /// Reads a value in the form that it has: Protobuf behind `k8s\0`, CBOR behind `d9 d9 f7`, JSON, else base64 of one
    /// of these, else YAML. Nothing is converted, and no default filled in.
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
    /// If the value is encrypted ([`Encrypted::find`] says by what), empty, malformed, or says no kind; if it is
    /// Protobuf of a kind that nobody registered.
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
                let (gvk, warnings) = serializer.decode_into(value, None, &mut object)?;
                Ok(Decoded { object: Box::new(object), gvk, warnings })
            }
            result => result,
        }
    }

    /// The value of an object in a form: what [`Storage::decode`] read comes out with the same bytes, if Kubernetes had
    /// written it.
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
    /// If the form cannot say it: Protobuf has none for an [`Unstructured`] object.
    pub fn encode(&self, stored: &Stored, format: Format) -> Result<Vec<u8>, Error> {
        let mut value = Vec::new();
        let serializer = self.codec.codecs().serializer(format);
        match format {
            Format::Protobuf => serializer.encode_as(&*stored.object, &stored.gvk, &mut value)?,
            _ => serializer.encode(&*stored.object, &mut value)?,
        }
        Ok(value)
    }

    /// The version in which Kubernetes stores objects of this kind; none for what is never stored and for kinds that
    /// nobody registered.
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

/// What base64 text wraps, if that is a value in one of the forms that are stored.
pub(crate) fn unwrapped(text: &[u8]) -> Option<Vec<u8>> {
    let inner = base64::decode_bytes(text.trim_ascii_end()).ok()?;
    let is_stored = Format::recognize(&inner) != Format::Yaml || Encrypted::find(&inner).is_some();
    is_stored.then_some(inner)
}
