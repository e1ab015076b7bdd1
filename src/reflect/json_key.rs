use super::row::Field;
use super::way::Way;

/// The key of a row as JSON has it, with the quote of a text behind it, and the way to what the row holds: copied as a
/// whole, whatever its length, and all that writing a field asks of its row in one line of the cache.
#[repr(align(64))]
pub(crate) struct JsonKey {
    bytes: [u8; KEY],
    pub(super) way: Way,
    pub(super) offset: u32,
    length: u8,
    pub(super) row: u8,
}

const _: () = assert!(size_of::<JsonKey>() == 64);

/// Keys that are longer are copied from the row.
const KEY: usize = 40;

impl JsonKey {
    /// Of one of less than 256 rows.
    pub(super) fn new(row: usize, field: &'static Field) -> Self {
        let way = Way::of(field);
        let mut bytes = [0; KEY];
        let key = field.key().bytes().chain(way.is_text().then_some(b'"'));
        let length = bytes.iter_mut().zip(key).map(|(place, byte)| *place = byte).count();
        let whole = field.key().len() + usize::from(way.is_text());
        let length = if length == whole { length as u8 } else { 0 };
        JsonKey { bytes, way, offset: field.offset, length, row: row as u8 }
    }

    /// The name, in the same line of the cache; of a key that is too long there is none.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn name(&self) -> Option<&str> {
        let around = if self.way.is_text() { "\"\":\"" } else { "\"\":" };
        let length = usize::from(self.length).checked_sub(around.len())?;
        // SAFETY: behind the first quote stands the name, whole and of this length, which is text.
        Some(unsafe { std::str::from_utf8_unchecked(&self.bytes[1..][..length]) })
    }

    /// The key of a text with its quote, then nothing that counts; and how long that is, 0 if it does not fit.
    #[inline]
    pub(super) fn start(&self) -> (&[u8; KEY], usize) {
        (&self.bytes, self.length.into())
    }
}
