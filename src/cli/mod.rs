//! The program `apimachinery`.
//!
//! Data is written to standard output, everything else to standard error. The commands for objects process every
//! document in the same steps: `source` reads a file, `chunk` splits it at the boundaries that its `layout` allows, and
//! `sweep` sends the chunks through the `pipeline`, which runs on all cores. There, `documents` splits a chunk into
//! documents. `session` decodes each document, converts it to the version selected by `route`, and encodes it; `output`
//! formats the result. Findings are collected in a `report`, which the `console` prints. `lint` reads documents in the
//! same way. `translate` processes complete texts without types.

mod args;
mod chunk;
mod console;
mod documents;
mod envelopes;
mod excerpt;
mod files;
mod findings;
mod items;
mod json_losses;
mod json_stream;
mod keys;
mod kinds;
mod layout;
mod lint;
mod output;
mod pipeline;
mod position;
mod progress;
mod remedy;
mod report;
mod route;
mod session;
mod source;
mod sweep;
mod text;
mod translate;
mod visible;
mod wording;
mod wrapped;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use self::args::{Args, Command, Packed};
use self::console::Console;
use self::lint::Linter;
use self::output::{Form, Output};
use self::route::Step;
use self::session::Session;
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
        Command::Decode(args) => run(&session(Step::Keep, args.strict), args.output.into(), &[args.path], false),
        Command::Encode(args) => encode(args),
        Command::Kinds(args) => kinds::print(&crate::apis::scheme(), args.output).map(|()| ExitCode::SUCCESS),
        Command::Lint(args) => lint(&args),
        Command::YamlToJson(args) => reporting(|console| translate::yaml_to_json(&args.path, args.strict, console)),
        Command::JsonToYaml(args) => reporting(|console| translate::json_to_yaml(&args.path, args.strict, console)),
    };
    outcome.unwrap_or_else(|error| output_failed(&error))
}

fn convert(args: &args::Convert) -> io::Result<ExitCode> {
    let session = session(Step::Convert { asked: args.output_version.clone() }, args.strict);
    if let Some(complaint) = args.output_version.as_ref().and_then(|asked| route::complaint(session.scheme(), asked)) {
        return Ok(wrong_usage(ErrorKind::InvalidValue, &complaint));
    }
    run(&session, args.output.into(), &args.files, args.recursive)
}

fn encode(args: args::Encode) -> io::Result<ExitCode> {
    let form = match args.output {
        Packed::Pb => Form::Protobuf,
        Packed::Json => Form::CompactJson,
        Packed::Cbor => Form::Cbor,
    };
    let step = if args.storage { Step::Store } else { Step::Keep };
    run(&session(step, args.strict), form, &[args.path], false)
}

fn lint(args: &args::Lint) -> io::Result<ExitCode> {
    let linter = Linter::new(Codec::new(crate::apis::scheme()), args.target);
    let mut console = Console::default();
    let files = files::find(&args.files, args.recursive, &mut console);
    console.watch(&files);
    let found = linter.run(&files, args.output, &mut console)?;
    Ok(if found || console.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn session(step: Step, strict: bool) -> Session {
    Session::new(crate::apis::scheme(), step, strict)
}

fn run(session: &Session, form: Form, paths: &[std::path::PathBuf], recursive: bool) -> io::Result<ExitCode> {
    reporting(|console| {
        let files = files::find(paths, recursive, console);
        console.watch(&files);
        let mut output = Output::new(io::stdout().lock(), form);
        session.run(&files, &mut output, console)?;
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
    let error = Args::command().error(kind, visible::inline(message));
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
