//! The results of a command in the format selected by the user: text, JSON, SARIF or annotations of GitHub.
//!
//! Messages about documents that cannot be processed are not results; they are printed on standard error.

mod entry;
mod github;
mod sarif;

pub(super) use self::entry::{Entry, Fix, Rule};
use super::args::ReportFormat;
use super::escape;
use super::input::source;
use super::output::json_list;
use crate::serializer::json;

/// Returns all entries in a format. The text is safe to print.
pub(super) fn to_text(entries: &[Entry], format: ReportFormat) -> Vec<u8> {
    match format {
        ReportFormat::Text => entries.chunk_by(|a, b| a.path == b.path).map(file_text).collect::<String>().into_bytes(),
        ReportFormat::Json => {
            json_list(entries.iter().map(|entry| json::to_string(&entry.json).expect("texts and integers are JSON")))
        }
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
