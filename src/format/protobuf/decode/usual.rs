//! What nearly all fields are: known by a tag of one or two bytes, of less than 16 KB, of types that most fields have. They are
//! read with all that is known of them in registers, and what is left of the message is handed from one to the next. Whatever
//! is not like that is left to [`any_field`], which also says what is wrong with it.

use super::any::any_field;
use super::rest::{Body, Rest};
use super::{DecodeError, Loss, Result};
use crate::field::Str;
use crate::format::MAX_TYPED_DEPTH;
use crate::reflect::{
    Field, Leaf, Mut, PlainMut, ProtoReader, StructMut, Type, Unsorted, WireError, WireType, set_ascii, utf8,
};

/// What all levels of a message share.
pub(super) struct Levels<'a> {
    /// How many structs there are around the fields that are read.
    pub(super) depth: usize,
    pub(super) lost: &'a mut dyn FnMut(Loss),
    pub(super) unsorted: &'a Unsorted,
}

/// Nothing for a field that was read; otherwise it was not, by an error or because it is none of the usual ones. All fits in
/// registers, as what is left of the message does while nobody else is told where it is.
type Read = std::result::Result<(), Option<Box<DecodeError>>>;

/// Not a usual field.
const UNUSUAL: Read = Err(None);

/// Merges a message, the first `length` of the bytes, into a struct by its table: the last of repeated scalars wins, messages
/// merge, lists and maps grow, unknown fields are passed over.
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

/// What is left behind several fields; of none, nothing was read.
#[cfg_attr(not(debug_assertions), inline(always))]
fn several(rest: &mut Rest<'_>, field: &'static Field, left: Result<usize>) -> Read {
    let left = left.map_err(|error| error.below(field.name()))?;
    if left == rest.len() {
        return UNUSUAL;
    }
    *rest = rest.last(left);
    Ok(())
}

/// The value of a field that has one.
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

/// Sets a text, if it is one.
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

/// The first items of a list, of structs or texts, as many as there are one behind the other: so it gets its room at once.
/// Returns what is left, all if there are none.
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

/// The first entries of a map, of texts, bytes or leaves, as many as there are one behind the other.
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
        // Another one with this key, which is read by other means, takes its place.
        if !is_read {
            break;
        }
        rest = behind;
    }
    Ok(rest.len())
}

/// Key and value of an entry that has both, in this order, and nothing else.
#[inline]
fn entry(body: Body<'_>) -> Option<(Body<'_>, Body<'_>)> {
    const KEY: u16 = 1 << 3 | WireType::Length as u16;
    const VALUE: u16 = 2 << 3 | WireType::Length as u16;
    let (key, rest) = body.message().field(KEY)?;
    let (value, rest) = rest.field(VALUE)?;
    rest.is_empty().then_some((key, value))
}
