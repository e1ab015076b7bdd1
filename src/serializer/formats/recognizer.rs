use std::sync::Arc;

use crate::meta::Object;
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Error, Recognition};

/// A decoder that detects the format of its input. Counterpart of `recognizer.NewDecoder`.
///
/// The first decoder whose [`Decoder::recognizes`] returns [`Recognition::Yes`] decodes the data. If there is none, the
/// decoders that return [`Recognition::Unknown`] are tried in order, and the first success is returned. A strict error
/// that contains the decoded object counts as success.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use std::sync::Arc;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::serializer::{Decoder, JsonSerializer, ProtobufSerializer, Recognizer, YamlSerializer};
///
/// let scheme: Arc<Scheme> = apimachinery::apis::scheme().into();
/// let any = Recognizer::new([
///     Arc::new(JsonSerializer::new(scheme.clone())) as Arc<dyn Decoder>,
///     Arc::new(YamlSerializer::new(scheme.clone())),
/// ]);
/// assert!(any.decode(b"{\"apiVersion\": \"apps/v1\", \"kind\": \"Deployment\"}", None).is_ok());
/// assert!(any.decode(b"apiVersion: apps/v1\nkind: Deployment\n", None).is_ok());
///
/// let none = Recognizer::new([Arc::new(ProtobufSerializer::new(scheme)) as Arc<dyn Decoder>]);
/// let error = none.decode(b"{}", None).unwrap_err();
/// assert_eq!(error.to_string(), "no serialization format matched the provided data");
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recognizer {
    decoders: Vec<Arc<dyn Decoder>>,
}

impl Recognizer {
    /// Creates a recognizer that selects among `decoders`. If several are suitable, the first of them is used.
    #[must_use]
    pub fn new(decoders: impl IntoIterator<Item = Arc<dyn Decoder>>) -> Self {
        Recognizer { decoders: decoders.into_iter().collect() }
    }

    /// Decodes with the first decoder that recognizes the data, or with the first of the uncertain ones that succeeds.
    fn choose<R>(&self, data: &[u8], mut decode: impl FnMut(&dyn Decoder) -> Result<R, Error>) -> Result<R, Error> {
        let mut unsure = Vec::new();
        for decoder in &self.decoders {
            match decoder.recognizes(data) {
                Recognition::Yes => return decode(&**decoder),
                Recognition::Unknown => unsure.push(decoder),
                Recognition::No => {}
            }
        }
        let mut last = None;
        for decoder in unsure {
            match decode(&**decoder) {
                Err(error) if !error.has_decoded() => last = Some(error),
                result => return result,
            }
        }
        Err(last.unwrap_or_else(|| Error::other("no serialization format matched the provided data")))
    }
}

impl Decoder for Recognizer {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        self.choose(data, |decoder| decoder.decode(data, defaults))
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        self.choose(data, |decoder| decoder.decode_into(data, defaults, into))
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        let opinions = self.decoders.iter().map(|decoder| decoder.recognizes(data));
        opinions.fold(Recognition::No, |best, opinion| match (best, opinion) {
            (Recognition::Yes, _) | (_, Recognition::Yes) => Recognition::Yes,
            (Recognition::Unknown, _) | (_, Recognition::Unknown) => Recognition::Unknown,
            _ => Recognition::No,
        })
    }
}
