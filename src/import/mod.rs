//! The importer: bare facts of the Kubernetes APIs in, definitions out.
//!
//! `read -> select -> model -> render -> write`, one entry function each. It owns whole files below
//! `api-defs/` (`<group>/<version>.proto` and `<group>/<version>.import.yaml`, which start with
//! `@generated`), rewrites them when their text changes, removes those that nothing fills any more,
//! and never touches another file: what people wrote survives the next release of Kubernetes.
//!
//! It depends on nothing of the crate, so that it runs while the definitions are broken.

use std::path::PathBuf;

mod build;
mod existing;
mod facts;
mod fields;
mod gotype;
mod kinds;
mod leaf;
mod life;
mod list;
mod model;
mod output;
mod place;
mod problem;
mod proto;
mod select;
mod served;
mod size;
#[cfg(test)]
mod tests;
mod yaml;

use facts::Facts;
use model::Version;
use output::File;
pub(crate) use problem::Error;
use problem::Problems;
use served::Served;

/// What to import, and where to.
#[derive(Debug)]
pub(crate) struct Options {
    /// The files of facts; where two state the same thing, the newer release counts.
    pub(crate) facts: Vec<PathBuf>,
    /// What a server of the release offers: resource names, scope, short names, categories.
    pub(crate) served: PathBuf,
    /// The release of Kubernetes, for the header: `1.36.3`.
    pub(crate) release: String,
    /// The folder of the definitions.
    pub(crate) out: PathBuf,
    /// The selection of kinds; `kinds.txt` in `out` unless said.
    pub(crate) kinds: Option<PathBuf>,
}

/// What an import did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// Files written because their text is new.
    pub(crate) written: Vec<String>,
    /// Generated files removed because nothing fills them any more.
    pub(crate) removed: Vec<String>,
    /// Files that said the same already.
    pub(crate) unchanged: usize,
    /// Messages in all files together.
    pub(crate) messages: usize,
    /// Fields of these messages.
    pub(crate) fields: usize,
    /// Named scalars, lists and maps.
    pub(crate) named: usize,
    /// Fields behind a box.
    pub(crate) boxes: usize,
}

/// Imports: reads the facts, and brings the generated files of `options.out` up to date.
///
/// # Errors
/// Everything that is wrong with the input, all at once; nothing is written then.
pub(crate) fn run(options: &Options) -> Result<Report, Error> {
    let (facts, served) = read(options)?;
    let selection = select::select(&facts, &read_kinds(options)?)?;
    let mut versions = build::build(&facts, &served, &selection)?;
    let existing = existing::read(&options.out, &versions)?;
    size::decide(&mut versions, &existing)?;
    let files = render(&versions, &header(options));
    let mut report = output::write(&options.out, &files)?;
    count(&versions, &mut report);
    Ok(report)
}

fn read(options: &Options) -> Result<(Facts, Served), Error> {
    let mut problems = Problems::default();
    let facts = Facts::read(&options.facts, &mut problems);
    let served = Served::read(&options.served, &mut problems);
    problems.check()?;
    Ok((facts, served))
}

fn read_kinds(options: &Options) -> Result<Vec<kinds::Wanted>, Error> {
    let beside = || options.out.join("kinds.txt");
    kinds::read(&options.kinds.clone().unwrap_or_else(beside))
}

fn header(options: &Options) -> String {
    let mut names: Vec<String> = options.facts.iter().map(|path| output::name(path)).collect();
    names.push(output::name(&options.served));
    format!(
        "@generated from the facts of Kubernetes {} ({}). Do not edit: the importer rewrites this file.",
        options.release,
        names.join(", ")
    )
}

fn render(versions: &[Version], header: &str) -> Vec<File> {
    let pair = |version: &Version| {
        let stem = version.place.stem();
        [
            File { path: format!("{stem}.proto"), text: proto::render(version, header) },
            File { path: format!("{stem}.import.yaml"), text: yaml::render(version, header) },
        ]
    };
    versions.iter().flat_map(pair).collect()
}

fn count(versions: &[Version], report: &mut Report) {
    for version in versions {
        report.messages += version.messages.len();
        report.named += version.named.len();
        for message in &version.messages {
            report.fields += message.fields.len();
            report.boxes += message.fields.iter().filter(|field| field.boxed).count();
        }
    }
}
