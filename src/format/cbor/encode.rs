use crate::format::encode::{Encode, EncodeError, Result, Sink};
use crate::reflect::{Leaf, Ref, StructRef, View};
use crate::wire::cbor::{Major, write_bytes, write_float, write_head, write_null, write_text};

/// Table-driven encoder for CBOR.
struct Cbor;

impl Encode for Cbor {
    fn value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
        match value.view() {
            View::Double(value) => write_float(out, value).map_err(EncodeError::new)?,
            View::Bytes(value) if !value.is_nil() => write_bytes(out, value),
            View::Bytes(_) => write_null(out),
            // All other values are written by tables.
            _ => write_value(out, value)?,
        }
        Ok(())
    }

    fn leaf(out: &mut Vec<u8>, leaf: &dyn Leaf) -> std::result::Result<(), String> {
        leaf.write_cbor(out)
    }
}

/// Appends any reflected value as one item.
pub(super) fn write_value(out: &mut Vec<u8>, value: Ref<'_>) -> Result {
    Sink::<Cbor>::write(out, |sink| value.write_cbor(sink))
}

/// Appends a struct with its fields sorted by the length of their names. If the struct has rows for `kind` and
/// `apiVersion`, the given texts replace their values.
pub(super) fn write_kind(out: &mut Vec<u8>, value: StructRef<'_>, said: [&str; 2]) -> Result {
    let shape = value.shape();
    if !shape.says_kind() {
        return Sink::<Cbor>::write(out, |sink| value.write_cbor(sink));
    }
    let mut rows = value.written_rows();
    for (row, text) in said.iter().enumerate() {
        rows.set(row, !text.is_empty());
    }
    write_head(out, Major::Map, rows.count().into());
    for row in shape.cbor_keys().iter().map(|key| key.row()).filter(|row| rows.contains(*row)) {
        let name = shape.fields()[row].name();
        write_text(out, name);
        match said.get(row) {
            Some(text) => write_text(out, text),
            None => write_value(out, value.field(row)).map_err(|error| error.below(name))?,
        }
    }
    Ok(())
}
