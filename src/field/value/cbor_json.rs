//! JSON straight from CBOR, for raw values as Kubernetes writes them.

use std::ops::Range;

use crate::wire::cbor::{Major, Reader};
use crate::wire::escape::write_string;

/// Levels that are written so; deeper values go the way of all others.
const MOST_DEPTH: usize = 64;

/// Appends the JSON of the next item, the entries of maps by their keys. None if something in it is not plain:
/// [`from_cbor`](super::from_cbor) then decides what it is.
pub(crate) fn plain_json(reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Option<()> {
    Writer { reader, out, entries: Vec::new(), sorted: Vec::new() }.item(0)
}

struct Writer<'r, 'a> {
    reader: &'r mut Reader<'a>,
    out: &'r mut Vec<u8>,
    /// Of the maps that are being written: the keys, and where the entries stand.
    entries: Vec<(&'a [u8], Range<usize>)>,
    /// Where entries are put in order.
    sorted: Vec<u8>,
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

    fn text(&mut self) -> Option<()> {
        let text = std::str::from_utf8(self.reader.plain_bytes()?).ok()?;
        write_string(self.out, text);
        Some(())
    }

    fn list(&mut self, depth: usize) -> Option<()> {
        let mut left = Reader::parts(self.reader.head());
        let start = self.out.len();
        while self.reader.more(&mut left) {
            self.out.push(b',');
            self.item(depth)?;
        }
        self.close(start, b'[', b']');
        Some(())
    }

    fn map(&mut self, depth: usize) -> Option<()> {
        let mut left = Reader::parts(self.reader.head());
        let (start, first) = (self.out.len(), self.entries.len());
        while self.reader.more(&mut left) {
            let entry = self.out.len();
            self.out.push(b',');
            let key = self.reader.plain_bytes()?;
            write_string(self.out, std::str::from_utf8(key).ok()?);
            self.out.push(b':');
            self.item(depth)?;
            self.entries.push((key, entry..self.out.len()));
        }
        self.sort(start, first)?;
        self.entries.truncate(first);
        self.close(start, b'{', b'}');
        Some(())
    }

    /// Puts the entries from the `first` on in order, which stand from `start` on; none if two have one key.
    fn sort(&mut self, start: usize, first: usize) -> Option<()> {
        let entries = &mut self.entries[first..];
        if entries.is_sorted_by(|(a, _), (b, _)| a < b) {
            return Some(());
        }
        entries.sort_unstable_by_key(|(key, _)| *key);
        if !entries.is_sorted_by(|(a, _), (b, _)| a < b) {
            return None;
        }
        self.sorted.clear();
        for (_, entry) in entries {
            self.sorted.extend_from_slice(&self.out[entry.clone()]);
        }
        self.out.truncate(start);
        self.out.extend_from_slice(&self.sorted);
        Some(())
    }

    /// Puts brackets around parts from `start` on, each behind a comma.
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
