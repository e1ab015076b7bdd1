//! A `v1` List: one document that holds objects of any kinds.

use crate::reflect::{JsonReader, RawKind, SyntaxError};
use crate::schema::GroupVersionKind;
use crate::wire::escape::{write_compact, write_string};
use crate::wire::pull::Pull;

/// True for the kind that holds objects of any kinds.
pub(super) fn is_list(gvk: &GroupVersionKind) -> bool {
    gvk.group.is_empty() && gvk.version == "v1" && gvk.kind == "List"
}

/// The list as compact JSON with every item replaced by what `convert` makes of it. `convert` gets
/// the item's number, its offset in `json` and its text; where it makes nothing, the item stays.
pub(super) fn replace(
    json: &str,
    mut convert: impl FnMut(usize, usize, &str) -> Option<Vec<u8>>,
) -> Result<Vec<u8>, SyntaxError> {
    let mut reader = JsonReader::new(json);
    let mut out = vec![b'{'];
    let mut more = reader.begin_object()?;
    while more {
        let name = reader.name()?;
        write_string(&mut out, &name);
        out.push(b':');
        if name == "items" && reader.peek() == RawKind::List {
            replace_items(&mut reader, &mut out, &mut convert)?;
        } else {
            write_compact(&mut out, reader.raw()?.text().as_bytes());
        }
        more = separated(reader.more_members()?, &mut out);
    }
    out.push(b'}');
    Ok(out)
}

fn replace_items(
    reader: &mut JsonReader<'_>,
    out: &mut Vec<u8>,
    convert: &mut impl FnMut(usize, usize, &str) -> Option<Vec<u8>>,
) -> Result<(), SyntaxError> {
    out.push(b'[');
    let mut more = reader.begin_list()?;
    let mut index = 0;
    while more {
        let item = reader.raw()?.text();
        match convert(index, reader.offset() - item.len(), item) {
            Some(converted) => out.extend_from_slice(converted.trim_ascii_end()),
            None => write_compact(out, item.as_bytes()),
        }
        more = separated(reader.more_items()?, out);
        index += 1;
    }
    out.push(b']');
    Ok(())
}

/// Writes the comma before another part, if there is one.
fn separated(more: bool, out: &mut Vec<u8>) -> bool {
    out.extend(more.then_some(b','));
    more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_items_and_keeps_the_rest() {
        let json = r#"{ "kind":"List", "items": [ {"a":1}, 2 ,"x"], "metadata":{ } }"#;
        let replaced = replace(json, |index, offset, item| {
            assert!(json[offset..].starts_with(item));
            (index == 1).then(|| format!("{{\"was\":{item}}}\n").into_bytes())
        });
        let expected = r#"{"kind":"List","items":[{"a":1},{"was":2},"x"],"metadata":{}}"#;
        assert_eq!(replaced.map(String::from_utf8), Ok(Ok(expected.to_string())));
    }

    #[test]
    fn lists_may_be_empty_or_absent() {
        for json in [r#"{"items":[]}"#, r#"{"items":null}"#, "{}"] {
            let replaced = replace(json, |_, _, _| None).map(String::from_utf8);
            assert_eq!(replaced, Ok(Ok(json.to_string())));
        }
    }
}
