use crate::encoding::EncodeError;
use crate::reflect::StructRef;
use crate::wire::cbor::{Major, write_head, write_text};

/// Appends a struct with its fields sorted by the length of their names. If the struct has rows for `kind` and
/// `apiVersion`, the given texts replace their values.
pub(super) fn write_kind(out: &mut Vec<u8>, value: StructRef<'_>, said: [&str; 2]) -> Result<(), EncodeError> {
    let shape = value.shape();
    if !shape.says_kind() {
        return value.write_cbor(out);
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
            None => value.field(row).write_cbor(out).map_err(|error| error.below(name))?,
        }
    }
    Ok(())
}
