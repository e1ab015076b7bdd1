//! Collections in brackets, in one line or in several.

use serde_json::{Map, Value};

use super::Renderer;

impl Renderer<'_> {
    /// Writes a mapping in braces. Further lines start at least in `column`.
    pub(super) fn flow_map(&mut self, map: &Map<String, Value>, column: usize) {
        self.out.push('{');
        let is_long = !map.is_empty() && self.random.one_in(3);
        for (index, (key, value)) in map.iter().enumerate() {
            self.separate(index, is_long, column);
            let key = self.flow_key_text(key);
            self.out += &format!("{key}:");
            self.flow_value(value, column + 2);
        }
        self.close('}', is_long, column);
    }

    pub(super) fn flow_list(&mut self, list: &[Value], column: usize) {
        self.out.push('[');
        let is_long = !list.is_empty() && self.random.one_in(3);
        for (index, item) in list.iter().enumerate() {
            self.separate(index, is_long, column);
            self.flow_value(item, column + 2);
        }
        self.close(']', is_long, column);
    }

    fn separate(&mut self, index: usize, is_long: bool, column: usize) {
        if index > 0 {
            self.out.push(',');
        }
        if !is_long {
            self.out.push_str(if index > 0 { " " } else { "" });
            return;
        }
        self.trailing_note();
        self.out.push('\n');
        while self.wants_note() {
            let note = self.note();
            self.indent(column + 2);
            self.out += &format!("{note}\n");
        }
        self.indent(column + 2);
    }

    fn close(&mut self, bracket: char, is_long: bool, column: usize) {
        if is_long {
            if self.random.one_in(4) {
                self.out.push(',');
            }
            self.trailing_note();
            self.out.push('\n');
            self.indent(column);
        }
        self.out.push(bracket);
    }

    fn flow_value(&mut self, value: &Value, column: usize) {
        if self.alias_or_anchor(value) {
            return;
        }
        if !self.out.ends_with(['[', ' ']) {
            self.out.push(' ');
        }
        match value {
            Value::Object(map) => self.flow_map(map, column),
            Value::Array(list) => self.flow_list(list, column),
            scalar => {
                let text = self.scalar_text(scalar, None, true);
                self.out += &text;
            }
        }
    }
}
