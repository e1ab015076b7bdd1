use std::borrow::Cow;

use super::json::write_number;
use super::value::{Children, Scalar, Value, ValueIndex, ValueRef};
use crate::wire::json::{SyntaxError, decode_utf8};
use crate::wire::mark::Mark;
use crate::wire::pull::Pull;
use crate::wire::raw::{Raw, RawKind};

type Result<T> = std::result::Result<T, SyntaxError>;

/// Reads a normalized document (see [`Values::normalize`](super::Values::normalize)) as if it were the JSON that it becomes.
pub(crate) struct Reader<'v, 'a> {
    /// The next value.
    next: ValueRef<'v, 'a>,
    /// True if the key of the next value is read before it.
    at_key: bool,
    /// The unvisited children of the open collections, the innermost collection last.
    open: Vec<Children>,
    /// The most recent text that was created rather than borrowed from the document.
    made: String,
}

impl<'v, 'a> Reader<'v, 'a> {
    /// Creates a reader of a document or a part of one.
    pub(crate) fn new(part: ValueRef<'v, 'a>) -> Self {
        Reader { next: part, at_key: false, open: Vec::new(), made: String::new() }
    }

    /// Returns the next value.
    #[cfg(feature = "cli")]
    pub(crate) fn next(&self) -> ValueRef<'v, 'a> {
        self.next
    }

    fn value(&self) -> &'v Value<'a> {
        self.next.value()
    }

    fn begin(&mut self, parts: Children) -> Result<bool> {
        self.open.push(parts);
        self.more()
    }

    fn more(&mut self) -> Result<bool> {
        let next = self.open.last_mut().and_then(Children::next);
        match next {
            Some(place) => {
                self.next.place = place;
                self.at_key = matches!(place, ValueIndex::Entry(_));
            }
            None => drop(self.open.pop()),
        }
        Ok(next.is_some())
    }

    fn unexpected<T>(&self, expected: &str) -> Result<T> {
        let found = kind(self.value()).name();
        Err(self.error(format!("expected {expected}, found {found}").into()))
    }
}

impl<'v> Pull<'v> for Reader<'v, '_> {
    #[inline]
    fn peek(&mut self) -> RawKind {
        kind(self.value())
    }

    /// Returns three times the index of the item or entry, plus a remainder that distinguishes items, keys and values.
    fn offset(&self) -> usize {
        match self.next.place {
            ValueIndex::Item(index) => 3 * index,
            ValueIndex::Entry(index) => 3 * index + if self.at_key { 1 } else { 2 },
        }
    }

    fn position(&self, offset: usize) -> Mark {
        let index = offset / 3;
        match offset % 3 {
            0 => self.next.values.items[index].mark,
            1 => self.next.values.entries[index].key_mark,
            _ => self.next.values.entries[index].mark,
        }
    }

    #[inline]
    fn begin_list(&mut self) -> Result<bool> {
        match self.value() {
            Value::List(range) => self.begin(Children::Items(range.clone())),
            _ => self.unexpected("array"),
        }
    }

    #[inline]
    fn more_items(&mut self) -> Result<bool> {
        self.more()
    }

    #[inline]
    fn begin_object(&mut self) -> Result<bool> {
        match self.value() {
            Value::Map(range) => self.begin(Children::Entries(range.clone())),
            _ => self.unexpected("object"),
        }
    }

    #[inline]
    fn more_members(&mut self) -> Result<bool> {
        self.more()
    }

    #[inline]
    fn name(&mut self) -> Result<Cow<'v, str>> {
        self.at_key = false;
        match self.next.place {
            ValueIndex::Entry(index) => {
                text(&self.next.values.entries[index].key).map_or_else(|| self.unexpected("key"), Ok)
            }
            ValueIndex::Item(_) => self.unexpected("key"),
        }
    }

    #[inline]
    fn literal(&mut self) -> Result<&'static str> {
        match self.value() {
            Value::Scalar(Scalar::Null) => Ok("null"),
            Value::Scalar(Scalar::Bool(true)) => Ok("true"),
            Value::Scalar(Scalar::Bool(false)) => Ok("false"),
            _ => self.unexpected("literal"),
        }
    }

    fn number(&mut self) -> Result<&str> {
        match self.value() {
            Value::Scalar(number @ (Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_))) => {
                let mut digits = std::mem::take(&mut self.made).into_bytes();
                digits.clear();
                write_number(&mut digits, number);
                self.made = String::from_utf8(digits).expect("formatted numbers are ASCII");
                Ok(&self.made)
            }
            _ => self.unexpected("number"),
        }
    }

    #[inline]
    fn plain_string(&mut self) -> Option<&'v str> {
        if let Value::Scalar(Scalar::Text(text)) = self.value() { Some(text) } else { None }
    }

    #[inline]
    fn string(&mut self) -> Result<Cow<'v, str>> {
        match self.value() {
            Value::Scalar(scalar) => text(scalar).map_or_else(|| self.unexpected("string"), Ok),
            _ => self.unexpected("string"),
        }
    }

    fn raw_within(&mut self, levels: usize) -> Result<Raw<'_>> {
        let buffer = std::mem::take(&mut self.made).into_bytes();
        match self.next.to_json_within(levels, buffer) {
            Some(json) => {
                self.made = json;
                Ok(Raw::checked(&self.made))
            }
            None => Err(self.error("exceeded max depth".into())),
        }
    }

    #[inline]
    fn skip(&mut self, levels: usize) -> Result<()> {
        if self.next.values.depth > levels {
            self.raw_within(levels)?;
        }
        Ok(())
    }

    /// Succeeds always: a decoded document has no trailing data.
    fn end(&mut self) -> Result<()> {
        Ok(())
    }

    fn error(&self, message: Cow<'static, str>) -> SyntaxError {
        SyntaxError::new(self.offset(), message)
    }
}

fn kind(value: &Value<'_>) -> RawKind {
    match value {
        Value::Scalar(Scalar::Text(_) | Scalar::Bytes(_)) => RawKind::String,
        Value::Scalar(Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_)) => RawKind::Number,
        Value::Scalar(Scalar::Bool(_)) => RawKind::Bool,
        Value::Scalar(Scalar::Null) => RawKind::Null,
        Value::List(_) => RawKind::List,
        Value::Map(_) => RawKind::Object,
    }
}

fn text<'v>(scalar: &'v Scalar<'_>) -> Option<Cow<'v, str>> {
    match scalar {
        Scalar::Text(text) => Some(Cow::Borrowed(text)),
        Scalar::Bytes(bytes) => Some(decode_utf8(bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go_yaml;
    use crate::wire::escape::write_string;

    /// Reads a document and records its JSON, with the line and column of every item, key and value in it.
    #[derive(Default)]
    struct Walk {
        json: String,
        places: Vec<(usize, Mark)>,
    }

    impl Walk {
        fn note(&mut self, reader: &Reader<'_, '_>) {
            self.places.push((self.json.len(), reader.position(reader.offset())));
        }

        fn value(&mut self, reader: &mut Reader<'_, '_>) -> Result<()> {
            self.note(reader);
            let (close, is_object) = match reader.peek() {
                RawKind::Object => ('}', true),
                RawKind::List => (']', false),
                _ => {
                    self.json += reader.raw_within(1)?.text();
                    return Ok(());
                }
            };
            self.json.push(if is_object { '{' } else { '[' });
            let mut more = if is_object { reader.begin_object()? } else { reader.begin_list()? };
            while more {
                if is_object {
                    self.note(reader);
                    let mut name = Vec::new();
                    write_string(&mut name, &reader.name()?);
                    self.json += &String::from_utf8(name).expect("names are UTF-8");
                    self.json.push(':');
                }
                self.value(reader)?;
                more = reader.more()?;
                self.json += if more { "," } else { "" };
            }
            self.json.push(close);
            Ok(())
        }
    }

    /// Checks the line and column in `text` of the key or value whose JSON starts with `part`.
    fn check(text: &str, part: &str, expected: (usize, usize)) {
        let values = go_yaml::read(text).expect("the test's text is valid YAML");
        let mut walk = Walk::default();
        walk.value(&mut Reader::new(values.whole())).expect("the document has the kinds that `peek` reports");
        assert_eq!(walk.json, values.to_json());
        let at = walk.json.find(part).expect("the JSON contains the part");
        let (_, found) = walk.places.iter().find(|(begin, _)| *begin == at).expect("the part starts at a key or value");
        assert_eq!(*found, Mark::new(expected.0, expected.1), "{text:?} {}", walk.json);
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
