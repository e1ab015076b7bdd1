use crate::meta::{Object, is_unstructured};
use crate::schema::GroupVersionKind;
use crate::serializer::UnstructuredJsonScheme;
use crate::serializer::{Encoder, Error};
use crate::wire::escape::write_string;

/// An encoder that writes JSON for [`Unstructured`](crate::meta::Unstructured) objects whose kinds the inner encoder
/// rejects as not registered. Servers use it for custom resources. Counterpart of upstream's `NewJSONFallbackEncoder`.
///
/// ```
/// use apimachinery::meta::Unstructured;
/// use apimachinery::serializer::{Encoder, UnstructuredJsonScheme};
/// use apimachinery::serializer::wrappers::JsonFallbackEncoder;
///
/// let encoder = JsonFallbackEncoder::new(UnstructuredJsonScheme);
/// assert_eq!(encoder.identifier(), r#"{"base":"unstructuredJSON","name":"fallback"}"#);
/// let mut gadget = Unstructured::default();
/// gadget.set_kind("Gadget");
/// assert_eq!(encoder.encode_to_vec(&gadget)?, b"{\"kind\":\"Gadget\"}\n");
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct JsonFallbackEncoder<E> {
    inside: E,
}

impl<E: Encoder> JsonFallbackEncoder<E> {
    /// Creates an encoder that tries `inside` first. If `inside` fails because the kind of an
    /// [`Unstructured`](crate::meta::Unstructured) object is not registered, the object is encoded as JSON. If `inside`
    /// fails for any other reason, its error is returned.
    #[must_use]
    pub fn new(inside: E) -> Self {
        JsonFallbackEncoder { inside }
    }

    /// Returns `encoded`, or encodes the object as JSON if its kind is not registered.
    fn or_json(object: &dyn Object, encoded: Result<(), Error>, out: &mut Vec<u8>, start: usize) -> Result<(), Error> {
        match encoded {
            Err(error) if error.is_not_registered() && is_unstructured(object) => {
                out.truncate(start);
                UnstructuredJsonScheme.encode(object, out)
            }
            other => other,
        }
    }
}

impl<E: Encoder> Encoder for JsonFallbackEncoder<E> {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        let encoded = self.inside.encode(object, out);
        Self::or_json(object, encoded, out, start)
    }

    fn encode_as(&self, object: &dyn Object, kind: &GroupVersionKind, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        let encoded = self.inside.encode_as(object, kind, out);
        Self::or_json(object, encoded, out, start)
    }

    fn identifier(&self) -> String {
        let mut base = Vec::new();
        write_string(&mut base, &self.inside.identifier());
        format!(r#"{{"base":{},"name":"fallback"}}"#, String::from_utf8_lossy(&base))
    }
}
