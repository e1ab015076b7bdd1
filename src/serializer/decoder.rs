use std::fmt;
use std::sync::Arc;

use super::{Decoded, Error, Warning};
use crate::meta::Object;
use crate::schema::GroupVersionKind;

/// Reads objects from bytes: upstream's `runtime.Decoder`.
///
/// What the data leaves out of its kind comes from `defaults`, and after those from the object
/// that is decoded into: data, defaults, target.
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
/// let (gvk, warnings) = serializer.decode_into(br#"{"spec":{"replica":2}}"#, None, &mut into).unwrap();
/// assert_eq!(gvk, kind);
/// assert_eq!(warnings[0].to_string(), "unknown field \"spec.replica\"");
/// # }
/// ```
pub trait Decoder: fmt::Debug + Send + Sync {
    /// Decodes an object of the kind that the data says, completed by `defaults`.
    ///
    /// # Errors
    ///
    /// If the data is malformed, says no kind or one that is not registered, or holds values of a
    /// wrong type. A strict decoder fails with what a lax one reports, and the error has the object
    /// all the same: [`Error::into_decoded`].
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error>;

    /// Decodes into an object that is there; with the kind of the data and what was dropped.
    ///
    /// # Errors
    ///
    /// As [`Decoder::decode`]; `into` may then be partly filled, and it is filled whole when the error
    /// is a strict one. If the data is of another kind than `into`, and this decoder does not convert,
    /// the error has the object that was decoded instead.
    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<(GroupVersionKind, Vec<Warning>), Error>;

    /// Whether this decoder is the one for some data, by how it begins: upstream's
    /// `RecognizesData`. A decoder that does not say is tried after those that are sure.
    fn recognizes(&self, _data: &[u8]) -> Recognition {
        Recognition::Unknown
    }
}

/// A decoder's opinion of some data: the two results of upstream's `RecognizesData`.
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
    /// It is for this decoder.
    Yes,
    /// It is not.
    No,
    /// Nobody knows without trying.
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
    ) -> Result<(GroupVersionKind, Vec<Warning>), Error> {
        (**self).decode_into(data, defaults, into)
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        (**self).recognizes(data)
    }
}
