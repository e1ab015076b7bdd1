use super::row::Field;
use super::types::Type;
use crate::wire::words::write_start;

/// The key of a row as JSON has it, with the quote of a text behind it: copied as a whole, whatever its length, and all
/// that writing a text asks of its row in one line of the cache.
#[repr(align(64))]
pub(crate) struct JsonKey {
    bytes: [u8; KEY],
    length: u8,
    is_text: bool,
    pub(super) offset: u32,
    field: &'static Field,
}

/// Keys that are longer are copied from the row.
pub(crate) const KEY: usize = 40;

/// Few keys are longer.
const USUAL: usize = 24;

impl JsonKey {
    pub(super) fn new(field: &'static Field) -> Self {
        let is_text = matches!(field.ty(), Type::Str);
        let mut bytes = [0; KEY];
        let key = field.key().bytes().chain(is_text.then_some(b'"'));
        let length = bytes.iter_mut().zip(key).map(|(place, byte)| *place = byte).count();
        let whole = field.key().len() + usize::from(is_text);
        JsonKey { bytes, length: if length == whole { length as u8 } else { 0 }, is_text, offset: field.offset, field }
    }

    /// The row.
    #[inline]
    pub(crate) fn field(&self) -> &'static Field {
        self.field
    }

    /// The name, in the same line of the cache.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(crate) fn name(&self) -> &str {
        let around = if self.is_text { "\"\":\"" } else { "\"\":" };
        match usize::from(self.length).checked_sub(around.len()) {
            // SAFETY: behind the first quote stands the name, whole and of this length, which is text.
            Some(length) => unsafe { std::str::from_utf8_unchecked(&self.bytes[1..][..length]) },
            None => self.field.name(),
        }
    }

    /// Whether the field is a text, whose first quote is written with the key.
    #[inline]
    pub(super) fn is_text(&self) -> bool {
        self.is_text
    }

    /// The key of a text with its quote, then nothing that counts; and how long that is, 0 if it does not fit.
    #[inline]
    pub(crate) fn start(&self) -> (&[u8; KEY], usize) {
        (&self.bytes, self.length.into())
    }

    /// Appends the key, and the quote of a text.
    #[inline]
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let length = self.length as usize;
        match self.bytes.first_chunk::<USUAL>() {
            Some(usual) if length <= USUAL => write_start(out, usual, length),
            _ => write_start(out, &self.bytes, length),
        }
        if length == 0 {
            self.write_long(out);
        }
    }

    #[cold]
    fn write_long(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.field.key().as_bytes());
        if self.is_text {
            out.push(b'"');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Str;
    use crate::reflect::Message;

    #[derive(Clone, Default, PartialEq)]
    struct Keys {
        short: i32,
        text: Str,
        twenty: Str,
        usual: i32,
        most: i32,
        nearly_most: Str,
        long_text: Str,
        long: i32,
    }

    crate::message! {
        Keys {
            short => "n", 1, Never;
            text => "text", 2, Never;
            twenty => "twentyLettersTwenty2", 3, Never;
            usual => "twentyLettersTwenty22", 4, Never;
            most => "thirtySevenLettersThirtySevenLetters3", 5, Never;
            nearly_most => "thirtySixLettersThirtySixLetters3636", 6, Never;
            long_text => "thirtySevenLettersThirtySevenLettersT", 7, Never;
            long => "thirtyEightLettersThirtyEightLetters38", 8, Never;
        }
    }

    #[test]
    fn keys_of_every_length_are_written() {
        for field in Keys::shape().json_fields() {
            let quote = if matches!(field.ty(), Type::Str) { "\"" } else { "" };
            let mut out = b"{".to_vec();
            let key = JsonKey::new(field);
            key.write(&mut out);
            assert_eq!(key.name(), field.name());
            assert_eq!(String::from_utf8(out), Ok(format!("{{{}{quote}", field.key())));
        }
    }
}
