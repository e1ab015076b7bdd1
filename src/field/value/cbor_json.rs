//! Direct conversion from CBOR to JSON, for raw values in the form that Kubernetes writes.

use super::entries::Entries;
use crate::wire::cbor::{Major, Reader};
use crate::wire::escape::{write_dense, write_unchecked};
use crate::wire::words::first_bytes;

/// The item of an empty map.
const EMPTY_MAP: u8 = 0xa0;

/// The first entry of every map in managed fields, `".": {}`: the manager owns the field itself.
const WHOLE: &[u8] = b"\x41.\xa0";

/// The depth up to which values are converted directly; deeper ones take the general path.
pub(super) const MOST_DEPTH: usize = 64;

/// Appends the next item as JSON, with the entries of maps sorted by key. Returns `None` if the item contains anything
/// unusual; callers then use [`from_cbor`](super::from_cbor).
pub(crate) fn plain_json(reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Option<()> {
    let start = out.len();
    Writer { reader, out, entries: Entries::new() }.item(0)?;
    // One UTF-8 check of the whole output is faster than one check per text, and everything written between the texts
    // is ASCII.
    simdutf8::basic::from_utf8(&out[start..]).is_ok().then_some(())
}

struct Writer<'r, 'a> {
    reader: &'r mut Reader<'a>,
    out: &'r mut Vec<u8>,
    entries: Entries,
}

impl Writer<'_, '_> {
    fn item(&mut self, depth: usize) -> Option<()> {
        match self.reader.major() {
            Major::Bytes => self.text(),
            Major::Map if depth < MOST_DEPTH => self.map(depth + 1),
            Major::List if depth < MOST_DEPTH => self.list(depth + 1),
            Major::Unsigned | Major::Negative => {
                let number = i64::try_from(self.reader.head().integer()?).ok()?;
                self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
                Some(())
            }
            Major::Simple => self.simple(),
            _ => None,
        }
    }

    fn simple(&mut self) -> Option<()> {
        let text: &[u8] = match self.reader.head().info {
            20 => b"false",
            21 => b"true",
            22 => b"null",
            _ => return None,
        };
        self.out.extend_from_slice(text);
        Some(())
    }

    #[inline]
    fn text(&mut self) -> Option<()> {
        write_unchecked(self.out, self.reader.plain_bytes()?);
        Some(())
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        let mut left = self.reader.begin();
        let start = self.out.len();
        while self.reader.more(&mut left) {
            self.out.push(b',');
            self.item(depth)?;
        }
        self.close(start, b'[', b']');
        Some(())
    }

    fn map(&mut self, depth: usize) -> Option<()> {
        let mut left = self.reader.begin();
        let (start, first) = (self.out.len(), self.entries.len());
        while self.reader.more(&mut left) {
            self.entry(depth)?;
        }
        if !self.entries.sort(first, self.reader.data())? {
            self.entries.arrange(first, self.out);
        }
        self.entries.close(first);
        self.close(start, b'{', b'}');
        Some(())
    }

    /// Writes an entry, preceded by a comma.
    #[inline]
    fn entry(&mut self, depth: usize) -> Option<()> {
        let start = self.out.len();
        if self.reader.rest().starts_with(WHOLE) {
            let at = self.reader.offset() + 1;
            self.reader.advance(WHOLE.len());
            self.out.extend_from_slice(b",\".\":{}");
            self.entries.push(first_bytes(b"."), at..at + 1, start..self.out.len());
            return Some(());
        }
        self.out.push(b',');
        let key = self.reader.plain_bytes()?;
        let at = self.reader.offset() - key.len();
        match key {
            // Such a key contains JSON, so it is full of quotation marks.
            [b'k', b':', ..] => write_dense(self.out, key),
            _ => write_unchecked(self.out, key),
        }
        // Most owned fields are empty maps.
        if self.reader.rest().first() == Some(&EMPTY_MAP) {
            self.reader.advance(1);
            self.out.extend_from_slice(b":{}");
        } else {
            self.out.push(b':');
            self.item(depth)?;
        }
        self.entries.push(first_bytes(key), at..at + key.len(), start..self.out.len());
        Some(())
    }

    /// Encloses the parts from `start` on in brackets. Each part begins with a comma; the first comma becomes `open`.
    fn close(&mut self, start: usize, open: u8, close: u8) {
        match self.out.get_mut(start) {
            Some(comma) => *comma = open,
            None => self.out.push(open),
        }
        self.out.push(close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(item: &[u8], expected: Option<&str>) {
        let mut out = b"-".to_vec();
        let written = plain_json(&mut Reader::new(item), &mut out);
        assert_eq!(written.map(|()| String::from_utf8_lossy(&out[1..]).into_owned()).as_deref(), expected, "{item:x?}");
    }

    #[test]
    fn entries_are_in_the_order_of_json() {
        check(
            b"\xa3\x41b\xa0\x42aa\x80\x44f:\"c\xa2\x41z\x01\x42yy\x82\x20\xf6",
            Some(r#"{"aa":[],"b":{},"f:\"c":{"yy":[-1,null],"z":1}}"#),
        );
        check(b"\xbf\x41b\xf5\x41a\x5f\x41x\xff\xff", None);
        check(b"\x9f\x43<>&\xf4\xff", Some(r#"["\u003c\u003e\u0026",false]"#));
    }

    #[test]
    fn what_is_odd_is_left() {
        for item in [
            &b"\xa2\x41a\x01\x41a\x02"[..],
            b"\x61a",
            b"\x41\xff",
            b"\xf9\x3c\x00",
            b"\xf9\x00\x14",
            b"\xf7",
            b"\xd6\x41a",
            b"\xa1\xf6\x01",
        ] {
            check(item, None);
        }
        check(&[&[0x81; 64][..], b"\x01"].concat(), Some(&format!("{}1{}", "[".repeat(64), "]".repeat(64))));
        check(&[&[0x81; 65][..], b"\x01"].concat(), None);
    }
}
