use super::field_encoding::FieldEncoding;
use crate::reflect::{Field, Type};
use crate::wire::cbor::write_text;

/// The encoded key of a row and how to reach the row's value: everything that writing a field needs, in one cache line.
/// It is copied as a whole, whatever its length.
#[repr(align(64))]
pub(crate) struct RowKey {
    bytes: [u8; KEY],
    pub(super) encoding: FieldEncoding,
    pub(super) offset: u32,
    length: u8,
    pub(super) row: u8,
}

/// Longer keys are copied from the row.
const KEY: usize = 40;

impl RowKey {
    /// Returns the key in JSON, followed by the opening quote if the value is a string. `row` is less than 256.
    pub(super) fn json(row: usize, field: &'static Field) -> Self {
        let quote = if matches!(field.ty(), Type::Str) { "\"" } else { "" };
        RowKey::new(row, field, &[field.key(), quote].concat().into_bytes())
    }

    /// Returns the key in CBOR.
    pub(super) fn cbor(row: usize, field: &'static Field) -> Self {
        let mut key = Vec::new();
        write_text(&mut key, field.name());
        RowKey::new(row, field, &key)
    }

    fn new(row: usize, field: &'static Field, key: &[u8]) -> Self {
        let (mut bytes, encoding) = ([0; KEY], FieldEncoding::of(field));
        let (encoding, length) = match bytes.get_mut(..key.len()) {
            Some(place) => {
                place.copy_from_slice(key);
                (encoding, key.len() as u8)
            }
            // Tables exist as long as the program.
            None => (FieldEncoding::Long(Box::leak(Box::new(encoding))), 0),
        };
        RowKey { bytes, encoding, offset: field.offset(), length, row: row as u8 }
    }

    /// Returns the name in a JSON key, which is in the same cache line, or `None` if the key is too long.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn name(&self) -> Option<&str> {
        let around = if self.encoding.is_text() { "\"\":\"" } else { "\"\":" };
        let length = usize::from(self.length).checked_sub(around.len())?;
        // SAFETY: behind the first quote stands the name, whole and of this length, which is text.
        Some(unsafe { std::str::from_utf8_unchecked(&self.bytes[1..][..length]) })
    }

    /// Returns the padded key and its length. A key that is too long has no bytes, which its `encoding` records.
    #[inline]
    pub(super) fn start(&self) -> (&[u8; KEY], usize) {
        (&self.bytes, self.length.into())
    }
}
