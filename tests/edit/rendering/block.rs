//! Collections in block style.

use apimachinery::edit::Step;
use serde_json::{Map, Value};

use super::Renderer;

impl Renderer<'_> {
    /// Writes a mapping whose keys are in a column. `is_started` is true if the first key follows in the current line.
    pub(super) fn block_map(&mut self, map: &Map<String, Value>, column: usize, is_started: bool) {
        let (merged, entries) = self.merged(map);
        let mut is_first = true;
        if let Some(name) = merged {
            self.start_line(column, is_started);
            self.out += &format!("<<: *{name}");
            self.trailing_note();
            is_first = false;
        }
        for (key, value) in &entries {
            self.start_line(column, is_first && is_started);
            is_first = false;
            self.path.push(Step::Key(key.clone()));
            self.entry(key, value, column);
            self.path.pop();
        }
    }

    /// Starts a line, after comments and blank lines.
    fn start_line(&mut self, column: usize, is_started: bool) {
        if is_started {
            return;
        }
        self.out.push('\n');
        if self.random.one_in(12) {
            self.out.push('\n');
        }
        while self.wants_note() {
            let at = if self.random.one_in(6) { self.random.below(column + 1) } else { column };
            let note = self.note();
            self.indent(at);
            self.out += &format!("{note}\n");
            if self.random.one_in(8) {
                self.out.push('\n');
            }
        }
        self.indent(column);
    }

    fn entry(&mut self, key: &str, value: &Value, column: usize) {
        let line = self.line();
        if self.style.is_odd && self.random.one_in(40) {
            self.has_oddities = true;
            let key = self.key_text(key);
            self.out += &format!("? {key}\n");
            self.indent(column);
            self.out.push(':');
        } else {
            let key = self.key_text(key);
            let blank = if self.style.is_odd && self.random.one_in(20) { " " } else { "" };
            self.out += &format!("{key}{blank}:");
        }
        let is_list = value.is_array();
        if self.is_block(value) {
            if !self.alias_or_anchor(value) {
                self.trailing_note();
                let below = if is_list { column + self.style.dash } else { column + self.style.step };
                self.block(value, below);
            }
            return;
        }
        self.inline(value, column, line);
    }

    fn is_block(&mut self, value: &Value) -> bool {
        let has_parts = match value {
            Value::Object(map) => !map.is_empty(),
            Value::Array(list) => !list.is_empty(),
            _ => false,
        };
        has_parts && !self.random.one_in(self.style.flow)
    }

    /// Writes a collection on the lines below.
    fn block(&mut self, value: &Value, column: usize) {
        match value {
            Value::Object(map) => self.block_map(map, column, false),
            Value::Array(list) => self.block_list(list, column, false),
            _ => {}
        }
    }

    fn block_list(&mut self, list: &[Value], column: usize, is_started: bool) {
        for (index, item) in list.iter().enumerate() {
            self.start_line(column, index == 0 && is_started);
            self.path.push(Step::Index(index));
            self.item(item, column);
            self.path.pop();
        }
    }

    fn item(&mut self, item: &Value, column: usize) {
        let line = self.line();
        self.out.push('-');
        if !self.is_block(item) {
            self.inline(item, column, line);
            return;
        }
        let anchors = self.anchors.len();
        if self.alias_or_anchor(item) {
            return;
        }
        let inner = column + 1 + self.style.gap;
        if self.anchors.len() > anchors || self.style.is_odd && self.random.one_in(10) {
            self.trailing_note();
            self.block(item, inner);
            return;
        }
        self.indent(self.style.gap);
        match item {
            Value::Object(map) => self.block_map(map, inner, true),
            Value::Array(list) => self.block_list(list, inner, true),
            _ => {}
        }
    }

    /// Writes a value after a key or a dash in its line.
    fn inline(&mut self, value: &Value, column: usize, line: usize) {
        if self.alias_or_anchor(value) {
            self.trailing_note();
            return;
        }
        match value {
            Value::Object(map) => {
                self.out.push(' ');
                self.flow_map(map, column + 1);
            }
            Value::Array(list) => {
                self.out.push(' ');
                self.flow_list(list, column + 1);
            }
            scalar => {
                if self.block_scalar(scalar, column) {
                    return;
                }
                let text = self.scalar_text(scalar, Some(column), false);
                if !text.is_empty() {
                    let blanks = if self.style.is_odd { self.random.pick(&[" ", "   "]) } else { " " };
                    self.out += &format!("{blanks}{text}");
                }
                if self.line() == line {
                    self.leaves.push((self.path.clone(), line));
                }
            }
        }
        self.trailing_note();
    }
}
