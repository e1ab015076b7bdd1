//! Reads the nodes of JSON, whose escapes and numbers have other meanings in YAML.

use std::collections::HashSet;

use super::numbers::Numbers;
use super::refusal::{Cause, Refusal};
use super::tree::{Entry, MAX_DEPTH, Node, NodeId, Shape, Tree};
use crate::go_yaml::{Mark, ScalarStyle};
use crate::meta::Value;
use crate::serializer::json;

impl<'t> Tree<'t> {
    /// Reads a JSON document.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the text is not JSON, or cannot be edited.
    pub(super) fn read_json(text: &'t str) -> Result<Tree<'t>, Refusal> {
        let mut reader = Reader { text, at: 0, marked: (0, 1, 1), nodes: Vec::new(), numbers: Numbers::default() };
        let root = reader.node(None, 0)?;
        reader.skip_space();
        match reader.at == text.len() {
            true => Ok(Tree::new(text, reader.nodes, root, Vec::new(), reader.numbers)),
            false => Err(reader.invalid()),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// An offset before `at`, its line and its column.
    marked: (usize, usize, usize),
    nodes: Vec<Node>,
    numbers: Numbers,
}

impl Reader<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn mark(&mut self) -> Mark {
        let (from, mut line, mut column) = self.marked;
        for character in self.text[from..self.at].chars() {
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.marked = (self.at, line, column);
        Mark::new(line, column)
    }

    fn invalid(&mut self) -> Refusal {
        let mark = self.mark();
        Refusal::new(Cause::Invalid, "the text is not valid JSON").at(Some(mark))
    }

    /// Skips white space and a character, if that follows.
    fn takes(&mut self, character: u8) -> bool {
        self.skip_space();
        let is_next = self.byte() == Some(character);
        self.at += usize::from(is_next);
        is_next
    }

    fn node(&mut self, parent: Option<NodeId>, depth: usize) -> Result<NodeId, Refusal> {
        self.skip_space();
        let (start, mark) = (self.at, self.mark());
        if depth > MAX_DEPTH {
            return Err(Refusal::new(Cause::Layout, "values nest too deeply to be edited").at(Some(mark)));
        }
        let id = self.nodes.len();
        let shape = Shape::List { items: Vec::new(), is_flow: true };
        self.nodes.push(Node { span: start..start, content: start..start, mark, shape, user: None, parent });
        let shape = match self.byte() {
            Some(b'{') => Shape::Map { entries: self.entries(id, depth)?, is_flow: true },
            Some(b'[') => Shape::List { items: self.items(id, depth)?, is_flow: true },
            Some(b'"') => Shape::Scalar { value: self.string()?.1.as_str().into(), style: ScalarStyle::DoubleQuoted },
            _ => Shape::Scalar { value: self.literal(mark)?, style: ScalarStyle::Plain },
        };
        let node = &mut self.nodes[id];
        (node.shape, node.span.end, node.content.end) = (shape, self.at, self.at);
        Ok(id)
    }

    fn items(&mut self, id: NodeId, depth: usize) -> Result<Vec<NodeId>, Refusal> {
        let mut items = Vec::new();
        self.at += 1;
        if self.takes(b']') {
            return Ok(items);
        }
        loop {
            items.push(self.node(Some(id), depth + 1)?);
            if self.takes(b']') {
                return Ok(items);
            }
            if !self.takes(b',') {
                return Err(self.invalid());
            }
        }
    }

    fn entries(&mut self, id: NodeId, depth: usize) -> Result<Vec<Entry>, Refusal> {
        let (mut entries, mut keys) = (Vec::new(), HashSet::new());
        self.at += 1;
        if self.takes(b'}') {
            return Ok(entries);
        }
        loop {
            self.skip_space();
            let mark = self.mark();
            let (key_span, key) = self.string()?;
            if !keys.insert(key.clone()) {
                let message = format!("duplicate key {key:?}: remove one of the two");
                return Err(Refusal::new(Cause::Invalid, message).at(Some(mark)));
            }
            if !self.takes(b':') {
                return Err(self.invalid());
            }
            let value = self.node(Some(id), depth + 1)?;
            entries.push(Entry { key, start: key_span.start, key_span, value, is_merged: false });
            if self.takes(b'}') {
                return Ok(entries);
            }
            if !self.takes(b',') {
                return Err(self.invalid());
            }
        }
    }

    fn string(&mut self) -> Result<(std::ops::Range<usize>, String), Refusal> {
        let start = self.at;
        if self.byte() != Some(b'"') {
            return Err(self.invalid());
        }
        self.at += 1;
        while self.byte().is_some_and(|byte| byte != b'"') {
            self.at += if self.byte() == Some(b'\\') { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(self.text.len());
        let text = self.text.get(start..self.at).and_then(|text| json::from_str::<Value>(text).ok());
        match text.as_ref().and_then(Value::as_str) {
            Some(text) => Ok((start..self.at, text.to_string())),
            None => {
                self.at = start;
                Err(self.invalid())
            }
        }
    }

    /// Reads a number or a word.
    fn literal(&mut self, mark: Mark) -> Result<Value, Refusal> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        let Ok(value) = json::from_str::<Value>(text) else { return Err(self.invalid()) };
        if let Value::Float(float) = value {
            self.numbers.add(float, text, mark)?;
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Value, String> {
        Tree::read_json(text).map(|tree| tree.value(tree.root)).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn values_are_those_of_the_decoder() {
        for text in [
            "{}",
            " [ ] ",
            r#"{"a\/b" : [1, -2.5e3, true, null, "\ud83d\ude00"],"c":{"d":{}}}"#,
            "{\"a\":\t\r\n 1}\n",
            "12345678901234567890",
        ] {
            assert_eq!(read(text).ok(), json::from_str::<Value>(text).ok(), "{text}");
        }
        let tree = Tree::read_json("{\"a\":\n [\"é\", 17]}").expect("JSON");
        let path = super::super::Path::default().key("a").index(1);
        let node = tree.node(tree.find(tree.root, &path).expect("an item"));
        assert_eq!((node.mark, &tree.text[node.span.clone()]), (Mark::new(2, 8), "17"));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "{", "[1", "{\"a\"}", "{\"a\":1,}", "[1 2]", "nul", "\"a", "{a: 1}", "[1] 2", "\"\\"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(read(r#"{"a":1,"\u0061":2}"#), Err("duplicate key \"a\": remove one of the two".to_string()));
    }
}
