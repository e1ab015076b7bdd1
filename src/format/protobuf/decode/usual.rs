//! Fast path for nearly all fields: tags of one or two bytes, lengths below 16 KiB, and common types. The state is kept
//! in registers, and the rest of the message is passed from one function to the next. All other fields are decoded by
//! [`any_field`], which also reports errors.

use super::any::any_field;
use super::error::{DecodeError, Loss, Result};
use super::rest::{Body, Rest};
use crate::field::Str;
use crate::format::MAX_TYPED_DEPTH;
use crate::reflect::{
    Field, Leaf, Mut, PlainMut, ProtoReader, StructMut, Type, Unsorted, WireError, WireType, set_ascii, utf8,
};

/// State shared by all levels of a message.
pub(super) struct Levels<'a> {
    /// The number of structs that enclose the current fields.
    pub(super) depth: usize,
    pub(super) lost: &'a mut dyn FnMut(Loss),
    pub(super) unsorted: &'a Unsorted,
}

/// The result of the fast path: `Ok` if a field was read, `Err(None)` if it is not supported, and otherwise an error.
/// It fits into registers, as does the rest of the message as long as its address is not taken.
type Read = std::result::Result<(), Option<Box<DecodeError>>>;

/// The result for a field that the fast path does not support.
const UNUSUAL: Read = Err(None);

/// Merges a message, the first `length` of the bytes, into a struct by its table. The last of repeated scalars counts,
/// messages are merged, lists and maps are extended, and unknown fields are skipped.
pub(super) fn merge_struct(
    mut target: StructMut<'_>,
    bytes: &[u8],
    length: usize,
    levels: &mut Levels<'_>,
) -> Result<()> {
    if levels.depth >= MAX_TYPED_DEPTH {
        return Err(WireError::TooDeep.into());
    }
    levels.depth += 1;
    let mut rest = Body { bytes, length }.message();
    while !rest.is_empty() {
        match usual_field(&mut target, &mut rest, levels) {
            Ok(()) => {}
            Err(None) => rest = rest.last(any_field(target.reborrow(), rest.message(), levels)?),
            Err(Some(error)) => return Err(error),
        }
    }
    levels.depth -= 1;
    Ok(())
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn usual_field(target: &mut StructMut<'_>, rest: &mut Rest<'_>, levels: &mut Levels<'_>) -> Read {
    let Some((head, number, value)) = rest.head() else { return UNUSUAL };
    let Some((field, place)) = target.row_by_head(number, head) else { return UNUSUAL };
    match place.ty() {
        Type::Str => match place.text() {
            Ok(target) => text(target, value, rest),
            Err(_) => UNUSUAL,
        },
        Type::Option(_) => match place.option() {
            Ok(option) => single(option.make(), field, value, rest, levels),
            Err(_) => UNUSUAL,
        },
        Type::List(ty) if matches!(ty.item(), Type::Str | Type::Struct(_)) => {
            several(rest, field, items(place, field, rest.bytes(), rest.len(), levels))
        }
        Type::Map(ty) if matches!(ty.value(), Type::Str | Type::Bytes | Type::Leaf(_)) => {
            several(rest, field, entries(place, field, rest.bytes(), rest.len()))
        }
        _ => single(place, field, value, rest, levels),
    }
}

/// Updates the rest of the message after a run of fields. If nothing was read, the field is left to the general path.
#[cfg_attr(not(debug_assertions), inline(always))]
fn several(rest: &mut Rest<'_>, field: &'static Field, left: Result<usize>) -> Read {
    let left = left.map_err(|error| error.below(field.name()))?;
    if left == rest.len() {
        return UNUSUAL;
    }
    *rest = rest.last(left);
    Ok(())
}

/// Decodes the value of a field that is neither a list nor a map.
#[cfg_attr(not(debug_assertions), inline(always))]
fn single<'b>(
    target: Mut<'_>,
    field: &'static Field,
    value: Rest<'b>,
    rest: &mut Rest<'b>,
    levels: &mut Levels<'_>,
) -> Read {
    match target.plain() {
        Ok(PlainMut::Struct(target)) => {
            let Some((body, behind)) = value.body() else { return UNUSUAL };
            merge_struct(target, body.bytes, body.length, levels).map_err(|error| error.below(field.name()))?;
            *rest = behind;
        }
        Ok(PlainMut::Leaf(target)) => {
            let Some((body, behind)) = value.body() else { return UNUSUAL };
            merge_leaf(target, body.get()).map_err(|error| error.below(field.name()))?;
            *rest = behind;
        }
        Ok(PlainMut::Int32(target)) => {
            let Some((number, behind)) = value.varint() else { return UNUSUAL };
            *target = number as i32;
            *rest = behind;
        }
        Ok(PlainMut::Int64(target)) => {
            let Some((number, behind)) = value.varint() else { return UNUSUAL };
            *target = number as i64;
            *rest = behind;
        }
        Ok(PlainMut::Bool(target)) => {
            let Some((number, behind)) = value.varint() else { return UNUSUAL };
            *target = number != 0;
            *rest = behind;
        }
        Ok(PlainMut::Str(target)) => return text(target, value, rest),
        _ => return UNUSUAL,
    }
    Ok(())
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn text<'b>(target: &mut Str, value: Rest<'b>, rest: &mut Rest<'b>) -> Read {
    match value.body() {
        Some((body, behind)) if set_text(target, body) => *rest = behind,
        _ => return UNUSUAL,
    }
    Ok(())
}

/// Sets a text. Returns false if the bytes are not valid UTF-8.
#[cfg_attr(not(debug_assertions), inline(always))]
fn set_text(target: &mut Str, body: Body<'_>) -> bool {
    set_ascii(target, body.bytes, body.length) || set_long_text(target, body.get())
}

#[inline(never)]
fn set_long_text(target: &mut Str, bytes: &[u8]) -> bool {
    utf8(bytes).map(|text| target.set(text)).is_some()
}

#[inline]
fn merge_leaf(target: &mut dyn Leaf, message: &[u8]) -> Result<()> {
    Ok(target.merge_proto(ProtoReader::new(message))?)
}

/// Decodes the first items of a list of structs or texts, as many as follow each other directly, so that their memory
/// is allocated at once. Returns the length of the rest, which is unchanged if there are none.
#[inline(never)]
fn items(
    target: Mut<'_>,
    field: &'static Field,
    bytes: &[u8],
    length: usize,
    levels: &mut Levels<'_>,
) -> Result<usize> {
    let (head, mut rest) = (field.head(), Body { bytes, length }.message());
    let Some(mut list) = target.filling_list(|| rest.count(head)) else { return Ok(length) };
    while let Some((body, behind)) = rest.field(head)
        && let Some(item) = list.push()
    {
        let is_read = match item.plain() {
            Ok(PlainMut::Struct(target)) => {
                merge_struct(target, body.bytes, body.length, levels)?;
                true
            }
            Ok(PlainMut::Str(target)) => set_text(target, body),
            _ => false,
        };
        if !is_read {
            list.forget_last();
            break;
        }
        rest = behind;
    }
    Ok(rest.len())
}

/// Decodes the first entries of a map of texts, bytes or leaves, as many as follow each other directly.
#[inline(never)]
fn entries(target: Mut<'_>, field: &'static Field, bytes: &[u8], length: usize) -> Result<usize> {
    let (head, mut rest) = (field.head(), Body { bytes, length }.message());
    let Some(mut map) = target.filling_map(|| rest.count(head)) else { return Ok(length) };
    while let Some((body, behind)) = rest.field(head)
        && let Some((key, value)) = entry(body)
        && let Some(place) = map.push(|place| set_text(place, key))
    {
        let is_read = match place.plain() {
            Ok(PlainMut::Str(target)) => set_text(target, value),
            Ok(PlainMut::Bytes(target)) => {
                *target = value.get().into();
                true
            }
            Ok(PlainMut::Leaf(target)) => {
                merge_leaf(target, value.get()).map_err(|error| error.below(utf8(key.get()).unwrap_or_default()))?;
                true
            }
            _ => false,
        };
        // The general path reads an entry with the same key, which replaces this one.
        if !is_read {
            break;
        }
        rest = behind;
    }
    Ok(rest.len())
}

/// Returns the key and value of an entry that contains exactly these, in this order.
#[inline]
fn entry(body: Body<'_>) -> Option<(Body<'_>, Body<'_>)> {
    const KEY: u16 = 1 << 3 | WireType::Length as u16;
    const VALUE: u16 = 2 << 3 | WireType::Length as u16;
    let (key, rest) = body.message().field(KEY)?;
    let (value, rest) = rest.field(VALUE)?;
    rest.is_empty().then_some((key, value))
}
