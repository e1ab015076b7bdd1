use crate::meta::{Object, TypeMeta};
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Error, Recognition};

/// A decoder that decodes with the wrapped decoder and then clears the `type_meta` of the object, as upstream's clients
/// do, because the Rust type already determines the kind. [`Decoded::gvk`] still contains the kind. Counterpart of
/// `runtime.WithoutVersionDecoder`.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::serializer::{Decoder, YamlSerializer};
/// use apimachinery::serializer::wrappers::WithoutVersionDecoder;
///
/// let decoder = WithoutVersionDecoder(YamlSerializer::new(apimachinery::apis::scheme()));
/// let decoded = decoder.decode(b"{apiVersion: apps/v1, kind: Deployment}", None).unwrap();
/// assert_eq!(decoded.gvk.kind, "Deployment");
/// assert_eq!(decoded.object.type_meta().kind, "");
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct WithoutVersionDecoder<D>(pub D);

impl<D: Decoder> Decoder for WithoutVersionDecoder<D> {
    fn decode(&self, data: &[u8], defaults: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        let mut decoded = self.0.decode(data, defaults).map_err(without_version)?;
        decoded.object.set_type_meta(TypeMeta::default());
        Ok(decoded)
    }

    fn decode_into(
        &self,
        data: &[u8],
        defaults: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        let result = self.0.decode_into(data, defaults, into).map_err(without_version);
        if result.as_ref().map_or_else(Error::is_strict_decoding, |_| true) {
            into.set_type_meta(TypeMeta::default());
        }
        result
    }

    fn recognizes(&self, data: &[u8]) -> Recognition {
        self.0.recognizes(data)
    }
}

/// Clears the `type_meta` of the object in an error, too.
fn without_version(mut error: Error) -> Error {
    if let Some(object) = error.object_mut() {
        object.set_type_meta(TypeMeta::default());
    }
    error
}
