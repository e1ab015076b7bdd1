//! The program `apimachinery`.
//!
//! Data is written to standard output, everything else to standard error. The commands for objects process every
//! document in the same steps: `input` reads files, splits them into chunks, and chunks into documents. The `pipeline`
//! distributes the chunks to all cores. `convert` decodes each document, converts it to the version selected by its
//! `target`, and encodes it; `output` formats the result. The `findings` of each document become a `report`, which is
//! printed in order. `conversion` runs the command `convert`: for its source format, `edit` edits the text of each
//! document, `remarks` reports what the user must know about it, and `stream` or a `destination` receives the files. `lint` reads documents in the same way. `results` prints
//! the findings of `lint` and the `changes` of `convert`. `compare` compares the meaning of objects, and `translate`
//! processes complete texts without types.

mod args;
mod changes;
mod compare;
mod conversion;
mod convert;
mod destination;
mod edit;
mod escape;
mod exit;
mod files;
mod findings;
mod input;
mod json_losses;
mod kinds;
mod lint;
mod list;
mod manual;
mod messages;
mod output;
mod part;
mod pipeline;
mod position;
mod remarks;
mod report;
mod results;
mod roles;
mod stream;
mod target;
mod terminal;
mod text;
mod translate;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;

use self::args::{Command, StorageFormat, wrong_usage};
use self::convert::Converter;
use self::exit::Exit;
use self::lint::Linter;
use self::output::OutputFormat;
use self::report::Console;
use self::target::Target;
use crate::serializer::Codec;

/// Runs the program and returns its exit code. The help text of the program contains the table of exit codes.
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
        Command::Convert(args) => conversion::convert(&args),
        Command::Decode(args) => run(&converter(Target::Unchanged, args.strict), args.output.into(), args.path),
        Command::Encode(args) => encode(args),
        Command::Kinds(args) => kinds::print(&crate::apis::scheme(), args.output).map(|()| Exit::Done),
        Command::Lint(args) => lint(&args),
        Command::Diff(args) => diff(args),
        Command::YamlToJson(args) => reporting(|console| translate::yaml_to_json(&args.path, args.strict, console)),
        Command::JsonToYaml(args) => reporting(|console| translate::json_to_yaml(&args.path, args.strict, console)),
        Command::Completions(args) => manual::print_completions(args.shell).map(|()| Exit::Done),
        Command::Man(args) => match args.output_dir {
            Some(directory) => reporting(|console| manual::write_pages(&directory, console)),
            None => man(args.command.as_deref()),
        },
    };
    outcome.unwrap_or_else(|error| output_failed(&error)).into()
}

fn encode(args: args::Encode) -> io::Result<Exit> {
    let format = match args.output {
        StorageFormat::Pb => OutputFormat::Protobuf,
        StorageFormat::Json => OutputFormat::CompactJson,
        StorageFormat::Cbor => OutputFormat::Cbor,
    };
    let target = if args.storage { Target::Storage } else { Target::Unchanged };
    run(&converter(target, args.strict), format, args.path)
}

fn lint(args: &args::Lint) -> io::Result<Exit> {
    let linter = Linter::new(Codec::new(crate::apis::scheme()), args.target);
    let mut console = Console::default();
    let files = files::find(&args.inputs.paths(), args.inputs.recursive, &mut console);
    console.watch(&files);
    let found = linter.run(&files, args.output, &mut console)?;
    Ok(found.max(Exit::failed_if(console.has_failed())))
}

fn diff(args: args::Diff) -> io::Result<Exit> {
    compare::run(&[args.before, args.after], args.output, &mut Console::default())
}

fn converter(target: Target, strict: bool) -> Converter {
    Converter::new(Codec::new(crate::apis::scheme()), target, strict)
}

/// Converts the documents of a file, or of the files in a directory, to standard output.
fn run(converter: &Converter, format: OutputFormat, path: PathBuf) -> io::Result<Exit> {
    reporting(|console| {
        let files = files::find(&[path], false, console);
        console.watch(&files);
        converter.print(&files, format, console)
    })
}

fn man(name: Option<&str>) -> io::Result<Exit> {
    match manual::definition(name) {
        Some(definition) => manual::print_page(definition).map(|()| Exit::Done),
        None => {
            let message = format!("no command {:?}", name.unwrap_or_default());
            Ok(wrong_usage(ErrorKind::InvalidSubcommand, &message))
        }
    }
}

/// Runs `work` and returns success unless the console reported a failure.
fn reporting(work: impl FnOnce(&mut Console) -> io::Result<()>) -> io::Result<Exit> {
    let mut console = Console::default();
    work(&mut console)?;
    Ok(Exit::failed_if(console.has_failed()))
}

/// Treats a closed output as success, because readers such as `head` close it early; reports all other errors.
fn output_failed(error: &io::Error) -> Exit {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Exit::Done;
    }
    Console::default().fail("standard output", error);
    Exit::Failed
}
