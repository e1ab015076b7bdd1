//! Creates definitions in `api-defs` from the facts of a Kubernetes release. `README.md` describes when to run it.
//!
//! The stages are `read -> select -> model -> render -> write`, with one entry function each. The importer owns entire
//! files in `api-defs`: `<group>/<version>.proto` and `<group>/<version>.import.yaml`, which start with `@generated`.
//! It rewrites them when their content changes and removes those that are obsolete. It never modifies other files, so
//! everything written by hand survives the import of another release.
//!
//! It depends on no other part of the repository, so that it can run while the definitions are broken.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

mod boxes;
mod build;
mod command;
mod existing;
mod facts;
mod fields;
mod gotype;
mod kind;
mod model;
mod output;
mod problem;
mod proto;
mod select;
mod served;
mod table;
#[cfg(test)]
mod tests;
mod yaml;

use existing::Existing;
use facts::Facts;
use model::Version;
use output::{File, Report};
use problem::{Error, Problems};
use select::SelectedKind;
use served::Served;
use table::Table;

/// The input and output of an import.
#[derive(Debug)]
struct Options {
    /// The files of facts. If several of them contain the same name, the newest release wins.
    facts: Vec<PathBuf>,
    /// The resources that a server of the release serves: names, scopes, short names and categories.
    served: PathBuf,
    /// The table of the kinds that each release serves.
    versions: PathBuf,
    /// The folder of the definitions.
    out: PathBuf,
    /// The selection file; defaults to `kinds.txt` in `out`.
    kinds: Option<PathBuf>,
    /// Fields whose number, type or name may differ from the existing definitions, such as
    /// `apps/v1/DeploymentSpec.replicas`.
    accepted: Vec<String>,
}

/// The facts of all releases.
#[derive(Debug)]
struct Input {
    facts: Facts,
    served: Served,
    table: Table,
}

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const USAGE: &str = "\
usage: apimachinery-release 1.MINOR[.PATCH]
       apimachinery-release --facts FILE... --served FILE --versions FILE --out FOLDER [--kinds FILE] [--accept FIELD...]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match &arguments[..] {
        [release] if release.starts_with("1.") => {
            command::run(Path::new(ROOT), release).map(|report| println!("wrote {}", report.display()))
        }
        _ => match options(arguments.into_iter()) {
            Some(options) => run(&options).map(|report| print(&report)).map_err(|error| error.to_string()),
            None => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprint!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Parses the arguments; a flag takes every argument up to the next one.
fn options(arguments: impl Iterator<Item = String>) -> Option<Options> {
    let (mut facts, mut accepted) = (Vec::new(), Vec::new());
    let (mut served, mut versions, mut out, mut kinds) = (None, None, None, None);
    let mut flag = String::new();
    for argument in arguments {
        match (flag.as_str(), argument.as_str()) {
            (_, "--facts" | "--served" | "--versions" | "--out" | "--kinds" | "--accept") => flag = argument,
            ("--facts", _) => facts.push(argument.into()),
            ("--served", _) if served.is_none() => served = Some(argument.into()),
            ("--accept", _) => accepted.push(argument),
            ("--versions", _) if versions.is_none() => versions = Some(argument.into()),
            ("--out", _) if out.is_none() => out = Some(argument.into()),
            ("--kinds", _) if kinds.is_none() => kinds = Some(argument.into()),
            _ => return None,
        }
    }
    if facts.is_empty() {
        return None;
    }
    Some(Options { facts, served: served?, versions: versions?, out: out?, kinds, accepted })
}

fn print(report: &Report) {
    report.written.iter().for_each(|path| println!("wrote {path}"));
    report.removed.iter().for_each(|path| println!("removed {path}"));
    println!(
        "{} written, {} removed, {} unchanged; {} messages, {} fields, {} boxed, {} named types",
        report.written.len(),
        report.removed.len(),
        report.unchanged,
        report.messages,
        report.fields,
        report.boxes,
        report.named
    );
}

/// Reads the facts and updates the generated files in `options.out`.
///
/// # Errors
///
/// All errors in the input at once. In this case nothing is written.
fn run(options: &Options) -> Result<Report, Error> {
    let input = read(options)?;
    let selection = select::select(&input.facts, &read_kinds(options)?)?;
    let mut versions = build::build(&input, &selection)?;
    let existing = Existing::read(&options.out, &versions)?;
    existing.compare(&versions, &options.accepted)?;
    boxes::decide(&mut versions, &existing)?;
    let files = render(&versions);
    let mut report = output::write(&options.out, &files)?;
    count(&versions, &mut report);
    Ok(report)
}

fn read(options: &Options) -> Result<Input, Error> {
    let mut problems = Problems::default();
    let facts = Facts::read(&options.facts, &mut problems);
    let served = Served::read(&options.served, &mut problems);
    let table = Table::read(&options.versions, &mut problems);
    problems.check()?;
    Ok(Input { facts, served, table })
}

fn read_kinds(options: &Options) -> Result<Vec<SelectedKind>, Error> {
    let beside = || options.out.join("kinds.txt");
    select::read_kinds(&options.kinds.clone().unwrap_or_else(beside))
}

/// The first line of each generated file, after the comment sign. It does not contain the release, so that only files
/// whose content changes differ between two releases.
const HEADER: &str =
    "@generated from the facts of Kubernetes in tests/facts. Do not edit: the importer rewrites this file.";

fn render(versions: &[Version]) -> Vec<File> {
    let pair = |version: &Version| {
        let stem = version.group_version.stem();
        [
            File { path: format!("{stem}.proto"), text: proto::render(version, HEADER) },
            File { path: format!("{stem}.import.yaml"), text: yaml::render(version, HEADER) },
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
