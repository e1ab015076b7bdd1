//! Generated inputs: maps that are opened repeatedly or alternately, with keys in any order, wrong and repeated
//! entries.

use std::fmt;

/// A way to write many entries of maps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    order: Keys,
    place: Place,
    /// The number of entries that are added each time a map is opened.
    run: usize,
    /// True if a map with half of the entries comes first.
    large_first: bool,
    value: Entry,
}

#[derive(Clone, Copy, Debug)]
enum Keys {
    Rising,
    Falling,
    Mixed,
    /// Each twice, far apart.
    Twice,
    One,
}

/// The location of the map.
#[derive(Clone, Copy, Debug)]
enum Place {
    Member,
    /// Two members take turns.
    Members,
    Inside,
    /// As [`Place::Inside`], in an object in an object in a list.
    Deep,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Text,
    /// Of the wrong type.
    Wrong,
    /// Every third is wrong.
    SomeWrong,
}

/// As in a test that names it.
impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Made {
    /// Returns combinations in which each choice occurs with many others.
    pub(crate) fn all() -> impl Iterator<Item = Made> {
        let orders = [Keys::Falling, Keys::Mixed, Keys::Twice, Keys::Rising, Keys::One];
        let places = [Place::Member, Place::Members, Place::Inside, Place::Deep];
        let values = [Entry::Text, Entry::Text, Entry::SomeWrong, Entry::Wrong];
        orders.into_iter().enumerate().flat_map(move |(row, order)| {
            places.into_iter().enumerate().map(move |(column, place)| Made {
                order,
                place,
                run: [1, 2, 1, 7][(row + column) % 4],
                large_first: (row + column) % 3 == 1,
                value: values[(2 * row + column) % 4],
            })
        })
    }

    /// Returns the keys in order, each with a flag for a wrong value.
    fn entries(self, size: usize) -> impl Iterator<Item = (String, bool)> {
        (0..size).map(move |number| {
            let key = match self.order {
                Keys::Rising => number,
                Keys::Falling => size - number,
                Keys::Mixed => number * 7919 % size,
                Keys::Twice => (number * 2 + 1) % size.max(2),
                Keys::One => 0,
            };
            let is_wrong = match self.value {
                Entry::Text => false,
                Entry::Wrong => true,
                Entry::SomeWrong => number % 3 == 0,
            };
            (format!("k{key:06}"), is_wrong)
        })
    }

    /// Returns the entries that are added each time a map is opened.
    fn openings(self, size: usize) -> Vec<Vec<(String, bool)>> {
        let mut entries = self.entries(size);
        let first = if self.large_first { size / 2 } else { 0 };
        let mut openings = vec![entries.by_ref().take(first).collect::<Vec<_>>()];
        while let Some(entry) = entries.next() {
            openings.push([entry].into_iter().chain(entries.by_ref().take(self.run - 1)).collect());
        }
        openings
    }

    /// Each opening as `open` writes its entries and the name or number of its map, joined by `separator`.
    fn json_members(self, size: usize, name: fn(usize) -> &'static str) -> String {
        let member = |(number, entries): (usize, Vec<(String, bool)>)| {
            let value = |is_wrong| if is_wrong { "[1]" } else { "\"x\"" };
            let entry = |(key, is_wrong): (String, bool)| format!("\"{key}\":{}", value(is_wrong));
            let entries: Vec<_> = entries.into_iter().map(entry).collect();
            let map = format!("\"{}\":{{{}}}", name(number), entries.join(","));
            match self.place {
                Place::Member | Place::Members => map,
                Place::Inside | Place::Deep => format!("\"inner\":{{{map}}}"),
            }
        };
        let members: Vec<_> = self.openings(size).into_iter().enumerate().map(member).collect();
        members.join(",\n")
    }

    fn text(self, size: usize, name: fn(usize) -> &'static str) -> Vec<u8> {
        let members = self.json_members(size, name);
        let text = match self.place {
            Place::Deep => format!("{{\"things\":[{{\"inner\":{{{members}}}}}]}}"),
            _ => format!("{{{members}}}"),
        };
        text.into_bytes()
    }

    pub(crate) fn json(&self, size: usize) -> Vec<u8> {
        match self.place {
            Place::Members => self.text(size, |number| if number % 2 == 0 { "labels" } else { "data" }),
            _ => self.text(size, |_| "labels"),
        }
    }

    /// Block style, in which a key is on each line.
    pub(crate) fn yaml(&self, size: usize) -> Vec<u8> {
        let mut text = String::new();
        for (number, entries) in self.openings(size).into_iter().enumerate() {
            text += if number % 2 == 0 { "labels:\n" } else { "data:\n" };
            for (key, is_wrong) in entries {
                text += &format!("  {key}: {}\n", if is_wrong { "[1]" } else { "x" });
            }
        }
        text.into_bytes()
    }

    /// Writes CBOR. A repeated key ends a map, but the rest of the document is still read.
    pub(crate) fn cbor(&self, size: usize) -> Vec<u8> {
        let text = |text: &str| [&[0x60 | text.len() as u8][..], text.as_bytes()].concat();
        let mut item = b"\xd9\xd9\xf7\xbf".to_vec();
        for (number, entries) in self.openings(size).into_iter().enumerate() {
            item.extend(text(if number % 2 == 0 { "labels" } else { "data" }));
            item.push(0xbf);
            for (key, is_wrong) in entries {
                item.extend(text(&key));
                item.extend(if is_wrong { b"\x81\x01".to_vec() } else { text("x") });
            }
            item.push(0xff);
        }
        item.push(0xff);
        item
    }

    /// Writes Protobuf. Wrong entries are omitted, because a value of another type is an immediate error.
    pub(crate) fn protobuf(&self, size: usize) -> Vec<u8> {
        let mut message = Vec::new();
        for (number, entries) in self.openings(size).into_iter().enumerate() {
            let map = if matches!(self.place, Place::Members) && number % 2 == 1 { 5 } else { 2 };
            let mut entries: Vec<u8> =
                entries.iter().flat_map(|(key, is_wrong)| field(map, entry(key, *is_wrong))).collect();
            // Something else comes in between.
            entries.extend(field(1, "x"));
            match self.place {
                Place::Member | Place::Members => message.extend(entries),
                Place::Inside | Place::Deep => message.extend(field(6, entries)),
            }
        }
        if matches!(self.place, Place::Deep) { field(4, field(6, message)) } else { message }
    }
}

fn entry(key: &str, is_wrong: bool) -> Vec<u8> {
    let value = if is_wrong { Vec::new() } else { field(2, "x") };
    [field(1, key), value].concat()
}

/// A field of Protobuf with a length.
pub(crate) fn field(number: u8, bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    let mut length = bytes.as_ref().len();
    while length > 0x7f {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend_from_slice(bytes.as_ref());
    out
}
