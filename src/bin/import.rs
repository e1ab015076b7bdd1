//! The importer, which generates definitions from the facts of a Kubernetes release. `api-defs/README.md` describes
//! when to run it.

use std::process::ExitCode;

#[path = "../import/mod.rs"]
mod import;

const USAGE: &str = "usage: import --facts FILE... --served FILE --release X.Y.Z --out FOLDER [--kinds FILE]";

fn main() -> ExitCode {
    let Some(options) = options(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match import::run(&options) {
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

/// Reads the arguments; a flag takes every argument up to the next one.
fn options(arguments: impl Iterator<Item = String>) -> Option<import::Options> {
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
    Some(import::Options { facts, served: served?, release: release?, out: out?, kinds })
}

fn print(report: &import::Report) {
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
