//! The exit codes of the program.

use std::process::ExitCode;

/// The table of exit codes in the help text and in the documentation.
pub(super) const HELP: &str = "\
Exit codes:
  0  done; there may be warnings
  1  a document failed; the others are processed
  2  wrong usage
  3  `--diff` or `--check` found edits, diff a difference, or lint something deprecated
  4  lint found something that the release does not serve
If several apply, the first of 1, 4 and 3 is returned.";

/// The outcome of a command, ordered by precedence: if several apply, the greatest one is the outcome of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    #[default]
    Done,
    /// `--diff` or `--check` found edits, `diff` found a difference, or `lint` found something deprecated.
    Found,
    /// `lint` found something that the release does not serve.
    Removed,
    Failed,
    WrongUsage,
}

impl Exit {
    /// Returns the outcome of work that can fail.
    pub(super) fn failed_if(failed: bool) -> Exit {
        if failed { Exit::Failed } else { Exit::Done }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::WrongUsage => 2,
            Exit::Found => 3,
            Exit::Removed => 4,
        })
    }
}
