//! The destinations of converted files: standard output, the files themselves, a directory, a diff, or nothing.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use similar::TextDiff;
use tempfile::NamedTempFile;

use super::args::DestinationArgs;
use super::escape;
use super::input::source::{self, Encoding, STDIN};
use super::report::Console;

/// The place to which each file is written. Standard output is not one, because it is written before a file ends.
#[derive(Debug)]
pub(super) enum Destination {
    InPlace,
    Diff,
    /// Nothing is written.
    Check,
    Directory(Directory),
}

/// A directory to which files are written, under their paths below the directories that were searched.
#[derive(Debug)]
pub(super) struct Directory {
    path: PathBuf,
    /// The paths on the command line.
    searched: Vec<PathBuf>,
    written: BTreeSet<PathBuf>,
}

/// A file with its new content; both contents are UTF-8 without a byte order mark.
#[derive(Clone, Copy)]
pub(super) struct NewFile<'a> {
    pub(super) path: &'a Path,
    pub(super) old: &'a [u8],
    pub(super) new: &'a [u8],
    /// The encoding of the file, which it keeps.
    pub(super) encoding: Encoding,
}

impl NewFile<'_> {
    fn bytes(&self) -> io::Result<Vec<u8>> {
        Ok([self.encoding.mark(), &self.encoding.encode(self.new)?].concat())
    }
}

impl Destination {
    /// Returns the destination that the arguments select, or `None` for standard output.
    pub(super) fn new(args: &DestinationArgs, searched: &[PathBuf]) -> Option<Destination> {
        match &args.output_dir {
            _ if args.in_place => Some(Destination::InPlace),
            _ if args.diff => Some(Destination::Diff),
            _ if args.check => Some(Destination::Check),
            Some(path) => {
                let (path, searched) = (path.clone(), searched.to_vec());
                Some(Destination::Directory(Directory { path, searched, written: BTreeSet::new() }))
            }
            None => None,
        }
    }

    /// Returns true if standard output is used for the changes of files.
    pub(super) fn prints(&self) -> bool {
        matches!(self, Destination::Diff)
    }

    /// Returns true if only files, not standard input, can be written to.
    pub(super) fn needs_files(&self) -> bool {
        matches!(self, Destination::InPlace | Destination::Directory(_))
    }

    /// Writes the new content of a file. Files that cannot be written are reported. Returns true if the content differs
    /// from the old one.
    ///
    /// # Errors
    ///
    /// Returns an error if standard output cannot be written.
    pub(super) fn write(&mut self, file: &NewFile<'_>, console: &mut Console) -> io::Result<bool> {
        let NewFile { path, old, new, .. } = *file;
        let is_changed = old != new;
        let written = match self {
            Destination::Check => Ok(()),
            Destination::Diff => {
                if is_changed {
                    print_diff(path, old, new)?;
                }
                Ok(())
            }
            Destination::InPlace if is_changed => file.bytes().and_then(|bytes| replace(path, &bytes)),
            Destination::InPlace => Ok(()),
            Destination::Directory(directory) => file.bytes().and_then(|bytes| directory.write(path, &bytes)),
        };
        if let Err(error) = written {
            console.fail(&source::name(path), &format!("cannot be written: {error}"));
        }
        Ok(is_changed)
    }
}

impl Directory {
    fn write(&mut self, path: &Path, content: &[u8]) -> io::Result<()> {
        let target = self.path.join(self.relative(path));
        if !self.written.insert(target.clone()) {
            let message =
                format!("{} is also the output of another file; convert them separately", source::name(&target));
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
        }
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(target, content)
    }

    /// Returns the path of a file below the directory that was searched, or its name if it was not found by a search.
    fn relative(&self, path: &Path) -> PathBuf {
        let below = self.searched.iter().filter_map(|searched| path.strip_prefix(searched).ok());
        let below = below.filter(|below| !below.as_os_str().is_empty()).min_by_key(|below| below.components().count());
        below.map_or_else(|| path.file_name().map(PathBuf::from).unwrap_or_default(), Path::to_path_buf)
    }
}

/// Replaces a file at once, so that a crash leaves either the old or the new content. The file keeps its permissions,
/// and a symbolic link keeps its target.
fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let permissions = fs::metadata(&path)?.permissions();
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(directory)?;
    file.write_all(content)?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(&path).map(drop).map_err(|error| error.error)
}

/// The colors of removed and added lines, and of positions, on a terminal.
const REMOVED: &str = "\x1b[31m";
const ADDED: &str = "\x1b[32m";
const POSITION: &str = "\x1b[36m";
const PLAIN: &str = "\x1b[0m";

/// Prints a unified diff, which `patch` and `git apply` read. On a terminal it has colors, and characters that are not
/// printable are escaped.
fn print_diff(path: &Path, old: &[u8], new: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let is_terminal = out.is_terminal();
    let name = if path.as_os_str() == STDIN { "stdin".to_string() } else { source::name(path) };
    let name = escape::line(&name);
    // Like git's, the names are relative.
    let name = name.trim_start_matches("./").trim_start_matches('/');
    let (from, to) = (format!("a/{name}"), format!("b/{name}"));
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let text = TextDiff::from_lines(&*old, &*new).unified_diff().header(&from, &to).to_string();
    if !is_terminal {
        return out.write_all(text.as_bytes());
    }
    for line in text.lines() {
        let color = match line.as_bytes() {
            [b'-', ..] => REMOVED,
            [b'+', ..] => ADDED,
            [b'@', ..] => POSITION,
            _ => PLAIN,
        };
        writeln!(out, "{color}{}{PLAIN}", escape::inline(line))?;
    }
    Ok(())
}
