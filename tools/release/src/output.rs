//! The generated files on disk. Only files marked `@generated` are ever overwritten or removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::problem::{Error, Problems};

/// The start of the first line of each generated file, after the comment sign.
const MARK: &str = "@generated from the facts of Kubernetes";

/// A generated file that is not yet written.
#[derive(Debug)]
pub(crate) struct File {
    /// Path relative to the definitions folder, with forward slashes.
    pub(crate) path: String,
    /// The content of the file.
    pub(crate) text: String,
}

/// The result of an import.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// The files that were written because their content changed.
    pub(crate) written: Vec<String>,
    /// The generated files that were removed because they are obsolete.
    pub(crate) removed: Vec<String>,
    /// The number of files whose content has not changed.
    pub(crate) unchanged: usize,
    /// The number of messages in all files.
    pub(crate) messages: usize,
    /// The number of fields in these messages.
    pub(crate) fields: usize,
    /// The number of named scalars, lists and maps.
    pub(crate) named: usize,
    /// The number of boxed fields.
    pub(crate) boxes: usize,
}

/// Updates the definitions folder: writes new and changed files, and removes generated files that are obsolete.
pub(crate) fn write(out: &Path, files: &[File]) -> Result<Report, Error> {
    let mut problems = Problems::default();
    let changed = changed(out, files, &mut problems);
    let stale = problems.ok(out.display(), stale(out, files)).unwrap_or_default();
    problems.check()?;
    let mut problems = Problems::default();
    for file in &changed {
        problems.ok(&file.path, write_file(&out.join(&file.path), &file.text));
    }
    for path in &stale {
        problems.ok(path, fs::remove_file(out.join(path)));
    }
    problems.check()?;
    let written = changed.iter().map(|file| file.path.clone()).collect();
    Ok(Report { written, removed: stale, unchanged: files.len() - changed.len(), ..Report::default() })
}

/// Returns the content of a file, or `None` if the file does not exist.
pub(crate) fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

/// Returns the last component of a path, for messages and headers.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn changed<'a>(out: &Path, files: &'a [File], problems: &mut Problems) -> Vec<&'a File> {
    let mut changed = Vec::new();
    for file in files {
        let path = out.join(&file.path);
        match problems.ok(path.display(), read(&path)) {
            Some(Some(text)) if text == file.text => {}
            Some(Some(text)) if !is_ours(&text) => {
                problems.add(path.display(), "file written by hand in the location of a generated file: rename it");
            }
            _ => changed.push(file),
        }
    }
    changed
}

fn write_file(path: &Path, text: &str) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}

/// Returns the generated files in the folders of groups that are not among `files`.
fn stale(out: &Path, files: &[File]) -> io::Result<Vec<String>> {
    let mut stale = Vec::new();
    for folder in entries(out)?.iter().filter(|path| path.is_dir()) {
        for path in entries(folder)? {
            let (folder, file) = (name(folder), name(&path));
            let path_below = format!("{folder}/{file}");
            let candidate = file.ends_with(".proto") || file.ends_with(".import.yaml");
            if candidate
                && files.iter().all(|file| file.path != path_below)
                && read(&path)?.is_some_and(|text| is_ours(&text))
            {
                stale.push(path_below);
            }
        }
    }
    Ok(stale)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        entries => entries?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?,
    };
    paths.sort();
    Ok(paths)
}

fn is_ours(text: &str) -> bool {
    text.trim_start_matches(['/', '#', ' ']).starts_with(MARK)
}
