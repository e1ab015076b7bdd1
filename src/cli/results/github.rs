//! Workflow commands of GitHub, which annotate the lines of a pull request.

use super::entry::{Entry, Level};
use crate::cli::escape;
use crate::cli::input::source;

/// Returns the command that annotates the place of an entry.
pub(super) fn command(entry: &Entry) -> String {
    let line = if entry.line > 0 { format!(",line={}", entry.line) } else { String::new() };
    let file = property(&source::name(&entry.path));
    let message: Vec<_> = entry.message_lines().map(|line| data(&line)).collect();
    let level = match entry.rule.level() {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    format!("::{level} file={file}{line},title={}::{}\n", entry.rule.id(), message.join("%0A"))
}

/// Escapes a message by the rules of workflow commands.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property by the rules of workflow commands.
fn property(text: &str) -> String {
    data(&escape::inline(text)).replace(':', "%3A").replace(',', "%2C")
}
