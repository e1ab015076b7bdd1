use crate::reflect::{ListRef, MapRef, ProtoWriter, Ref, StructRef, View};

/// Writes the fields of a message, from the highest number to the lowest.
///
/// Kubernetes' messages are proto2 with `nullable=false`: every plain value is written, zero or
/// not; options when they are set; lists and maps when they have content; bytes unless nil.
pub(crate) fn write_struct(writer: &mut ProtoWriter, value: StructRef<'_>) {
    for (field, value) in value.wire_fields().rev() {
        write_field(writer, field.number(), value.view());
    }
}

/// Writes the content of a message that any value may be: a struct's fields, what a leaf writes, a
/// list or map in field 1. A scalar alone is no message.
pub(crate) fn write_body(writer: &mut ProtoWriter, value: Ref<'_>) {
    match value.view() {
        View::Struct(value) => write_struct(writer, value),
        View::Leaf(value) => value.write_proto(writer),
        View::Option(None) => {}
        View::Option(Some(value)) => write_body(writer, value),
        View::List(list) => write_items(writer, 1, list),
        View::Map(map) => write_entries(writer, 1, map),
        _ => writer.fail("a scalar is no message"),
    }
}

#[inline]
fn write_field(writer: &mut ProtoWriter, number: u32, view: View<'_>) {
    match view {
        View::Option(None) => {}
        View::Option(Some(value)) => write_value(writer, number, value),
        View::List(list) => write_items(writer, number, list),
        View::Map(map) => write_entries(writer, number, map),
        View::Struct(value) => write_message(writer, number, value),
        View::Bytes(bytes) if bytes.is_nil() => {}
        plain => write_plain(writer, number, plain),
    }
}

/// One value of an option or of a container, with its tag. A list here is a message of its own
/// with the items in field 1, as upstream's nullable lists are.
fn write_value(writer: &mut ProtoWriter, number: u32, value: Ref<'_>) {
    let position = writer.position();
    match value.view() {
        View::Option(None) => return,
        View::Option(Some(value)) => return write_value(writer, number, value),
        View::Struct(value) => return write_message(writer, number, value),
        View::List(list) => write_items(writer, 1, list),
        View::Map(map) => write_entries(writer, 1, map),
        plain => return write_plain(writer, number, plain),
    }
    writer.length_since(number, position);
}

fn write_message(writer: &mut ProtoWriter, number: u32, value: StructRef<'_>) {
    let position = writer.position();
    write_struct(writer, value);
    writer.length_since(number, position);
}

/// A value that holds no other.
#[inline]
fn write_plain(writer: &mut ProtoWriter, number: u32, view: View<'_>) {
    let position = writer.position();
    match view {
        View::Bool(value) => return writer.varint(number, u64::from(value)),
        View::Int32(value) => return writer.varint(number, i64::from(value) as u64),
        View::Int64(value) => return writer.varint(number, value as u64),
        View::Double(value) => return writer.fixed64(number, value.to_bits()),
        View::Str(value) => writer.raw(value.as_bytes()),
        View::Bytes(value) => writer.raw(value),
        View::Leaf(value) => value.write_proto(writer),
        // The others are written by functions of their own.
        _ => return,
    }
    writer.length_since(number, position);
}

fn write_items(writer: &mut ProtoWriter, number: u32, list: ListRef<'_>) {
    for item in list.iter().rev() {
        write_value(writer, number, item);
    }
}

/// An entry is a message of key and value, both written; a nil value of bytes is left out.
fn write_entries(writer: &mut ProtoWriter, number: u32, map: MapRef<'_>) {
    for (key, value) in map.iter().rev() {
        let position = writer.position();
        if !matches!(value.view(), View::Bytes(bytes) if bytes.is_nil()) {
            write_value(writer, 2, value);
        }
        writer.bytes(1, key.as_bytes());
        writer.length_since(number, position);
    }
}
