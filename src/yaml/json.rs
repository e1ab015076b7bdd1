//! From values to JSON text, as sigs.k8s.io/yaml and Go's `encoding/json` write it.

use super::scalar::Scalar;
use super::value::{Parts, Place, Spot, Value, Values};
use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

impl Values<'_> {
    /// The document, which was arranged ([`Values::arrange`]), as compact JSON.
    pub(crate) fn to_json(&self) -> String {
        let mut writer = Writer::new(self, Vec::new());
        writer.write(self.root(), usize::MAX);
        writer.finish()
    }

    /// As [`Values::to_json`], and where in the YAML the parts of the JSON come from.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program alone asks"))]
    pub(crate) fn to_json_with_spots(&self) -> (String, Spots) {
        let mut writer = Writer::new(self, Vec::new());
        writer.spots = Some(Spots::default());
        writer.write(self.root(), usize::MAX);
        let spots = writer.spots.take().unwrap_or_default();
        let json = writer.finish();
        let spots = spots.by_column(&json);
        (json, spots)
    }

    /// A part of the document as compact JSON in the place of `buffer`; `None` if it nests more
    /// than so many levels.
    pub(super) fn part_to_json(&self, part: Place, levels: usize, mut buffer: Vec<u8>) -> Option<String> {
        buffer.clear();
        let mut writer = Writer::new(self, buffer);
        writer.write(part, levels).then(|| writer.finish())
    }
}

/// Where the keys and values of a JSON text stand in the YAML that it was made from.
#[derive(Debug, Default)]
pub(crate) struct Spots {
    /// Where each starts in the JSON, which is one line: the column, from 1, in characters.
    starts: Vec<(usize, Spot)>,
}

impl Spots {
    /// Makes columns of byte offsets in `json`.
    fn by_column(mut self, json: &str) -> Self {
        let (mut offset, mut column) = (0, 1);
        for (start, _) in &mut self.starts {
            column += json[offset..*start].chars().count();
            offset = std::mem::replace(start, column);
        }
        self
    }

    /// Line and column, both from 1, of the key or value at a column of the JSON, or of the one
    /// before.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "the program alone asks"))]
    pub(crate) fn at(&self, column: usize) -> (usize, usize) {
        let behind = self.starts.partition_point(|(start, _)| *start <= column);
        let spot = self.starts[..behind].last().map_or(Spot::START, |(_, spot)| *spot);
        (spot.line(), spot.column())
    }
}

struct Writer<'v, 'a> {
    values: &'v Values<'a>,
    out: Vec<u8>,
    /// What is left of the collections that are begun, innermost last.
    open: Vec<Parts>,
    spots: Option<Spots>,
}

impl<'v, 'a> Writer<'v, 'a> {
    fn new(values: &'v Values<'a>, out: Vec<u8>) -> Self {
        Writer { values, out, open: Vec::new(), spots: None }
    }

    fn finish(self) -> String {
        String::from_utf8(self.out).expect("every part is UTF-8")
    }

    /// Writes a value and all its parts; false if they nest more than so many levels.
    fn write(&mut self, place: Place, levels: usize) -> bool {
        self.value(place);
        while let Some(parts) = self.open.last_mut() {
            let next = parts.next();
            if self.open.len() > levels {
                return false;
            }
            match next {
                Some(place) => self.part(place),
                None => self.close(),
            }
        }
        true
    }

    fn value(&mut self, place: Place) {
        self.note(self.values.spot(place));
        match self.values.at(place) {
            Value::Scalar(scalar) => write_scalar(&mut self.out, scalar),
            Value::List(range) => {
                self.out.push(b'[');
                self.open.push(Parts::Items(range.clone()));
            }
            Value::Map(range) => {
                self.out.push(b'{');
                self.open.push(Parts::Entries(range.clone()));
            }
        }
    }

    fn part(&mut self, place: Place) {
        if !matches!(self.out.last(), Some(b'[' | b'{')) {
            self.out.push(b',');
        }
        if let Place::Entry(index) = place {
            let entry = &self.values.entries[index];
            self.note(entry.key_spot);
            write_scalar(&mut self.out, &entry.key);
            self.out.push(b':');
        }
        self.value(place);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Parts::Items(_)) => self.out.push(b']'),
            Some(Parts::Entries(_)) => self.out.push(b'}'),
            None => {}
        }
    }

    /// What is written next stands at `spot` in the YAML.
    fn note(&mut self, spot: Spot) {
        if let Some(spots) = &mut self.spots {
            spots.starts.push((self.out.len(), spot));
        }
    }
}

fn write_scalar(out: &mut Vec<u8>, scalar: &Scalar<'_>) {
    match scalar {
        Scalar::Null => out.extend_from_slice(b"null"),
        Scalar::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
        Scalar::Text(text) => write_string(out, text),
        Scalar::Bytes(bytes) => write_bytes(out, bytes),
        number => write_number(out, number),
    }
}

/// Writes a number as JSON has it; nothing for what is none.
pub(super) fn write_number(out: &mut Vec<u8>, number: &Scalar<'_>) {
    match number {
        Scalar::Int(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Scalar::Uint(value) => out.extend_from_slice(itoa::Buffer::new().format(*value).as_bytes()),
        Scalar::Float(value) => write_json_float(out, *value),
        _ => {}
    }
}

/// Writes bytes as text, each one that is not UTF-8 as an escaped replacement character.
fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    for chunk in bytes.utf8_chunks() {
        let mut valid = Vec::new();
        write_string(&mut valid, chunk.valid());
        out.extend_from_slice(&valid[1..valid.len() - 1]);
        chunk.invalid().iter().for_each(|_| out.extend_from_slice(b"\\ufffd"));
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use crate::yaml;

    /// Checks where in `text` the key or value stands that starts `part` in its JSON: line and column.
    fn check(text: &str, part: &str, expected: (usize, usize)) {
        let values = yaml::read(text).expect("valid YAML");
        let (json, spots) = values.to_json_with_spots();
        let before = json.find(part).expect("a part of the JSON");
        assert_eq!(spots.at(json[..before].chars().count() + 1), expected, "{text:?} {json}");
    }

    #[test]
    fn values_stand_where_they_start() {
        check("b: 1\na: x\n", "\"x\"", (2, 4));
        check("# c\n---\na:\n  b:\n  - 1\n  - é: {d: x}\n", "\"x\"", (6, 12));
        check("a:\n  b: 1\n", "{\"b", (2, 3));
        check("a:\n- b\n", "[", (2, 1));
        check("a: &x !!str 1\n", "\"1\"", (1, 4));
        check("a: |\n  text\n", "\"text", (1, 4));
        check("- 1\n-\n", "null", (2, 2));
        check("x", "\"x\"", (1, 1));
        check("", "null", (1, 1));
    }

    #[test]
    fn keys_stand_where_the_last_of_their_name_does() {
        check("b: 1\nc: {d: 2,\n  'e': 3}\n", "\"e\"", (3, 3));
        check("- a: 1\n  ? b\n  : 2\n", "\"b\"", (2, 5));
        check("a.b: {c/<d: 1}", "1", (1, 13));
        check("0644: a\n'644': b", "\"a\"", (1, 7));
        check("yes: a\n'1.50': b\n1.50: c", "\"c\"", (3, 7));
        check("k: 1\nk: a", "\"k\"", (2, 1));
        check("k: 1\nk: a", "\"a\"", (2, 4));
        check("? &k a\n: 1\n*k : 2\n", "2", (3, 6));
    }

    #[test]
    fn what_aliases_and_merges_bring_stands_at_its_anchor() {
        let text = "d: &d {a: 1, b: 2}\ne: *d\nf: {a: 3, <<: *d}\ng: {<<: *d, a: 4}\nh: {<<: [{b: 5}, *d]}\n";
        check(text, r#"{"a":1,"b":2},"f"#, (2, 4));
        check(text, r#"1,"b":2},"f"#, (1, 11));
        check(text, r#""a":1,"b":2},"g"#, (1, 8));
        check(text, r#"1,"b":2},"g"#, (1, 11));
        check(text, "4", (4, 16));
        check(text, "5", (5, 14));
        check(text, r#"1,"b":5"#, (1, 11));
    }
}
