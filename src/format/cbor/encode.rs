use crate::field::Str;
use crate::format::json::EncodeError;
use crate::order::sort_by;
use crate::reflect::{CborKey, ListRef, MapRef, Ref, Rows, StructRef, View};
use crate::wire::cbor::{
    Major, write_bool, write_bytes, write_float, write_head, write_integer, write_null, write_text,
};

type Result = std::result::Result<(), EncodeError>;

/// Appends any reflected value as one item.
pub(super) fn write_value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
    write_view(out, value.view())
}

/// What recurses is kept apart from what does not, so that a level of nesting takes little of the
/// stack.
#[inline]
fn write_view(out: &mut Vec<u8>, view: View<'_>) -> Result {
    match view {
        View::Struct(value) if value.shape().is_union() => write_union(out, value),
        View::Struct(value) => write_kind(out, value, None),
        View::Option(Some(value)) => write_value(out, value),
        View::List(list) => write_list(out, list),
        View::Map(map) => write_map(out, map),
        plain => write_plain(out, plain),
    }
}

fn write_union(out: &mut Vec<u8>, value: StructRef<'_>) -> Result {
    if let Some(variant) = value.variant() {
        return write_value(out, variant);
    }
    write_null(out);
    Ok(())
}

/// Appends a struct, the shorter names first, with texts in the place of its `kind` and `apiVersion` if there are some
/// and it has these rows.
pub(crate) fn write_kind(out: &mut Vec<u8>, value: StructRef<'_>, said: Option<(&str, &str)>) -> Result {
    let shape = value.shape();
    let keys = shape.cbor_keys();
    let said = said.filter(|_| shape.says_kind());
    let mut rows = value.written_rows();
    if let Some((kind, api_version)) = said {
        rows.set(0, !kind.is_empty());
        rows.set(1, !api_version.is_empty());
    }
    write_head(out, Major::Map, rows.count().into());
    let mut places = Rows::default();
    while let Some(row) = rows.pop() {
        places.set(CborKey::place_of(row, keys), true);
    }
    while let Some(place) = places.pop() {
        let row = keys[place].row();
        let field = &shape.fields()[row];
        keys[place].write(out, field);
        match (said, row) {
            (Some((kind, _)), 0) => write_text(out, kind),
            (Some((_, api_version)), 1) => write_text(out, api_version),
            _ => write_view(out, value.field(row).view()).map_err(|error| error.below(field.name()))?,
        }
    }
    Ok(())
}

fn write_list(out: &mut Vec<u8>, list: ListRef<'_>) -> Result {
    if list.is_nil() {
        write_null(out);
        return Ok(());
    }
    write_head(out, Major::List, list.len() as u64);
    for (index, item) in list.iter().enumerate() {
        list.prefetch(index + 1);
        write_value(out, item).map_err(|error| error.below_item(index))?;
    }
    Ok(())
}

fn write_map(out: &mut Vec<u8>, map: MapRef<'_>) -> Result {
    if map.is_nil() {
        write_null(out);
        return Ok(());
    }
    write_head(out, Major::Map, map.len() as u64);
    // By bytes they are sorted as they stand.
    if map.iter().is_sorted_by_key(|(key, _)| key.len()) {
        return write_entries(out, map.iter());
    }
    let mut entries: Vec<_> = map.iter().collect();
    sort_by(&mut entries, &|(a, _), (b, _)| a.len().cmp(&b.len()));
    write_entries(out, entries.into_iter())
}

fn write_entries<'a>(out: &mut Vec<u8>, entries: impl Iterator<Item = (&'a Str, Ref<'a>)>) -> Result {
    for (key, value) in entries {
        write_text(out, key);
        write_value(out, value).map_err(|error| error.below(key))?;
    }
    Ok(())
}

/// A value that holds no other.
#[inline]
fn write_plain(out: &mut Vec<u8>, view: View<'_>) -> Result {
    match view {
        View::Bool(value) => write_bool(out, value),
        View::Int32(value) => write_integer(out, value.into()),
        View::Int64(value) => write_integer(out, value),
        View::Double(value) => write_float(out, value).map_err(EncodeError::new)?,
        View::Str(value) => write_text(out, value),
        View::Bytes(value) if !value.is_nil() => write_bytes(out, value),
        View::Leaf(value) => value.write_cbor(out).map_err(EncodeError::new)?,
        // An option without value; the others are written by functions of their own.
        _ => write_null(out),
    }
    Ok(())
}
