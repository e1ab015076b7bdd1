use std::borrow::Cow;

use super::json::write_number;
use super::scalar::Scalar;
use super::value::{Parts, Place, Value, Values};
use crate::wire::json::{SyntaxError, decode_utf8};
use crate::wire::pull::Pull;
use crate::wire::raw::{Raw, RawKind};

type Result<T> = std::result::Result<T, SyntaxError>;

/// Reads a document that was arranged ([`Values::arrange`]) as if it were the JSON that it becomes.
#[derive(Debug)]
pub(crate) struct Reader<'v, 'a> {
    values: &'v Values<'a>,
    /// The value that is next.
    next: Place,
    /// Whether the key of that value comes before it.
    at_key: bool,
    /// What is left of the collections that are begun, innermost last.
    open: Vec<Parts>,
    /// The text that was made last of something that is none in the document.
    made: String,
}

impl<'v, 'a> Reader<'v, 'a> {
    /// A reader at the start of `values`.
    pub(crate) fn new(values: &'v Values<'a>) -> Self {
        Reader { values, next: values.root(), at_key: false, open: Vec::new(), made: String::new() }
    }

    fn value(&self) -> &'v Value<'a> {
        self.values.at(self.next)
    }

    fn begin(&mut self, parts: Parts) -> Result<bool> {
        self.open.push(parts);
        self.more()
    }

    fn more(&mut self) -> Result<bool> {
        let next = self.open.last_mut().and_then(Parts::next);
        match next {
            Some(place) => {
                self.next = place;
                self.at_key = matches!(place, Place::Entry(_));
            }
            None => drop(self.open.pop()),
        }
        Ok(next.is_some())
    }

    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let found = kind(self.value()).name();
        Err(self.error(format!("expected {expected}, found {found}").into()))
    }
}

impl<'v> Pull<'v> for Reader<'v, '_> {
    #[inline]
    fn peek(&mut self) -> RawKind {
        kind(self.value())
    }

    /// A third of it is the number of the item or entry; the rest tells items, keys and values.
    fn offset(&self) -> usize {
        match self.next {
            Place::Item(index) => 3 * index,
            Place::Entry(index) => 3 * index + if self.at_key { 1 } else { 2 },
        }
    }

    fn position(&self, offset: usize) -> (usize, usize) {
        let index = offset / 3;
        let spot = match offset % 3 {
            0 => self.values.items[index].spot,
            1 => self.values.entries[index].key_spot,
            _ => self.values.entries[index].spot,
        };
        (spot.line(), spot.column())
    }

    #[inline]
    fn begin_list(&mut self) -> Result<bool> {
        match self.value() {
            Value::List(range) => self.begin(Parts::Items(range.clone())),
            _ => self.unexpected("array"),
        }
    }

    #[inline]
    fn more_items(&mut self) -> Result<bool> {
        self.more()
    }

    #[inline]
    fn begin_object(&mut self) -> Result<bool> {
        match self.value() {
            Value::Map(range) => self.begin(Parts::Entries(range.clone())),
            _ => self.unexpected("object"),
        }
    }

    #[inline]
    fn more_members(&mut self) -> Result<bool> {
        self.more()
    }

    #[inline]
    fn name(&mut self) -> Result<Cow<'v, str>> {
        self.at_key = false;
        match self.next {
            Place::Entry(index) => text(&self.values.entries[index].key).map_or_else(|| self.unexpected("key"), Ok),
            Place::Item(_) => self.unexpected("key"),
        }
    }

    #[inline]
    fn literal(&mut self) -> Result<&'static str> {
        match self.value() {
            Value::Scalar(Scalar::Null) => Ok("null"),
            Value::Scalar(Scalar::Bool(true)) => Ok("true"),
            Value::Scalar(Scalar::Bool(false)) => Ok("false"),
            _ => self.unexpected("literal"),
        }
    }

    fn number(&mut self) -> Result<&str> {
        match self.value() {
            Value::Scalar(number @ (Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_))) => {
                let mut digits = std::mem::take(&mut self.made).into_bytes();
                digits.clear();
                write_number(&mut digits, number);
                self.made = String::from_utf8(digits).expect("numbers are ASCII");
                Ok(&self.made)
            }
            _ => self.unexpected("number"),
        }
    }

    #[inline]
    fn plain_string(&mut self) -> Option<&'v str> {
        if let Value::Scalar(Scalar::Text(text)) = self.value() { Some(text) } else { None }
    }

    #[inline]
    fn string(&mut self) -> Result<Cow<'v, str>> {
        match self.value() {
            Value::Scalar(scalar) => text(scalar).map_or_else(|| self.unexpected("string"), Ok),
            _ => self.unexpected("string"),
        }
    }

    fn raw_within(&mut self, levels: usize) -> Result<Raw<'_>> {
        let buffer = std::mem::take(&mut self.made).into_bytes();
        match self.values.part_to_json(self.next, levels, buffer) {
            Some(json) => {
                self.made = json;
                Ok(Raw::checked(&self.made))
            }
            None => Err(self.error("exceeded max depth".into())),
        }
    }

    #[inline]
    fn skip(&mut self, levels: usize) -> Result<()> {
        if self.values.depth > levels {
            self.raw_within(levels)?;
        }
        Ok(())
    }

    /// There is never anything behind the document.
    fn end(&mut self) -> Result<()> {
        Ok(())
    }

    fn error(&self, message: Cow<'static, str>) -> SyntaxError {
        SyntaxError::new(self.offset(), message)
    }
}

fn kind(value: &Value<'_>) -> RawKind {
    match value {
        Value::Scalar(Scalar::Text(_) | Scalar::Bytes(_)) => RawKind::String,
        Value::Scalar(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)) => RawKind::Number,
        Value::Scalar(Scalar::Bool(_)) => RawKind::Bool,
        Value::Scalar(Scalar::Null) => RawKind::Null,
        Value::List(_) => RawKind::List,
        Value::Map(_) => RawKind::Object,
    }
}

fn text<'v>(scalar: &'v Scalar<'_>) -> Option<Cow<'v, str>> {
    match scalar {
        Scalar::Text(text) => Some(Cow::Borrowed(text)),
        Scalar::Bytes(bytes) => Some(decode_utf8(bytes)),
        _ => None,
    }
}
