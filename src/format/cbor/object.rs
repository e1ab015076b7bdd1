use std::borrow::Cow;
use std::slice::Iter;

use super::decode::{Decoder, Result, note};
use super::keys::{Key, Keys};
use crate::encoding::{CborKey, RowSet};
use crate::field::value::bytes_as_text;
use crate::format::decode::MAX_TYPED_DEPTH;
use crate::format::problem::Path;
use crate::reflect::{Shape, StructMut};
use crate::wire::cbor::{Fault, Left, Major};
use crate::wire::quote::quote;

/// An object that is being decoded.
struct Object<'t> {
    target: StructMut<'t>,
    seen: RowSet,
    unknown: Option<Box<Keys>>,
    /// The keys after the last one, in the order of CBOR, which documents usually follow.
    likely: Iter<'static, CborKey>,
    /// The index of the current entry.
    index: u64,
    fault: Option<Fault>,
}

impl Decoder<'_> {
    pub(super) fn object(&mut self, target: StructMut<'_>, path: &Path<'_>) -> Result {
        if self.depth == MAX_TYPED_DEPTH {
            self.reader.skip();
            return Err(Fault::new("exceeded max depth"));
        }
        self.depth += 1;
        let mut left = self.reader.begin();
        let (likely, seen) = (target.shape().cbor_keys().iter(), RowSet::default());
        let mut object = Object { target, seen, unknown: None, likely, index: 0, fault: None };
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

    /// Decodes the entries of an object. An error ends the object, and the caller must skip the remaining entries.
    fn members(&mut self, object: &mut Object<'_>, left: &mut Left, path: &Path<'_>) -> Result {
        while self.reader.more(left) {
            let row = match self.plain_name(object) {
                Some(row) => Some(row),
                None => self.any_name(object, path)?,
            };
            if let Some(row) = row {
                if object.seen.repeats(row) {
                    return Err(self.repeated(object, row));
                }
                let (field, target) = object.target.row(row);
                self.part(&mut object.fault, target, &path.field(field));
            }
            object.index += 1;
        }
        Ok(())
    }

    /// Returns the row of the next key, if it is one of the likely keys in its usual encoding.
    #[inline]
    fn plain_name(&mut self, object: &mut Object<'_>) -> Option<usize> {
        let rest = self.reader.rest();
        let word = u64::from_le_bytes(*rest.first_chunk()?);
        let fields = object.target.shape().fields();
        let mut likely = object.likely.clone();
        let key = likely.find(|key| key.may_start_with(word) && key.starts(rest, fields))?;
        object.likely = likely;
        self.reader.advance(key.len());
        Some(key.row())
    }

    #[cold]
    fn repeated(&mut self, object: &Object<'_>, row: usize) -> Fault {
        self.reader.skip();
        Fault::duplicate(&quote(object.target.shape().fields()[row].name()), object.index)
    }

    /// Returns the row of the next key, or `None` if it does not name a field and the entry was skipped. An error ends
    /// the object.
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
            Ok(Ok((key, behind))) => {
                object.likely = behind.iter();
                return Ok(Some(key.row()));
            }
            Ok(Err(name)) => self.unknown(object, &Key::Name(bytes_as_text(name, None).into_owned()), path)?,
            Err(fault) => {
                object.fault.get_or_insert(fault);
                self.reader.skip();
            }
        }
        Ok(None)
    }

    /// Decodes a key that is not text and names no field. Returns `None` if it cannot be a key.
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

    /// Skips an entry with an unknown key. An error ends the object.
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

fn into_bytes(text: Cow<'_, str>) -> Cow<'_, [u8]> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// Returns the key with this name, and the keys after it.
fn find(shape: &'static Shape, name: &[u8]) -> Option<(&'static CborKey, &'static [CborKey])> {
    let name_of = |key: &CborKey| shape.fields()[key.row()].name().as_bytes();
    let order = |key: &CborKey| (name_of(key).len(), name_of(key)).cmp(&(name.len(), name));
    let keys = shape.cbor_keys();
    let at = keys.binary_search_by(order).ok()?;
    keys[at..].split_first()
}
