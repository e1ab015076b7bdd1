//! JSON, CBOR and Protobuf encodings of the leaf types.

use std::borrow::Cow;

use super::quantity::Format;
use super::{Duration, IntOrString, Quantity};
use crate::field::Str;
use crate::format::cbor;
use crate::reflect::{
    Leaf, ProtoReader, ProtoWriter, Raw, RawKind, WireError, WireType, bytes_len, utf8, varint_length,
};
use crate::wire::cbor::{Major, Reader, write_integer, write_text};
use crate::wire::escape::write_string;
use crate::wire::json::decode_utf8;

crate::reflect::plain_leaf! { Duration = Duration::from_nanos(0) }
crate::reflect::plain_leaf! { Quantity = Quantity::new(0, Format::DecimalSI), Quantity::is_identical }
crate::reflect::plain_leaf! { IntOrString = IntOrString::Int(0) }

impl Leaf for Duration {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type(other).is_some_and(|other| self == other)
    }

    fn is_zero(&self) -> bool {
        self.as_nanos() == 0
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        write_string(out, &self.to_string());
        Ok(())
    }

    /// Unlike times, durations reject `null`: as upstream, it is read as an empty text.
    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        let text = match raw.kind() {
            RawKind::Null => "".into(),
            _ => read_string(raw)?,
        };
        *self = text.parse().map_err(|error: super::ParseError| error.to_string())?;
        Ok(())
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        writer.varint(1, self.as_nanos() as u64);
    }

    fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
        while let Some((number, wire)) = reader.tag()? {
            match number {
                1 => *self = Duration::from_nanos(integer(&mut reader, wire)?),
                _ => reader.skip(wire)?,
            }
        }
        Ok(())
    }
}

impl Leaf for Quantity {
    /// Compares by value: `1` equals `1000m`.
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type(other).is_some_and(|other| self == other)
    }

    fn is_zero(&self) -> bool {
        self.is_identical(&Quantity::default())
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        self.write_quoted(out);
        Ok(())
    }

    /// Accepts a string or a number. As in upstream, `null` resets the number but not the text cached with it.
    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        if raw.kind() == RawKind::Null {
            self.reset();
            return Ok(());
        }
        // Upstream parses the text between the quotes without unescaping it, so escapes are rejected.
        let text = raw.text();
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        *self = trimmed(text).parse().map_err(|error: super::ParseError| error.to_string())?;
        Ok(())
    }

    /// Unlike JSON, CBOR numbers are rejected; `null` is zero.
    fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
        let Some(text) = cbor::text_from_item(item)? else {
            self.reset();
            return Ok(());
        };
        *self = trimmed(&text).parse().map_err(|error: super::ParseError| error.to_string())?;
        Ok(())
    }

    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        write_text(out, &self.text());
        Ok(())
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        writer.bytes(1, self.text().as_bytes());
    }

    fn proto_len(&self) -> Option<usize> {
        Some(bytes_len(self.text().as_bytes()))
    }

    fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
        while let Some((number, wire)) = reader.tag()? {
            match number {
                1 => {
                    let parsed = text(&mut reader, wire)?.parse();
                    *self = parsed.map_err(|error: super::ParseError| WireError::Invalid(error.to_string()))?;
                }
                _ => reader.skip(wire)?,
            }
        }
        Ok(())
    }
}

impl Leaf for IntOrString {
    fn semantic_eq(&self, other: &dyn Leaf) -> bool {
        same_type(other).is_some_and(|other| self == other)
    }

    fn is_zero(&self) -> bool {
        *self == IntOrString::default()
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        match self {
            IntOrString::Int(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
            IntOrString::String(text) => write_string(out, text),
        }
        Ok(())
    }

    fn read_json(&mut self, raw: Raw<'_>) -> Result<(), String> {
        *self = match raw.kind() {
            RawKind::String => IntOrString::String(read_string(raw)?.into()),
            // `null` clears the string and keeps the integer, as for upstream's two separate fields.
            RawKind::Null => IntOrString::Int(if let IntOrString::Int(number) = self { *number } else { 0 }),
            RawKind::Number => {
                let number = raw.text().parse();
                IntOrString::Int(number.map_err(|_| format!("expected int32 or string, found number {}", raw.text()))?)
            }
            other => return Err(format!("expected int32 or string, found {}", other.name())),
        };
        Ok(())
    }

    /// Upstream tries a string first. Therefore `null` becomes an empty string, not an integer as in JSON.
    fn read_cbor(&mut self, item: &[u8]) -> Result<(), String> {
        *self = match Reader::new(item).major() {
            Major::Unsigned | Major::Negative => IntOrString::Int(cbor::from_item(item)?),
            _ => match cbor::from_item::<Str>(item) {
                Ok(text) => IntOrString::String(text),
                Err(_) => IntOrString::Int(cbor::from_item(item)?),
            },
        };
        Ok(())
    }

    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        match self {
            IntOrString::Int(value) => write_integer(out, (*value).into()),
            IntOrString::String(text) => write_text(out, text),
        }
        Ok(())
    }

    /// Writes the type, the integer and the string; all three are always present.
    fn write_proto(&self, writer: &mut ProtoWriter) {
        let (kind, int, text) = match self {
            IntOrString::Int(value) => (0, *value, ""),
            IntOrString::String(text) => (1, 0, text.as_str()),
        };
        writer.bytes(3, text.as_bytes());
        writer.varint(2, i64::from(int) as u64);
        writer.varint(1, kind);
    }

    fn proto_len(&self) -> Option<usize> {
        Some(match self {
            IntOrString::Int(value) => 5 + varint_length(i64::from(*value) as u64),
            IntOrString::String(text) => 4 + bytes_len(text.as_bytes()),
        })
    }

    fn merge_proto(&mut self, mut reader: ProtoReader<'_>) -> Result<(), WireError> {
        let (mut kind, mut int, mut string) = match std::mem::take(self) {
            IntOrString::Int(int) => (0, int, Str::EMPTY),
            IntOrString::String(text) => (1, 0, text),
        };
        while let Some((number, wire)) = reader.tag()? {
            match number {
                1 => kind = integer(&mut reader, wire)?,
                2 => int = integer(&mut reader, wire)? as i32,
                3 => string = text(&mut reader, wire)?.into(),
                _ => reader.skip(wire)?,
            }
        }
        *self = match kind {
            0 => IntOrString::Int(int),
            1 => IntOrString::String(string),
            _ => return Err(WireError::Invalid("impossible IntOrString.Type".into())),
        };
        Ok(())
    }
}

/// Returns `other` as a `T`, if it is one.
pub(super) fn same_type<T: Leaf>(other: &dyn Leaf) -> Option<&T> {
    (other as &dyn std::any::Any).downcast_ref()
}

/// Parses a JSON string; `null` becomes the zero value.
pub(super) fn read_nullable<T: Default + std::str::FromStr<Err = super::ParseError>>(
    raw: Raw<'_>,
) -> Result<T, String> {
    match raw.kind() {
        RawKind::Null => Ok(T::default()),
        _ => read_string(raw)?.parse().map_err(|error: super::ParseError| error.to_string()),
    }
}

/// Parses a CBOR text like [`read_nullable`]; `undefined` is treated as `null`.
pub(super) fn read_nullable_cbor<T: Default + std::str::FromStr<Err = super::ParseError>>(
    item: &[u8],
) -> Result<T, String> {
    match cbor::text_from_item(item)? {
        None => Ok(T::default()),
        Some(text) => text.parse().map_err(|error: super::ParseError| error.to_string()),
    }
}

/// Trims white space. The first and last byte reveal the common case, in which there is nothing to trim.
fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [b'!'..=b'~'] | [b'!'..=b'~', .., b'!'..=b'~'] => text,
        _ => text.trim(),
    }
}

fn read_string(raw: Raw<'_>) -> Result<Cow<'_, str>, String> {
    raw.as_str().ok_or_else(|| format!("expected string, found {}", raw.kind().name()))
}

pub(super) fn integer(reader: &mut ProtoReader<'_>, wire: WireType) -> Result<i64, WireError> {
    match wire {
        WireType::Varint => Ok(reader.varint()? as i64),
        wire => Err(WireError::WrongWireType(wire as u64)),
    }
}

fn text<'a>(reader: &mut ProtoReader<'a>, wire: WireType) -> Result<Cow<'a, str>, WireError> {
    match wire {
        WireType::Length => {
            let bytes = reader.bytes()?;
            Ok(utf8(bytes).map_or_else(|| decode_utf8(bytes), Cow::Borrowed))
        }
        wire => Err(WireError::WrongWireType(wire as u64)),
    }
}
