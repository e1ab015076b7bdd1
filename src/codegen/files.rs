//! In-memory definition files, and source locations in them.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use super::builtin;

/// A set of definition files: the built-in ones, which therefore have the same ids in every set, then those of the tree
/// in order of their paths, then those of other crates.
#[derive(Debug, Default)]
pub(crate) struct Files {
    files: Vec<File>,
    /// The number of built-in files.
    built_in: usize,
}

/// One definition file.
#[derive(Debug)]
pub(crate) struct File {
    /// The path relative to the root, with forward slashes: `apps/v1.yaml`.
    pub(crate) path: String,
    /// The path shown in messages: `api-defs/apps/v1.yaml`.
    pub(crate) shown: String,
    /// The content of the file.
    pub(crate) text: Cow<'static, str>,
    /// True for a built-in file and for a file that is supplied by another crate.
    pub(crate) external: bool,
}

/// Some of the files of a set, with their ids.
pub(crate) type Part<'a> = Vec<(FileId, &'a File)>;

/// The index of a file in [`Files`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FileId(pub(crate) usize);

/// A range of characters in one line of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Span {
    pub(crate) file: FileId,
    /// The 1-based line number.
    pub(crate) line: usize,
    /// The 1-based column, in characters.
    pub(crate) column: usize,
    /// The length in characters; 0 for a position between two characters.
    pub(crate) length: usize,
}

/// A word with its source location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl Files {
    /// Returns the built-in files.
    pub(crate) fn built_in() -> Files {
        let mut files = Files::default();
        for &(path, text) in builtin::DEFINITIONS {
            files.add_external(path, text.into());
        }
        files.built_in = files.files.len();
        files
    }

    /// Adds all `.yaml` and `.proto` files in the immediate subfolders of `root`.
    pub(crate) fn read(&mut self, root: &Path) -> io::Result<()> {
        for folder in sorted_entries(root)? {
            if folder.is_dir() {
                self.read_folder(root, &folder)?;
            }
        }
        Ok(())
    }

    fn read_folder(&mut self, root: &Path, folder: &Path) -> io::Result<()> {
        for path in sorted_entries(folder)? {
            let known = path.extension().is_some_and(|e| e == "yaml" || e == "proto");
            if known {
                let text = fs::read_to_string(&path).map_err(|e| with_path(e, &path))?;
                self.add(&slashed(path.strip_prefix(root).unwrap_or(&path)), &slashed(root), text);
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &str, root: &str, text: String) {
        let shown = format!("{root}/{path}");
        self.files.push(File { path: path.to_owned(), shown, text: text.into(), external: false });
    }

    /// Adds a file supplied by another crate.
    pub(crate) fn add_external(&mut self, path: &str, text: Cow<'static, str>) {
        let shown = format!("<built-in>/{path}");
        self.files.push(File { path: path.to_owned(), shown, text, external: true });
    }

    /// Returns an iterator over all files and their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index), file))
    }

    /// Returns the path of a file as it is shown in messages.
    pub(crate) fn shown<'a>(&'a self, path: &'a str) -> &'a str {
        self.files.iter().find(|file| file.path == path).map_or(path, |file| &file.shown)
    }

    /// Splits the files into the built-in ones and all others.
    pub(crate) fn parts(&self) -> (Part<'_>, Part<'_>) {
        self.iter().partition(|(id, _)| self.is_built_in(*id))
    }

    /// Returns true for a built-in file.
    pub(crate) fn is_built_in(&self, id: FileId) -> bool {
        id.0 < self.built_in
    }

    /// Returns the file with this id.
    pub(crate) fn get(&self, id: FileId) -> &File {
        &self.files[id.0]
    }

    /// Returns the id of the file with this path.
    pub(crate) fn find(&self, path: &str) -> Option<FileId> {
        self.files.iter().position(|file| file.path == path).map(FileId)
    }

    /// Converts a range of bytes to a span. A range that covers several lines is truncated at the end of its first
    /// line.
    pub(crate) fn span(&self, file: FileId, offset: usize, length: usize) -> Span {
        let text = &self.get(file).text;
        let end = floor_boundary(text, offset.saturating_add(length));
        let offset = floor_boundary(text, offset);
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let marked = text[offset..end].lines().next().unwrap_or_default();
        Span {
            file,
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            length: marked.chars().count(),
        }
    }
}

#[cfg(test)]
impl Files {
    /// Creates a set from pairs of path and text, as if read from `api-defs`.
    pub(crate) fn from_texts(texts: &[(&str, &str)]) -> Files {
        let mut files = Files::default();
        for (path, text) in texts {
            files.add(path, "api-defs", (*text).to_owned());
        }
        files
    }
}

fn floor_boundary(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

fn sorted_entries(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| with_path(e, folder))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn with_path(error: io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(offset: usize, length: usize, expected: (usize, usize, usize)) {
        let files = Files::from_texts(&[("a/v1.yaml", "one\nzwölf: 12\n")]);
        let span = files.span(FileId(0), offset, length);
        assert_eq!((span.line, span.column, span.length), expected);
    }

    #[test]
    fn bytes_become_lines_and_columns_of_characters() {
        check(0, 3, (1, 1, 3));
        check(4, 6, (2, 1, 5));
        check(12, 2, (2, 8, 2));
        check(2, 5, (1, 3, 1));
        check(99, 5, (3, 1, 0));
    }

    #[test]
    fn a_place_inside_of_a_character_is_its_beginning() {
        check(7, 1, (2, 3, 1));
    }
}
