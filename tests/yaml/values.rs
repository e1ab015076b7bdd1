//! Random JSON values, with texts that are difficult in YAML.

use serde_json::{Map, Value};

use super::random::Random;

/// The parts of random texts.
const PIECES: &[&str] = &[
    "a",
    "word",
    "key",
    "é",
    "日本",
    "😀",
    "e\u{301}",
    " ",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\t",
    "\r",
    "\r\n",
    ":",
    ": ",
    "#",
    " #",
    "- ",
    "-",
    "? ",
    ",",
    "[",
    "]",
    "{",
    "}",
    "&",
    "*",
    "!",
    "!!",
    "|",
    ">",
    "'",
    "''",
    "\"",
    "\\",
    "%",
    "@",
    "`",
    "~",
    "null",
    "yes",
    "No",
    "on",
    "true",
    "0",
    "1",
    "07",
    "0x1f",
    "0b1",
    "1_0",
    "1e3",
    ".5",
    ".inf",
    ".nan",
    "12:30",
    "2001-01-01",
    "<<",
    "=",
    "---",
    "...",
    "\0",
    "\u{7}",
    "\u{1b}",
    "\u{a0}",
    "\u{feff}",
    "\u{2028}",
    "\u{2029}",
    "\u{fffd}",
    "<b>&amp;",
    "a long run of words that goes on for a while",
    "averyveryverylongwordthatcannotbefoldedanywhereatallforlackofspaces",
];

/// Numbers, without `-0`, which loses its sign in YAML.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "10",
    "420",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "0.1",
    "-2.5",
    "1e3",
    "1e21",
    "1e-7",
    "123456789.5",
    "999999.5",
    "1234567.5",
    "1e100",
    "5e-324",
    "1.7976931348623157e308",
    "0.00001",
    "1e6",
];

/// Returns a value with at most `levels` levels.
pub(crate) fn value(random: &mut Random, levels: usize) -> Value {
    match random.below(if levels > 0 { 9 } else { 5 }) {
        0 => Value::Null,
        1 => Value::Bool(random.one_in(2)),
        2 => serde_json::from_str(random.pick(NUMBERS)).expect("a number"),
        3 | 4 => Value::String(text(random)),
        5 | 6 => (0..random.below(5)).map(|_| value(random, levels - 1)).collect(),
        _ => Value::Object(object(random, levels - 1)),
    }
}

fn object(random: &mut Random, levels: usize) -> Map<String, Value> {
    let members = (0..random.below(5)).map(|_| (text(random), value(random, levels)));
    // YAML reads this key as a merge key, even in text that it wrote itself.
    members.filter(|(key, _)| key != "<<").collect()
}

/// Returns a text of a few pieces, rarely of very many.
pub(crate) fn text(random: &mut Random) -> String {
    let pieces = if random.one_in(30) { random.below(80) } else { random.below(7) };
    (0..pieces).map(|_| random.pick(PIECES)).collect()
}

/// Maximum length of a key in characters. Longer ones are not simple keys when JSON is read as YAML, as upstream.
pub(crate) const LONGEST_KEY: usize = 1000;

/// True if a key is too long for JSON that is read as YAML.
pub(crate) fn has_long_key(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_long_key),
        Value::Object(members) => {
            members.iter().any(|(key, value)| key.chars().count() > LONGEST_KEY || has_long_key(value))
        }
        _ => false,
    }
}

/// Returns JSON as Go writes it, with two characters escaped that are line breaks in YAML.
pub(crate) fn escaped(value: &Value) -> String {
    value.to_string().replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
