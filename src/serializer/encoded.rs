use crate::format::Warning;

/// The result of [`Codec::encode_to_version`](super::Codec::encode_to_version): the bytes of the encoded object, and
/// warnings about everything that was dropped when it was decoded and converted.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::serializer::{Codec, Format};
///
/// let codec = Codec::new(apimachinery::apis::scheme());
/// let pod = codec.decode(b"apiVersion: v1\nkind: Pod\nsize: 1\n")?;
/// let encoded = codec.encode_to_version(pod, &"v1".parse()?, Format::Json)?;
/// assert!(encoded.bytes.starts_with(br#"{"kind":"Pod","apiVersion":"v1","#));
/// assert_eq!(encoded.warnings[0].to_string(), r#"unknown field "size""#);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoded {
    /// The encoded object.
    pub bytes: Vec<u8>,
    /// The warnings of the decoded object, followed by warnings about values that the conversion has dropped.
    pub warnings: Vec<Warning>,
}
