//! Decodes CBOR to values.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Map, Str, Value};
use crate::wire::base64;
use crate::wire::cbor::{Encoding, Fault, Head, Left, Major, Reader};
use crate::wire::json::decode_utf8;
use crate::wire::quote::quote;
use crate::wire::rfc3339;

/// Decodes one item to a value without a schema. Byte strings in it become text according to `encoding`.
///
/// A fault does not stop the decoder: the whole item is read and the first fault is returned. A duplicate key is the
/// exception; it ends the map that contains it.
pub(crate) fn from_cbor(reader: &mut Reader<'_>, encoding: Option<Encoding>) -> Result<Value, Fault> {
    let mut builder = Builder { reader, encoding, open: Vec::new() };
    let mut next = builder.begin();
    loop {
        if let Some(read) = next
            && let Some(done) = builder.put(read)
        {
            return done;
        }
        next = builder.go_on();
    }
}

/// Returns the readable entries of a map that as a whole cannot be decoded; upstream inspects those, too. A duplicate
/// key gets the value null and ends the map.
#[cold]
pub(crate) fn readable_entries(mut reader: Reader<'_>) -> Map<Value> {
    let (mut map, mut key) = (Map::nil(), Cow::Borrowed(""));
    let encoding = reader.tags(None);
    if reader.major() != Major::Map {
        return map;
    }
    let mut left = Left::behind(reader.head());
    while reader.more(&mut left) {
        if key_from_cbor(&mut reader, encoding, &mut key).is_err() {
            reader.skip();
        } else if let Ok(value) = from_cbor(&mut reader, encoding)
            && map.insert(&*key, value).is_some()
        {
            map.insert(&*key, Value::Null);
            break;
        }
    }
    map
}

/// Reads a map key as text and replaces `key` with it. The key `null` leaves `key` unchanged.
#[inline]
pub(crate) fn key_from_cbor<'a>(
    reader: &mut Reader<'a>,
    encoding: Option<Encoding>,
    key: &mut Cow<'a, str>,
) -> Result<(), Fault> {
    *key = match reader.plain_bytes() {
        Some(bytes) if encoding.is_none() => decode_utf8(bytes),
        Some(bytes) => bytes_as_text(Cow::Borrowed(bytes), encoding),
        None => match any_key(reader, encoding)? {
            Some(key) => key,
            None => return Ok(()),
        },
    };
    Ok(())
}

fn any_key<'a>(reader: &mut Reader<'a>, encoding: Option<Encoding>) -> Result<Option<Cow<'a, str>>, Fault> {
    reader.skip_magic();
    reader.check_tags()?;
    let encoding = reader.tags(encoding);
    let major = reader.major();
    match major {
        Major::Bytes => {
            let head = reader.head();
            Ok(Some(bytes_as_text(reader.bytes(head), encoding)))
        }
        Major::Text => {
            let head = reader.head();
            reader.text(head).map(Some)
        }
        Major::Simple => match simple(reader.head())? {
            Value::Null => Ok(None),
            _ => Err(Fault::mismatch(major, "string")),
        },
        _ => {
            let mut ahead = reader.clone();
            let number = ahead.head().integer();
            reader.skip();
            Err(match number {
                Some(number) if number < i128::from(i64::MIN) => overflow(major, "string", number),
                _ => Fault::mismatch(major, "string"),
            })
        }
    }
}

/// Decodes a simple value or a float.
pub(crate) fn simple(head: Head) -> Result<Value, Fault> {
    if let Some(number) = head.float() {
        return Ok(Value::Float(number));
    }
    match head.value {
        20 | 21 => Ok(Value::Bool(head.value == 21)),
        22 => Ok(Value::Null),
        other => Err(Fault::unacceptable(Major::Simple, &format!("simple value {other} is not recognized"))),
    }
}

/// Returns the fault for an integer that overflows its target type.
pub(crate) fn overflow(major: Major, wanted: &str, number: i128) -> Fault {
    let place = if number < i128::from(i64::MIN) { "Go's int64" } else { wanted };
    Fault::mismatch_because(major, wanted, format!("{number} overflows {place}"))
}

/// Converts bytes to text: with the encoding that a tag specifies, if any, otherwise as UTF-8, with U+FFFD for invalid
/// bytes.
pub(crate) fn bytes_as_text(bytes: Cow<'_, [u8]>, encoding: Option<Encoding>) -> Cow<'_, str> {
    match (encoding, bytes) {
        (None, Cow::Borrowed(bytes)) => decode_utf8(bytes),
        (None, Cow::Owned(bytes)) => Cow::Owned(decode_utf8(&bytes).into_owned()),
        (Some(Encoding::Base64), bytes) => Cow::Owned(base64::encode(&bytes)),
        (Some(Encoding::Base64Url), bytes) => Cow::Owned(base64::encode_url(&bytes)),
        (Some(Encoding::Hex), bytes) => Cow::Owned(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
    }
}

/// Detects duplicate keys in a map. Keys in the order in which Kubernetes writes them cannot repeat, so keys are
/// collected only if another order occurs.
#[derive(Default)]
pub(crate) struct Order<'a> {
    last: Option<Cow<'a, str>>,
    seen: Option<HashSet<Str>>,
}

impl<'a> Order<'a> {
    /// Records a key whose entry has been read; returns true if it was recorded before. `earlier` returns all keys
    /// recorded so far.
    #[inline]
    pub(crate) fn repeats(&mut self, key: Cow<'a, str>, earlier: &dyn Fn() -> HashSet<Str>) -> bool {
        if self.seen.is_none() && self.last.as_deref().is_none_or(|last| is_before(last, &key)) {
            self.last = Some(key);
            return false;
        }
        let seen = self.seen.get_or_insert_with(earlier);
        !seen.insert(key.into())
    }
}

/// Returns true if `key` precedes `other` in Kubernetes' CBOR: shorter keys come first, then keys are compared by
/// bytes.
#[inline]
fn is_before(key: &str, other: &str) -> bool {
    (key.len(), key) < (other.len(), other)
}

/// The state of a decoder. Open lists and maps are kept in a vector instead of on the stack.
struct Builder<'r, 'a> {
    reader: &'r mut Reader<'a>,
    encoding: Option<Encoding>,
    open: Vec<Open<'a>>,
}

struct Open<'a> {
    parts: Parts<'a>,
    left: Left,
    /// The encoding that applied outside this value, to be restored when it ends.
    encoding: Option<Encoding>,
    fault: Option<Fault>,
}

enum Parts<'a> {
    List(Vec<Value>),
    Map(Box<Members<'a>>),
}

struct Members<'a> {
    map: Map<Value>,
    key: Cow<'a, str>,
    index: u64,
    order: Order<'a>,
    unordered: bool,
}

type Read = Result<Value, Fault>;

impl Builder<'_, '_> {
    /// Reads a scalar, or returns `None` after opening a list or map.
    fn begin(&mut self) -> Option<Read> {
        if self.encoding.is_none()
            && let Some(bytes) = self.reader.plain_bytes()
        {
            return Some(Ok(Value::String(decode_utf8(bytes).into())));
        }
        self.reader.skip_magic();
        if let Err(fault) = self.reader.check_tags() {
            return Some(Err(fault));
        }
        let around = self.encoding;
        while self.reader.major() == Major::Tag {
            let mut ahead = self.reader.clone();
            if matches!(ahead.head().value, 0 | 1) {
                *self.reader = ahead;
                self.encoding = around;
                return Some(self.time());
            }
            self.encoding = self.reader.tag(self.encoding);
        }
        let major = self.reader.major();
        let head = self.reader.head();
        let read = match major {
            Major::List => Parts::List(Vec::with_capacity(Left::behind(head).capacity())),
            Major::Map => Parts::Map(Box::new(Members::new(Left::behind(head).capacity()))),
            _ => {
                let read = self.scalar(head);
                self.encoding = around;
                return Some(read);
            }
        };
        self.open.push(Open { parts: read, left: Left::behind(head), encoding: around, fault: None });
        self.reader.at_depth(self.open.len());
        None
    }

    fn scalar(&mut self, head: Head) -> Read {
        match head.major {
            Major::Bytes => Ok(Value::String(bytes_as_text(self.reader.bytes(head), self.encoding).into())),
            Major::Text => Ok(Value::String(self.reader.text(head)?.into())),
            Major::Simple => simple(head),
            major => {
                let number = head.integer().unwrap_or_default();
                i64::try_from(number).map(Value::Int).map_err(|_| overflow(major, "int64", number))
            }
        }
    }

    /// Decodes a time to text: tag 0 contains a text, tag 1 the number of seconds since 1970.
    fn time(&mut self) -> Read {
        let head = self.reader.head();
        let text = match (head.major, head.float()) {
            (Major::Text, _) => {
                let text = self.reader.text(head)?;
                rfc3339::rewritten(&text).map_err(|error| format!("cbor: cannot set {text} for time.Time: {error}"))
            }
            (_, Some(number)) => {
                let instant = rfc3339::normalized(number.trunc() as i64, (number.fract() * 1e9) as i64);
                rfc3339::with_nanos(instant).map_err(not_representable)
            }
            (major, None) => {
                let number = head.integer().unwrap_or_default();
                let seconds = i64::try_from(number).map_err(|_| overflow(major, "time.Time", number))?;
                rfc3339::with_nanos((seconds, 0)).map_err(not_representable)
            }
        };
        text.map(|text| Value::String(text.into())).map_err(Fault::new)
    }

    /// Adds a value to the innermost open list or map; returns it if none is open.
    fn put(&mut self, read: Read) -> Option<Read> {
        let Some(open) = self.open.last_mut() else { return Some(read) };
        match (&mut open.parts, read) {
            (Parts::List(items), Ok(value)) => items.push(value),
            (Parts::Map(members), Ok(value)) => {
                if let Some(fault) = members.put(value) {
                    open.fault = Some(fault);
                    while self.reader.more(&mut open.left) {
                        self.reader.skip();
                        self.reader.skip();
                    }
                }
            }
            (_, Err(fault)) => drop(open.fault.get_or_insert(fault)),
        }
        None
    }

    /// Begins the next part of the innermost open list or map, or closes it.
    fn go_on(&mut self) -> Option<Read> {
        let open = self.open.last_mut()?;
        while self.reader.more(&mut open.left) {
            let Parts::Map(members) = &mut open.parts else { return self.begin() };
            members.index += 1;
            match key_from_cbor(self.reader, self.encoding, &mut members.key) {
                Ok(()) => return self.begin(),
                Err(fault) => {
                    open.fault.get_or_insert(fault);
                    self.reader.skip();
                }
            }
        }
        let Open { parts, encoding, fault, .. } = self.open.pop()?;
        self.encoding = encoding;
        Some(match (fault, parts) {
            (Some(fault), _) => Err(fault),
            (None, Parts::List(items)) => Ok(Value::List(items.into())),
            (None, Parts::Map(members)) => Ok(Value::Map(members.finish())),
        })
    }
}

fn not_representable(error: String) -> String {
    format!("cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: {error}")
}

impl Members<'_> {
    fn new(capacity: usize) -> Self {
        let map = Map::with_capacity(capacity);
        Members { map, key: Cow::Borrowed(""), index: 0, order: Order::default(), unordered: false }
    }

    /// Adds the value of the last key; returns a fault if the map already contains the key.
    fn put(&mut self, value: Value) -> Option<Fault> {
        let name = Str::from(&*self.key);
        let map = &self.map;
        if self.order.repeats(self.key.clone(), &|| map.keys().cloned().collect()) {
            return Some(Fault::duplicate(&quote(&name), self.index - 1));
        }
        self.unordered |= self.map.push_entry(name, value);
        None
    }

    fn finish(mut self) -> Map<Value> {
        if self.unordered {
            self.map.restore_order();
        }
        self.map
    }
}
