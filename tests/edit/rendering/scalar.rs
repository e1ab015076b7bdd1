//! Scalars in all styles.

use apimachinery::yaml;
use serde_json::Value;

use super::Renderer;

impl Renderer<'_> {
    pub(super) fn key_text(&mut self, key: &str) -> String {
        let is_short = !key.contains('\n');
        match self.random.below(12) {
            0 if is_short => single_quoted(key, "{}: 0").unwrap_or_else(|| double_quoted(key)),
            1 => double_quoted(key),
            _ if is_short && reads_as_key(key, key, "{}: 0") => key.to_string(),
            _ => double_quoted(key),
        }
    }

    pub(super) fn flow_key_text(&mut self, key: &str) -> String {
        if self.random.one_in(8) || key.contains('\n') || !reads_as_key(key, key, "{x: 1, {}: 0}") {
            return double_quoted(key);
        }
        key.to_string()
    }

    /// Writes a text as a block scalar below a key in a column, if it can be written in this way. Returns false otherwise.
    pub(super) fn block_scalar(&mut self, value: &Value, column: usize) -> bool {
        let Some(text) = value.as_str().filter(|text| !text.trim().is_empty()) else { return false };
        let is_long = text.contains('\n');
        if !self.random.one_in(if is_long { 2 } else { 12 }) || text.starts_with([' ', '\n', '\t']) {
            return false;
        }
        let note = if self.wants_note() { format!("  {}", self.note()) } else { String::new() };
        let tail = text.len() - text.trim_end_matches('\n').len();
        let chomping = match tail {
            0 => "-",
            1 => "",
            _ => "+",
        };
        let sign = if self.random.one_in(3) && !is_long { '>' } else { '|' };
        let width = column + self.random.pick(&[1, 2, 2, 4]);
        let body: Vec<String> = text
            .trim_end_matches('\n')
            .split('\n')
            .map(|line| if line.is_empty() { String::new() } else { format!("{}{line}", " ".repeat(width)) })
            .collect();
        let body = body.join("\n") + &"\n".repeat(tail.saturating_sub(1));
        let scalar = format!(" {sign}{chomping}");
        if !reads_as(&nested(column, &format!("{scalar}\n{body}")), "z", text) {
            self.notes -= usize::from(!note.is_empty());
            return false;
        }
        self.out += &format!("{scalar}{note}\n{body}");
        self.block_scalar_end = self.out.len();
        true
    }

    /// Returns the text of a scalar. Its further lines can start behind `column`; without a column, it has one line.
    pub(super) fn scalar_text(&mut self, value: &Value, column: Option<usize>, is_flow: bool) -> String {
        match value {
            Value::String(text) => self.text(text, column, is_flow),
            Value::Null if !is_flow && column.is_some() => self.random.pick(&["null", "~", ""]).to_string(),
            Value::Number(number) => {
                let positive = number.as_u64().filter(|number| *number > 7 && *number <= i64::MAX as u64);
                match (positive, self.random.below(24)) {
                    (Some(number), 0) => format!("0x{number:x}"),
                    (Some(number), 1) => format!("0{number:o}"),
                    (Some(number), 2) => format!("+{number}"),
                    _ => number.to_string(),
                }
            }
            Value::Object(_) => "{}".to_string(),
            Value::Array(_) => "[]".to_string(),
            scalar => scalar.to_string(),
        }
    }

    fn text(&mut self, text: &str, column: Option<usize>, is_flow: bool) -> String {
        let frame = if is_flow { "{x: 1, z: {}, y: [1]}" } else { "z: {}" };
        let tag = if self.style.is_odd && self.random.one_in(20) { "!!str " } else { "" };
        let is_one_line = !text.contains('\n');
        if let Some(column) = column.filter(|_| is_one_line && self.style.is_odd && self.random.one_in(6)) {
            let split =
                text.find(' ').filter(|at| *at > 0 && !text[at + 1..].starts_with(' ') && !text[..*at].ends_with(' '));
            let split = split.map(|at| format!("{}\n{}{}", &text[..at], " ".repeat(column + 1), &text[at + 1..]));
            let split = split.filter(|_| text.trim() == text);
            if let Some(split) = split {
                let quoted = format!("\"{split}\"");
                if reads_as(&nested(column, &format!(" {quoted}")), "z", text) {
                    return quoted;
                }
                if reads_as(&nested(column, &format!(" {split}")), "z", text) {
                    return split;
                }
            }
        }
        match self.random.below(6) {
            0 if is_one_line => {
                single_quoted(text, frame).map_or_else(|| double_quoted(text), |text| format!("{tag}{text}"))
            }
            1 => format!("{tag}{}", double_quoted(text)),
            _ if is_one_line && !text.is_empty() && reads_as(&frame.replacen("{}", text, 1), "z", text) => {
                text.to_string()
            }
            _ => double_quoted(text),
        }
    }
}

/// Returns a document with a value at the depth that has a key in a column.
fn nested(column: usize, value: &str) -> String {
    match column {
        0 => format!("z:{value}\n"),
        _ => format!("y:\n{}z:{value}\nw: 0\n", " ".repeat(column)),
    }
}

/// Returns true if a document has a text at a key, at its top or one level below.
fn reads_as(document: &str, key: &str, text: &str) -> bool {
    let json = yaml::to_json(document.as_bytes()).ok();
    let value = json.and_then(|json| serde_json::from_str::<Value>(&json).ok()).unwrap_or_default();
    let found = value.get(key).or_else(|| value.get("y")?.get(key));
    found.and_then(Value::as_str) == Some(text)
}

/// Returns true if `text` in the frame is a key.
fn reads_as_key(key: &str, text: &str, frame: &str) -> bool {
    if key == "<<" || key.is_empty() {
        return false;
    }
    let document = frame.replacen("{}", text, 1);
    let json = yaml::to_json(document.as_bytes()).ok();
    let value = json.and_then(|json| serde_json::from_str::<Value>(&json).ok()).unwrap_or_default();
    value.get(key).is_some()
}

fn single_quoted(text: &str, frame: &str) -> Option<String> {
    let quoted = format!("'{}'", text.replace('\'', "''"));
    let document = frame.replacen("{}", &quoted, 1);
    let is_key = frame.starts_with("{}");
    let is_right = if is_key { reads_as_key(text, &quoted, frame) } else { reads_as(&document, "z", text) };
    is_right.then_some(quoted)
}

fn double_quoted(text: &str) -> String {
    let escaped = |character: char| match character {
        '"' | '\\' => format!("\\{character}"),
        ' '..='~' | '\u{A1}'..='\u{2027}' => character.to_string(),
        _ => format!("\\U{:08X}", character as u32),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}
