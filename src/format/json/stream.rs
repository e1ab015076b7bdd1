use std::io::{self, Write};

use super::Error;
use super::encode::open_kind;
use crate::encoding::EncodeError;
use crate::reflect::{ListRef, StructRef, View};

/// The number of bytes collected before they are written to the stream. The last item may exceed it.
const CHUNK: usize = 64 << 10;

/// Writes an object to a stream. The items of lists that are direct fields of the object are encoded one by one, so
/// that only a few of them are in memory at a time. If `said` is given, it replaces the `kind` and `apiVersion` of the
/// object.
pub(crate) fn stream_as(
    stream: &mut dyn Write,
    value: StructRef<'_>,
    said: Option<(&str, &str)>,
) -> io::Result<Result<(), Error>> {
    let mut out = Vec::with_capacity(CHUNK);
    let mut failed = None;
    let mut flush = |out: &mut Vec<u8>| {
        if out.len() < CHUNK {
            return Ok(());
        }
        // The comma of the last item stays in the buffer, since it may be replaced by a bracket.
        let comma = out.len() - 1;
        let written = stream.write_all(&out[..comma]);
        out.drain(..comma);
        written.map_err(|error| {
            let message = error.to_string();
            failed = Some(error);
            EncodeError::new(message)
        })
    };
    let first = open_kind(&mut out, value, said);
    let written = value.written_from(first).try_for_each(|written| {
        out.extend_from_slice(written.field().key().as_bytes());
        let appended = match written.value().view() {
            View::List(list) if !list.is_nil() => write_items(&mut out, list, &mut flush),
            _ => written.value().write_json(&mut out),
        };
        out.push(b',');
        appended.map_err(|error| error.below(written.field().name()))
    });
    close(&mut out, b'}');
    match (failed, written) {
        (Some(error), _) => Err(error),
        (None, Err(error)) => Ok(Err(error.into())),
        (None, Ok(())) => stream.write_all(&out).map(Ok),
    }
}

/// Appends a list and calls `written` after each item and its comma.
fn write_items(
    out: &mut Vec<u8>,
    list: ListRef<'_>,
    mut written: impl FnMut(&mut Vec<u8>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    out.push(b'[');
    for (index, item) in list.iter().enumerate() {
        item.write_json(out).map_err(|error| error.below_item(index))?;
        out.push(b',');
        written(out)?;
    }
    close(out, b']');
    Ok(())
}

/// Closes a list or object in which every child is followed by a comma.
fn close(out: &mut Vec<u8>, bracket: u8) {
    match out.last_mut() {
        Some(comma @ b',') => *comma = bracket,
        _ => out.push(bracket),
    }
}
