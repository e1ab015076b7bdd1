//! Diagnostics for mistakes in definitions: the location, the problem, and the fix.
//!
//! * The **message** is one sentence that states the problem in the terms of the definition file, with names from the
//!   file in backticks. It is neutral in tone and requires no knowledge of the generator.
//! * The **caret** marks the smallest part that has to change. If two places contradict each other, both are shown.
//! * The **label** next to the caret gives the reason, or suggests the name that was probably meant.
//! * The **help** gives the fix in the imperative, with the text to type in backticks. Every diagnostic has one, unless
//!   the message or label is already the fix ("must be a number", "did you mean").
//! * One run reports all mistakes, in file order and without duplicates, but not the consequences of other mistakes.

use super::files::{FileId, Files, Span};
use super::nearest::nearest;

/// A mistake in the definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    code: &'static str,
    message: String,
    primary: Label,
    secondary: Vec<Label>,
    help: Vec<String>,
    rule: Option<MissingRule>,
}

/// A conversion rule that the definitions lack, for the block of YAML at the end of an error.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MissingRule {
    /// The file, relative to the root of the definitions.
    pub(crate) file: String,
    /// The type of the version.
    pub(crate) ty: String,
    /// `fields` or `absent`.
    pub(crate) block: &'static str,
    /// The rule: `path: { … }`.
    pub(crate) line: String,
}

/// The maximum number of names that a help text lists.
const MOST: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Label {
    span: Span,
    text: String,
}

/// Creates a diagnostic for a mistake at `span`. `code` identifies the kind of mistake; `tests/invalid` contains a case
/// with the name of each code.
pub(crate) fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        code,
        message: message.into(),
        primary: Label { span, text: String::new() },
        secondary: Vec::new(),
        help: Vec::new(),
        rule: None,
    }
}

impl Diagnostic {
    /// Sets the text next to the caret.
    pub(crate) fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a second location with its own text.
    pub(crate) fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a line of help.
    pub(crate) fn help(mut self, line: impl Into<String>) -> Self {
        self.help.push(line.into());
        self
    }

    /// Suggests alternatives to an unknown word: the most similar one of `names`, or all of them if none is similar.
    pub(crate) fn among<'n>(self, word: &str, lead: &str, names: impl IntoIterator<Item = &'n str>) -> Self {
        let names: Vec<_> = names.into_iter().collect();
        match nearest(word, names.iter().copied()) {
            Some(name) => self.label(format!("did you mean `{name}`?")),
            None if names.is_empty() => self.help("none are declared: declare one, or remove this"),
            None if names.len() > MOST => self.help(format!("{lead} {} …", names[..MOST].join(", "))),
            None => self.help(format!("{lead} {}", names.join(", "))),
        }
    }

    /// Returns true if both report the same unknown name.
    fn is_alike(&self, other: &Diagnostic) -> bool {
        self.code == "unknown-type" && other.code == self.code && self.message == other.message
    }

    /// Returns the rule that the author can paste, if the remedy is one.
    pub(crate) fn rule(&self) -> Option<&MissingRule> {
        self.rule.as_ref()
    }

    /// Returns the file of the mistake.
    pub(crate) fn file(&self) -> FileId {
        self.primary.span.file
    }

    /// Sets the rule that the author can paste.
    pub(crate) fn paste(mut self, rule: MissingRule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Returns the code that identifies the kind of mistake.
    pub(crate) fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the complete text of the diagnostic, including excerpts of the source files.
    pub(crate) fn render(&self, files: &Files) -> String {
        let width = self.labels().map(|label| label.span.line.to_string().len()).max();
        let mut page = Page { files, margin: " ".repeat(width.unwrap_or(1)), text: String::new() };
        page.title(&self.message, self.primary.span);
        page.snippet(self.labels_in_primary_file(), self.primary.span);
        for label in self.secondary.iter().filter(|l| l.span.file != self.primary.span.file) {
            page.elsewhere(label);
        }
        page.help(&self.help);
        page.text
    }

    fn labels(&self) -> impl Iterator<Item = &Label> {
        std::iter::once(&self.primary).chain(&self.secondary)
    }

    fn labels_in_primary_file(&self) -> Vec<&Label> {
        let file = self.primary.span.file;
        let mut labels: Vec<_> = self.labels().filter(|l| l.span.file == file).collect();
        labels.sort_by_key(|label| label.span);
        labels
    }
}

struct Page<'a> {
    files: &'a Files,
    /// Spaces, as many as the widest line number has digits.
    margin: String,
    text: String,
}

impl Page<'_> {
    fn title(&mut self, message: &str, span: Span) {
        self.line(&format!("error: {message}"));
        self.line(&format!("{}--> {}", self.margin, self.place(span)));
    }

    fn place(&self, span: Span) -> String {
        format!("{}:{}:{}", self.files.get(span.file).shown, span.line, span.column)
    }

    fn snippet(&mut self, labels: Vec<&Label>, primary: Span) {
        self.gutter("", "");
        let mut shown = None;
        for label in labels {
            let line = label.span.line;
            if shown.is_some_and(|last| line > last + 1) {
                self.line(&format!("{}...", self.margin));
            }
            if shown != Some(line) {
                self.gutter(&line.to_string(), &self.source(label.span));
            }
            shown = Some(line);
            let mark = if label.span == primary { '^' } else { '-' };
            self.gutter("", &self.underline(label, mark));
        }
    }

    fn elsewhere(&mut self, label: &Label) {
        self.line(&format!("{}::: {}", self.margin, self.place(label.span)));
        self.snippet(vec![label], Span::default());
    }

    fn source(&self, span: Span) -> String {
        let text = &self.files.get(span.file).text;
        text.lines().nth(span.line - 1).unwrap_or_default().trim_end().to_owned()
    }

    /// Returns the line that marks a part of the source line above it. Tabs before that part are kept, so that the
    /// marks align at any tab width.
    fn underline(&self, label: &Label, mark: char) -> String {
        let source = self.source(label.span);
        let before = source.chars().chain(std::iter::repeat(' ')).take(label.span.column - 1);
        let mut line: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        line.extend(std::iter::repeat_n(mark, label.span.length.max(1)));
        if !label.text.is_empty() {
            line.push(' ');
            line.push_str(&label.text);
        }
        line
    }

    fn gutter(&mut self, number: &str, text: &str) {
        let line = format!("{number:>width$} | {text}", width = self.margin.len());
        self.line(line.trim_end());
    }

    fn help(&mut self, lines: &[String]) {
        for (index, line) in lines.iter().enumerate() {
            let lead = if index == 0 { " = help: " } else { "         " };
            self.line(&format!("{}{lead}{line}", self.margin));
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// A collection of diagnostics.
#[derive(Debug, Default)]
pub(crate) struct Report {
    diagnostics: Vec<Diagnostic>,
    unreadable: bool,
}

impl Report {
    /// Adds a diagnostic.
    pub(crate) fn add(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds a diagnostic for a mistake that makes a file unreadable.
    pub(crate) fn add_unreadable(&mut self, diagnostic: Diagnostic) {
        self.unreadable = true;
        self.add(diagnostic);
    }

    /// Records that a file cannot be read, because of a mistake that has been reported.
    pub(crate) fn set_unreadable(&mut self) {
        self.unreadable = true;
    }

    /// Returns true if a file could not be read. In this case, references from other files to it cannot be checked.
    pub(crate) fn is_unreadable(&self) -> bool {
        self.unreadable
    }

    /// Returns true if the report does not contain any diagnostics.
    pub(crate) fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// Returns the number of diagnostics added so far.
    pub(crate) fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Returns the diagnostics in file order, without duplicates.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        self.diagnostics.dedup();
        let mut merged: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.diagnostics {
            let first = merged.iter_mut().find(|first| first.is_alike(&diagnostic));
            match first {
                Some(first) => first.secondary.push(Label { span: diagnostic.primary.span, text: "and here".into() }),
                None => merged.push(diagnostic),
            }
        }
        merged
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::files::FileId;

    const TEXT: &str = "one: 1\ntwo: 2\n\nfour: 4\n";

    fn files() -> Files {
        Files::from_texts(&[("a/v1.yaml", TEXT), ("b/v1.yaml", TEXT)])
    }

    fn at(file: usize, line: usize, column: usize, length: usize) -> Span {
        Span { file: FileId(file), line, column, length }
    }

    #[test]
    fn shows_place_line_caret_and_remedy() {
        let text = error("x", at(0, 1, 6, 1), "wrong").label("this").help("write").help("2");
        let expected = "error: wrong\n --> api-defs/a/v1.yaml:1:6\n  |\n1 | one: 1\n  |      ^ this\n  = help: write\n          2\n";
        assert_eq!(text.render(&files()), expected);
    }

    #[test]
    fn shows_second_places_in_order_of_lines_and_other_files_below() {
        let text = error("x", at(0, 4, 1, 4), "twice").also(at(0, 1, 1, 3), "first").also(at(1, 2, 1, 3), "too");
        let expected = "error: twice\n --> api-defs/a/v1.yaml:4:1\n  |\n1 | one: 1\n  | --- first\n ...\n4 | four: 4\n  | ^^^^\n ::: api-defs/b/v1.yaml:2:1\n  |\n2 | two: 2\n  | --- too\n";
        assert_eq!(text.render(&files()), expected);
    }

    #[test]
    fn reports_in_file_order_and_once() {
        let mut report = Report::default();
        report.add(error("b", at(1, 1, 1, 1), "later"));
        report.add(error("a", at(0, 2, 1, 1), "earlier"));
        report.add(error("b", at(1, 1, 1, 1), "later"));
        let codes: Vec<_> = report.finish().iter().map(Diagnostic::code).collect();
        assert_eq!(codes, ["a", "b"]);
    }
}
