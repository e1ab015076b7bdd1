use crate::encoding::{JsonSink, Sink as _};
use crate::format::encode::{Encode, EncodeError, Result, Sink};
use crate::reflect::{Leaf, ListRef, MapRef, Ref, StructRef, View};
use crate::wire::base64;
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

/// Table-driven encoder for JSON.
struct Json;

impl Encode for Json {
    fn value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
        write_value(out, value)
    }

    fn leaf(out: &mut Vec<u8>, leaf: &dyn Leaf) -> std::result::Result<(), String> {
        leaf.write_json(out)
    }
}

impl JsonSink for Sink<'_, Json> {
    fn text(&mut self, text: &str) {
        write_string(self.out(), text);
    }
}

/// Appends a struct as compact JSON, in the order of its table.
#[inline(never)]
fn write_struct(out: &mut Vec<u8>, value: StructRef<'_>) -> Result {
    if value.shape().is_union() {
        return write_union(out, value);
    }
    out.push(b'{');
    write_members(out, value, 0)
}

fn write_union(out: &mut Vec<u8>, value: StructRef<'_>) -> Result {
    if let Some(variant) = value.variant() {
        return write_value(out, variant);
    }
    write_null(out);
    Ok(())
}

/// Appends the members from a row on, and the closing brace.
fn write_members(out: &mut Vec<u8>, value: StructRef<'_>, first: usize) -> Result {
    Sink::<Json>::write(out, |sink| value.write_json(sink, first))
}

/// Appends an object with replaced texts for its first two rows, `kind` and `apiVersion`, if it has them.
pub(super) fn write_kind(out: &mut Vec<u8>, value: StructRef<'_>, kind: &str, api_version: &str) -> Result {
    let first = open_kind(out, value, Some((kind, api_version)));
    write_members(out, value, first)
}

/// Appends the opening brace of an object, and its `kind` and `apiVersion` if they are given and the type has rows for
/// them. Returns the next row to write.
pub(super) fn open_kind(out: &mut Vec<u8>, value: StructRef<'_>, said: Option<(&str, &str)>) -> usize {
    out.push(b'{');
    let Some((kind, api_version)) = said.filter(|_| value.shape().says_kind()) else { return 0 };
    for (name, text) in [("kind", kind), ("apiVersion", api_version)] {
        if !text.is_empty() {
            write_string(out, name);
            out.push(b':');
            write_string(out, text);
            out.push(b',');
        }
    }
    2
}

/// Closes a list or object in which every child is followed by a comma.
#[inline]
pub(super) fn close(out: &mut Vec<u8>, bracket: u8) {
    match out.last_mut() {
        Some(comma @ b',') => *comma = bracket,
        _ => out.push(bracket),
    }
}

/// Appends any reflected value as compact JSON. Recursive cases are separate from the others, so that each level of
/// nesting uses little stack.
#[inline(never)]
pub(crate) fn write_value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
    match value.view() {
        View::Str(value) => write_string(out, value),
        View::Struct(value) => return write_struct(out, value),
        View::Option(Some(value)) => return write_value(out, value),
        View::List(list) => return write_list(out, list),
        View::Map(map) => return write_map(out, map),
        View::Bool(value) => write_bool(out, value),
        View::Int32(value) => write_integer(out, value),
        View::Int64(value) => write_integer(out, value),
        View::Double(value) => return write_double(out, value),
        View::Leaf(value) => value.write_json(out).map_err(EncodeError::new)?,
        View::Bytes(value) if !value.is_nil() => write_base64(out, value),
        View::Bytes(_) | View::Option(None) => write_null(out),
    }
    Ok(())
}

fn write_double(out: &mut Vec<u8>, value: f64) -> Result {
    if !value.is_finite() {
        return Err(EncodeError::new(format!("cannot represent {value} in JSON")));
    }
    write_json_float(out, value);
    Ok(())
}

fn write_bool(out: &mut Vec<u8>, value: bool) {
    out.extend_from_slice(if value { b"true" } else { b"false" });
}

fn write_null(out: &mut Vec<u8>) {
    out.extend_from_slice(b"null");
}

fn write_integer(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn write_base64(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(base64::encode(bytes).as_bytes());
    out.push(b'"');
}

fn write_list(out: &mut Vec<u8>, list: ListRef<'_>) -> Result {
    match list.structs() {
        Some(items) => write_items(out, list, items, write_struct, |_| Ok(())),
        None => write_list_with(out, list, |_| Ok(())),
    }
}

/// Appends a list, and calls `written` after each item and its comma.
pub(super) fn write_list_with(
    out: &mut Vec<u8>,
    list: ListRef<'_>,
    written: impl FnMut(&mut Vec<u8>) -> Result,
) -> Result {
    write_items(out, list, list.iter(), write_value, written)
}

/// Appends the items of a list with `write`, and calls `written` after each item and its comma.
#[inline(always)]
fn write_items<T>(
    out: &mut Vec<u8>,
    list: ListRef<'_>,
    items: impl Iterator<Item = T>,
    write: fn(&mut Vec<u8>, T) -> Result,
    mut written: impl FnMut(&mut Vec<u8>) -> Result,
) -> Result {
    if list.is_nil() {
        write_null(out);
        return Ok(());
    }
    out.push(b'[');
    for (index, item) in items.enumerate() {
        list.prefetch(index + 1);
        if let Err(error) = write(out, item) {
            return Err(error.below_item(index));
        }
        out.push(b',');
        written(out)?;
    }
    close(out, b']');
    Ok(())
}

fn write_map(out: &mut Vec<u8>, map: MapRef<'_>) -> Result {
    if map.is_nil() {
        write_null(out);
        return Ok(());
    }
    out.push(b'{');
    write_entries(out, map)?;
    close(out, b'}');
    Ok(())
}

fn write_entries(out: &mut Vec<u8>, map: MapRef<'_>) -> Result {
    for (index, (key, value)) in map.iter().enumerate() {
        map.prefetch(index + 1);
        write_string(out, key);
        out.push(b':');
        if let Err(error) = write_value(out, value) {
            return Err(error.below(key));
        }
        out.push(b',');
    }
    Ok(())
}
