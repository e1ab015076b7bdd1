//! The error type of the generator.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::io;

use super::diagnostics::{Diagnostic, Report};
use super::files::Files;

/// The error returned by the generator if definitions contain mistakes, or if files cannot be read or written.
///
/// Its text contains all mistakes, each with its file, line and column, the source line, and a proposed fix.
///
/// ```
/// use apimachinery::codegen::Config;
///
/// let error = Config::new("tests/invalid/absent-field/api-defs").load().unwrap_err();
/// assert!(error.to_string().contains(error.mistakes()[0].text()));
/// assert!(Config::new("no-such-folder").load().unwrap_err().mistakes().is_empty());
/// ```
#[derive(Debug)]
pub struct Error {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Io { action: &'static str, source: io::Error },
    Definitions { mistakes: Vec<Mistake>, end: String },
}

/// A mistake in the definitions: a code that identifies its kind, and a human-readable text with the location and a
/// proposed fix. Returned by [`Error::mistakes`].
///
/// ```
/// use apimachinery::codegen::Config;
///
/// let error = Config::new("tests/invalid/absent-field/api-defs").load().unwrap_err();
/// let mistake = &error.mistakes()[0];
/// assert_eq!(mistake.code(), "absent-field");
/// assert!(mistake.text().contains(".yaml:"));
/// ```
#[derive(Clone, Debug)]
pub struct Mistake {
    code: &'static str,
    text: String,
}

impl Mistake {
    /// Returns the code that identifies the kind of mistake: a stable name such as `unknown-type`.
    pub fn code(&self) -> &str {
        self.code
    }

    /// Returns the complete human-readable message: several lines with the problem, the file, line and column, the
    /// source line, and a proposed fix.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Error {
    pub(crate) fn io(action: &'static str, source: io::Error) -> Error {
        Error { kind: Kind::Io { action, source } }
    }

    pub(crate) fn definitions(report: Report, files: &Files) -> Error {
        let diagnostics = report.finish();
        let end = summary(&diagnostics, files);
        let mistakes = diagnostics.iter().map(|d| Mistake { code: d.code(), text: d.render(files) });
        Error { kind: Kind::Definitions { mistakes: mistakes.collect(), end } }
    }

    /// Adds text after the number of mistakes.
    pub(crate) fn followed_by(mut self, text: &str) -> Error {
        if let Kind::Definitions { end, .. } = &mut self.kind {
            end.push_str(text);
        }
        self
    }

    /// Returns the mistakes in the definitions, in file order. The list is empty if the error is that a file could not
    /// be read or written.
    pub fn mistakes(&self) -> &[Mistake] {
        match &self.kind {
            Kind::Io { .. } => &[],
            Kind::Definitions { mistakes, .. } => mistakes,
        }
    }
}

/// Returns the number of mistakes, and the missing conversion rules of each file as YAML.
fn summary(diagnostics: &[Diagnostic], files: &Files) -> String {
    let places: BTreeSet<_> = diagnostics.iter().map(Diagnostic::file).collect();
    let mut text = format!("{} in {}\n", counted(diagnostics.len(), "mistake"), counted(places.len(), "file"));
    let rules: BTreeSet<_> = diagnostics.iter().filter_map(Diagnostic::rule).collect();
    let (mut file, mut ty, mut block) = ("", "", "");
    for rule in rules {
        if rule.file != file {
            (file, ty) = (&rule.file, "");
            let _ = writeln!(
                text,
                "\nmissing rules for `{}`; replace the words in angle brackets:\n\nconversion:",
                files.shown(file)
            );
        }
        if rule.ty != ty {
            (ty, block) = (&rule.ty, "");
            let _ = writeln!(text, "  {ty}:");
        }
        if rule.block != block {
            block = rule.block;
            let _ = writeln!(text, "    {block}:");
        }
        let _ = writeln!(text, "      {}", rule.line);
    }
    text
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Io { action, source } => write!(f, "{action}: {source}"),
            Kind::Definitions { mistakes, end } => {
                mistakes.iter().try_for_each(|mistake| f.write_str(&mistake.text))?;
                f.write_str(end)
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            Kind::Io { source, .. } => Some(source),
            Kind::Definitions { .. } => None,
        }
    }
}
