//! The results of a command in the format selected by the user: text, JSON, SARIF or annotations of GitHub.
//!
//! Messages about documents that cannot be processed are not results; they are printed on standard error.

mod github;
mod sarif;

use std::path::PathBuf;

use super::args::ReportFormat;
use super::escape;
use super::input::source;
use super::output::json_list;

/// A place in a file that needs attention, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) rule: Rule,
    pub(super) path: PathBuf,
    /// The number of the document in its file, counted from 1.
    pub(super) document: usize,
    /// The line in the file, counted from 1; 0 if it is unknown.
    pub(super) line: u32,
    pub(super) message: String,
    /// The command that corrects the file; empty if there is none.
    pub(super) command: String,
    /// The entry as a JSON object.
    pub(super) json: String,
}

/// The kind of an entry; the identifiers are part of the program's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Removed,
    Deprecated,
    Future,
}

/// How severe an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
}

impl Rule {
    const ALL: [Rule; 3] = [Rule::Removed, Rule::Deprecated, Rule::Future];

    /// Returns the identifier, which is also the `status` of an entry in JSON.
    pub(super) fn id(self) -> &'static str {
        match self {
            Rule::Removed => "removed",
            Rule::Deprecated => "deprecated",
            Rule::Future => "future",
        }
    }

    fn description(self) -> &'static str {
        match self {
            Rule::Removed => "The release no longer serves the kind in this API version",
            Rule::Deprecated => "The kind is deprecated in this API version, and a later release removes it",
            Rule::Future => "The release does not serve the kind in this API version yet",
        }
    }

    fn level(self) -> Level {
        match self {
            Rule::Removed | Rule::Future => Level::Error,
            Rule::Deprecated => Level::Warning,
        }
    }
}

impl Level {
    /// Returns the word for the level, which is the same in SARIF and on GitHub.
    fn word(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
        }
    }
}

/// Returns all entries in a format. The text is safe to print.
pub(super) fn to_text(entries: &[Entry], format: ReportFormat) -> Vec<u8> {
    match format {
        ReportFormat::Text => entries.chunk_by(|a, b| a.path == b.path).map(file_text).collect::<String>().into_bytes(),
        ReportFormat::Json => json_list(entries.iter().map(|entry| entry.json.clone())),
        ReportFormat::Sarif => sarif::log(entries),
        ReportFormat::Github => entries.iter().map(github::command).collect::<String>().into_bytes(),
    }
}

/// Returns the lines for the entries of a file, followed by the command that corrects it.
fn file_text(entries: &[Entry]) -> String {
    let command = entries.iter().map(|entry| &*entry.command).find(|command| !command.is_empty());
    let command = command.map(|command| format!("  {}\n", escape::line(command)));
    entries.iter().map(line).chain(command).collect()
}

fn line(entry: &Entry) -> String {
    let line = if entry.line > 0 { format!("{}:", entry.line) } else { String::new() };
    let text = format!("{}:{line} document {}: {}", source::name(&entry.path), entry.document, entry.message);
    format!("{}\n", escape::line(&text))
}

/// Returns the message of an entry, and a second line with the command that corrects it if there is one, for formats
/// without a place for commands. Both are escaped.
fn message_lines(entry: &Entry) -> impl Iterator<Item = String> {
    let command = (!entry.command.is_empty()).then(|| format!("To convert it, run: {}", entry.command));
    [entry.message.clone()].into_iter().chain(command).map(|line| escape::inline(&line).into_owned())
}
