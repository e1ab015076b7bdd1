use std::fmt;
use std::sync::Arc;

use super::{Decoded, Error};
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// A decoder of objects from bytes. Counterpart of `runtime.Decoder`.
///
/// The group, version and kind of an object are read from the data. Parts that the data omits are taken from the
/// parameter `defaults`, and then, in [`decode_into`](Decoder::decode_into), from the type of the object to fill.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1::Deployment;
/// use apimachinery::schema::GroupVersionKind;
/// use apimachinery::serializer::{Decoder, JsonSerializer};
///
/// let serializer = JsonSerializer::new(apimachinery::apis::scheme());
/// let kind = GroupVersionKind::new("apps", "v1", "Deployment");
/// let decoded = serializer.decode(br#"{"spec":{"replicas":2}}"#, Some(&kind)).unwrap();
/// assert_eq!(decoded.gvk, kind);
///
/// let mut into = Deployment::default();
/// let decoded = serializer.decode_into(br#"{"spec":{"replica":2}}"#, None, &mut into).unwrap();
/// assert_eq!(decoded.gvk, kind);
/// assert_eq!(decoded.warnings[0].to_string(), "unknown field \"spec.replica\"");
/// # }
/// ```
pub trait Decoder: fmt::Debug + Send + Sync {
    /// Decodes an object of the kind that the data contains. If the data omits `kind` or `apiVersion`, the missing
    /// parts are taken from `defaults`; with `None`, omitting them is an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the data is malformed, contains values of a wrong type, or is of a kind that is not
    /// registered, and if parts of the kind are missing in both the data and `defaults`. A strict decoder also returns
    /// an error for content that a lax one would drop; [`Error::into_decoded`] returns the object nevertheless.
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error>;

    /// Decodes into the existing object `into`. Returns the kind of the data and warnings about everything that was
    /// dropped; [`Decoded::object`] is `()`. `defaults` supplies parts of the kind that the data omits.
    ///
    /// # Errors
    ///
    /// Same as [`Decoder::decode`]. `into` may then be partly filled; after a strict error it is filled completely. If
    /// the data is of another kind than `into`, and this decoder does not convert, the error contains the decoded
    /// object instead.
    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error>;

    /// Reports if the data is in this decoder's format, judging by its first bytes. A [`Recognizer`](super::Recognizer)
    /// uses the result to select one of its decoders. The default implementation returns [`Recognition::Unknown`].
    /// Counterpart of `RecognizesData`.
    fn recognizes(&self, _data: &[u8]) -> Recognition {
        Recognition::Unknown
    }
}

/// The result of [`Decoder::recognizes`]: whether the data is in the format of the decoder, as far as this can be
/// detected. Counterpart of the two results of `RecognizesData`.
///
/// ```
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{Decoder, JsonSerializer, Recognition, YamlSerializer};
///
/// let json = JsonSerializer::new(Scheme::builder().build());
/// assert_eq!(json.recognizes(b" {"), Recognition::Yes);
/// assert_eq!(json.recognizes(b"kind: Pod"), Recognition::No);
/// let yaml = YamlSerializer::new(Scheme::builder().build());
/// assert_eq!(yaml.recognizes(b"kind: Pod"), Recognition::Unknown);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognition {
    /// The data is in the decoder's format.
    Yes,
    /// The data is not in the decoder's format.
    No,
    /// The decoder cannot recognize its format by the first bytes; whether the data is valid is known only after
    /// decoding.
    Unknown,
}

impl<D: Decoder + ?Sized> Decoder for Arc<D> {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        (**self).decode(data, defaults)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        (**self).decode_into(data, defaults, into)
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        (**self).recognizes(data)
    }
}
