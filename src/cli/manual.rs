//! The commands `completions` and `man`, which print texts made from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::Args;
use super::input::source;
use super::report::Console;

/// Prints the completion script for a shell.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub(super) fn print_completions(shell: Shell) -> io::Result<()> {
    let mut command = Args::command();
    let name = command.get_name().to_string();
    // `generate` panics if it cannot write, for example to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    io::stdout().lock().write_all(&script)
}

/// Returns the definition of the program, or of the command with this name, if there is one.
pub(super) fn definition(name: Option<&str>) -> Option<Command> {
    let mut program = Args::command();
    program.build();
    let Some(name) = name else { return Some(program) };
    // As in git, the page of a command has the name of the program, too: `apimachinery-convert`.
    let page = format!("{}-{name}", program.get_name());
    let command = program.find_subcommand(name)?.clone();
    Some(command.display_name(page))
}

/// Prints the man page of a definition.
///
/// # Errors
///
/// Returns an error if standard output cannot be written.
pub(super) fn print_page(definition: Command) -> io::Result<()> {
    io::stdout().lock().write_all(&page(definition)?)
}

fn page(definition: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(definition).render(&mut page)?;
    Ok(page)
}

/// Writes the man pages of the program and of all commands to a directory, which is created. Failures are reported.
///
/// # Errors
///
/// Returns an error if a page cannot be made.
pub(super) fn write_pages(directory: &Path, console: &mut Console) -> io::Result<()> {
    if let Err(error) = fs::create_dir_all(directory) {
        console.fail(&source::name(directory), &error);
        return Ok(());
    }
    let program = Args::command();
    let names = program.get_subcommands().map(|command| Some(command.get_name().to_string()));
    for definition in std::iter::once(None).chain(names).filter_map(|name| definition(name.as_deref())) {
        let name = definition.get_display_name().unwrap_or(definition.get_name()).to_string();
        let path = directory.join(format!("{name}.1"));
        if let Err(error) = fs::write(&path, page(definition)?) {
            console.fail(&source::name(&path), &error);
        }
    }
    Ok(())
}
