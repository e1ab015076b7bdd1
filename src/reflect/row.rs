//! Rows of tables: their creation, and the comparison of their keys with those of a document.

use super::table::{Field, Omit, Reflect, Type};
use crate::wire::{Tag, WireType, words};

impl Field {
    /// Creates a row for the field at `offset` in its struct; `key` is `"name":`.
    ///
    /// # Safety
    ///
    /// The struct of the table has a field of type `T` at `offset`. The pointer only names that type.
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn new<T: Reflect>(
        offset: usize,
        _: *const T,
        key: &'static &'static str,
        number: u32,
        omit: Omit,
    ) -> Self {
        assert!(key.len() <= u16::MAX as usize, "a name has less than 64 KB");
        let offset = short_offset(offset);
        let missing = 8_usize.saturating_sub(key.len());
        let shift = 8 * missing as u8;
        let word = first_word(key.as_bytes()) << shift;
        let second = match key.as_bytes().split_first_chunk::<8>() {
            Some((_, rest)) => first_word(rest),
            None => 0,
        };
        let tail = last_word(key.as_bytes());
        let head = head(number, T::TYPE);
        Field { key, word, second, tail, ty: T::TYPE, offset, number, omit, shift, head, key_len: key.len() as u16 }
    }

    /// Returns the encoded tag as a little-endian word if it has one or two bytes, otherwise 0.
    #[inline(always)]
    pub(crate) fn head(&self) -> u16 {
        self.head
    }

    pub(super) const fn is_only_on_the_wire(&self) -> bool {
        self.key_len as usize == "\"\":".len()
    }

    /// Returns the offset of the field in its struct.
    #[inline]
    pub(crate) fn offset(&self) -> u32 {
        self.offset
    }

    /// Returns the JSON name of the field. The name is empty if the field is an inlined struct: JSON writes the fields
    /// of that struct directly in the outer object, and only Protobuf encodes the struct itself as a field.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &'static str {
        &self.key[1..self.key.len() - 2]
    }

    /// Returns the JSON name in quotes, followed by a colon, such as `"name":`, as it appears in compact JSON.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the length of [`Field::key`] without reading the key.
    #[inline(always)]
    pub(crate) fn key_len(&self) -> usize {
        self.key_len.into()
    }

    /// Returns true if `name` is the JSON name of the field.
    #[inline]
    pub(super) fn is_named(&self, name: &str) -> bool {
        name.len() + "\"\":".len() == self.key_len() && name == self.name()
    }

    /// Returns true if `text`, whose first eight bytes are `word`, starts with the key.
    #[inline(always)]
    pub(super) fn starts(&self, word: u64, text: &[u8]) -> bool {
        if word << self.shift != self.word {
            return false;
        }
        let length = self.key_len();
        let Some(text) = text.get(..length) else {
            return false;
        };
        let is = |eight: Option<&[u8; 8]>, word| eight.is_some_and(|eight| u64::from_le_bytes(*eight) == word);
        length <= 8
            || is(text.last_chunk(), self.tail)
                && (length <= 16 || is(text[8..].first_chunk(), self.second))
                && (length <= 24 || words::same_eights(&text[16..], &self.key.as_bytes()[16..]))
    }

    /// Returns the Protobuf field number. It is 0 for fields that only JSON has.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the tag that precedes each value in Protobuf. The items of a list are separate fields.
    pub(crate) fn tag(&self) -> Tag {
        Tag::new(self.number, wire(self.ty))
    }

    /// Returns the condition under which JSON omits the field.
    #[inline]
    #[must_use]
    pub fn omit(&self) -> Omit {
        self.omit
    }

    /// Returns the description of the type of the field.
    #[must_use]
    pub fn ty(&self) -> Type {
        self.ty
    }
}

/// Returns the wire type of values. The items of a list are separate fields.
const fn wire(ty: Type) -> WireType {
    match ty {
        Type::List(ty) => ty.item.wire(),
        ty => ty.wire(),
    }
}

const fn head(number: u32, ty: Type) -> u16 {
    let wire = wire(ty) as u16;
    match number {
        1..16 => (number as u16) << 3 | wire,
        16..2048 => (number as u16 & 0xf) << 3 | wire | 0x80 | (number as u16 >> 4) << 8,
        _ => 0,
    }
}

/// Returns the offset of a field as 32 bits.
pub(super) const fn short_offset(offset: usize) -> u32 {
    assert!(offset <= u32::MAX as usize, "a struct has less than 4 GB");
    offset as u32
}

/// Returns the first eight bytes of `key` as a little-endian word, padded with zeros.
const fn first_word(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => short_word(key),
    }
}

/// Returns the last eight bytes of `key`, or all of a shorter one.
const fn last_word(key: &[u8]) -> u64 {
    match key.last_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => short_word(key),
    }
}

const fn short_word(key: &[u8]) -> u64 {
    let mut word = 0;
    let mut at = key.len();
    while at > 0 {
        at -= 1;
        word = word << 8 | key[at] as u64;
    }
    word
}

/// Returns a pointer to the field of type `T` at `offset` in the struct at `at`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn field_at<T>(at: *const u8, offset: u32) -> *const T {
    at.wrapping_add(offset as usize).cast()
}

/// Returns the field of type `T` at `offset` in a struct.
///
/// # Safety
///
/// `at` points to a live struct, borrowed for the lifetime, that has a field of exactly this type at `offset`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn field<'a, T>(at: *const u8, offset: u32) -> &'a T {
    // SAFETY: `at` points to a live struct with such a field at `offset`.
    unsafe { &*field_at(at, offset) }
}
