//! The command `convert`: from the arguments to the destinations of files, the list of edits, and the summary.

use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

use super::args::{self, Level, ReportFormat, wrong_usage};
use super::convert::Converter;
use super::destination::{Destination, NewFile};
use super::edit::{EditedPart, SourceConverter, State};
use super::exit::Exit;
use super::files;
use super::input::chunks::Chunk;
use super::input::source::{self, STDIN};
use super::output::{Output, OutputFormat};
use super::report::Console;
use super::results::{self, Entry};
use super::roles::{self, Roles};
use super::stream::Stream;
use super::target::{self, Target};
use crate::apis;
use crate::edit::Editor;
use crate::scheme::Scheme;
use crate::serializer::Codec;

/// Runs the command.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub(super) fn convert(args: &args::Convert) -> io::Result<Exit> {
    let scheme = apis::scheme();
    let target = match target(args, &scheme) {
        Ok(target) => target,
        Err(message) => return Ok(wrong_usage(ErrorKind::InvalidValue, &message)),
    };
    let paths = [args.paths(), args.patches.clone()].concat();
    let destination = Destination::new(&args.destination, &paths);
    if let Some(message) = wrong_combination(args, destination.as_ref(), &paths) {
        return Ok(wrong_usage(ErrorKind::ArgumentConflict, message));
    }
    let mut console = Console::default();
    let mut files = files::find(&args.paths(), args.inputs.recursive, &mut console);
    let patches = files::find(&args.patches, args.inputs.recursive, &mut console);
    let roles = Roles::find(&[&files[..], &patches].concat(), &patches);
    roles::add_missing(&mut files, patches);
    console.watch(&files);
    let is_check = matches!(destination, Some(Destination::Check));
    let report = args.report.or(is_check.then_some(ReportFormat::Text));
    let (entries, counts) = (Vec::new(), Counts::default());
    let run = Run { args, files: &files, destination, report, entries, counts, found: false };
    let codec = Codec::new(scheme);
    let editor = Editor::new(codec.clone()).with_level(level(args).of_editor()).with_fixes(args.fix);
    match args.output.printed() {
        Some(format) => {
            let is_plain = level(args) == Level::Full && !args.fix;
            let converter = Converter::new(codec, target, args.strict).with_editor(editor, roles, !is_plain);
            run.print(&converter, format, &mut console)
        }
        None => {
            let editor = editor.with_comments(args.explain);
            run.edit(&SourceConverter::new(codec, editor, target, roles, args.strict, report.is_some()), &mut console)
        }
    }
}

/// Returns the selected level, or the default of the format.
fn level(args: &args::Convert) -> Level {
    let default = if args.output.printed().is_some() { Level::Full } else { Level::Exact };
    args.level.unwrap_or(default)
}

fn target(args: &args::Convert, scheme: &Scheme) -> Result<Target, String> {
    match (&args.output_version, args.target) {
        (Some(version), _) => match target::unknown_version(scheme, version) {
            None => Ok(Target::Requested(version.clone())),
            Some(message) => Err(message),
        },
        (None, Some(release)) => Ok(Target::ServedIn(release)),
        // Complete objects always have the preferred version, as in `kubectl convert`. An edit needs a reason.
        (None, None) if args.output.printed().is_some() && level(args) == Level::Full => Ok(Target::Served),
        (None, None) => Ok(Target::ServedIn(apis::RELEASE)),
    }
}

/// Returns the mistake in a combination of arguments.
fn wrong_combination(
    args: &args::Convert,
    destination: Option<&Destination>,
    paths: &[PathBuf],
) -> Option<&'static str> {
    let has_stdin = paths.iter().any(|path| path.as_os_str() == STDIN);
    let prints_data = destination.is_none_or(Destination::prints);
    match args.report {
        _ if has_stdin && destination.is_some_and(Destination::needs_files) => {
            Some("--in-place and --output-dir need files: name them instead of standard input")
        }
        Some(ReportFormat::Json | ReportFormat::Sarif) if prints_data => Some(
            "--report json and --report sarif need --check, --in-place or --output-dir, because standard output is in use",
        ),
        Some(_) if args.output.printed().is_some() => Some("--report needs -o source"),
        _ if args.explain && args.output.printed().is_some() => Some("--explain needs -o source"),
        _ => None,
    }
}

/// The number of documents by what happened to them.
#[derive(Default)]
struct Counts {
    converted: usize,
    unchanged: usize,
    refused: usize,
}

/// A run of the command over all files.
struct Run<'a> {
    args: &'a args::Convert,
    files: &'a [PathBuf],
    /// `None` for standard output.
    destination: Option<Destination>,
    /// The format of the list of edits and refusals; `None` if it is not printed.
    report: Option<ReportFormat>,
    entries: Vec<Entry>,
    counts: Counts,
    /// True if a file changes.
    found: bool,
}

impl Run<'_> {
    /// Edits the text of all files.
    fn edit(mut self, converter: &SourceConverter, console: &mut Console) -> io::Result<Exit> {
        let mut stream = Stream::new(io::stdout().lock(), self.files.len() > 1, self.args.inputs.recursive);
        let mut file = FileTexts::default();
        converter.run(self.files, console, |part, console| {
            let EditedPart { path, chunk, text, outcomes } = part;
            for outcome in outcomes {
                self.counts.add(outcome.state);
                self.entries.extend(outcome.entries);
            }
            match self.destination {
                None => stream.write(path, chunk, &text, console),
                Some(_) => {
                    file.add(chunk, &text);
                    self.end(path, chunk, &mut file, console)
                }
            }
        })?;
        stream.finish()?;
        self.report()?;
        if !self.args.quiet {
            console.note(&self.counts.summary());
        }
        Ok(self.exit(console))
    }

    /// Prints the objects of all files anew.
    fn print(mut self, converter: &Converter, format: OutputFormat, console: &mut Console) -> io::Result<Exit> {
        if self.destination.is_none() {
            converter.print(self.files, format, console)?;
            return Ok(self.exit(console));
        }
        let (mut file, mut output) = (FileTexts::default(), Output::new(Vec::new(), format));
        converter.run(self.files, format, console, |part, console| {
            part.documents().try_for_each(|text| output.write(text))?;
            file.old.extend_from_slice(&part.chunk.bytes);
            file.has_failed |= part.has_failed();
            if part.chunk.is_last {
                file.new = mem::replace(&mut output, Output::new(Vec::new(), format)).into_inner()?;
            }
            self.end(part.path, part.chunk, &mut file, console)
        })?;
        Ok(self.exit(console))
    }

    /// Delivers a file after its last part.
    fn end(&mut self, path: &Path, chunk: &Chunk, file: &mut FileTexts, console: &mut Console) -> io::Result<()> {
        if !chunk.is_last {
            return Ok(());
        }
        let FileTexts { old, new, has_failed } = mem::take(file);
        let Some(destination) = &mut self.destination else { return Ok(()) };
        if has_failed {
            console.warn(&source::name(path), "not written, because the output lacks a document");
            return Ok(());
        }
        let file = NewFile { path, old: &old, new: &new, encoding: chunk.encoding };
        self.found |= destination.write(&file, console)?;
        Ok(())
    }

    /// Prints the list of edits and refusals.
    fn report(&self) -> io::Result<()> {
        let Some(format) = self.report else { return Ok(()) };
        let text = results::to_text(&self.entries, format);
        if self.destination.as_ref().is_none_or(Destination::prints) {
            return io::stderr().lock().write_all(&text);
        }
        io::stdout().lock().write_all(&text)
    }

    fn exit(&self, console: &Console) -> Exit {
        let only_shows = matches!(self.destination, Some(Destination::Check | Destination::Diff));
        let found = if self.found && only_shows { Exit::Found } else { Exit::Done };
        found.max(Exit::failed_if(console.has_failed()))
    }
}

/// The content of a file before and after the conversion.
#[derive(Default)]
struct FileTexts {
    old: Vec<u8>,
    new: Vec<u8>,
    /// True if the new content lacks a document.
    has_failed: bool,
}

impl FileTexts {
    fn add(&mut self, chunk: &Chunk, text: &[u8]) {
        self.old.extend_from_slice(&chunk.bytes);
        self.new.extend_from_slice(text);
    }
}

impl Counts {
    fn add(&mut self, state: State) {
        *match state {
            State::Converted => &mut self.converted,
            State::Unchanged => &mut self.unchanged,
            State::Refused => &mut self.refused,
        } += 1;
    }

    /// Returns a text such as `312 converted, 35 unchanged, 2 refused`.
    fn summary(&self) -> String {
        format!("{} converted, {} unchanged, {} refused", self.converted, self.unchanged, self.refused)
    }
}
