use std::any::Any;
use std::borrow::Cow;
use std::collections::HashSet;

use crate::field::value::{Order, from_cbor, key_from_cbor, plain_json};
use crate::field::{Str, Value};
use crate::format::decode::MOST_FAILED;
use crate::format::problem::Path;
use crate::format::value::{assign, read};
use crate::format::{Error, Problems, Warning};
use crate::reflect::{Leaf, ListMut, MapMut, Mut, View, ViewMut, utf8};
use crate::wire::cbor::{Encoding, Fault, Left, Major, Reader};
use crate::wire::quote::quote;
use crate::wire::scratch::exactly;

/// Decodes an item into a value by the value's table. Malformed data takes precedence over all other faults.
///
/// A fault does not stop decoding, and the first one is returned. The exceptions are a duplicate key, and in a strict
/// decoder an unknown field: they end the object or map, and no other fault in it is reported.
pub(super) struct Decoder<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) strict: bool,
    /// True if raw values are converted to JSON.
    transcode: bool,
    /// The encoding that the enclosing tag declares for byte strings.
    pub(super) encoding: Option<Encoding>,
    pub(super) depth: usize,
    pub(super) unknown: Problems,
    /// True if the next fault is discarded, because there was an earlier one, and needs no path.
    muted: bool,
    /// The first fault in a raw value. Raw values are examined after everything else was decoded.
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
        Decoder { reader, strict, transcode, encoding, depth: 0, unknown, muted: false, raw_fault }
    }

    /// Decodes a value among siblings of which only the first fault is kept. Returns true if it has no fault.
    #[inline]
    pub(super) fn part(&mut self, fault: &mut Option<Fault>, target: Mut<'_>, path: &Path<'_>) -> bool {
        let muted = self.muted;
        self.muted |= fault.is_some();
        let read = self.value(target, path);
        self.muted = muted;
        read.map_err(|found| fault.get_or_insert(found)).is_ok()
    }

    /// Adds a path to a fault, unless it is discarded anyway.
    #[cold]
    pub(super) fn fault(&self, fault: Fault, path: &Path<'_>) -> Fault {
        if self.muted { fault } else { fault.at(path) }
    }

    pub(super) fn decode(&mut self, target: Mut<'_>) -> Result {
        let read = self.value(target, &Path::root());
        if read.is_err() {
            self.reader.doubt();
        }
        self.reader.end()?;
        read
    }

    /// Returns the fields that were dropped.
    pub(super) fn finish(self) -> std::result::Result<Vec<Warning>, Error> {
        match self.raw_fault {
            Some(message) => Err(Error::other(message)),
            None => self.unknown.into_warnings(&|_| None),
        }
    }

    /// Decodes any value. Most values are text, which is decoded inline.
    #[inline]
    pub(super) fn value(&mut self, target: Mut<'_>, path: &Path<'_>) -> Result {
        match target.text() {
            Ok(target) => self.text(target, path),
            Err(target) => self.structured(target, path),
        }
    }

    /// Decodes any value. Recursive cases are separate from the others, so that each level of nesting uses little
    /// stack.
    #[inline(never)]
    fn structured(&mut self, mut target: Mut<'_>, path: &Path<'_>) -> Result {
        loop {
            return match target.view() {
                ViewMut::Option(target) if self.reader.is_nil() => {
                    self.reader.head();
                    target.clear();
                    Ok(())
                }
                ViewMut::Option(option) => {
                    target = option.make();
                    continue;
                }
                ViewMut::Str(target) => self.text(target, path),
                ViewMut::Struct(target) if target.shape().is_union() => self.union(target, path),
                ViewMut::Struct(target) if self.reader.major() == Major::Map => self.object(target, path),
                ViewMut::List(target) if self.reader.major() == Major::List => self.items(target, path),
                ViewMut::Map(target) if self.reader.major() == Major::Map => self.entries(target, path),
                ViewMut::Leaf(target) => self.leaf(target, path),
                ViewMut::Bool(target) if self.reader.is_bool() => {
                    *target = self.reader.head().info == 21;
                    Ok(())
                }
                target => self.other(target, path),
            };
        }
    }

    /// Decodes a scalar, or a value of a kind that the target does not support.
    fn other(&mut self, target: ViewMut<'_>, path: &Path<'_>) -> Result {
        match self.reader.major() {
            Major::Tag => self.tagged(target, path),
            _ => self.plain(target).map_err(|fault| self.fault(fault, path)),
        }
    }

    #[inline]
    fn text(&mut self, target: &mut Str, path: &Path<'_>) -> Result {
        match self.plain_text() {
            Some(text) => {
                target.set(text);
                Ok(())
            }
            None => self.other(ViewMut::Str(target), path),
        }
    }

    /// Returns the next text if it is valid UTF-8 and encoded the way Kubernetes encodes text. Otherwise reads nothing.
    #[inline]
    fn plain_text(&mut self) -> Option<&'a str> {
        if self.encoding.is_some() {
            return None;
        }
        let (bytes, size) = self.reader.plain()?;
        let text = utf8(bytes)?;
        self.reader.advance(size);
        Some(text)
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
            (target, _) => self.plain(target).map_err(|fault| self.fault(fault, path)),
        }
    }

    /// Passes the bytes of an item to a leaf, without leading tags 55799. Untyped values are decoded in place.
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
            *target = from_cbor(&mut self.reader, self.encoding).map_err(|fault| self.fault(fault, path))?;
            return Ok(());
        }
        let item = self.reader.item();
        self.reader.vouch()?;
        target.read_cbor(item).map_err(|message| self.fault(Fault::of_value(message), path))?;
        if self.transcode
            && let Err(message) = target.raw_cbor_to_json()
        {
            self.raw_fault.get_or_insert(message);
        }
        Ok(())
    }

    /// Converts a map to raw JSON, if it contains only plain items.
    fn raw_map(&mut self, target: &mut dyn Leaf) -> Option<()> {
        let raw = target.raw_json()?;
        let mut ahead = self.reader.clone();
        *raw = exactly(|json| plain_json(&mut ahead, json).ok_or(())).ok()?.into();
        self.reader = ahead;
        Some(())
    }

    fn items(&mut self, mut target: ListMut<'_>, path: &Path<'_>) -> Result {
        let mut left = self.reader.begin();
        let (mut index, mut length, mut fault) = (0, 0, None);
        while self.reader.more(&mut left) {
            if length >= MOST_FAILED && fault.is_some() {
                target.clear();
                length = 0;
            }
            self.part(&mut fault, target.item(length), &path.index(index));
            index += 1;
            length += 1;
        }
        target.truncate(length);
        fault.map_or(Ok(()), Err)
    }

    fn entries(&mut self, mut target: MapMut<'_>, path: &Path<'_>) -> Result {
        let mut left = self.reader.begin();
        target.make();
        let mut order = Order::default();
        // Entries with invalid values do not count as read.
        let (first, mut read, mut failed) = (target.len(), 0, Vec::new());
        let (mut key, mut last) = (Cow::Borrowed(""), None);
        let (mut index, mut fault) = (0, None);
        while self.reader.more(&mut left) {
            index += 1;
            if let Some(text) = self.plain_text() {
                key = Cow::Borrowed(text);
            } else if let Err(found) = key_from_cbor(&mut self.reader, self.encoding, &mut key) {
                fault.get_or_insert_with(|| self.fault(found, path));
                self.reader.skip();
                continue;
            }
            let before = last.filter(|_| self.reader.is_null()).and_then(|last| plain(&target, last));
            let mut value = target.append(&key);
            if let Some(before) = before {
                assign(value.reborrow(), &before).map_err(|error| Fault::new(error.to_string()))?;
            }
            if !self.part(&mut fault, value, &path.key(&key)) {
                failed.push(first + read);
                read += 1;
                continue;
            }
            let earlier = || {
                let mut earlier = HashSet::new();
                for (at, key) in (first..first + read).zip(target.keys_from(first)) {
                    if failed.binary_search(&at).is_err() {
                        earlier.insert(key.clone());
                    }
                }
                earlier
            };
            if order.repeats(key.clone(), &earlier) {
                self.skip_entries(&mut left);
                return Err(Fault::duplicate(&quote(&key), index - 1));
            }
            last = Some(first + read);
            read += 1;
        }
        fault.map_or(Ok(()), Err)
    }

    /// Skips the remaining entries of a map.
    pub(super) fn skip_entries(&mut self, left: &mut Left) {
        while self.reader.more(left) {
            self.reader.skip();
            self.reader.skip();
        }
    }
}

/// Returns the value of an entry if `null` leaves such values unchanged. Upstream decodes them all into the same
/// variable, so a `null` repeats the previous value.
#[cold]
fn plain(target: &MapMut<'_>, entry: usize) -> Option<Value> {
    let value = target.value_back(target.len() - 1 - entry)?;
    match value.view() {
        View::Bool(_) | View::Int32(_) | View::Int64(_) | View::Double(_) | View::Str(_) => read(value).ok(),
        _ => None,
    }
}
