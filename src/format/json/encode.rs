use crate::encoding::EncodeError;
use crate::reflect::StructRef;
use crate::wire::escape::write_string;

/// Appends an object with replaced texts for its first two rows, `kind` and `apiVersion`, if it has them.
pub(super) fn write_kind(
    out: &mut Vec<u8>,
    value: StructRef<'_>,
    kind: &str,
    api_version: &str,
) -> Result<(), EncodeError> {
    let first = open_kind(out, value, Some((kind, api_version)));
    value.write_json(out, first)
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
