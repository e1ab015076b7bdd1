//! Maps with a fixed set of keys, and the shapes of their values.

use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Word;
use crate::codegen::nearest::did_you_mean;

/// A kind of map: how it is called, and the keys that it may have.
pub(crate) struct Form {
    pub(crate) name: &'static str,
    pub(crate) keys: &'static [&'static str],
}

/// A map whose keys are known to be right.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    entries: &'a [(Word, Node)],
}

impl<'a> Table<'a> {
    /// Takes a node as a map of this form; unknown keys are reported and skipped.
    pub(crate) fn open(form: &Form, node: &'a Node, report: &mut Report) -> Option<Table<'a>> {
        let Value::Map(entries) = &node.value else {
            report.add(must_be(form.name, "a map", node));
            return None;
        };
        for (key, _) in entries {
            if !form.keys.contains(&key.text.as_str()) {
                report.add(unknown_key(form, key));
            }
        }
        Some(Table { entries })
    }

    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// The key itself with its value.
    pub(crate) fn entry(&self, key: &str) -> Option<&'a (Word, Node)> {
        self.entries.iter().find(|(name, _)| name.text == key)
    }

    pub(crate) fn word(&self, key: &str, report: &mut Report) -> Option<Word> {
        word(key, self.get(key)?, report)
    }

    pub(crate) fn text(&self, key: &str, report: &mut Report) -> Option<String> {
        self.word(key, report).map(|word| word.text)
    }

    pub(crate) fn flag(&self, key: &str, report: &mut Report) -> Option<bool> {
        let node = self.get(key)?;
        match node.value {
            Value::Bool(value) => Some(value),
            _ => wrong_type(key, "true or false", node, report),
        }
    }

    pub(crate) fn number(&self, key: &str, report: &mut Report) -> Option<f64> {
        let node = self.get(key)?;
        match &node.value {
            #[expect(clippy::cast_precision_loss, reason = "a bound of 2^53 and more is checked as a double")]
            Value::Int(value) => Some(*value as f64),
            Value::Float(value, _) => Some(*value),
            _ => wrong_type(key, "a number", node, report),
        }
    }

    pub(crate) fn count(&self, key: &str, report: &mut Report) -> Option<u64> {
        let node = self.get(key)?;
        match node.value {
            Value::Int(value) => u64::try_from(value).ok().or_else(|| wrong_type(key, "a count", node, report)),
            _ => wrong_type(key, "a count", node, report),
        }
    }

    pub(crate) fn words(&self, key: &str, report: &mut Report) -> Option<Vec<Word>> {
        words(key, self.get(key)?, report)
    }

    /// The entries of a map with free keys; nothing where the key is missing.
    pub(crate) fn entries(&self, key: &'static str, report: &mut Report) -> &'a [(Word, Node)] {
        self.get(key).and_then(|node| map(key, node, report)).unwrap_or_default()
    }
}

/// A node as a map with free keys.
pub(crate) fn map<'a>(name: &str, node: &'a Node, report: &mut Report) -> Option<&'a [(Word, Node)]> {
    match &node.value {
        Value::Map(entries) => Some(entries),
        _ => wrong_type(name, "a map", node, report),
    }
}

/// A node as a text.
pub(crate) fn word(name: &str, node: &Node, report: &mut Report) -> Option<Word> {
    match &node.value {
        Value::Text(text) => Some(Word { text: text.clone(), span: node.span }),
        Value::Bool(_) | Value::Int(_) | Value::Float(..) => {
            report.add(must_be(&format!("`{name}`"), "a text", node).help("put it in quotes"));
            None
        }
        _ => wrong_type(name, "a text", node, report),
    }
}

/// A node as a list.
pub(crate) fn list<'a>(name: &str, node: &'a Node, report: &mut Report) -> Option<&'a [Node]> {
    match &node.value {
        Value::List(items) => Some(items),
        _ => wrong_type(name, "a list", node, report),
    }
}

/// A node as a list of texts.
pub(crate) fn words(name: &str, node: &Node, report: &mut Report) -> Option<Vec<Word>> {
    let items = list(name, node, report)?;
    Some(items.iter().filter_map(|item| word(name, item, report)).collect())
}

/// Reports a value of another shape than its key asks for.
pub(crate) fn wrong_type<T>(name: &str, expected: &str, node: &Node, report: &mut Report) -> Option<T> {
    report.add(must_be(&format!("`{name}`"), expected, node));
    None
}

fn must_be(name: &str, expected: &str, node: &Node) -> Diagnostic {
    error("wrong-type", node.span, format!("{name} must be {expected}"))
        .label(format!("this is {}", shape(&node.value)))
}

fn shape(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Int(_) | Value::Float(..) => "a number",
        Value::Text(_) => "a text",
        Value::List(_) => "a list",
        Value::Map(_) => "a map",
    }
}

fn unknown_key(form: &Form, key: &Word) -> Diagnostic {
    error("unknown-key", key.span, format!("{} has no key `{}`", form.name, key.text))
        .label(did_you_mean(&key.text, form.keys.iter().copied()))
        .help(format!("the keys are {}", form.keys.join(", ")))
}
