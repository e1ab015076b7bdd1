use super::omit::Omit;
use super::types::{Reflect, Type};
use crate::wire::{Tag, WireType, words};

/// One row of a table: a field of the struct, or a field of an inlined struct in it. It fills one
/// line of the cache, of which the tables of an object take many.
///
/// ```
/// use apimachinery::reflect::{Message, Omit, Type};
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32 }
/// # apimachinery::message! { Port { number => "number", 2, Never; } }
///
/// let field = &Port::shape().fields()[0];
/// assert_eq!((field.name(), field.number(), field.omit()), ("number", 2, Omit::Never));
/// assert_eq!(field.key(), r#""number":"#);
/// assert!(matches!(field.ty(), Type::Int32));
/// ```
#[repr(align(64))]
pub struct Field {
    key: &'static str,
    /// The first eight bytes of the key, above as many zero bits as a shorter one has too few: a
    /// miss costs one comparison.
    word: u64,
    /// The last eight bytes of the key, all of a shorter one: what `word` leaves open of one up to sixteen.
    tail: u64,
    pub(super) ty: Type,
    pub(super) offset: u32,
    pub(super) number: u32,
    omit: Omit,
    /// By how many bits `word` was moved up.
    shift: u8,
    /// Its tag's bytes as a little-endian word; 0 if they are more than two, or if there are none.
    head: u16,
}

const _: () = assert!(size_of::<Field>() == 64 || size_of::<usize>() < 8);

impl Field {
    /// A row for the `field` of the struct at `start`; `key` is `"name":`.
    ///
    /// # Safety
    ///
    /// `field` points to a field in the struct, of which nothing is read.
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn new<T: Reflect>(
        start: *const u8,
        field: *const T,
        key: &'static str,
        number: u32,
        omit: Omit,
    ) -> Self {
        // SAFETY: both point into one struct.
        let offset = unsafe { offset_in(start, field as *const u8) };
        let missing = 8_usize.saturating_sub(key.len());
        let shift = 8 * missing as u8;
        let word = first_word(key.as_bytes()) << shift;
        let tail = last_word(key.as_bytes());
        let head = head(number, T::TYPE);
        Field { key, word, tail, ty: T::TYPE, offset, number, omit, shift, head }
    }

    /// The first bytes of the field on the wire as a little-endian word, of a tag of one or two; 0 of any other.
    #[inline(always)]
    pub(crate) fn head(&self) -> u16 {
        self.head
    }

    pub(super) const fn is_only_on_the_wire(&self) -> bool {
        self.key.len() == "\"\":".len()
    }

    #[inline]
    pub(super) fn offset(&self) -> usize {
        self.offset as usize
    }

    /// The JSON name; empty for a row that only the wire has.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &'static str {
        &self.key[1..self.key.len() - 2]
    }

    /// The JSON name in quotes with the colon behind it, as compact JSON has it.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// True if the key is the start of `text`, whose first eight bytes are `word`.
    #[inline(always)]
    pub(super) fn starts(&self, word: u64, text: &[u8]) -> bool {
        if word << self.shift != self.word {
            return false;
        }
        let key = self.key.as_bytes();
        let Some(text) = text.get(..key.len()) else { return false };
        let has_tail = || text.last_chunk().copied().map(u64::from_le_bytes) == Some(self.tail);
        key.len() <= 8 || has_tail() && (key.len() <= 16 || words::same_eights(&text[8..], &key[8..]))
    }

    /// The number on the wire; 0 for a row that only JSON has.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// What stands before each of its values on the wire: the items of a list are fields of their own.
    pub(crate) fn tag(&self) -> Tag {
        Tag::new(self.number, wire(self.ty))
    }

    /// When JSON leaves it out.
    #[inline]
    #[must_use]
    pub fn omit(&self) -> Omit {
        self.omit
    }

    /// Its type.
    #[must_use]
    pub fn ty(&self) -> Type {
        self.ty
    }
}

/// How a value stands on the wire; the items of a list are fields of their own.
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

/// Where in the struct at `start` the field is. Not generic, since the compiler evaluates it for every row.
///
/// # Safety
///
/// Both point into one struct.
pub(super) const unsafe fn offset_in(start: *const u8, field: *const u8) -> u32 {
    // SAFETY: as the caller says.
    let offset = unsafe { field.offset_from(start) };
    assert!(0 <= offset && offset as usize <= u32::MAX as usize, "a struct has less than 4 GB");
    offset as u32
}

/// The first eight bytes of `key` as a little-endian word, zeros for those that a shorter one has not.
const fn first_word(key: &[u8]) -> u64 {
    match key.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => short_word(key),
    }
}

/// The last eight bytes of `key`, of one that is shorter all.
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
