//! The commands `completions` and `man`, which print texts made from the definition of the command line.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::args::Args;

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
    let mut page = Vec::new();
    Man::new(definition).render(&mut page)?;
    io::stdout().lock().write_all(&page)
}
