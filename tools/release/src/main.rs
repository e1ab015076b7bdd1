//! Creates definitions in `api-defs` from the facts of a Kubernetes release. `README.md` describes when to run it.
//!
//! The stages are `read -> select -> model -> render -> write`, with one entry function each. The importer owns entire
//! files in `api-defs`: `<group>/<version>.proto` and `<group>/<version>.import.yaml`, which start with `@generated`.
//! It rewrites them when their content changes and removes those that are obsolete. It never modifies other files, so
//! everything written by hand survives the import of another release.
//!
//! It depends on no other part of the repository, so that it can run while the definitions are broken.

use std::path::PathBuf;
use std::process::ExitCode;

mod boxes;
mod build;
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
#[cfg(test)]
mod tests;
mod yaml;

use boxes::Existing;
use facts::Facts;
use model::Version;
use output::{File, Report};
use problem::{Error, Problems};
use select::SelectedKind;
use served::Served;

/// The input and output of an import.
#[derive(Debug)]
struct Options {
    /// The files of facts. If several of them contain the same name, the newest release wins.
    facts: Vec<PathBuf>,
    /// The resources that a server of the release serves: names, scopes, short names and categories.
    served: PathBuf,
    /// The Kubernetes release for the header, such as `1.36.3`.
    release: String,
    /// The folder of the definitions.
    out: PathBuf,
    /// The selection file; defaults to `kinds.txt` in `out`.
    kinds: Option<PathBuf>,
}

const USAGE: &str =
    "usage: apimachinery-release --facts FILE... --served FILE --release X.Y.Z --out FOLDER [--kinds FILE]";

fn main() -> ExitCode {
    let Some(options) = options(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&options) {
        Ok(report) => {
            print(&report);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprint!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Parses the arguments; a flag takes every argument up to the next one.
fn options(arguments: impl Iterator<Item = String>) -> Option<Options> {
    let (mut facts, mut served, mut release, mut out, mut kinds) = (Vec::new(), None, None, None, None);
    let mut flag = String::new();
    for argument in arguments {
        match (flag.as_str(), argument.as_str()) {
            (_, "--facts" | "--served" | "--release" | "--out" | "--kinds") => flag = argument,
            ("--facts", _) => facts.push(argument.into()),
            ("--served", _) if served.is_none() => served = Some(argument.into()),
            ("--release", _) if release.is_none() => release = Some(argument),
            ("--out", _) if out.is_none() => out = Some(argument.into()),
            ("--kinds", _) if kinds.is_none() => kinds = Some(argument.into()),
            _ => return None,
        }
    }
    if facts.is_empty() {
        return None;
    }
    Some(Options { facts, served: served?, release: release?, out: out?, kinds })
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
    let (facts, served) = read(options)?;
    let selection = select::select(&facts, &read_kinds(options)?)?;
    let mut versions = build::build(&facts, &served, &selection)?;
    let existing = Existing::read(&options.out, &versions)?;
    boxes::decide(&mut versions, &existing)?;
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

fn read_kinds(options: &Options) -> Result<Vec<SelectedKind>, Error> {
    let beside = || options.out.join("kinds.txt");
    select::read_kinds(&options.kinds.clone().unwrap_or_else(beside))
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
        let stem = version.group_version.stem();
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
