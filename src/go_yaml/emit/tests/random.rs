//! Random JSON with difficult texts, generated from a seed.

use crate::wire::escape::write_string;
use crate::wire::float::write_json_float;

/// Texts that look like other values.
const WORDS: [&str; 48] = [
    "",
    "~",
    "null",
    "Null",
    "yes",
    "No",
    "y",
    "N",
    "on",
    "OFF",
    "true",
    "False",
    "<<",
    "=",
    "---",
    "...",
    "-",
    "?",
    ":",
    "0",
    "-0",
    "+1",
    "0x1F",
    "0o17",
    "017",
    "089",
    "1_000",
    "0b1",
    "12:30",
    "1:2:3.4",
    "-1:60",
    "1e3",
    "1.5",
    ".5",
    "5.",
    ".inf",
    "-.INF",
    ".nan",
    "1e400",
    "2001-01-01",
    "2001-1-1T1:2:3Z",
    "2001-02-30",
    "v1",
    "v10",
    "v2",
    "v1beta1",
    "{}",
    "[]",
];

/// The pieces of which texts are composed, grouped into classes of characters that some rule treats specially.
const PIECES: [&[&str]; 6] = [
    &["a", "b", "Z", "word", "x1", "10", "9", "0", "é", "日本", "_", "/", "."],
    &[" ", " ", " ", "  ", "   "],
    &[
        ":", ": ", " #", "#", "- ", "-", "? ", ",", "[", "]", "{", "}", "&", "*", "!", "|", ">", "'", "\"", "%", "@",
        "`", "\\",
    ],
    &["\n", "\n", "\n\n", "\n ", " \n", "\r", "\u{85}", "\u{2028}", "\u{2029}"],
    &["\t", "\0", "\x07", "\x08", "\x0B", "\x0C", "\x1B", "\x7F", "\u{80}", "\u{9F}", "\u{A0}", "\u{AD}"],
    &["\u{FEFF}", "\u{FFFE}", "\u{FFFF}", "\u{FFFD}", "\u{FF01}", "😀", "\u{10FFFF}", "\u{200B}", "\u{E35}", "²", "٣"],
];

pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `limit`.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit
    }

    pub(super) fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn text(&mut self) -> String {
        let longest = self.pick(&[3, 8, 40]);
        match self.below(8) {
            0 => return self.pick(&WORDS).to_owned(),
            1 => return (0..12 + self.below(40)).map(|_| self.word() + self.pick(PIECES[1])).collect(),
            2 => return self.below(1 << 31).to_string(),
            3 => return self.word(),
            _ => {}
        }
        // Few classes are combined in a text, so that each rule is often tested in isolation.
        let classes: Vec<&[&str]> = (0..1 + self.below(3)).map(|_| self.pick(&PIECES)).chain([PIECES[0]]).collect();
        (0..1 + self.below(longest))
            .map(|_| {
                let class = self.pick(&classes);
                self.pick(class)
            })
            .collect()
    }

    fn word(&mut self) -> String {
        (0..1 + self.below(9)).map(|_| char::from(b'a' + self.below(26) as u8)).collect()
    }

    fn key(&mut self) -> String {
        let text = if self.chance(3) { self.text() } else { self.word() };
        text.chars().take(150).collect()
    }

    /// Returns a value formatted like Go's encoder does, except that `string` writes texts and keys.
    pub(super) fn value(&mut self, depth: usize, string: &mut dyn FnMut(&mut Self, &mut Vec<u8>, &str)) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out, depth, string);
        out
    }

    fn write(&mut self, out: &mut Vec<u8>, depth: usize, string: &mut dyn FnMut(&mut Self, &mut Vec<u8>, &str)) {
        match self.below(if depth == 0 { 8 } else { 13 }) {
            0 => out.extend_from_slice(self.pick(&["null", "true", "false"]).as_bytes()),
            1 => self.write_number(out),
            2..8 => {
                let text = self.text();
                string(self, out, &text);
            }
            8..10 => {
                out.push(b'[');
                for item in 0..self.below(5) {
                    out.extend_from_slice(if item > 0 { b"," } else { b"" });
                    self.write(out, depth - 1, string);
                }
                out.push(b']');
            }
            _ => {
                let mut keys: Vec<String> = (0..self.below(6)).map(|_| self.key()).collect();
                keys.sort_unstable();
                keys.dedup();
                out.push(b'{');
                for (entry, key) in keys.iter().enumerate() {
                    out.extend_from_slice(if entry > 0 { b"," } else { b"" });
                    string(self, out, key);
                    out.push(b':');
                    self.write(out, depth - 1, string);
                }
                out.push(b'}');
            }
        }
    }

    fn write_number(&mut self, out: &mut Vec<u8>) {
        let bits = (self.below(1 << 31) as u64) << 33 | (self.below(1 << 31) as u64) << 3;
        let number = match self.below(5) {
            0 => self.below(1000).to_string(),
            1 => (bits as i64 >> self.below(64)).to_string(),
            2 => (u64::MAX - self.below(1 << 20) as u64).to_string(),
            3 => return write_json_float(out, self.below(1 << 24) as f64 / 64.0 - 1000.0),
            _ => match f64::from_bits(bits) {
                // YAML has no negative zero among its integers.
                float if float.is_finite() && float != 0.0 => return write_json_float(out, float),
                _ => "-1".to_owned(),
            },
        };
        out.extend_from_slice(number.as_bytes());
    }
}

/// Writes a string with random JSON escapes.
pub(super) fn write_odd_string(random: &mut Random, out: &mut Vec<u8>, text: &str) {
    match random.below(4) {
        0 => write_escaped(out, text, |_| true),
        1 => write_escaped(out, text, |_| random.chance(4)),
        2 => write_string(out, text),
        _ => write_escaped(out, text, |character| !character.is_ascii()),
    }
}

fn write_escaped(out: &mut Vec<u8>, text: &str, mut escapes: impl FnMut(char) -> bool) {
    out.push(b'"');
    for character in text.chars() {
        let code = u32::from(character);
        let must = matches!(character, '"' | '\\' | ..' ');
        if code < 0x10000 && (must || escapes(character)) {
            out.extend_from_slice(format!("\\u{code:04x}").as_bytes());
        } else {
            out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    out.push(b'"');
}
