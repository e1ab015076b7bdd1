//! Maps with a fixed set of keys.

use super::content::{Content, word};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Word;
use crate::codegen::nearest::nearest;

/// The declaration of a map with a fixed set of keys.
pub(crate) struct Form {
    /// The name used in messages.
    pub(crate) name: &'static str,
    /// The keys that the map can contain, in groups, because forms share some groups.
    pub(crate) keys: &'static [&'static [Key]],
}

/// A key of a form.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) content: Content,
    pub(crate) needed: bool,
    /// The documentation that editors show.
    pub(crate) doc: &'static str,
}

impl Key {
    pub(crate) const fn new(name: &'static str, content: Content, doc: &'static str) -> Key {
        Key { name, content, needed: false, doc }
    }

    /// Makes the key required.
    pub(crate) const fn needed(self) -> Key {
        Key { needed: true, ..self }
    }
}

impl Form {
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().copied().flatten()
    }
}

/// A map whose keys and values have been checked. Values of the wrong shape have been reported, and the methods of this
/// type return nothing for them.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    form: &'static Form,
    entries: &'a [(Word, Node)],
}

impl<'a> Table<'a> {
    /// Checks a node against a form and reports mistakes. Returns `None` if the node is not a map.
    pub(crate) fn open(form: &'static Form, node: &'a Node, report: &mut Report) -> Option<Table<'a>> {
        let Value::Map(entries) = &node.value else {
            report.add(must_be(form.name, "a map", node));
            return None;
        };
        for (word, node) in entries {
            match form.keys().find(|key| key.name == word.text) {
                Some(key) => key.content.check(key.name, node, report),
                None => {
                    report.add(unknown_key(form, word, node));
                    let is_given = |name: &str| entries.iter().any(|(word, _)| word.text == name);
                    let meant = nearest(&word.text, form.keys().map(|key| key.name)).filter(|name| !is_given(name));
                    let meant = meant.and_then(|name| form.keys().find(|key| key.name == name));
                    meant.into_iter().for_each(|key| key.content.check(key.name, node, report));
                }
            }
        }
        let table = Table { form, entries };
        for key in form.keys().filter(|key| key.needed && table.get(key.name).is_none()) {
            let message = format!("missing key `{}` in {}", key.name, form.name);
            report.add(error("missing-key", node.span, message).help(format!("add `{}: …`", key.name)));
        }
        Some(table)
    }

    /// Returns true if the map contains a key that the form does not have.
    pub(crate) fn has_unknown_keys(&self) -> bool {
        self.entries.iter().any(|(word, _)| !self.form.keys().any(|key| key.name == word.text))
    }

    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.entry(key).map(|(_, node)| node)
    }

    /// Returns a key with its location and value.
    pub(crate) fn entry(&self, key: &str) -> Option<&'a (Word, Node)> {
        debug_assert!(self.form.keys().any(|known| known.name == key), "{} has no `{key}`", self.form.name);
        let found = self.entries.iter().find(|(name, _)| name.text == key);
        found.or_else(|| self.misspelled(key))
    }

    /// Returns the entry whose unknown key is probably this one, misspelled. It has been reported; its value is used to
    /// avoid messages about what would be missing without it.
    fn misspelled(&self, key: &str) -> Option<&'a (Word, Node)> {
        let names = || self.form.keys().map(|key| key.name);
        let unknown = |name: &str| !names().any(|known| known == name);
        self.entries.iter().find(|(name, _)| unknown(&name.text) && nearest(&name.text, names()) == Some(key))
    }

    pub(crate) fn word(&self, key: &str) -> Option<Word> {
        word(self.get(key)?)
    }

    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.word(key).map(|word| word.text)
    }

    /// Returns the value that `choices` assigns to the string at a key.
    pub(crate) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let word = self.word(key)?;
        choices.iter().find(|(name, _)| *name == word.text).map(|(_, value)| *value)
    }

    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        match self.get(key)?.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        match &self.get(key)?.value {
            #[expect(clippy::cast_precision_loss, reason = "a bound of 2^53 and more is checked as a double")]
            Value::Int(value) => Some(*value as f64),
            Value::Float(value, _) => Some(*value),
            _ => None,
        }
    }

    pub(crate) fn count(&self, key: &str) -> Option<u64> {
        match self.get(key)?.value {
            Value::Int(value) => u64::try_from(value).ok(),
            _ => None,
        }
    }

    /// Returns the items of a list; an empty slice if the key is missing.
    pub(crate) fn items(&self, key: &str) -> &'a [Node] {
        match self.get(key).map(|node| &node.value) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    /// Returns a list of strings. Items that are not strings are omitted.
    pub(crate) fn words(&self, key: &str) -> Option<Vec<Word>> {
        match &self.get(key)?.value {
            Value::List(items) => Some(items.iter().filter_map(word).collect()),
            _ => None,
        }
    }

    /// Returns the entries of a map with arbitrary keys; an empty slice if the key is missing.
    pub(crate) fn entries(&self, key: &str) -> &'a [(Word, Node)] {
        match self.get(key).map(|node| &node.value) {
            Some(Value::Map(entries)) => entries,
            _ => &[],
        }
    }

    /// Returns the entries of a map from strings to strings. Entries with other values are omitted.
    pub(crate) fn pairs(&self, key: &str) -> Vec<(Word, Word)> {
        let pair = |(name, node): &(Word, Node)| Some((name.clone(), word(node)?));
        self.entries(key).iter().filter_map(pair).collect()
    }
}

/// Returns the diagnostic for a value whose shape differs from the expected one.
pub(super) fn must_be(name: &str, expected: &str, node: &Node) -> Diagnostic {
    error("wrong-type", node.span, format!("{name} must be {expected}")).label(format!("found {}", shape(&node.value)))
}

fn shape(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Int(_) | Value::Float(..) => "a number",
        Value::Text(_) => "a string",
        Value::List(_) => "a list",
        Value::Map(_) => "a map",
    }
}

fn unknown_key(form: &Form, key: &Word, node: &Node) -> Diagnostic {
    let error = error("unknown-key", key.span, format!("unknown key `{}` in {}", key.text, form.name));
    let names = || form.keys().map(|key| key.name);
    if matches!(node.value, Value::Null) && nearest(&key.text, names()).is_none() {
        return error
            .label("this key has no value")
            .help("if it is part of a text, write the whole text in quotes: in `{ }`, a comma ends a value");
    }
    error.among(&key.text, "the keys are", names())
}

/// Returns the strings of a table for [`Table::choice`].
pub(super) const fn words_of<T: Copy, const N: usize>(choices: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut index = 0;
    while index < N {
        words[index] = choices[index].0;
        index += 1;
    }
    words
}
