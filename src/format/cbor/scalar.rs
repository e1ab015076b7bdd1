//! Decoding of scalars.

use std::borrow::Cow;

use super::decode::{Decoder, Result, note};
use crate::field::value::{bytes_as_text, overflow, simple};
use crate::field::{Bytes, Value};
use crate::reflect::{Shape, Type, ViewMut};
use crate::wire::base64;
use crate::wire::cbor::{Fault, Left, Major};

impl Decoder<'_> {
    /// Decodes a scalar, or reports a value of the wrong type.
    pub(super) fn plain(&mut self, target: ViewMut<'_>) -> Result {
        match self.reader.major() {
            major @ (Major::Unsigned | Major::Negative) => {
                let head = self.reader.head();
                match (target, i32::try_from(head.value)) {
                    (ViewMut::Int32(target), Ok(number)) if major == Major::Unsigned => *target = number,
                    (ViewMut::Int64(target), Ok(number)) if major == Major::Unsigned => *target = number.into(),
                    (target, _) => return integer(target, major, head.integer().unwrap_or_default()),
                }
                Ok(())
            }
            Major::Bytes => {
                let head = self.reader.head();
                let bytes = self.reader.bytes(head);
                self.bytes(target, bytes)
            }
            Major::Text => {
                let head = self.reader.head();
                let text = self.reader.text(head)?;
                match target {
                    ViewMut::Str(target) => target.set(&text),
                    other => return Err(Fault::mismatch(Major::Text, type_of(&other))),
                }
                Ok(())
            }
            Major::Simple => simple_or_float(target, simple(self.reader.head())?),
            Major::List => match target {
                ViewMut::Bytes(target) => self.byte_list(target),
                ViewMut::Struct(target) => {
                    self.reader.skip();
                    let detail = "cannot decode CBOR array to struct without toarray option";
                    Err(Fault::mismatch_because(Major::List, target.shape().name(), detail))
                }
                other => self.mismatch(&other),
            },
            _ => self.mismatch(&target),
        }
    }

    fn mismatch(&mut self, target: &ViewMut<'_>) -> Result {
        let found = self.reader.major();
        self.reader.skip();
        Err(Fault::mismatch(found, type_of(target)))
    }

    /// Decodes a byte string. For a text, the bytes are used unchanged or converted as a tag requires. Where bytes are
    /// expected, they are base64, unless there is such a tag.
    fn bytes(&mut self, target: ViewMut<'_>, bytes: Cow<'_, [u8]>) -> Result {
        match target {
            ViewMut::Str(target) => target.set(&bytes_as_text(bytes, self.encoding)),
            ViewMut::Bytes(target) if self.encoding.is_some() => *target = bytes.into_owned().into(),
            ViewMut::Bytes(target) => {
                let illegal = |error| Fault::new(format!("cbor: failed to decode base64 from byte string: {error}"));
                *target = base64::decode_bytes(&bytes).map_err(illegal)?.into();
            }
            other => return Err(Fault::mismatch(Major::Bytes, type_of(&other))),
        }
        Ok(())
    }

    /// Decodes a list of numbers as bytes. `null` is zero.
    fn byte_list(&mut self, target: &mut Bytes) -> Result {
        let mut left = Left::behind(self.reader.head());
        let (mut bytes, mut fault) = (Vec::with_capacity(left.capacity()), None);
        while self.reader.more(&mut left) {
            let mut byte = 0;
            note(&mut fault, self.byte(&mut byte));
            bytes.push(byte);
        }
        *target = bytes.into();
        fault.map_or(Ok(()), Err)
    }

    fn byte(&mut self, byte: &mut u8) -> Result {
        self.reader.check_tags()?;
        self.reader.tags(None);
        let mut number = i64::from(*byte);
        self.plain(ViewMut::Int64(&mut number))?;
        *byte = number.try_into().map_err(|_| match number < 0 {
            true => Fault::mismatch(Major::Negative, "uint8"),
            false => overflow(Major::Unsigned, "uint8", number.into()),
        })?;
        Ok(())
    }
}

fn integer(target: ViewMut<'_>, major: Major, number: i128) -> Result {
    if number < i128::from(i64::MIN) {
        return Err(overflow(major, &type_of(&target), number));
    }
    match target {
        ViewMut::Int32(target) => *target = number.try_into().map_err(|_| overflow(major, "int32", number))?,
        ViewMut::Int64(target) => *target = number.try_into().map_err(|_| overflow(major, "int64", number))?,
        ViewMut::Double(target) => *target = number as f64,
        other => return Err(Fault::mismatch(major, type_of(&other))),
    }
    Ok(())
}

fn simple_or_float(target: ViewMut<'_>, value: Value) -> Result {
    match (target, &value) {
        (ViewMut::List(mut target), Value::Null) => target.clear(),
        (ViewMut::Map(mut target), Value::Null) => target.clear(),
        (ViewMut::Bytes(target), Value::Null) => *target = Bytes::default(),
        (_, Value::Null) => {}
        (ViewMut::Bool(target), Value::Bool(value)) => *target = *value,
        (ViewMut::Double(target), Value::Float(value)) => *target = *value,
        (other, _) => return Err(Fault::mismatch(Major::Simple, type_of(&other))),
    }
    Ok(())
}

/// Returns the type of a target as shown in messages.
#[cold]
fn type_of(target: &ViewMut<'_>) -> String {
    match target {
        ViewMut::Bool(_) => "bool".to_string(),
        ViewMut::Int32(_) => "int32".to_string(),
        ViewMut::Int64(_) => "int64".to_string(),
        ViewMut::Double(_) => "float64".to_string(),
        ViewMut::Str(_) => "string".to_string(),
        ViewMut::Bytes(_) => "[]uint8".to_string(),
        ViewMut::Struct(target) => target.shape().name().to_string(),
        ViewMut::List(target) => format!("[]{}", name_of_type(target.item_type())),
        ViewMut::Map(_) => "map".to_string(),
        // All other types are decoded by their own functions.
        _ => "value".to_string(),
    }
}

#[cold]
fn name_of_type(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "bool",
        Type::Int32 => "int32",
        Type::Int64 => "int64",
        Type::Double => "float64",
        Type::Str => "string",
        Type::Bytes => "[]uint8",
        ty => ty.shape().map_or("value", Shape::name),
    }
}
