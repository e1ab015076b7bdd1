//! The shapes that the values of keys can have. The loader checks them; the JSON Schemas describe them to editors.

use super::table::{Form, must_be};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;

/// The version of the definition language that this generator reads.
pub(crate) const FORMAT: i64 = 1;

/// The shape of a key's value.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    /// The version of the definition language.
    Format,
    /// A string.
    Text,
    /// A string with its own syntax, which is checked where the string is parsed. The regular expression is an
    /// approximation for the JSON Schema.
    Like(&'static str),
    /// A string with an explanation for users, which must not be blank.
    Reason,
    /// A release, such as "1.10".
    Release,
    /// A type reference.
    Type,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A nonnegative integer.
    Count,
    /// Any value; the type of a field determines which values are valid.
    Literal,
    /// A map with a fixed set of keys.
    Form(&'static Form),
    /// A list with items of this shape.
    List(&'static Content),
    /// A map with arbitrary keys: a regular expression for the keys, for the JSON Schema, and the shape of the values.
    Map(&'static str, &'static Content),
    /// One of several shapes, with a description of all of them for messages.
    Either(&'static str, &'static [Content]),
}

impl Content {
    /// Reports mistakes in the shape of a value. Forms are not checked here, but by
    /// `Table::open`.
    pub(crate) fn check(&self, key: &str, node: &Node, report: &mut Report) {
        match (self, &node.value) {
            (Content::Format, Value::Int(newer)) if *newer > FORMAT => {
                let message = format!("format {newer} is newer than this generator");
                let help = format!("take apimachinery {newer}.x or later, or write what format {FORMAT} has");
                report.add(error("format-newer", node.span, message).label(reads()).help(help));
            }
            (Content::Release, value) => check_release(key, value, node, report),
            (Content::Reason, value) if !is_reason(value) => {
                let help = format!("write what a user loses and why, as in `{key}: v1beta1 knows TCP alone`");
                let mistake = error("drop-reason", node.span, format!("`{key}` needs a reason"));
                report.add(mistake.label("this reason is shown to users of the API").help(help));
            }
            (Content::Choice(words), Value::Text(text)) if !words.contains(&text.as_str()) => {
                let message = format!("`{key}` cannot be `{text}`");
                report.add(error("bad-choice", node.span, message).help(format!("write {}", words.join(" or "))));
            }
            (Content::List(item), Value::List(nodes)) => nodes.iter().for_each(|node| item.check(key, node, report)),
            (Content::Map(_, value), Value::Map(entries)) => {
                entries.iter().for_each(|(name, node)| value.check(&name.text, node, report));
            }
            (Content::Either(_, contents), value) if self.admits(value) => {
                let fitting = contents.iter().find(|content| content.admits(value));
                fitting.into_iter().for_each(|content| content.check(key, node, report));
            }
            (Content::Form(_), _) => {}
            (content, value) if !content.admits(value) => {
                let mistake = must_be(&format!("`{key}`"), content.phrase(), node);
                report.add(if is_quotable(content, value) { mistake.help("put it in quotes") } else { mistake });
            }
            _ => {}
        }
    }

    /// True if a value has this shape.
    fn admits(&self, value: &Value) -> bool {
        match (self, value) {
            (Content::Literal, _)
            | (Content::Text | Content::Like(_) | Content::Reason | Content::Release, Value::Text(_))
            | (Content::Type | Content::Choice(_), Value::Text(_))
            | (Content::Flag, Value::Bool(_))
            | (Content::Number, Value::Int(_) | Value::Float(..))
            | (Content::Form(_) | Content::Map(..), Value::Map(_))
            | (Content::List(_), Value::List(_)) => true,
            (Content::Format, Value::Int(number)) => *number > 0,
            (Content::Count, Value::Int(number)) => *number >= 0,
            (Content::Either(_, contents), value) => contents.iter().any(|content| content.admits(value)),
            _ => false,
        }
    }

    fn phrase(&self) -> &'static str {
        match self {
            Content::Format => "the number of a format",
            Content::Text | Content::Like(_) | Content::Reason | Content::Release | Content::Choice(_) => "a text",
            Content::Type => "a type",
            Content::Flag => "true or false",
            Content::Number => "a number",
            Content::Count => "a count: 0, 1, 2 …",
            Content::Literal => "a value",
            Content::Form(_) | Content::Map(..) => "a map",
            Content::List(_) => "a list",
            Content::Either(phrase, _) => phrase,
        }
    }
}

fn reads() -> String {
    format!("this one reads format {FORMAT}")
}

fn is_reason(value: &Value) -> bool {
    matches!(value, Value::Text(text) if !text.trim().is_empty())
}

/// True if a string is expected and the value would be one if it were quoted.
fn is_quotable(content: &Content, value: &Value) -> bool {
    content.admits(&Value::Text(String::new())) && matches!(value, Value::Bool(_) | Value::Int(_) | Value::Float(..))
}

/// Checks a release, which must be quoted: without quotes, YAML reads it as a number, and 1.10 as 1.1.
fn check_release(key: &str, value: &Value, node: &Node, report: &mut Report) {
    match value {
        Value::Text(text) if text.split('.').all(is_digits) => {}
        Value::Text(text) => {
            let mistake = error("bad-release", node.span, format!("`{text}` is no release"));
            report.add(mistake.help("write numbers with dots between them, as \"1.16\""));
        }
        Value::Float(value, written) => report.add(unquoted(key, &value.to_string(), written, node)),
        Value::Int(value) => report.add(unquoted(key, &value.to_string(), &value.to_string(), node)),
        _ => report.add(must_be(&format!("`{key}`"), Content::Release.phrase(), node)),
    }
}

fn is_digits(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())
}

fn unquoted(key: &str, read: &str, written: &str, node: &Node) -> crate::codegen::diagnostics::Diagnostic {
    error("release-number", node.span, format!("`{key}` is a release and must be a text"))
        .label(format!("YAML reads this number as {read}"))
        .help(format!("write \"{written}\""))
}

/// Returns the string of a node with its location, or `None` if the node is not a string.
pub(crate) fn word(node: &Node) -> Option<Word> {
    match &node.value {
        Value::Text(text) => Some(Word { text: text.clone(), span: node.span }),
        _ => None,
    }
}
