//! Texts of the same value in several styles, with comments at every place that permits them.

use std::fmt::Write;

use serde_json::Value;

/// A style of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Indented by two, dashes below their key.
    Block,
    /// Indented by four, dashes indented, CRLF, a byte order mark, no line break at the end.
    Wide,
    /// Braces and brackets from the third level on.
    Flow,
    /// JSON in lines.
    Json,
    /// JSON in one line.
    Compact,
}

pub(crate) const ALL: [Style; 5] = [Style::Block, Style::Wide, Style::Flow, Style::Json, Style::Compact];

/// Returns the text of a value.
pub(crate) fn print(value: &Value, style: Style) -> String {
    let mut printer = Printer { out: String::new(), comments: 0, style };
    match style {
        Style::Json => return serde_json::to_string_pretty(value).expect("a value") + "\n",
        Style::Compact => return value.to_string(),
        Style::Block | Style::Flow => printer.block(value, 0, 0),
        Style::Wide => {
            printer.block(value, 0, 0);
            let text = printer.out.trim_start().trim_end().replace('\n', "\r\n");
            return format!("\u{FEFF}{text}");
        }
    }
    printer.out.trim_start().to_string() + "\n"
}

struct Printer {
    out: String,
    comments: usize,
    style: Style,
}

impl Printer {
    fn comment(&mut self) -> String {
        self.comments += 1;
        format!("# note {}.", self.comments)
    }

    fn block(&mut self, value: &Value, column: usize, level: usize) {
        let (step, dash) = if self.style == Style::Wide { (4, 2) } else { (2, 0) };
        match value {
            Value::Object(map) if !(map.is_empty() || self.style == Style::Flow && level > 2) => {
                for (index, (key, value)) in map.iter().enumerate() {
                    if index > 0 || !self.out.ends_with("- ") {
                        if index > 0 && index % 2 == 0 {
                            let comment = self.comment();
                            write!(self.out, "\n{}{comment}", " ".repeat(column)).expect("memory");
                        }
                        write!(self.out, "\n{}", " ".repeat(column)).expect("memory");
                    }
                    write!(self.out, "{}:", key_text(key)).expect("memory");
                    match value {
                        Value::Array(_) => self.block(value, column + dash, level + 1),
                        _ => self.block(value, column + step, level + 1),
                    }
                }
            }
            Value::Array(list) if !(list.is_empty() || self.style == Style::Flow && level > 2) => {
                for value in list {
                    write!(self.out, "\n{}- ", " ".repeat(column)).expect("memory");
                    self.block(value, column + 2, level + 1);
                }
            }
            scalar => {
                let blank = if self.out.ends_with(' ') { "" } else { " " };
                let text = if self.style == Style::Flow && level > 2 { flow(scalar) } else { scalar_text(scalar) };
                write!(self.out, "{blank}{text}").expect("memory");
                if self.comments % 3 != 1 {
                    let comment = self.comment();
                    write!(self.out, "  {comment}").expect("memory");
                } else {
                    self.comments += 1;
                }
            }
        }
    }
}

fn key_text(key: &str) -> String {
    let is_plain = !key.is_empty() && key.chars().all(|character| character.is_ascii_lowercase()) && key.len() > 3;
    let is_word = ["true", "false", "null"].contains(&key);
    if is_plain && !is_word { key.to_string() } else { quoted(key) }
}

/// Returns a scalar or an empty collection.
fn scalar_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), quoted)
}

/// Returns a text in double quotes, with escapes for everything that YAML would read as something else.
fn quoted(text: &str) -> String {
    let escaped = |character: char| match character {
        '"' | '\\' => format!("\\{character}"),
        ' '..='~' => character.to_string(),
        _ => format!("\\U{:08X}", character as u32),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

/// Returns true if YAML reads the JSON of the value as the same value.
pub(crate) fn is_plain(value: &Value) -> bool {
    let is_plain = |text: &str| text.chars().all(|character| matches!(character, ' '..='~'));
    match value {
        Value::Object(map) => map.iter().all(|(key, value)| is_plain(key) && key.len() < 1000 && self::is_plain(value)),
        Value::Array(list) => list.iter().all(self::is_plain),
        Value::String(text) => is_plain(text),
        Value::Number(number) => number.is_i64() && number.as_i64() != Some(0) || number.to_string() == "0",
        _ => true,
    }
}

fn flow(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let entries: Vec<_> =
                map.iter().map(|(key, value)| format!("{}: {}", key_text(key), flow(value))).collect();
            format!("{{{}}}", entries.join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(flow).collect::<Vec<_>>().join(", ")),
        scalar => scalar_text(scalar),
    }
}
