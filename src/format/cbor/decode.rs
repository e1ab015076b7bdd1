use std::any::Any;
use std::borrow::Cow;

use super::keys::{Key, Keys};
use crate::field::value::{Order, bytes_as_text, from_cbor, key_from_cbor, plain_json};
use crate::field::{Str, Value};
use crate::format::decode::MAX_TYPED_DEPTH;
use crate::format::problem::Path;
use crate::format::repeats::Rows;
use crate::format::value::{assign, read};
use crate::format::{Error, Problems, Warning};
use crate::reflect::{CborKey, Leaf, ListMut, MapMut, Mut, Shape, StructMut, View, ViewMut, utf8};
use crate::wire::cbor::{Encoding, Fault, Left, Major, Reader};
use crate::wire::json::decode_utf8;
use crate::wire::quote::quote;
use crate::wire::scratch::exactly;

/// Decodes an item over a value, by the value's table. That it is no item at all comes before all else that is wrong.
///
/// What is wrong does not stop it. The first fault counts; but an object or a map with a key said twice, or with a field
/// that a strict decoder does not know, ends there, and has that fault alone.
pub(super) struct Decoder<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) strict: bool,
    /// Whether raw values become JSON.
    transcode: bool,
    /// How the bytes that come next become text.
    pub(super) encoding: Option<Encoding>,
    depth: usize,
    unknown: Problems,
    /// Of raw values, which are looked into when all else is read.
    raw_fault: Option<String>,
}

pub(super) type Result<T = ()> = std::result::Result<T, Fault>;

/// Keeps the first fault.
pub(super) fn note(fault: &mut Option<Fault>, result: Result) {
    if let Err(found) = result {
        fault.get_or_insert(found);
    }
}

impl<'a> Decoder<'a> {
    pub(super) fn new(reader: Reader<'a>, strict: bool, transcode: bool) -> Self {
        let (encoding, unknown, raw_fault) = (None, Problems::default(), None);
        Decoder { reader, strict, transcode, encoding, depth: 0, unknown, raw_fault }
    }

    pub(super) fn decode(&mut self, target: Mut<'_>) -> Result {
        let read = self.value(target, &Path::root());
        if read.is_err() {
            self.reader.doubt();
        }
        self.reader.end()?;
        read
    }

    /// The fields that were dropped.
    pub(super) fn finish(self) -> std::result::Result<Vec<Warning>, Error> {
        match self.raw_fault {
            Some(message) => Err(Error::other(message)),
            None => self.unknown.into_warnings(|_| None),
        }
    }

    /// Any value. Most are text, for which nothing is called.
    #[inline]
    pub(super) fn value(&mut self, target: Mut<'_>, path: &Path<'_>) -> Result {
        match target.text() {
            Ok(target) => self.text(target, path),
            Err(target) => self.structured(target, path),
        }
    }

    /// Any value. What recurses is kept apart from what does not, so that a level of nesting takes
    /// little of the stack.
    #[inline(never)]
    fn structured(&mut self, target: Mut<'_>, path: &Path<'_>) -> Result {
        match (target.view(), self.reader.major()) {
            (ViewMut::Struct(target), _) if target.shape().is_union() => self.union(target, path),
            (ViewMut::Struct(target), Major::Map) => self.object(target, path),
            (ViewMut::List(target), Major::List) => self.items(target, path),
            (ViewMut::Map(target), Major::Map) => self.entries(target, path),
            (ViewMut::Option(target), _) if self.reader.is_nil() => {
                self.reader.head();
                target.clear();
                Ok(())
            }
            (ViewMut::Option(target), _) => self.value(target.make(), path),
            (ViewMut::Leaf(target), _) => self.leaf(target, path),
            (ViewMut::Bool(target), Major::Simple) if self.reader.is_bool() => {
                *target = self.reader.head().info == 21;
                Ok(())
            }
            (target, Major::Tag) => self.tagged(target, path),
            (target, _) => self.plain(target).map_err(|fault| fault.at(path)),
        }
    }

    #[inline]
    fn text(&mut self, target: &mut Str, path: &Path<'_>) -> Result {
        match self.plain_text() {
            Some(text) => {
                target.set(&text);
                Ok(())
            }
            None => self.other_text(target, path),
        }
    }

    #[cold]
    fn other_text(&mut self, target: &mut Str, path: &Path<'_>) -> Result {
        match self.reader.major() {
            Major::Tag => self.tagged(ViewMut::Str(target), path),
            _ => self.plain(ViewMut::Str(target)).map_err(|fault| fault.at(path)),
        }
    }

    /// The next text, if it is written as Kubernetes writes them; anything else stays where it is.
    #[inline]
    fn plain_text(&mut self) -> Option<Cow<'a, str>> {
        if self.encoding.is_some() {
            return None;
        }
        let bytes = self.reader.plain_bytes()?;
        Some(utf8(bytes).map_or_else(|| decode_utf8(bytes), Cow::Borrowed))
    }

    fn tagged(&mut self, target: ViewMut<'_>, path: &Path<'_>) -> Result {
        self.reader.check_tags()?;
        let around = self.encoding;
        self.encoding = self.reader.tags(around);
        let read = self.untagged(target, path);
        self.encoding = around;
        read
    }

    fn untagged(&mut self, target: ViewMut<'_>, path: &Path<'_>) -> Result {
        match (target, self.reader.major()) {
            (ViewMut::Struct(target), Major::Map) => self.object(target, path),
            (ViewMut::List(target), Major::List) => self.items(target, path),
            (ViewMut::Map(target), Major::Map) => self.entries(target, path),
            (target, _) => self.plain(target).map_err(|fault| fault.at(path)),
        }
    }

    /// A leaf gets its bytes, without tags 55799 in front; an untyped value is read in place.
    fn leaf(&mut self, target: &mut dyn Leaf, path: &Path<'_>) -> Result {
        self.reader.skip_magic();
        if self.transcode && self.reader.major() == Major::Map && self.raw_map(target).is_some() {
            return Ok(());
        }
        if let Some(place) = target.cbor_place() {
            return self.value(place, path);
        }
        if self.reader.major() == Major::Tag {
            self.reader.check_tags()?;
        }
        if let Some(target) = (&mut *target as &mut dyn Any).downcast_mut::<Value>() {
            *target = from_cbor(&mut self.reader, self.encoding).map_err(|fault| fault.at(path))?;
            return Ok(());
        }
        let item = self.reader.item();
        self.reader.vouch()?;
        target.read_cbor(item).map_err(|message| Fault::of_value(message).at(path))?;
        if self.transcode
            && let Err(message) = target.raw_cbor_to_json()
        {
            self.raw_fault.get_or_insert(message);
        }
        Ok(())
    }

    /// A map where raw values go, if it is plain.
    fn raw_map(&mut self, target: &mut dyn Leaf) -> Option<()> {
        let raw = target.raw_json()?;
        let mut ahead = self.reader.clone();
        *raw = exactly(|json| plain_json(&mut ahead, json).ok_or(())).ok()?.into();
        self.reader = ahead;
        Some(())
    }

    fn items(&mut self, mut target: ListMut<'_>, path: &Path<'_>) -> Result {
        let mut left = self.reader.begin();
        let (mut length, mut fault) = (0, None);
        while self.reader.more(&mut left) {
            let read = self.value(target.item(length), &path.index(length));
            note(&mut fault, read);
            length += 1;
        }
        target.truncate(length);
        fault.map_or(Ok(()), Err)
    }

    fn entries(&mut self, mut target: MapMut<'_>, path: &Path<'_>) -> Result {
        let mut left = self.reader.begin();
        target.make();
        let mut order = Order::default();
        // Whose value was wrong does not count as read.
        let (first, mut read, mut failed) = (target.len(), 0, Vec::new());
        let (mut key, mut last) = (Cow::Borrowed(""), None);
        let (mut index, mut fault) = (0, None);
        while self.reader.more(&mut left) {
            index += 1;
            if let Some(text) = self.plain_text() {
                key = text;
            } else if let Err(found) = key_from_cbor(&mut self.reader, self.encoding, &mut key) {
                fault.get_or_insert(found.at(path));
                self.reader.skip();
                continue;
            }
            let before = last.filter(|_| self.reader.is_null()).and_then(|last| plain(&target, last));
            let mut value = target.append(&key);
            if let Some(before) = before {
                assign(value.reborrow(), &before).map_err(|error| Fault::new(error.to_string()))?;
            }
            if let Err(found) = self.value(value, &path.key(&key)) {
                fault.get_or_insert(found);
                failed.push(first + read);
                read += 1;
                continue;
            }
            let earlier = || {
                let keys = target.keys_from(first).take(read).enumerate();
                keys.filter(|(at, _)| failed.binary_search(&(first + at)).is_err()).map(|(_, key)| key.clone())
            };
            if order.repeats(key.clone(), earlier) {
                self.skip_entries(&mut left);
                return Err(Fault::duplicate(&quote(&key), index - 1));
            }
            last = Some(first + read);
            read += 1;
        }
        fault.map_or(Ok(()), Err)
    }

    /// Passes over the entries of a map that are still to come.
    fn skip_entries(&mut self, left: &mut Left) {
        while self.reader.more(left) {
            self.reader.skip();
            self.reader.skip();
        }
    }

    fn object(&mut self, target: StructMut<'_>, path: &Path<'_>) -> Result {
        if self.depth == MAX_TYPED_DEPTH {
            self.reader.skip();
            return Err(Fault::new("exceeded max depth"));
        }
        self.depth += 1;
        let mut left = self.reader.begin();
        let mut object = Object { target, unknown: None, seen: Rows::default(), guess: 0, index: 0, fault: None };
        let ended = self.members(&mut object, &mut left, path);
        self.depth -= 1;
        match ended {
            Ok(()) => object.fault.map_or(Ok(()), Err),
            Err(fault) => {
                self.skip_entries(&mut left);
                Err(fault)
            }
        }
    }

    /// The error ends the object, whose rest is still to be passed over.
    fn members(&mut self, object: &mut Object<'_>, left: &mut Left, path: &Path<'_>) -> Result {
        let shape = object.target.shape();
        let keys = shape.cbor_keys();
        while self.reader.more(left) {
            let at = match self.plain_name(shape, keys, object.guess) {
                Some(at) => Some(at),
                None => self.any_name(object, path)?,
            };
            if let Some(at) = at {
                let row = keys[at].row();
                if object.seen.repeats(row) {
                    return Err(self.repeated(object, row));
                }
                object.guess = at + 1;
                let path = path.field(&shape.fields()[row]);
                let read = self.value(object.target.field(row), &path);
                note(&mut object.fault, read);
            }
            object.index += 1;
        }
        Ok(())
    }

    /// The place of the next key, if it is one of those from `guess` on in their plain form. Documents have their order.
    #[inline]
    fn plain_name(&mut self, shape: &'static Shape, keys: &[CborKey], guess: usize) -> Option<usize> {
        let rest = self.reader.rest();
        let word = u64::from_le_bytes(*rest.first_chunk()?);
        let may_be = keys.iter().enumerate().skip(guess).filter(|(_, key)| key.may_start_with(word));
        let (at, key) = may_be.into_iter().find(|(_, key)| key.starts(rest, &shape.fields()[key.row()]))?;
        self.reader.advance(key.len());
        Some(at)
    }

    #[cold]
    fn repeated(&mut self, object: &Object<'_>, row: usize) -> Fault {
        self.reader.skip();
        Fault::duplicate(&quote(object.target.shape().fields()[row].name()), object.index)
    }

    /// The place of the next key in the order of CBOR. None if it names no field: then the entry was passed over. The
    /// error ends the object.
    #[cold]
    fn any_name(&mut self, object: &mut Object<'_>, path: &Path<'_>) -> Result<Option<usize>> {
        let read = match self.reader.major() {
            Major::Bytes => {
                let head = self.reader.head();
                Ok(self.reader.bytes(head))
            }
            Major::Text => {
                let head = self.reader.head();
                self.reader.text(head).map(into_bytes)
            }
            _ => {
                match self.other_key(object) {
                    Some(key) => self.unknown(object, &key, path)?,
                    None => self.reader.skip(),
                }
                return Ok(None);
            }
        };
        let found = read.map(|name| find(object.target.shape(), &name).ok_or(name));
        match found {
            Ok(Ok(at)) => return Ok(Some(at)),
            Ok(Err(name)) => self.unknown(object, &Key::Name(bytes_as_text(name, None).into_owned()), path)?,
            Err(fault) => {
                object.fault.get_or_insert(fault);
                self.reader.skip();
            }
        }
        Ok(None)
    }

    /// A key that is no text and names no field; none if it can be no key.
    fn other_key(&mut self, object: &mut Object<'_>) -> Option<Key> {
        let major = self.reader.major();
        if matches!(major, Major::Unsigned | Major::Negative) {
            let read = Key::read_integer(&mut self.reader);
            return read.map_err(|fault| note(&mut object.fault, Err(fault))).ok();
        }
        object.fault.get_or_insert_with(|| {
            let detail = format!("map key is of type {} and cannot be used to match struct field name", major.name());
            Fault::mismatch_because(major, "string", detail)
        });
        Key::read_other(&mut self.reader, self.encoding)
    }

    /// Passes over an entry that the type does not know; the error ends the object.
    #[cold]
    fn unknown(&mut self, object: &mut Object<'_>, key: &Key, path: &Path<'_>) -> Result {
        let offset = self.reader.offset();
        self.reader.skip();
        if self.strict {
            return Err(Fault::unknown_field(object.index));
        }
        if object.unknown.get_or_insert_default().repeats(key) {
            return Err(Fault::duplicate(&key.text(), object.index));
        }
        match key {
            Key::Name(name) => self.unknown.unknown(&path.key(name), offset),
            other => self.unknown.unknown(&path.key(&other.text()), offset),
        }
        Ok(())
    }
}

/// An object that is being read.
struct Object<'t> {
    target: StructMut<'t>,
    seen: Rows,
    unknown: Option<Box<Keys>>,
    /// The place in the order of CBOR behind the last row, where the next one is likely.
    guess: usize,
    /// Of the entry that is read.
    index: u64,
    fault: Option<Fault>,
}

/// The value of an entry, if it is one that `null` leaves as it is. Upstream reads all such values of a map into one
/// place, where the one before still stands.
#[cold]
fn plain(target: &MapMut<'_>, entry: usize) -> Option<Value> {
    let value = target.value_back(target.len() - 1 - entry)?;
    match value.view() {
        View::Bool(_) | View::Int32(_) | View::Int64(_) | View::Double(_) | View::Str(_) => read(value).ok(),
        _ => None,
    }
}

fn into_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// The place of a name in the order of CBOR.
fn find(shape: &'static Shape, name: &[u8]) -> Option<usize> {
    let name_of = |key: &CborKey| shape.fields()[key.row()].name().as_bytes();
    let order = |key: &CborKey| (name_of(key).len(), name_of(key)).cmp(&(name.len(), name));
    shape.cbor_keys().binary_search_by(order).ok()
}
