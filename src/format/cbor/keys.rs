use std::borrow::Cow;
use std::collections::HashSet;

use crate::field::Value;
use crate::field::value::{GoText, Order, from_cbor};
use crate::wire::cbor::{Encoding, Fault, Major, Reader};
use crate::wire::quote::quote;

/// The unknown keys of one object.
#[derive(Default)]
pub(super) struct Keys {
    order: Order<'static>,
    /// Names, in order of appearance.
    names: Vec<crate::field::Str>,
    /// All other keys, identified by [`Key::identity`].
    others: HashSet<crate::field::Str>,
}

/// The key of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Name(String),
    Integer(i64),
    Bool(bool),
    Null,
    /// The bits of a float.
    Float(u64),
}

impl Keys {
    /// Records a key. Returns true if it was recorded before.
    pub(super) fn repeats(&mut self, key: &Key) -> bool {
        let Key::Name(name) = key else { return !self.others.insert(key.identity().into()) };
        let names = &self.names;
        let repeated = self.order.repeats(Cow::Owned(name.clone()), &|| names.iter().cloned().collect());
        self.names.push(name.as_str().into());
        repeated
    }
}

impl Key {
    /// Decodes a key that cannot be the name of a field. Returns `None` if the item cannot be a map key.
    pub(super) fn read_other(reader: &mut Reader<'_>, encoding: Option<Encoding>) -> Option<Key> {
        match from_cbor(reader, encoding).ok()? {
            Value::Null => Some(Key::Null),
            Value::Bool(value) => Some(Key::Bool(value)),
            Value::Int(value) => Some(Key::Integer(value)),
            // Both zeros are the same key.
            Value::Float(value) => Some(Key::Float((value + 0.0).to_bits())),
            Value::String(ref value) => Some(Key::Name(value.to_string())),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// Decodes an integer key, which never names a field.
    pub(super) fn read_integer(reader: &mut Reader<'_>) -> Result<Key, Fault> {
        let head = reader.head();
        match head.major {
            Major::Negative if head.value > i64::MAX as u64 => {
                let detail = format!("-1-{} overflows Go's int64", head.value);
                Err(Fault::mismatch_because(head.major, "int64", detail))
            }
            Major::Negative => Ok(Key::Integer(!(head.value as i64))),
            _ => Ok(Key::Integer(head.value as i64)),
        }
    }

    /// Returns a unique text for the key, so that a set of texts can hold all kinds of keys.
    fn identity(&self) -> String {
        format!("{self:?}")
    }

    /// Formats the key in Go syntax.
    pub(super) fn text(&self) -> String {
        match self {
            Key::Name(name) => quote(name),
            Key::Integer(number) => number.to_string(),
            Key::Bool(value) => value.to_string(),
            Key::Null => "<nil>".to_string(),
            Key::Float(bits) => GoText(&Value::Float(f64::from_bits(*bits))).to_string(),
        }
    }
}
