//! What the command line asks for.

use std::path::PathBuf;
use std::time::Duration;

const USAGE: &str =
    "usage: peers [--corpus pods|deployments|configmaps|podlist|crds|golden|hostile|all] [--format json|table]
             [--work PART-OF-ITS-NAME] [--seconds N] [--plot FILE.svg]";

/// All corpora, in the order in which they are measured.
const CORPORA: [&str; 7] = ["pods", "deployments", "configmaps", "podlist", "crds", "golden", "hostile"];

/// How results are printed.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    /// An object a line.
    Json,
    /// A table in Markdown.
    Table,
}

/// What is measured, and how it is told.
pub(crate) struct Options {
    /// Names of corpora.
    pub(crate) corpora: Vec<String>,
    /// How results are printed.
    pub(crate) format: Format,
    /// Where a plot goes.
    pub(crate) plot: Option<PathBuf>,
    work: String,
    seconds: f64,
}

impl Options {
    /// Reads the arguments behind the program's name.
    ///
    /// # Errors
    ///
    /// What is wrong with them, and how they are used.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        // Pods end within 50 seconds, with what is made and checked first.
        let mut options = Options {
            corpora: vec!["pods".into()],
            format: Format::Table,
            plot: None,
            work: String::new(),
            seconds: 20.0,
        };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| USAGE.to_owned())?;
            match (name.as_str(), value.as_str()) {
                ("--corpus", "all") => options.corpora = CORPORA.map(str::to_owned).into(),
                ("--corpus", corpus) if CORPORA.contains(&corpus) => options.corpora = vec![value],
                ("--format", "json") => options.format = Format::Json,
                ("--format", "table") => options.format = Format::Table,
                ("--plot", _) => options.plot = Some(value.into()),
                ("--work", _) => options.work = value,
                ("--seconds", _) => options.seconds = value.parse().map_err(|_| USAGE.to_owned())?,
                _ => return Err(format!("unknown: {name} {value}\n{USAGE}")),
            }
        }
        Ok(options)
    }

    /// Whether a work is asked for.
    pub(crate) fn wants(&self, work: &str) -> bool {
        work.contains(&self.work)
    }

    /// How long all works of a corpus may take together.
    pub(crate) fn budget(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}
