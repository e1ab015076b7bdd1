//! Messages on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;

use super::progress::Progress;
use super::report::Report;
use super::{source, visible};

/// Prints messages, and records whether something failed.
#[derive(Default)]
pub(super) struct Console {
    failed: bool,
    progress: Option<Progress>,
}

impl Console {
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Starts to show progress for these files, if standard error is a terminal.
    pub(super) fn watch(&mut self, files: &[PathBuf]) {
        self.progress = Progress::on_terminal(|| files.iter().map(|path| source::size(path)).sum());
    }

    /// Advances the progress by a number of bytes.
    pub(super) fn advance(&mut self, bytes: usize) {
        if let Some(progress) = &mut self.progress {
            progress.advance(bytes);
        }
    }

    /// Reports a file that cannot be read or written.
    pub(super) fn fail(&mut self, name: &str, error: &dyn Display) {
        self.failed = true;
        self.say(&[format!("{name}: error: {error}")]);
    }

    pub(super) fn warn(&mut self, name: &str, message: &str) {
        self.say(&[format!("{name}: warning: {message}")]);
    }

    /// Prints the report about a document of the file `name`; `before` is the number of documents in earlier chunks.
    pub(super) fn report(&mut self, name: &str, before: usize, report: &Report) {
        self.failed |= report.has_failed;
        self.say(&report.lines(name, before));
    }

    fn say(&mut self, lines: &[String]) {
        if let (Some(progress), false) = (&mut self.progress, lines.is_empty()) {
            progress.clear();
        }
        lines.iter().for_each(|line| say(line));
    }
}

/// Prints one line. Line feeds and all other characters that are not safe to print are escaped. Errors are ignored,
/// because they could only be reported on standard error.
pub(super) fn say(line: &str) {
    drop(writeln!(io::stderr(), "{}", visible::line(line.trim_end())));
}
