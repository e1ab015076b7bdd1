//! The shapes that the values of keys can have. The loader checks them; the JSON Schemas describe them to editors.

use super::table::{Form, must_be};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::Release;

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
                let message = format!("format {newer} requires a newer generator");
                let help =
                    format!("upgrade apimachinery to {newer}.0 or later, or use only features of format {FORMAT}");
                report.add(error("format-newer", node.span, message).label(reads()).help(help));
            }
            (Content::Release, value) => check_release(key, value, node, report),
            (Content::Reason, value) if !is_reason(value) => {
                let help = format!("write what is lost and why, as in `{key}: v1beta1 supports only TCP`");
                let mistake = error("drop-reason", node.span, format!("`{key}` requires a reason"));
                report.add(mistake.label("the reason is shown to users of the API").help(help));
            }
            (Content::Choice(words), Value::Text(text)) if !words.contains(&text.as_str()) => {
                let message = format!("invalid value `{text}` for `{key}`");
                report.add(error("bad-choice", node.span, message).help(format!("write {}", alternatives(words))));
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
                report.add(match content {
                    Content::Choice(words) => mistake.help(format!("write {}", alternatives(words))),
                    _ if is_quotable(content, value) => mistake.help("put it in quotes"),
                    _ => mistake,
                });
            }
            _ => {}
        }
    }

    /// Returns true if a value has this shape.
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
            Content::Format => "a format version, such as 1",
            Content::Text | Content::Like(_) | Content::Reason | Content::Release | Content::Choice(_) => "a string",
            Content::Type => "a type",
            Content::Flag => "`true` or `false`",
            Content::Number => "a number",
            Content::Count => "a nonnegative integer",
            Content::Literal => "a value",
            Content::Form(_) | Content::Map(..) => "a map",
            Content::List(_) => "a list",
            Content::Either(phrase, _) => phrase,
        }
    }
}

fn reads() -> String {
    format!("this generator supports format {FORMAT}")
}

/// Returns the words as alternatives: "`a`, `b` or `c`".
fn alternatives(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match &quoted[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => quoted.concat(),
    }
}

fn is_reason(value: &Value) -> bool {
    // The messages suggest `<reason>`, which the author has to replace.
    let is_placeholder = |text: &str| text.starts_with('<') && text.ends_with('>');
    matches!(value, Value::Text(text) if !text.trim().is_empty() && !is_placeholder(text.trim()))
}

/// Returns true if a string is expected and the value would be one if it were quoted.
fn is_quotable(content: &Content, value: &Value) -> bool {
    let is_like = matches!(content, Content::Like(_));
    content.admits(&Value::Text(String::new()))
        && !is_like
        && matches!(value, Value::Bool(_) | Value::Int(_) | Value::Float(..))
}

/// Checks a release, which must be quoted: without quotes, YAML reads it as a number, and 1.10 as 1.1.
fn check_release(key: &str, value: &Value, node: &Node, report: &mut Report) {
    match value {
        Value::Text(text) if Release::parse(text).is_some() => {}
        Value::Text(text) => {
            let mistake = error("bad-release", node.span, format!("invalid release `{text}`"));
            report.add(mistake.help("write numbers separated by dots, such as `\"1.16\"`"));
        }
        Value::Float(value, written) => report.add(unquoted(key, &value.to_string(), written, node)),
        Value::Int(value) => report.add(unquoted(key, &value.to_string(), &value.to_string(), node)),
        _ => report.add(must_be(&format!("`{key}`"), Content::Release.phrase(), node)),
    }
}

fn unquoted(key: &str, read: &str, written: &str, node: &Node) -> crate::codegen::diagnostics::Diagnostic {
    error("release-number", node.span, format!("the release in `{key}` must be a string"))
        .label(format!("YAML reads this as the number {read}"))
        .help(format!("put it in quotes: `\"{written}\"`"))
}

/// Returns the string of a node with its location, or `None` if the node is not a string.
pub(crate) fn word(node: &Node) -> Option<Word> {
    match &node.value {
        Value::Text(text) => Some(Word { text: text.clone(), span: node.span }),
        _ => None,
    }
}
