//! Encoding of values as JSON.

use super::error::EncodeError;
use super::out_buffer::{MEMBER, OutBuffer, Output, Token, VALUE, Written, append};
use super::row_key::RowKey;
use super::row_writer::{RowWriter, structs, write_rows};
use crate::field::{Bytes, Str};
use crate::reflect::{Leaf, ListRef, MapRef, OWN, Ref, Shape, StructRef, Type, View, own_bytes};
use crate::wire::base64;
use crate::wire::digits::digits;
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;
use crate::wire::sixteen::{Found, suspects_inline};

impl Ref<'_> {
    /// Appends the value as compact JSON, with members in the order of their tables.
    pub(crate) fn write_json(self, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        append(out, |buffer, output| {
            let buffer = value(buffer.narrow(), output, self)?;
            Ok(buffer.without_comma(output, true))
        })
    }
}

impl StructRef<'_> {
    /// Appends the members from one of the first 64 rows on, and a closing brace, after an opening brace or a comma.
    pub(crate) fn write_json(self, out: &mut Vec<u8>, first: usize) -> Result<(), EncodeError> {
        append(out, |buffer, output| {
            let buffer = members(buffer.narrow(), output, self, u64::MAX << first)?;
            Ok(buffer.without_comma(output, true))
        })
    }
}

/// The JSON format, with a comma after every value.
struct Json;

const NULL: Token = Token::new(*b"null,   ", 5);

#[cfg_attr(not(debug_assertions), inline(always))]
fn boolean(value: bool) -> Token {
    if value { Token::new(*b"true,   ", 5) } else { Token::new(*b"false,  ", 6) }
}

impl RowWriter for Json {
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
        let field = &shape.fields()[usize::from(key.row)];
        let quote: &[u8] = if matches!(field.ty(), Type::Str) { b"\"" } else { b"" };
        buffer.put_slice(output, field.key().as_bytes()).put_slice(output, quote)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn integer(buffer: OutBuffer<'_, VALUE>, value: i64) -> OutBuffer<'_, 0> {
        integer(buffer, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn text<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, text: &Str) -> OutBuffer<'id, 0> {
        self::text(buffer.narrow(), output, text, b',')
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn item<'id>(buffer: OutBuffer<'id, MEMBER>, output: &mut Output<'id>, text: &Str) -> OutBuffer<'id, 0> {
        self::text(buffer.put(b"\""), output, text, b',')
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_list(buffer: OutBuffer<'_, VALUE>, _len: usize) -> OutBuffer<'_, 0> {
        buffer.put(b"[")
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_list<'id>(buffer: OutBuffer<'id, 0>, output: &mut Output<'id>, len: usize) -> OutBuffer<'id, 0> {
        close(buffer, output, len != 0, b']')
    }

    #[inline(never)]
    fn text_map<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, map: MapRef<'_>) -> OutBuffer<'id, 0> {
        if map.is_nil() {
            return buffer.token(&NULL);
        }
        let mut buffer = buffer.put(b"{");
        let texts = map.texts().unwrap_or_default();
        for (key, value) in texts {
            buffer = member(buffer, output, key);
            buffer = text(buffer.reserve(output).put(b"\""), output, value, b',');
        }
        close(buffer, output, !texts.is_empty(), b'}')
    }

    #[inline(never)]
    fn map<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, map: MapRef<'_>) -> Written<'id> {
        if map.is_nil() {
            return Ok(buffer.token(&NULL));
        }
        let mut buffer = buffer.put(b"{");
        for (index, (key, value)) in map.iter().enumerate() {
            map.prefetch(index + 1);
            buffer = member(buffer, output, key);
            let start = buffer.reserve(output).narrow();
            // Most maps that do not contain strings contain quantities.
            let written = match value.leaf() {
                Some(leaf) => Json::leaf(start, output, leaf),
                None => self::value(start, output, value),
            };
            buffer = match written {
                Ok(buffer) => buffer,
                Err(failed) => return Err(failed.below(output, key)),
            };
        }
        Ok(close(buffer, output, map.len() != 0, b'}'))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leaf<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, leaf: &dyn Leaf) -> Written<'id> {
        Ok(buffer.try_with(output, |out| leaf.write_json(out))?.put(b","))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: Ref<'_>) -> Written<'id> {
        self::value(buffer, output, value)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: StructRef<'_>) -> Written<'id> {
        members(buffer.put(b"{"), output, value, u64::MAX)
    }
}

/// Writes any value. Recursive and other cases are separate functions, so that a level of nesting uses little stack.
#[inline(never)]
fn value<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: Ref<'_>) -> Written<'id> {
    Ok(match value.view() {
        View::Str(value) => text(buffer.put(b"\""), output, value, b','),
        View::Struct(value) => return any_struct(buffer, output, value),
        View::Option(Some(inner)) => return self::value(buffer, output, inner),
        View::List(list) => return items(buffer, output, list),
        View::Map(map) if map.texts().is_some() => Json::text_map(buffer, output, map),
        View::Map(map) => return Json::map(buffer, output, map),
        View::Bool(value) => buffer.token(&boolean(value)),
        View::Int32(value) => integer(buffer, value.into()),
        View::Int64(value) => integer(buffer, value),
        View::Double(value) => return double(buffer, output, value),
        View::Leaf(value) => return Json::leaf(buffer, output, value),
        View::Bytes(value) if !value.is_nil() => bytes(buffer, output, value),
        View::Bytes(_) | View::Option(None) => buffer.token(&NULL),
    })
}

/// Writes a struct, which may be a union.
fn any_struct<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: StructRef<'_>) -> Written<'id> {
    if !value.shape().is_union() {
        return Json::members(buffer, output, value);
    }
    match value.variant() {
        Some(variant) => self::value(buffer, output, variant),
        None => Ok(buffer.token(&NULL)),
    }
}

/// Writes members of a struct (of the first 64 only the selected ones), the closing brace and a comma.
#[inline(never)]
fn members<'id>(
    mut buffer: OutBuffer<'id, 0>,
    output: &mut Output<'id>,
    value: StructRef<'_>,
    mut some: u64,
) -> Written<'id> {
    value.fetch();
    let mut part = value.shape().json_rows();
    loop {
        let rows = part.written(value) & some;
        // SAFETY: the plan is one of the struct's table and has the rows that it returned.
        buffer = unsafe { write_rows::<Json>(buffer, output, part, rows, value)? };
        let Some(next) = &part.next else { return Ok(close(buffer, output, rows != 0, b'}')) };
        (part, some) = (next, u64::MAX);
    }
}

/// Writes any list.
#[inline(never)]
fn items<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, list: ListRef<'_>) -> Written<'id> {
    if list.is_nil() {
        return Ok(buffer.token(&NULL));
    }
    if let Some(items) = list.structs().filter(|items| !items.shape().is_union()) {
        return structs::<Json>(buffer, output, Some(items));
    }
    let mut buffer = buffer.put(b"[");
    for (index, item) in list.iter().enumerate() {
        list.prefetch(index + 1);
        buffer = match value(buffer.reserve(output).narrow(), output, item) {
            Ok(buffer) => buffer,
            Err(failed) => return Err(failed.below_item(output, index)),
        };
    }
    Ok(close(buffer, output, list.len() != 0, b']'))
}

#[inline(never)]
fn double<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: f64) -> Written<'id> {
    let buffer = buffer.try_with(output, |out| {
        if !value.is_finite() {
            return Err(format!("cannot represent {value} in JSON"));
        }
        write_json_float(out, value);
        Ok(())
    })?;
    Ok(buffer.put(b","))
}

#[inline(never)]
fn bytes<'id>(buffer: OutBuffer<'id, VALUE>, output: &mut Output<'id>, value: &Bytes) -> OutBuffer<'id, 0> {
    let text = base64::encode(value);
    let buffer: OutBuffer<'_, 0> = buffer.put(b"\"");
    buffer.put_slice(output, text.as_bytes()).put(b"\",")
}

/// The space for an inline string with the quote and one byte after it.
const TEXT: usize = OWN + 2;

/// Strings up to this length are copied while they are searched for characters to escape.
const MAX_COPIED: usize = 512;

/// Writes a key of a map and a colon.
#[inline(always)]
fn member<'id>(buffer: OutBuffer<'id, 0>, output: &mut Output<'id>, key: &Str) -> OutBuffer<'id, 0> {
    text(buffer.reserve(output).put(b"\""), output, key, b':')
}

/// Writes a string after its opening quote, then the closing quote and one more byte.
#[inline(always)]
fn text<'id>(buffer: OutBuffer<'id, TEXT>, output: &mut Output<'id>, text: &Str, behind: u8) -> OutBuffer<'id, 0> {
    match own_bytes(text) {
        Some((bytes, length)) if !suspects_inline(bytes, length) => {
            buffer.put_start::<OWN, 2>(bytes, length).put(&[b'"', behind])
        }
        _ => long_text(buffer.narrow(), output, text, behind),
    }
}

/// Writes a string that is long, empty, or needs an escape.
#[inline(never)]
fn long_text<'id>(buffer: OutBuffer<'id, 0>, output: &mut Output<'id>, text: &str, behind: u8) -> OutBuffer<'id, 0> {
    let buffer = if text.len() <= MAX_COPIED { plain(buffer, text.as_bytes()) } else { Err(buffer) };
    match buffer {
        Ok(buffer) => buffer.put(&[b'"', behind]),
        // The opening quote is written again.
        Err(buffer) => buffer
            .with(output, |out| {
                out.pop();
                write_string(out, text);
            })
            .reserve(output)
            .put(&[behind]),
    }
}

/// Writes a string unchanged. Returns the unchanged buffer if the string may need an escape, is not ASCII, or is shorter
/// than 16 bytes.
#[inline(always)]
fn plain<'id>(buffer: OutBuffer<'id, 0>, text: &[u8]) -> Result<OutBuffer<'id, MEMBER>, OutBuffer<'id, 0>> {
    let fold = |found: Option<Found>, block: &[u8; 16]| {
        let unusual = Found::unusual(block);
        Some(found.map_or(unusual, |found| found.or(unusual)))
    };
    buffer.put_blocks(text, None, fold, |found| !found.is_some_and(Found::any))
}

/// Writes a number and a comma.
#[inline(always)]
fn integer(buffer: OutBuffer<'_, VALUE>, value: i64) -> OutBuffer<'_, 0> {
    match digits(value) {
        Some((digits, length)) => buffer.put_start::<8, 1>(&digits, length).put(b","),
        None => long_integer(buffer, value),
    }
}

#[inline(never)]
fn long_integer(buffer: OutBuffer<'_, VALUE>, value: i64) -> OutBuffer<'_, 0> {
    const LONGEST: usize = "-9223372036854775808".len();
    let (mut digits, mut text) = ([0; LONGEST], itoa::Buffer::new());
    let text = text.format(value).as_bytes();
    digits[..text.len()].copy_from_slice(text);
    buffer.put_start::<LONGEST, 1>(&digits, text.len()).put(b",")
}

/// Writes a bracket in place of the last comma, or after an opening bracket, and then a comma. `is_comma` is true if the
/// last byte is known to be a comma.
#[inline(always)]
fn close<'id>(buffer: OutBuffer<'id, 0>, output: &mut Output<'id>, is_comma: bool, bracket: u8) -> OutBuffer<'id, 0> {
    buffer.reserve(output).without_comma(output, is_comma).put(&[bracket, b','])
}
