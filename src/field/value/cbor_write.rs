//! Encodes values as CBOR.

use std::slice;
use std::vec;

use super::{Map, Str, Value};
use crate::order::sort_by;
use crate::wire::cbor::{Major, write_bool, write_float, write_head, write_integer, write_null, write_text};

/// Appends a value as one item. Texts become byte strings; map keys are sorted by length first, then by bytes.
///
/// # Errors
///
/// Returns an error if the value contains a float that is not finite.
pub(crate) fn to_cbor(out: &mut Vec<u8>, value: &Value) -> Result<(), String> {
    let mut open = Vec::new();
    begin(out, value, &mut open)?;
    while let Some(parts) = open.last_mut() {
        let next = match parts {
            Parts::List(items) => items.next(),
            Parts::Map(entries) => entries.next().map(|(key, value)| {
                write_text(out, key);
                value
            }),
        };
        match next {
            Some(value) => begin(out, value, &mut open)?,
            None => drop(open.pop()),
        }
    }
    Ok(())
}

/// A callback that appends one item.
type Append<'a> = &'a dyn Fn(&mut Vec<u8>) -> Result<(), String>;

/// Appends the content of an object. If `items` is given, the entry `items` is replaced by the output of that callback.
pub(crate) fn to_cbor_map(out: &mut Vec<u8>, map: &Map<Value>, items: Option<Append<'_>>) -> Result<(), String> {
    const ITEMS: &str = "items";
    let mut entries = sorted(map);
    if items.is_some() {
        entries.retain(|(key, _)| *key != ITEMS);
    }
    write_head(out, Major::Map, (entries.len() + usize::from(items.is_some())) as u64);
    let before = entries.partition_point(|(key, _)| (key.len(), key.as_str()) < (ITEMS.len(), ITEMS));
    for (index, (key, value)) in entries.iter().enumerate() {
        if let (true, Some(items)) = (index == before, items) {
            write_text(out, ITEMS);
            items(out)?;
        }
        write_text(out, key);
        to_cbor(out, value)?;
    }
    if let (true, Some(items)) = (entries.len() == before, items) {
        write_text(out, ITEMS);
        items(out)?;
    }
    Ok(())
}

enum Parts<'a> {
    List(slice::Iter<'a, Value>),
    Map(vec::IntoIter<&'a (Str, Value)>),
}

/// Appends a scalar, or the head of a value whose parts follow.
fn begin<'a>(out: &mut Vec<u8>, value: &'a Value, open: &mut Vec<Parts<'a>>) -> Result<(), String> {
    match value {
        Value::Bool(value) => write_bool(out, *value),
        Value::Int(value) => write_integer(out, *value),
        Value::Float(value) => write_float(out, *value)?,
        Value::String(value) => write_text(out, value),
        Value::List(items) if !items.is_nil() => {
            write_head(out, Major::List, items.len() as u64);
            open.push(Parts::List(items.iter()));
        }
        Value::Map(map) if !map.is_nil() => {
            write_head(out, Major::Map, map.len() as u64);
            open.push(Parts::Map(sorted(map).into_iter()));
        }
        // Null, and nil lists and maps.
        _ => write_null(out),
    }
    Ok(())
}

/// Returns the entries in the order in which they are encoded.
fn sorted(map: &Map<Value>) -> Vec<&(Str, Value)> {
    let mut entries: Vec<_> = map.entries().iter().collect();
    // The entries are already sorted by bytes, and the sort is stable.
    sort_by(&mut entries, &|(a, _), (b, _)| a.len().cmp(&b.len()));
    entries
}
