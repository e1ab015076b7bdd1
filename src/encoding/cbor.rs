//! Encoding of values as CBOR.

use super::error::EncodeError;
use super::map_order::MapOrder;
use super::out_buffer::{MEMBER, OutBuffer, Output, Token, VALUE, Written, append};
use super::row_key::RowKey;
use super::row_writer::{RowWriter, structs, write_rows};
use crate::field::Str;
use crate::reflect::{Leaf, ListRef, MapRef, OWN, Ref, Shape, StructRef, View, own_bytes};
use crate::wire::cbor::{FALSE, Major, NULL as NULL_BYTE, long_head, write_bytes, write_float};

impl Ref<'_> {
    /// Appends the value as one item. Maps have the order of deterministic CBOR.
    pub(crate) fn write_cbor(self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        append(out, |buffer, output| value(buffer.narrow(), output, self))
    }
}

impl StructRef<'_> {
    /// Appends the fields of the struct, which may be a union, as a map.
    pub(crate) fn write_cbor(self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        append(out, |buffer, output| members(buffer.narrow(), output, self))
    }
}

const NULL: Token = Token::new([NULL_BYTE, 0, 0, 0, 0, 0, 0, 0], 1);

#[cfg_attr(not(debug_assertions), inline(always))]
fn boolean(value: bool) -> Token {
    Token::new([FALSE | u8::from(value), 0, 0, 0, 0, 0, 0, 0], 1)
}

/// The CBOR format, which has no separators.
struct Cbor;

impl RowWriter for Cbor {
    const NULL: Token = NULL;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn boolean(value: bool) -> Token {
        boolean(value)
    }

    #[cold]
    #[inline(never)]
    fn long_key<'id>(
        buffer: OutBuffer<'id, VALUE>,
        output: &mut Output<'id>,
        key: &RowKey,
        shape: &'static Shape,
    ) -> OutBuffer<'id, MEMBER> {
        long_text(buffer.narrow(), output, shape.fields()[usize::from(key.row)].name())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn integer(buffer: OutBuffer<'_, VALUE>, value: i64) -> OutBuffer<'_, 0> {
        integer(buffer, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn text<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: &Str) -> OutBuffer<'id, 0> {
        text(buffer, output, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn item<'id>(buffer: OutBuffer<'id, MEMBER>, output: &mut Output<'id>, value: &Str) -> OutBuffer<'id, 0> {
        text(buffer, output, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_list(buffer: OutBuffer<'_, VALUE>, len: usize) -> OutBuffer<'_, 0> {
        head(buffer, Major::List, len as u64)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_list<'id>(buffer: OutBuffer<'id, 0>, _: &mut Output<'id>, _: usize) -> OutBuffer<'id, 0> {
        buffer
    }

    #[inline(never)]
    fn text_map<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, map: MapRef<'_>) -> OutBuffer<'id, 0> {
        let Some(texts) = map.texts().filter(|_| !map.is_nil()) else { return buffer.token(&NULL) };
        let mut buffer = head(buffer, Major::Map, texts.len() as u64);
        let order = MapOrder::of(map);
        for place in 0..texts.len() {
            let (key, value) = &texts[order.index(place)];
            let after_key: OutBuffer<'_, VALUE> = text(buffer.reserve(output), output, key);
            buffer = text(after_key, output, value);
        }
        buffer
    }

    #[inline(never)]
    fn map<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, map: MapRef<'_>) -> Written<'id> {
        if map.is_nil() {
            return Ok(buffer.token(&NULL));
        }
        let mut buffer = head(buffer, Major::Map, map.len() as u64);
        let order = MapOrder::of(map);
        for place in 0..map.len() {
            if place + 1 < map.len() {
                map.prefetch(order.index(place + 1));
            }
            let (key, value) = map.entry(order.index(place));
            let after_key: OutBuffer<'_, VALUE> = text(buffer.reserve(output), output, key);
            buffer = match self::value(after_key, output, value) {
                Ok(buffer) => buffer,
                Err(failed) => return Err(failed.below(output, key)),
            };
        }
        Ok(buffer)
    }

    #[inline(never)]
    fn leaf<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, leaf: &dyn Leaf) -> Written<'id> {
        Ok(buffer.try_with(output, |out| leaf.write_cbor(out))?.narrow())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: Ref<'_>) -> Written<'id> {
        self::value(buffer, output, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: StructRef<'_>) -> Written<'id> {
        members(buffer, output, value)
    }
}

/// Writes any value. Recursive and other cases are separate functions, so that a level of nesting uses little stack.
#[inline(never)]
fn value<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: Ref<'_>) -> Written<'id> {
    Ok(match value.view() {
        View::Str(value) => text(buffer, output, value),
        View::Struct(value) if value.shape().is_union() => return union(buffer, output, value),
        View::Struct(value) => return members(buffer, output, value),
        View::Option(Some(inner)) => return self::value(buffer, output, inner),
        View::List(list) => return items(buffer, output, list),
        View::Map(map) => return Cbor::map(buffer, output, map),
        View::Bool(value) => buffer.token(&boolean(value)),
        View::Int32(value) => integer(buffer, value.into()),
        View::Int64(value) => integer(buffer, value),
        View::Leaf(value) => return Cbor::leaf(buffer, output, value),
        View::Double(value) => buffer.try_with(output, |out| write_float(out, value))?.narrow(),
        View::Bytes(value) if !value.is_nil() => buffer.with(output, |out| write_bytes(out, value)),
        View::Bytes(_) | View::Option(None) => buffer.token(&NULL),
    })
}

fn union<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: StructRef<'_>) -> Written<'id> {
    match value.variant() {
        Some(variant) => self::value(buffer, output, variant),
        None => Ok(buffer.token(&NULL)),
    }
}

/// Writes the fields of a struct.
#[inline(never)]
fn members<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: StructRef<'_>) -> Written<'id> {
    value.fetch();
    let mut part = value.shape().cbor_rows();
    let mut rows = part.written(value);
    // The conditions of the rows after the first block are evaluated twice.
    let behind = part.parts().skip(1).map(|part| part.written(value).count_ones());
    let mut buffer = head(buffer, Major::Map, (rows.count_ones() + behind.sum::<u32>()).into());
    loop {
        // SAFETY: the plan is one of the struct's table and has the rows that it returned.
        buffer = unsafe { write_rows::<Cbor>(buffer, output, part, rows, value)? };
        let Some(next) = &part.next else { return Ok(buffer) };
        part = next;
        rows = part.written(value);
    }
}

/// Writes any list.
#[inline(never)]
fn items<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, list: ListRef<'_>) -> Written<'id> {
    if list.is_nil() {
        return Ok(buffer.token(&NULL));
    }
    if let Some(items) = list.structs().filter(|items| !items.shape().is_union()) {
        return structs::<Cbor>(buffer, output, Some(items));
    }
    let mut buffer = head(buffer, Major::List, list.len() as u64);
    for (index, item) in list.iter().enumerate() {
        list.prefetch(index + 1);
        buffer = match value(buffer.reserve(output).narrow(), output, item) {
            Ok(buffer) => buffer,
            Err(failed) => return Err(failed.below_item(output, index)),
        };
    }
    Ok(buffer)
}

/// The smallest argument that does not fit the first byte.
const LONG: u64 = 24;

/// The longest head.
const HEAD: usize = 9;

/// Writes the head of an item.
#[inline(always)]
fn head<'id, const LEFT: usize>(buffer: OutBuffer<'id, VALUE>, major: Major, value: u64) -> OutBuffer<'id, LEFT> {
    if value < LONG {
        return buffer.put::<1, { VALUE - 1 }>(&[(major as u8) << 5 | value as u8]).narrow();
    }
    let (head, length) = long_head(major, value);
    buffer.put_start::<HEAD, { VALUE - HEAD }>(&head, length).narrow()
}

#[inline(always)]
fn integer(buffer: OutBuffer<'_, VALUE>, value: i64) -> OutBuffer<'_, 0> {
    let major = if value < 0 { Major::Negative } else { Major::Unsigned };
    // All bits of a negative one are turned.
    head(buffer, major, (value ^ value >> 63) as u64)
}

/// Writes a string as a byte string, with the space for another one after it if there was space for two.
#[inline(always)]
fn text<'id, const FREE: usize, const LEFT: usize>(
    buffer: OutBuffer<'id, FREE>,
    output: &mut Output<'id>,
    text: &Str,
) -> OutBuffer<'id, LEFT> {
    const { assert!(1 + OWN + LEFT <= FREE && LEFT <= MEMBER, "space for a short string and for what follows") };
    match own_bytes(text) {
        Some((bytes, length)) if (length as u64) < LONG => {
            let head = [(Major::Bytes as u8) << 5 | length as u8];
            buffer.put_with_head(&head, bytes, length)
        }
        _ => long_text(buffer.narrow(), output, text).narrow(),
    }
}

#[inline(never)]
fn long_text<'id>(buffer: OutBuffer<'id, 0>, output: &mut Output<'id>, text: &str) -> OutBuffer<'id, MEMBER> {
    let buffer = buffer.reserve(output);
    head::<0>(buffer.narrow(), Major::Bytes, text.len() as u64).put_slice(output, text.as_bytes())
}
