//! What the program says, on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;

use super::progress::Progress;
use super::report::Report;
use super::{source, visible};

/// Tells what came up, and remembers whether something failed.
#[derive(Default)]
pub(super) struct Console {
    failed: bool,
    progress: Option<Progress>,
}

impl Console {
    pub(super) fn has_failed(&self) -> bool {
        self.failed
    }

    /// Shows from now on how far the work on files is, where somebody sees it.
    pub(super) fn watch(&mut self, files: &[PathBuf]) {
        self.progress = Progress::on_terminal(|| files.iter().map(|path| source::size(path)).sum());
    }

    /// So many more bytes are worked off.
    pub(super) fn advance(&mut self, bytes: usize) {
        if let Some(progress) = &mut self.progress {
            progress.advance(bytes);
        }
    }

    /// Reports what cannot be read or written.
    pub(super) fn fail(&mut self, name: &str, error: &dyn Display) {
        self.failed = true;
        self.say(&[format!("{name}: error: {error}")]);
    }

    pub(super) fn warn(&mut self, name: &str, message: &str) {
        self.say(&[format!("{name}: warning: {message}")]);
    }

    /// Reports all that came up in a document of the file `name`; `before` are the documents that its
    /// number leaves out.
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

/// Prints one line; a line feed in it is escaped, as everything else that is not safe to print. Nobody is left to tell
/// if standard error is closed.
pub(super) fn say(line: &str) {
    drop(writeln!(io::stderr(), "{}", visible::line(line.trim_end())));
}
