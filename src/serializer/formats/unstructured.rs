use std::any::Any;

use crate::format::{self, json};
use crate::meta::{Object, Unknown, Unstructured, UnstructuredList, said_kind};
use crate::schema::GroupVersionKind;
use crate::serializer::{Decoded, Decoder, Encoder, Error};
use crate::wire::json::decode_utf8;

/// A serializer for JSON objects of kinds that are not registered. Counterpart of `UnstructuredJSONScheme`.
///
/// A document with the key `items` is decoded to an [`UnstructuredList`], any other to an [`Unstructured`]. The
/// document must contain `kind`, whereas `apiVersion` is optional. The parameter `defaults` of the decoding methods is
/// ignored.
///
/// ```
/// use apimachinery::meta::Unstructured;
/// use apimachinery::serializer::{Decoder, Encoder, UnstructuredJsonScheme};
///
/// let decoded = UnstructuredJsonScheme.decode(br#"{"kind":"Gadget","apiVersion":"example.com/v1"}"#, None)?;
/// assert_eq!(decoded.gvk.to_string(), "example.com/v1, Kind=Gadget");
/// let json = UnstructuredJsonScheme.encode_to_vec(&*decoded.object)?;
/// assert_eq!(json, b"{\"apiVersion\":\"example.com/v1\",\"kind\":\"Gadget\"}\n");
/// # Ok::<(), apimachinery::serializer::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnstructuredJsonScheme;

impl Decoder for UnstructuredJsonScheme {
    fn decode(&self, data: &[u8], _: Option<&GroupVersionKind>) -> Result<Decoded, Error> {
        let text = decode_utf8(data);
        let mut document = Unstructured::default();
        let warnings = json::merge_str(document.cursor_mut(), &text)?;
        let object: Box<dyn Object> = match document.content.contains_key("items") {
            true => Box::new(
                UnstructuredList::from_document(document.content)
                    .map_err(|error| format::Error::other(error.to_string()))?,
            ),
            false => Box::new(document),
        };
        let gvk = kind_of(&*object)?;
        Ok(Decoded { object, gvk, warnings })
    }

    fn decode_into(
        &self,
        data: &[u8],
        _: Option<&GroupVersionKind>,
        into: &mut dyn Object,
    ) -> Result<Decoded<()>, Error> {
        let text = decode_utf8(data);
        let warnings = json::merge_str(into.cursor_mut(), &text)?;
        Ok(Decoded { object: (), gvk: kind_of(into)?, warnings })
    }
}

/// Returns the kind stated by an object, or an error if it is missing.
fn kind_of(object: &dyn Object) -> Result<GroupVersionKind, Error> {
    let gvk = said_kind(object);
    if gvk.kind.is_empty() { Err(Error::missing_kind().of_kind(&gvk)) } else { Ok(gvk) }
}

/// Encodes as compact JSON with a trailing newline, except for an [`Unknown`], whose content is written unchanged.
impl Encoder for UnstructuredJsonScheme {
    fn encode(&self, object: &dyn Object, out: &mut Vec<u8>) -> Result<(), Error> {
        if let Some(unknown) = (object as &dyn Any).downcast_ref::<Unknown>() {
            out.extend_from_slice(&unknown.raw);
            return Ok(());
        }
        json::write(out, object.cursor())?;
        out.push(b'\n');
        Ok(())
    }

    fn identifier(&self) -> String {
        "unstructuredJSON".to_string()
    }
}
