//! Command-line options.

use std::path::PathBuf;
use std::time::Duration;

const USAGE: &str =
    "usage: peers [--corpus pods|deployments|configmaps|podlist|crds|golden|hostile|all] [--format json|table]
             [--work PART-OF-ITS-NAME] [--seconds N] [--plot FILE.svg]";

/// All corpora, in the order of measurement.
const CORPORA: [&str; 7] = ["pods", "deployments", "configmaps", "podlist", "crds", "golden", "hostile"];

/// The output format of results.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    /// One JSON object per line.
    Json,
    /// A Markdown table.
    Table,
}

/// The operations to measure and their output.
pub(crate) struct Options {
    /// Names of corpora.
    pub(crate) corpora: Vec<String>,
    /// The output format of results.
    pub(crate) format: Format,
    /// The path of a plot.
    pub(crate) plot: Option<PathBuf>,
    work: String,
    seconds: f64,
}

impl Options {
    /// Parses the arguments after the program name.
    ///
    /// # Errors
    ///
    /// Returns the problem and the usage if the arguments are invalid.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        // With these settings, pods take less than 50 seconds including preparation and checks.
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

    /// True if an operation is selected.
    pub(crate) fn wants(&self, work: &str) -> bool {
        work.contains(&self.work)
    }

    /// Returns the time limit for all operations of a corpus.
    pub(crate) fn budget(&self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }
}
