//! A YAML parser that returns a tree of nodes with source locations.

use std::borrow::Cow;
use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Range, StrInput};

use super::suspect::suspect;
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::{FileId, Span, Word};

/// A value with its location.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) value: Value,
    pub(crate) span: Span,
}

/// A value according to the core schema of YAML 1.2.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Int(i64),
    /// The value and its source text.
    Float(f64, String),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Word, Node)>),
}

impl PartialEq for Node {
    /// Compares values and ignores locations.
    fn eq(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::Map(a), Value::Map(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0.text == b.0.text && a.1 == b.1)
            }
            (a, b) => a == b,
        }
    }
}

/// Parses a file, which contains one document. Reports mistakes and returns `None` if the file cannot be parsed. An
/// empty file is an empty map.
pub(crate) fn read(file: FileId, text: &str, report: &mut Report) -> Option<Node> {
    let indented = spaces_for_tabs(file, text, report);
    let mut reader = Reader {
        file,
        text: &indented,
        parser: Parser::new_from_str(&indented),
        has_tabs: indented != text,
        failed: false,
        report,
    };
    let node = reader.document();
    let failed = reader.failed;
    node.filter(|_| !failed)
}

/// Reports the first line that is indented with a tab, and replaces tabs so that the rest of the file can be checked.
fn spaces_for_tabs<'t>(file: FileId, text: &'t str, report: &mut Report) -> Cow<'t, str> {
    let indentation = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let has_tab = |line: &str| line[..indentation(line)].contains('\t') && !line.trim().is_empty();
    let lines: Vec<_> = text.lines().enumerate().filter(|(_, line)| has_tab(line)).collect();
    let Some((first, line)) = lines.first() else { return text.into() };
    let column = line.find('\t').unwrap_or_default() + 1;
    let span = Span { file, line: first + 1, column, length: 1 };
    let more = if lines.len() > 1 { format!("and in {} more lines", lines.len() - 1) } else { String::new() };
    let mistake = error("yaml-tab", span, "YAML cannot be indented with tabs").label(more);
    report.add(mistake.help("use two spaces for each level"));

    let mut replaced = String::new();
    let mut widths: HashMap<&str, usize> = HashMap::new();
    let (mut above, mut opens) = (0, false);
    for line in text.split_inclusive('\n') {
        let (spaces, rest) = line.split_at(indentation(line));
        let width = match widths.get(spaces) {
            _ if !spaces.contains('\t') => spaces.len(),
            _ if opens => above + 2,
            Some(width) => *width,
            None => spaces.replace('\t', "  ").len(),
        };
        widths.insert(spaces, width);
        if !rest.trim().is_empty() {
            (above, opens) = (width, rest.trim_end().ends_with(':'));
        }
        replaced.push_str(&" ".repeat(width));
        replaced.push_str(rest);
    }
    replaced.into()
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
    parser: Parser<'a, StrInput<'a>>,
    /// True if tabs were replaced, whose width is a guess.
    has_tabs: bool,
    /// True after a mistake that makes the file unreadable.
    failed: bool,
    report: &'a mut Report,
}

impl<'a> Reader<'a> {
    fn fail(&mut self, mistake: Diagnostic) {
        self.failed = true;
        self.report.add_unreadable(mistake);
    }

    fn document(&mut self) -> Option<Node> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamEnd, span) => {
                    let empty = Node { value: Value::Map(Vec::new()), span };
                    return Some(root.unwrap_or(empty));
                }
                (Event::DocumentStart(_), span) if root.is_some() => {
                    let mistake = error("two-documents", span, "a definition file must contain only one document");
                    let help = "move this document to a separate file, such as `v1.sizes.yaml`";
                    self.fail(mistake.help(help));
                    return None;
                }
                (Event::DocumentStart(_), _) => root = Some(self.node()?),
                _ => {}
            }
        }
    }

    /// Returns the next event, or `None` after reporting a syntax error, which ends parsing.
    fn next(&mut self) -> Option<(Event<'a>, Span)> {
        match self.parser.next_event()? {
            Ok((event, range)) => Some((event, self.span(range))),
            Err(mistake) => {
                let span = self.span(Range::empty(*mistake.marker()));
                let message = format!("invalid YAML: {}", mistake.info());
                let mistake = match suspect(self.text, span) {
                    Some((cause, label)) => error("yaml-syntax", cause, message).label(label).also(span, "found here"),
                    None => error("yaml-syntax", span, message),
                };
                let help = "check brackets, quotes and indentation, here and in the preceding lines";
                if self.has_tabs {
                    // The mistake may follow from the replaced tabs, which have been reported.
                    self.failed = true;
                    self.report.set_unreadable();
                } else {
                    self.fail(mistake.help(help));
                }
                None
            }
        }
    }

    /// Converts a range to a span. A range that covers several lines is reduced to its first character.
    fn span(&self, range: Range) -> Span {
        let length = if range.start.line() == range.end.line() { range.len() } else { 1 };
        Span { file: self.file, line: range.start.line(), column: range.start.col() + 1, length }
    }

    fn node(&mut self) -> Option<Node> {
        let (event, span) = self.next()?;
        self.node_from(event, span)
    }

    /// Parses the node that starts with `event`. The span of a list or map covers only its first character.
    fn node_from(&mut self, event: Event<'a>, mut span: Span) -> Option<Node> {
        if !matches!(event, Event::Scalar(..)) {
            span.length = 1;
        }
        let value = match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_extras(span, anchor, tag.is_some());
                scalar(&text, style)
            }
            Event::SequenceStart(anchor, tag) => {
                self.refuse_extras(span, anchor, tag.is_some());
                self.list()?
            }
            Event::MappingStart(anchor, tag) => {
                self.refuse_extras(span, anchor, tag.is_some());
                self.map()?
            }
            _ => {
                self.refuse_extras(span, 1, false);
                Value::Null
            }
        };
        Some(Node { value, span })
    }

    /// Reports anchors, aliases and tags. Aliases are reported like anchors, because they have no node of their own.
    fn refuse_extras(&mut self, span: Span, anchor: usize, tagged: bool) {
        if anchor != 0 {
            let message = "definitions cannot contain YAML anchors and aliases";
            self.fail(error("yaml-anchor", span, message).help("write the value out"));
        }
        if tagged {
            let message = "definitions cannot contain YAML tags";
            self.fail(error("yaml-tag", span, message).help("remove the tag"));
        }
    }

    fn list(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Some(Value::List(items)),
                (event, span) => items.push(self.node_from(event, span)?),
            }
        }
    }

    fn map(&mut self) -> Option<Value> {
        let mut entries: Vec<(Word, Node)> = Vec::new();
        loop {
            let (key, span) = match self.next()? {
                (Event::MappingEnd, _) => return Some(Value::Map(entries)),
                (Event::Scalar(text, _, anchor, tag), span) => {
                    self.refuse_extras(span, anchor, tag.is_some());
                    (text.into_owned(), span)
                }
                (event, span) => {
                    let mistake = error("yaml-key", span, "a key must be a string");
                    self.fail(mistake.help("write one word before the colon"));
                    self.node_from(event, span)?;
                    (String::new(), span)
                }
            };
            if let Some((first, _)) = entries.iter().find(|(first, _)| first.text == key) {
                let mistake = error("yaml-duplicate", span, format!("duplicate key `{key}`"));
                let mistake = mistake.also(first.span, "first occurrence").help("remove one of them");
                self.report.add(mistake);
                self.node()?;
                continue;
            }
            let value = self.node()?;
            entries.push((Word { text: key, span }, value));
        }
    }
}

/// Converts a scalar to a value. Plain scalars follow the core schema of YAML 1.2, in which `true` and `false` are the
/// only booleans.
fn scalar(text: &str, style: ScalarStyle) -> Value {
    if style != ScalarStyle::Plain {
        return Value::Text(text.to_owned());
    }
    match serde_yaml::from_str(text) {
        Ok(serde_yaml::Value::Null) => Value::Null,
        Ok(serde_yaml::Value::Bool(value)) => Value::Bool(value),
        Ok(serde_yaml::Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
            (Some(value), _) => Value::Int(value),
            (None, Some(value)) => Value::Float(value, text.to_owned()),
            (None, None) => Value::Text(text.to_owned()),
        },
        _ => Value::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_scalar(text: &str, expected: Value) {
        assert_eq!(scalar(text, ScalarStyle::Plain), expected, "{text}");
    }

    #[test]
    fn scalars_follow_yaml_1_2() {
        check_scalar("true", Value::Bool(true));
        check_scalar("On", Value::Text("On".into()));
        check_scalar("No", Value::Text("No".into()));
        check_scalar("yes", Value::Text("yes".into()));
        check_scalar("1.10", Value::Float(1.1, "1.10".into()));
        check_scalar("0x1F", Value::Int(31));
        check_scalar("-7", Value::Int(-7));
        check_scalar("~", Value::Null);
        check_scalar("25%", Value::Text("25%".into()));
        check_scalar("1.2.3", Value::Text("1.2.3".into()));
        check_scalar("30s", Value::Text("30s".into()));
    }

    #[test]
    fn places_count_characters() {
        let mut report = Report::default();
        let node = read(FileId(0), "é: { ab: [x, yz] }\n", &mut report).expect("good YAML");
        let Value::Map(outer) = node.value else { panic!("a map") };
        let Value::Map(inner) = &outer[0].1.value else { panic!("a map") };
        let Value::List(items) = &inner[0].1.value else { panic!("a list") };
        let place = |span: Span| (span.line, span.column, span.length);
        assert_eq!(place(inner[0].0.span), (1, 6, 2));
        assert_eq!(place(items[1].span), (1, 14, 2));
    }

    fn check_mistake(text: &str, code: &str) {
        let mut report = Report::default();
        read(FileId(0), text, &mut report);
        let codes: Vec<_> = report.finish().iter().map(|d| d.code()).collect();
        assert_eq!(codes, [code], "{text}");
    }

    #[test]
    fn refuses_what_the_language_leaves_out() {
        check_mistake("a: &x 1", "yaml-anchor");
        check_mistake("a: !fn b", "yaml-tag");
        check_mistake("a: 1\na: 2", "yaml-duplicate");
        check_mistake("a: 1\n---\nb: 2", "two-documents");
        check_mistake("[a]: 1", "yaml-key");
        check_mistake("a: [1", "yaml-syntax");
        check_mistake("a:\n\tb: 1\n\tc: 1\n", "yaml-tab");
    }
}
