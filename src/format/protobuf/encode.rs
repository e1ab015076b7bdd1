use super::sink::{ONLY, Sink};
use crate::reflect::{Leaf, ListRef, MapRef, Ref, StructRef, Tag, View, WireType};

/// The tag of an entry's key.
const KEY: Tag = Tag::new(1, WireType::Length);

// Kubernetes' messages are proto2 with `nullable=false`: scalars are always written, options if they are set, lists and
// maps if they are not empty, and bytes unless they are nil. Most fields of structs are written by their tables. This
// module writes the fields that tables do not support, and values other than structs.

/// Writes the content of a message for any value that has one: the fields of a struct, the content of a leaf, or a list
/// or map as field 1. A scalar alone has no message form.
pub(super) fn write_body<'a>(sink: &mut impl Sink<'a>, value: Ref<'a>) {
    match value.view() {
        View::Struct(value) => sink.fields(value),
        View::Leaf(value) => write_leaf(sink, value),
        View::Option(None) => {}
        View::Option(Some(value)) => write_body(sink, value),
        View::List(list) => write_wrapped(sink, list),
        View::Map(map) => write_entries(sink, ONLY, map),
        _ => sink.fail("cannot encode a scalar as a message"),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_field<'a>(sink: &mut impl Sink<'a>, tag: Tag, view: View<'a>) {
    match view {
        View::Option(None) => {}
        View::Option(Some(value)) => write_option(sink, tag, value),
        View::List(list) if list.len() > 0 => write_items(sink, tag, list),
        View::Map(map) if map.len() > 0 => write_entries(sink, tag, map),
        View::List(_) | View::Map(_) => {}
        View::Struct(value) => write_message(sink, tag, value),
        View::Bytes(bytes) if bytes.is_nil() => {}
        plain => write_plain(sink, tag, plain),
    }
}

/// Writes the value of an option. Most are scalars, which are written without a call.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_option<'a>(sink: &mut impl Sink<'a>, tag: Tag, value: Ref<'a>) {
    match value.view() {
        View::Option(_) | View::Struct(_) | View::List(_) | View::Map(_) => write_value(sink, tag, value),
        plain => write_plain(sink, tag, plain),
    }
}

/// Writes one value of an option or container with its tag. A list is written as a message with the items in field 1,
/// as upstream's nullable lists are.
pub(super) fn write_value<'a>(sink: &mut impl Sink<'a>, tag: Tag, value: Ref<'a>) {
    let position = sink.position();
    match value.view() {
        View::Option(None) => return,
        View::Option(Some(value)) => return write_value(sink, tag, value),
        View::Struct(value) => return write_message(sink, tag, value),
        View::List(list) => write_wrapped(sink, list),
        View::Map(map) => write_entries(sink, ONLY, map),
        plain => return write_plain(sink, tag, plain),
    }
    sink.length_since(tag, position);
}

#[inline]
fn write_message<'a>(sink: &mut impl Sink<'a>, tag: Tag, value: StructRef<'a>) {
    let position = sink.position();
    sink.fields(value);
    sink.length_since(tag, position);
}

/// Writes a scalar. Inlining saves a second dispatch, except in debug builds, where it would add all variables to the
/// stack frame of every level.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_plain<'a>(sink: &mut impl Sink<'a>, tag: Tag, view: View<'a>) {
    let position = sink.position();
    match view {
        View::Bool(value) => return sink.varint(tag, u64::from(value)),
        View::Int32(value) => return sink.varint(tag, i64::from(value) as u64),
        View::Int64(value) => return sink.varint(tag, value as u64),
        View::Double(value) => return sink.fixed64(tag, value.to_bits()),
        View::Str(value) => return sink.bytes(tag, value.as_bytes()),
        View::Bytes(value) => return sink.bytes(tag, value),
        View::Leaf(value) => write_leaf(sink, value),
        // All other types are written by their own functions.
        _ => return,
    }
    sink.length_since(tag, position);
}

/// Writes the content of a leaf's message.
#[inline]
fn write_leaf<'a>(sink: &mut impl Sink<'a>, leaf: &'a dyn Leaf) {
    match leaf.proto_bytes() {
        Some(bytes) => sink.bytes(ONLY, bytes),
        None => sink.leaf(leaf),
    }
}

/// Writes the message form of a list that is not a field.
fn write_wrapped<'a>(sink: &mut impl Sink<'a>, list: ListRef<'a>) {
    write_items(sink, Tag::new(1, list.item_type().wire()), list);
}

fn write_items<'a>(sink: &mut impl Sink<'a>, tag: Tag, list: ListRef<'a>) {
    if let Some(items) = list.structs() {
        for (index, item) in items.iter().enumerate().rev() {
            list.prefetch(index.wrapping_sub(1));
            write_message(sink, tag, item);
        }
    } else if let Some(texts) = list.texts() {
        texts.iter().rev().for_each(|text| sink.bytes(tag, text.as_bytes()));
    } else {
        list.iter().rev().for_each(|item| write_value(sink, tag, item));
    }
}

/// Writes entries as messages of key and value. Both are always written, except for a nil value of bytes.
fn write_entries<'a>(sink: &mut impl Sink<'a>, tag: Tag, map: MapRef<'a>) {
    let value_tag = Tag::new(2, map.value_type().wire());
    for (key, value) in map.iter().rev() {
        let position = sink.position();
        if !matches!(value.view(), View::Bytes(bytes) if bytes.is_nil()) {
            write_value(sink, value_tag, value);
        }
        sink.bytes(KEY, key.as_bytes());
        sink.length_since(tag, position);
    }
}
