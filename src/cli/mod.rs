//! The program `apimachinery`.
//!
//! Data is written to standard output, everything else to standard error. The commands for objects process every
//! document in the same steps: `input` reads files, splits them into chunks, and chunks into documents. The `pipeline`
//! distributes the chunks to all cores. `convert` decodes each document, converts it to the version selected by its
//! `target`, and encodes it; `output` formats the result. The `findings` of each document become a `report`, which is
//! printed in order. `lint` reads documents in the same way. `translate` processes complete texts without types.

mod args;
mod convert;
mod escape;
mod files;
mod findings;
mod input;
mod json_losses;
mod kinds;
mod lint;
mod list;
mod messages;
mod output;
mod pipeline;
mod position;
mod report;
mod target;
mod terminal;
mod text;
mod translate;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use self::args::{Args, Command, StorageFormat};
use self::convert::Converter;
use self::lint::Linter;
use self::output::{Output, OutputFormat};
use self::report::Console;
use self::target::Target;
use crate::serializer::Codec;

/// Runs the program and returns its exit code: 0 on success, 1 if a document failed, 2 if the command line is invalid.
#[must_use]
pub fn main() -> ExitCode {
    run_with(std::env::args_os())
}

/// Runs the program with a command line whose first argument is the name of the program. An invalid command line exits
/// the process.
#[must_use]
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match args::parse(arguments.into_iter().collect()) {
        Ok(args) => args,
        Err(error) => error.exit(),
    };
    let outcome = match args.command {
        Command::Convert(args) => convert(&args),
        Command::Decode(args) => {
            run(&converter(Target::Unchanged, args.strict), args.output.into(), &[args.path], false)
        }
        Command::Encode(args) => encode(args),
        Command::Kinds(args) => kinds::print(&crate::apis::scheme(), args.output).map(|()| ExitCode::SUCCESS),
        Command::Lint(args) => lint(&args),
        Command::YamlToJson(args) => reporting(|console| translate::yaml_to_json(&args.path, args.strict, console)),
        Command::JsonToYaml(args) => reporting(|console| translate::json_to_yaml(&args.path, args.strict, console)),
    };
    outcome.unwrap_or_else(|error| output_failed(&error))
}

fn convert(args: &args::Convert) -> io::Result<ExitCode> {
    let scheme = crate::apis::scheme();
    let target = match &args.output_version {
        None => Target::Served,
        Some(version) => match target::unknown_version(&scheme, version) {
            None => Target::Requested(version.clone()),
            Some(message) => return Ok(wrong_usage(ErrorKind::InvalidValue, &message)),
        },
    };
    run(&Converter::new(scheme, target, args.strict), args.output.into(), &args.files, args.recursive)
}

fn encode(args: args::Encode) -> io::Result<ExitCode> {
    let format = match args.output {
        StorageFormat::Pb => OutputFormat::Protobuf,
        StorageFormat::Json => OutputFormat::CompactJson,
        StorageFormat::Cbor => OutputFormat::Cbor,
    };
    let target = if args.storage { Target::Storage } else { Target::Unchanged };
    run(&converter(target, args.strict), format, &[args.path], false)
}

fn lint(args: &args::Lint) -> io::Result<ExitCode> {
    let linter = Linter::new(Codec::new(crate::apis::scheme()), args.target);
    let mut console = Console::default();
    let files = files::find(&args.files, args.recursive, &mut console);
    console.watch(&files);
    let found = linter.run(&files, args.output, &mut console)?;
    Ok(if found || console.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn converter(target: Target, strict: bool) -> Converter {
    Converter::new(crate::apis::scheme(), target, strict)
}

/// Converts the documents of all files to standard output.
fn run(converter: &Converter, format: OutputFormat, paths: &[PathBuf], recursive: bool) -> io::Result<ExitCode> {
    reporting(|console| {
        let files = files::find(paths, recursive, console);
        console.watch(&files);
        let mut output = Output::new(io::stdout().lock(), format);
        converter.run(&files, &mut output, console)?;
        output.finish()
    })
}

/// Runs `work` and returns success unless the console reported a failure.
fn reporting(work: impl FnOnce(&mut Console) -> io::Result<()>) -> io::Result<ExitCode> {
    let mut console = Console::default();
    work(&mut console)?;
    Ok(if console.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn wrong_usage(kind: ErrorKind, message: &str) -> ExitCode {
    let error = Args::command().error(kind, escape::inline(message));
    // If standard error is closed, the failure cannot be reported.
    drop(error.print());
    ExitCode::from(2)
}

/// Treats a closed output as success, because readers such as `head` close it early; reports all other errors.
fn output_failed(error: &io::Error) -> ExitCode {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    Console::default().fail("standard output", error);
    ExitCode::FAILURE
}
