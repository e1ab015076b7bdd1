//! The key of a row in a format, and how the row is encoded.

use super::out_buffer::Token;
use crate::reflect::{Field, LeafType, MapType, OptionType, Shape, Type};
use crate::wire::cbor::write_text;

/// The encoded key of a row and how to reach the row's value: everything that writing a field needs, in one cache line.
/// It is copied as a whole, whatever its length.
#[repr(align(64))]
pub(crate) struct RowKey {
    /// The encoded key. A key that is too long has no bytes, which its `encoding` records.
    pub(super) start: Token<KEY>,
    pub(super) row: u8,
    pub(super) encoding: FieldEncoding,
    pub(super) offset: u32,
}

/// Longer keys are copied from the row.
pub(super) const KEY: usize = 40;

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
        RowKey { start: Token::new(bytes, length), row: row as u8, encoding, offset: field.offset() }
    }

    /// Returns the name in a JSON key, which is in the same cache line, or `None` if the key is too long.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn name(&self) -> Option<&str> {
        let around = if self.encoding.is_text() { "\"\":\"" } else { "\"\":" };
        let key = self.start.as_slice();
        let name = 1..key.len().checked_sub(around.len())? + 1;
        // SAFETY: the whole name, which is text of this length, follows the first quote.
        Some(unsafe { std::str::from_utf8_unchecked(&key[name]) })
    }
}

/// The encoding of a row's field in the formats that are written from start to end. The type inside options and
/// boxes is resolved once for each row rather than once for each value.
#[derive(Clone, Copy)]
pub(super) enum FieldEncoding {
    Text,
    Bool,
    Int32,
    Int64,
    OptionalBool,
    OptionalInt32,
    OptionalInt64,
    Struct(&'static Shape),
    /// A struct in an optional box.
    Pointer(&'static Shape),
    /// A struct in an option.
    OptionalStruct(&'static OptionType),
    /// A list of structs of this size, with the layout of a vector.
    Structs(u32, &'static Shape),
    /// A list of strings, with the layout of a vector.
    Texts,
    /// A map of strings.
    TextMap(&'static MapType),
    Leaf(&'static LeafType),
    /// A leaf in an option.
    OptionalLeaf(&'static OptionType),
    /// A map of other values.
    Map(&'static MapType),
    Other(&'static Field),
    /// Any type, if the key is too long to be copied as a whole.
    Long(&'static FieldEncoding),
}

impl FieldEncoding {
    pub(super) fn of(field: &'static Field) -> Self {
        FieldEncoding::to(field.ty()).unwrap_or(FieldEncoding::Other(field))
    }

    fn to(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Str => FieldEncoding::Text,
            Type::Bool => FieldEncoding::Bool,
            Type::Int32 => FieldEncoding::Int32,
            Type::Int64 => FieldEncoding::Int64,
            Type::Leaf(ty) => FieldEncoding::Leaf(ty),
            Type::Struct(_) => FieldEncoding::Struct(plain(ty)?),
            Type::Option(ty) => FieldEncoding::to_option(ty)?,
            Type::List(ty) if ty.is_vector() => match ty.item() {
                Type::Str => FieldEncoding::Texts,
                item => FieldEncoding::Structs(ty.item_size() as u32, plain(item)?),
            },
            Type::Map(ty) => match ty.value() {
                Type::Str if ty.has_text_pairs() => FieldEncoding::TextMap(ty),
                _ => FieldEncoding::Map(ty),
            },
            _ => return None,
        })
    }

    fn to_option(ty: &'static OptionType) -> Option<Self> {
        Some(match ty.inner() {
            Type::Bool => FieldEncoding::OptionalBool,
            Type::Int32 => FieldEncoding::OptionalInt32,
            Type::Int64 => FieldEncoding::OptionalInt64,
            Type::Leaf(_) => FieldEncoding::OptionalLeaf(ty),
            Type::Struct(_) => plain(ty.inner()).map(|_| FieldEncoding::OptionalStruct(ty))?,
            _ => FieldEncoding::Pointer(plain(ty.boxed()?.inner())?),
        })
    }

    /// Returns true for a string with a short key.
    #[cfg(any(test, feature = "serde"))]
    #[inline]
    pub(super) fn is_text(self) -> bool {
        matches!(self, FieldEncoding::Text)
    }
}

/// Returns the table of a struct, unless the struct is a union.
fn plain(ty: Type) -> Option<&'static Shape> {
    match ty {
        Type::Struct(shape) if !shape.is_union() => Some(shape),
        _ => None,
    }
}
