//! The importer, which generates definitions from the facts of a Kubernetes release.
//!
//! Its stages are `read -> select -> model -> render -> write`, with one entry function each. The importer owns entire
//! files in `api-defs/`: `<group>/<version>.proto` and `<group>/<version>.import.yaml`, which start with `@generated`.
//! It rewrites them when their content changes and removes those that are obsolete. It never modifies other files, so
//! everything written by hand survives the import of another release.
//!
//! It depends on no other part of the crate, so that it can run while the definitions are broken.

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

/// The input and output of an import.
#[derive(Debug)]
pub(crate) struct Options {
    /// The files of facts. If several of them contain the same name, the newest release wins.
    pub(crate) facts: Vec<PathBuf>,
    /// The resources that a server of the release serves: names, scopes, short names and categories.
    pub(crate) served: PathBuf,
    /// The Kubernetes release for the header, such as `1.36.3`.
    pub(crate) release: String,
    /// The folder of the definitions.
    pub(crate) out: PathBuf,
    /// The selection file; defaults to `kinds.txt` in `out`.
    pub(crate) kinds: Option<PathBuf>,
}

/// The result of an import.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// The files that were written because their content changed.
    pub(crate) written: Vec<String>,
    /// The generated files that were removed because they are obsolete.
    pub(crate) removed: Vec<String>,
    /// The number of files whose content has not changed.
    pub(crate) unchanged: usize,
    /// The number of messages in all files.
    pub(crate) messages: usize,
    /// The number of fields in these messages.
    pub(crate) fields: usize,
    /// The number of named scalars, lists and maps.
    pub(crate) named: usize,
    /// The number of boxed fields.
    pub(crate) boxes: usize,
}

/// Reads the facts and updates the generated files in `options.out`.
///
/// # Errors
///
/// All errors in the input at once. In this case nothing is written.
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
