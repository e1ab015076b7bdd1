use std::ops::{Deref, DerefMut};

use super::leaf::same_type;
use crate::field::{List, Str};
use crate::reflect::{JsonReader, Leaf, Mut, ProtoReader, ProtoWriter, Raw, RawKind, SyntaxError, WireError, WireType};
use crate::wire::escape::write_string;
use crate::wire::json::decode_utf8;
use crate::wire::pull::Pull;

/// A list of strings that is a message of its own in Protobuf, such as the verbs of a resource or the extra values of a
/// user. Counterpart of Go lists with `+protobuf.nullable`.
///
/// JSON contains an array, or `null` for nil. Protobuf contains a message with the strings in field 1, so that an empty
/// list differs from nil, and a map can contain such lists as values.
///
/// ```
/// use apimachinery::meta::StringList;
///
/// let verbs = StringList::from(["get", "list"]);
/// assert_eq!(verbs[0], "get");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StringList {
    /// The strings, in order; nil if unset.
    pub items: List<Str>,
}

crate::reflect::plain_leaf! { StringList = StringList { items: List::nil() } }

impl<T: Into<Str>, const N: usize> From<[T; N]> for StringList {
    fn from(items: [T; N]) -> Self {
        StringList { items: items.into_iter().map(Into::into).collect() }
    }
}

impl Deref for StringList {
    type Target = List<Str>;

    fn deref(&self) -> &List<Str> {
        &self.items
    }
}

impl DerefMut for StringList {
    fn deref_mut(&mut self) -> &mut List<Str> {
        &mut self.items
    }
}

impl Leaf for StringList {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type::<Self>(other).is_some_and(|other| self.items[..] == other.items[..])
    }

    fn is_zero(&self) -> bool {
        self.items.is_nil()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        if self.items.is_nil() {
            out.extend_from_slice(b"null");
            return Ok(());
        }
        out.push(b'[');
        for (at, item) in self.items.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            write_string(out, item);
        }
        out.push(b']');
        Ok(())
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        self.items = match raw.kind() {
            RawKind::Null => List::nil(),
            RawKind::List => read_items(raw)?.into(),
            other => return Err(format!("expected array, found {}", other.name())),
        };
        Ok(())
    }

    fn cbor_place(&mut self) -> Option<Mut<'_>> {
        Some(Mut::new(&mut self.items))
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        for item in self.items.iter().rev() {
            writer.bytes(1, item.as_bytes());
        }
    }

    fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
        self.items.make();
        while let Some((number, wire)) = reader.tag()? {
            match (number, wire) {
                (1, WireType::Length) => self.items.push(decode_utf8(reader.bytes()?).into()),
                (1, wire) => return Err(WireError::WrongWireType(wire as u64)),
                (_, wire) => reader.skip(wire)?,
            }
        }
        Ok(())
    }
}

/// Decodes the items of an array; an item `null` becomes an empty string.
fn read_items(raw: Raw<'_>) -> Result<Vec<Str>, String> {
    let items = raw_items(raw).map_err(|error| error.to_string())?;
    let mut texts = Vec::with_capacity(items.len());
    for item in items {
        texts.push(match (item.kind(), item.as_str()) {
            (RawKind::Null, _) => Str::EMPTY,
            (_, Some(text)) => text.into(),
            (kind, None) => return Err(format!("expected string, found {}", kind.name())),
        });
    }
    Ok(texts)
}

fn raw_items(raw: Raw<'_>) -> Result<Vec<Raw<'_>>, SyntaxError> {
    let mut reader = JsonReader::new(raw.text());
    let mut items = Vec::new();
    let mut more = reader.begin_list()?;
    while more {
        items.push(reader.raw()?);
        more = reader.more_items()?;
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<StringList, String> {
        let mut list = StringList::default();
        list.read_json(Raw::new(json).ok_or("invalid JSON")?)?;
        Ok(list)
    }

    #[test]
    fn json_tells_nil_from_empty() {
        for text in ["null", "[]", r#"["a"]"#, r#"["a","\u003c"]"#] {
            let mut out = Vec::new();
            read(text).and_then(|list| list.write_json(&mut out)).unwrap();
            assert_eq!(String::from_utf8_lossy(&out), text);
        }
        assert_eq!(read(r#"[ "a" , null ]"#), Ok(StringList::from(["a", ""])));
        assert_eq!(read("{}"), Err("expected array, found object".to_owned()));
        assert_eq!(read("[1]"), Err("expected string, found number".to_owned()));
    }

    #[test]
    fn the_wire_has_a_message_of_items() {
        let verbs = StringList::from(["get", "list"]);
        let mut writer = ProtoWriter::default();
        verbs.write_proto(&mut writer);
        assert_eq!(writer.written(), b"\x0a\x03get\x0a\x04list");
        let mut back = StringList::default();
        back.merge_proto(ProtoReader::new(writer.written())).unwrap();
        assert_eq!(back, verbs);
    }
}
