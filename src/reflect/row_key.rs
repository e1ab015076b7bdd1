use super::row::Field;
use super::types::Type;
use super::way::Way;
use crate::wire::cbor::write_text;

/// The key of a row as a format has it, and the way to what the row holds: copied as a whole, whatever its length, and all
/// that writing a field asks of its row in one line of the cache.
#[repr(align(64))]
pub(crate) struct RowKey {
    bytes: [u8; KEY],
    pub(super) way: Way,
    pub(super) offset: u32,
    length: u8,
    pub(super) row: u8,
}

/// Keys that are longer are copied from the row.
const KEY: usize = 40;

impl RowKey {
    /// As JSON has it, with the quote of a text behind it, of one of less than 256 rows.
    pub(super) fn json(row: usize, field: &'static Field) -> Self {
        let quote = if matches!(field.ty(), Type::Str) { "\"" } else { "" };
        RowKey::new(row, field, &[field.key(), quote].concat().into_bytes())
    }

    /// As CBOR has it.
    pub(super) fn cbor(row: usize, field: &'static Field) -> Self {
        let mut key = Vec::new();
        write_text(&mut key, field.name());
        RowKey::new(row, field, &key)
    }

    fn new(row: usize, field: &'static Field, key: &[u8]) -> Self {
        let (mut bytes, way) = ([0; KEY], Way::of(field));
        let (way, length) = match bytes.get_mut(..key.len()) {
            Some(place) => {
                place.copy_from_slice(key);
                (way, key.len() as u8)
            }
            // Tables live as long as the program.
            None => (Way::Long(Box::leak(Box::new(way))), 0),
        };
        RowKey { bytes, way, offset: field.offset, length, row: row as u8 }
    }

    /// The name in a key of JSON, in the same line of the cache; of a key that is too long there is none.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn name(&self) -> Option<&str> {
        let around = if self.way.is_text() { "\"\":\"" } else { "\"\":" };
        let length = usize::from(self.length).checked_sub(around.len())?;
        // SAFETY: behind the first quote stands the name, whole and of this length, which is text.
        Some(unsafe { std::str::from_utf8_unchecked(&self.bytes[1..][..length]) })
    }

    /// The key, then nothing that counts; and how long that is. One that does not fit has no bytes, and its way says so.
    #[inline]
    pub(super) fn start(&self) -> (&[u8; KEY], usize) {
        (&self.bytes, self.length.into())
    }
}
