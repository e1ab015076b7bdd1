//! Fills any value by its type table, with values that codecs commonly get wrong.

use crate::meta::Bytes;
use crate::reflect::{Leaf, ListMut, MapMut, Mut, Raw, StructMut, ViewMut};

use super::enums::Enums;
use super::random::Random;

/// The depth below which optional values stay unset, so that recursive types terminate.
const DEEPEST: usize = 12;

const TEXTS: &[&str] = &[
    "",
    " ",
    "yes",
    "No",
    "~",
    "null",
    "<<",
    "=",
    "0",
    "0644",
    "1e3",
    "-.inf",
    "12:30:45",
    "2001-01-01",
    "0x1f",
    "1_000",
    "a: b",
    "a # b",
    "# c",
    "- x",
    "? x",
    "--- x",
    "...",
    "!t",
    "&a",
    "*a",
    "%p",
    "@x",
    "`x",
    "|",
    ">",
    "{",
    "[]",
    ",",
    "'",
    "\"",
    "\\",
    "it's",
    "tab\there",
    "\tlead",
    " lead",
    "trail ",
    "one\ntwo",
    "one\ntwo\n",
    "\n",
    "\n\nx\n\n",
    "  more\nless\n",
    "cr\r",
    "crlf\r\n",
    "\0",
    "\u{7}\u{8}",
    "\u{1b}",
    "\u{a0}",
    "\u{2028}",
    "\u{fffd}",
    "<b>&</b>",
    "日本語",
    "e\u{301}",
    "😀",
    "/path",
    "nginx:latest",
    "reg:5000/a@sha256:0",
    "a long text that is folded somewhere behind its eightieth column because it has many words in it and goes on and on",
    "Always",
    "RollingUpdate",
    "ClusterIP",
    "TCP",
];

const INTEGERS: &[i64] =
    &[0, 1, -1, 30, 420, 8080, i32::MAX as i64, i32::MIN as i64, 1 << 53, (1 << 53) + 1, i64::MAX, i64::MIN];

const DOUBLES: &[f64] = &[0.0, 1.0, -1.5, 0.1, 1e21, 1e-7, 123456789.0, f64::MAX];

/// Values of leaf types as JSON; each type uses those that it can parse. Raw JSON is compact and has sorted keys, as it
/// is encoded in YAML. `null` is excluded: a set value that is encoded as `null` would be decoded as unset.
const LEAVES: &[&str] = &[
    "0",
    "1",
    "-5",
    "65536",
    "\"80\"",
    "\"25%\"",
    "\"\"",
    "\"100m\"",
    "\"1.5Gi\"",
    "\"1500m\"",
    "\"1e3\"",
    "\"0.1\"",
    "\"-1\"",
    "\"1E\"",
    "\"12345678901234567890\"",
    "\"2006-01-02T15:04:05Z\"",
    "\"1900-01-01T00:00:00Z\"",
    "\"2006-01-02T15:04:05.000001Z\"",
    "\"1h2m3s\"",
    "\"-1.5ms\"",
    "{}",
    r#"{"a":{"b":[1,null,"x"]},"c":true}"#,
    r#"{"f:metadata":{"f:labels":{".":{}}}}"#,
];

/// Fills an object and all its parts. Most fields with a closed set of values get one of them.
pub(super) fn fill_object(random: &mut Random, object: Mut<'_>, enums: &Enums) {
    let density = 1 + random.below(4);
    Filler { random, density, enums, values: None }.fill(object, 0);
}

struct Filler<'a> {
    random: &'a mut Random,
    enums: &'a Enums,
    /// The values of the field that is being filled, if they are a closed set.
    values: Option<&'a [&'static str]>,
    /// Optional parts are set with probability 1/`density`.
    density: usize,
}

impl Filler<'_> {
    fn fill_struct(&mut self, mut object: StructMut<'_>, depth: usize) {
        let shape = object.shape();
        for (index, field) in shape.json_fields().iter().enumerate() {
            self.values = self.enums.of(shape, field.name());
            self.fill(object.field(index), depth + 1);
            self.values = None;
        }
    }

    /// Sets one of the fields to a non-empty value, as in JSON. A boolean next to another field is true.
    fn fill_union(&mut self, mut union: StructMut<'_>, depth: usize) {
        let count = union.shape().json_fields().len();
        let chosen = self.random.below(count);
        for index in 0..count {
            match union.field(index).view() {
                ViewMut::Bool(value) => *value = index != chosen || self.random.one_in(2),
                ViewMut::Option(value) if index == chosen => self.fill(value.make(), depth),
                ViewMut::Option(value) => value.clear(),
                ViewMut::List(mut list) if index == chosen => self.fill(list.push(), depth),
                ViewMut::List(mut list) => list.clear(),
                _ => {}
            }
        }
    }

    fn fill(&mut self, value: Mut<'_>, depth: usize) {
        match value.view() {
            ViewMut::Bool(value) => *value = self.random.one_in(2),
            ViewMut::Int32(value) => *value = self.random.pick(INTEGERS) as i32,
            ViewMut::Int64(value) => *value = self.random.pick(INTEGERS),
            ViewMut::Double(value) => *value = self.random.pick(DOUBLES),
            ViewMut::Str(value) => *value = self.text().into(),
            ViewMut::Bytes(value) => *value = self.bytes(),
            ViewMut::Leaf(value) => self.fill_leaf(value),
            ViewMut::Struct(value) if value.shape().is_union() => self.fill_union(value, depth),
            ViewMut::Struct(value) => self.fill_struct(value, depth),
            ViewMut::Option(value) if self.wants(depth) => self.fill(value.make(), depth + 1),
            ViewMut::Option(value) => value.clear(),
            ViewMut::List(list) => self.fill_list(list, depth),
            ViewMut::Map(map) => self.fill_map(map, depth),
        }
    }

    fn wants(&mut self, depth: usize) -> bool {
        depth < DEEPEST && self.random.one_in(self.density)
    }

    fn text(&mut self) -> &'static str {
        match self.values {
            Some(values) if !self.random.one_in(8) => self.random.pick(values),
            _ => self.random.pick(TEXTS),
        }
    }

    fn bytes(&mut self) -> Bytes {
        (0..self.random.below(6)).map(|_| self.random.next() as u8).collect::<Vec<_>>().into()
    }

    /// Tries values until the type accepts one. If it accepts none, the leaf is unchanged.
    fn fill_leaf(&mut self, leaf: &mut dyn Leaf) {
        let start = self.random.below(LEAVES.len());
        for text in LEAVES.iter().cycle().skip(start).take(LEAVES.len()) {
            let raw = Raw::new(text).expect("every entry of LEAVES is valid JSON");
            if leaf.read_json(raw).is_ok() {
                return;
            }
        }
    }

    /// Sets the list to nil, to empty, or to a few items.
    fn fill_list(&mut self, mut list: ListMut<'_>, depth: usize) {
        list.clear();
        if !self.wants(depth) {
            return;
        }
        list.truncate(0);
        for _ in 0..self.random.below(3) {
            self.fill(list.push(), depth + 1);
        }
    }

    fn fill_map(&mut self, mut map: MapMut<'_>, depth: usize) {
        map.clear();
        if !self.wants(depth) {
            return;
        }
        map.make();
        for _ in 0..self.random.below(4) {
            // YAML treats the key `<<` as a merge, even in text that its encoder wrote.
            let key = match self.random.pick(TEXTS) {
                "<<" => "<",
                text => text,
            };
            self.fill(map.append(key), depth + 1);
        }
    }
}
