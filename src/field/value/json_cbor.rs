//! Direct conversion from JSON to CBOR, for raw values in the form that Kubernetes writes.

use super::Value;
use super::cbor_json::MOST_DEPTH;
use super::entries::Entries;
use super::json::number;
use crate::wire::cbor::{
    Major, set_count, write_bool, write_float, write_head, write_integer, write_null, write_text, write_text_start,
};
use crate::wire::json::Reader;
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;
use crate::wire::words::first_bytes;

/// Appends a JSON text as a CBOR item, with the entries of maps in CBOR order. Returns `None` if the text contains a
/// syntax error or anything unusual, such as a duplicate key; `out` then ends with an incomplete item, and callers use
/// [`parse`](crate::reflect::parse).
pub(crate) fn plain_cbor(json: &str, out: &mut Vec<u8>) -> Option<()> {
    let (reader, unescaped) = (Reader::new(json), Vec::new());
    let mut writer = Writer { reader, out, unescaped, entries: Entries::new() };
    writer.item(0)?;
    writer.reader.end().ok()
}

/// The initial capacity of the buffer for unescaped texts.
const USUAL: usize = 128;

struct Writer<'r, 'a> {
    reader: Reader<'a>,
    out: &'r mut Vec<u8>,
    /// A buffer for texts that contain escape sequences.
    unescaped: Vec<u8>,
    entries: Entries,
}

impl Writer<'_, '_> {
    fn item(&mut self, depth: usize) -> Option<()> {
        match self.reader.peek() {
            RawKind::String => self.text(),
            RawKind::Object if depth < MOST_DEPTH => self.object(depth + 1),
            RawKind::List if depth < MOST_DEPTH => self.list(depth + 1),
            RawKind::Object | RawKind::List => None,
            RawKind::Number => self.number(),
            RawKind::Bool => {
                write_bool(self.out, self.reader.literal().ok()? == "true");
                Some(())
            }
            RawKind::Null => {
                self.reader.literal().ok()?;
                write_null(self.out);
                Some(())
            }
        }
    }

    fn number(&mut self) -> Option<()> {
        match number(self.reader.number().ok()?).ok()? {
            Value::Float(number) => write_float(self.out, number).ok(),
            number => {
                write_integer(self.out, number.as_i64()?);
                Some(())
            }
        }
    }

    #[inline]
    fn text(&mut self) -> Option<()> {
        match self.reader.plain_start() {
            Some((start, length)) => write_text_start(self.out, start, length),
            None => self.unescaped()?,
        }
        Some(())
    }

    /// Writes a text that contains escape sequences.
    #[inline(never)]
    fn unescaped(&mut self) -> Option<()> {
        if self.unescaped.capacity() == 0 {
            self.unescaped.reserve(USUAL);
        }
        write_text(self.out, &self.reader.string_in(&mut self.unescaped).ok()?);
        Some(())
    }

    /// Writes a key and returns its first bytes, including the head.
    #[inline]
    fn key(&mut self) -> Option<u128> {
        let begin = self.out.len();
        if let Some((start, length)) = self.reader.plain_start() {
            write_text_start(self.out, start, length);
            if let (0..24, Some(first)) = (length, start.as_bytes().first_chunk()) {
                // Combine the one-byte head with the first 15 bytes that follow, and clear the bytes after the end of
                // the key.
                let word = u128::from(self.out[begin]) << 120 | u128::from_be_bytes(*first) >> 8;
                return Some(word & u128::MAX << (8 * 15_usize.saturating_sub(length)));
            }
        } else {
            self.unescaped()?;
        }
        Some(first_bytes(&self.out[begin..]))
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        let (start, mut count) = (self.begin(Major::List), 0);
        let mut more = self.reader.begin_list().ok()?;
        while more {
            self.item(depth)?;
            count += 1;
            more = self.reader.more_items().ok()?;
        }
        set_count(self.out, start, Major::List, count);
        Some(())
    }

    fn object(&mut self, depth: usize) -> Option<()> {
        let (start, first) = (self.begin(Major::Map), self.entries.len());
        let mut more = self.reader.begin_object().ok()?;
        while more {
            let entry = self.out.len();
            let word = self.key()?;
            self.reader.expect(b':', "after object key").ok()?;
            let key = entry..self.out.len();
            // Most owned fields are empty objects.
            if self.reader.rest().starts_with(b"{}") {
                self.reader.advance(2);
                write_head(self.out, Major::Map, 0);
            } else {
                self.item(depth)?;
            }
            self.entries.push(word, key, entry..self.out.len());
            more = self.reader.more_members().ok()?;
        }
        let count = self.entries.len() - first;
        // Keys including their heads sort by bytes in CBOR order.
        if !self.entries.sort(first, self.out)? {
            self.entries.arrange(first, self.out);
        }
        self.entries.close(first);
        set_count(self.out, start, Major::Map, count as u64);
        Some(())
    }

    /// Appends a head whose count is set later, and returns its position.
    fn begin(&mut self, major: Major) -> usize {
        write_head(self.out, major, 0);
        self.out.len() - 1
    }
}
