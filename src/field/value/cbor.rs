//! Values from CBOR.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Map, Str, Value};
use crate::wire::base64;
use crate::wire::cbor::{Encoding, Fault, Head, Left, Major, Reader};
use crate::wire::json::decode_utf8;
use crate::wire::quote::quote;
use crate::wire::rfc3339;

/// Reads one item as a value whose type nobody knows; bytes in it become text by `encoding`.
///
/// What is wrong does not stop the reader: the first fault counts, but in a map a key said twice, which ends it.
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

/// The entries of a map that can be read, of one that as a whole cannot: upstream looks at those, too. A key said twice
/// has nothing, and ends it.
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

/// Reads the key of a map, which is read as a text, over the one before: `null` leaves that as it is.
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
                Some(number) if number < i64::MIN.into() => overflow(major, "string", number),
                _ => Fault::mismatch(major, "string"),
            })
        }
    }
}

/// A simple value or a float.
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

/// An integer that its place has no room for.
pub(crate) fn overflow(major: Major, wanted: &str, number: i128) -> Fault {
    let place = if number < i64::MIN.into() { "Go's int64" } else { wanted };
    Fault::mismatch_because(major, wanted, format!("{number} overflows {place}"))
}

/// Bytes as a text: encoded where a tag says how, else as they are, what is no UTF-8 as U+FFFD.
pub(crate) fn bytes_as_text(bytes: Cow<'_, [u8]>, encoding: Option<Encoding>) -> Cow<'_, str> {
    match (encoding, bytes) {
        (None, Cow::Borrowed(bytes)) => decode_utf8(bytes),
        (None, Cow::Owned(bytes)) => Cow::Owned(decode_utf8(&bytes).into_owned()),
        (Some(Encoding::Base64), bytes) => Cow::Owned(base64::encode(&bytes)),
        (Some(Encoding::Base64Url), bytes) => Cow::Owned(base64::encode_url(&bytes)),
        (Some(Encoding::Hex), bytes) => Cow::Owned(bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
    }
}

/// Tells whether keys of one map repeat. Keys in the order in which Kubernetes writes them cannot, so only others are
/// kept.
#[derive(Default)]
pub(crate) struct Order<'a> {
    last: Option<Cow<'a, str>>,
    seen: Option<HashSet<Str>>,
}

impl<'a> Order<'a> {
    /// Notes a key whose entry is read; true if it was noted before. `earlier` gives all keys noted so far.
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

/// Whether `key` is written before `other`: the shorter one is.
#[inline]
fn is_before(key: &str, other: &str) -> bool {
    (key.len(), key) < (other.len(), other)
}

/// Values that are being read; what is open is kept in a vector instead of the stack.
struct Builder<'r, 'a> {
    reader: &'r mut Reader<'a>,
    encoding: Option<Encoding>,
    open: Vec<Open<'a>>,
}

struct Open<'a> {
    parts: Parts<'a>,
    left: Left,
    /// The encoding around it.
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
    /// A value without parts, or none and the beginning of one with parts.
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

    /// A time as text: tag 0 holds one, tag 1 counts seconds from 1970 on.
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

    /// Puts a value into the innermost open one; gives it back if none is open.
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

    /// Begins the next part of the innermost open value, or ends it.
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

    /// Takes the value of the key that was read last; the fault if the key was there before.
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
