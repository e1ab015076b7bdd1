//! What a caller of the generator gets when something is wrong.

use std::fmt;
use std::io;

use super::diagnostics::Report;
use super::files::Files;

/// Definitions that cannot be used, or files that cannot be read or written.
///
/// `Display` shows all mistakes, each with its file, line, column, the line itself and what to write.
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
    Definitions(Vec<Mistake>),
}

/// One mistake in the definitions.
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
    /// The kind of mistake, a stable name such as `unknown-type`.
    pub fn code(&self) -> &str {
        self.code
    }

    /// The whole message as a user reads it, over several lines.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Error {
    pub(crate) fn io(action: &'static str, source: io::Error) -> Error {
        Error { kind: Kind::Io { action, source } }
    }

    pub(crate) fn definitions(report: Report, files: &Files) -> Error {
        let mistakes = report.finish().into_iter();
        let mistakes = mistakes.map(|d| Mistake { code: d.code(), text: d.render(files) });
        Error { kind: Kind::Definitions(mistakes.collect()) }
    }

    /// The mistakes in the definitions in the order of the files; empty if it is a file that could
    /// not be read or written.
    pub fn mistakes(&self) -> &[Mistake] {
        match &self.kind {
            Kind::Io { .. } => &[],
            Kind::Definitions(mistakes) => mistakes,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Io { action, source } => write!(f, "{action}: {source}"),
            Kind::Definitions(mistakes) => mistakes.iter().try_for_each(|mistake| f.write_str(&mistake.text)),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            Kind::Io { source, .. } => Some(source),
            Kind::Definitions(_) => None,
        }
    }
}
