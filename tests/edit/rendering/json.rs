//! JSON in one line or in several, with different escapes.

use serde_json::Value;

use crate::random::Random;

/// Returns the JSON of a value.
pub(super) fn render(value: &Value, random: &mut Random) -> String {
    let unit = random.pick(&["", "  ", "    ", "\t"]);
    let mut printer = Printer { out: String::new(), random, unit };
    printer.value(value, 0);
    if !unit.is_empty() {
        printer.out.push('\n');
    }
    printer.out
}

struct Printer<'r> {
    out: String,
    random: &'r mut Random,
    unit: &'static str,
}

impl Printer<'_> {
    fn break_line(&mut self, depth: usize) {
        if !self.unit.is_empty() {
            self.out.push('\n');
            self.out += &self.unit.repeat(depth);
        }
    }

    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::Object(map) if !map.is_empty() => {
                for (index, (key, value)) in map.iter().enumerate() {
                    self.out.push(if index == 0 { '{' } else { ',' });
                    self.break_line(depth + 1);
                    self.text(key);
                    self.out += if self.unit.is_empty() { ":" } else { ": " };
                    self.value(value, depth + 1);
                }
                self.break_line(depth);
                self.out.push('}');
            }
            Value::Array(list) if !list.is_empty() => {
                for (index, item) in list.iter().enumerate() {
                    self.out.push(if index == 0 { '[' } else { ',' });
                    self.break_line(depth + 1);
                    self.value(item, depth + 1);
                }
                self.break_line(depth);
                self.out.push(']');
            }
            Value::String(text) => self.text(text),
            scalar => self.out += &scalar.to_string(),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            match character {
                '/' if self.random.one_in(3) => self.out += "\\/",
                '"' | '\\' => self.out.extend(['\\', character]),
                ' '..='~' => self.out.push(character),
                '\u{A0}'.. if self.random.one_in(2) => self.out.push(character),
                _ => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        self.out += &format!("\\u{unit:04x}");
                    }
                }
            }
        }
        self.out.push('"');
    }
}
