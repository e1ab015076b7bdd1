//! The generated files on disk. Only files that say `@generated` are ever written or removed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Report;
use super::problem::{Error, Problems};

/// How a file of the importer begins, behind the comment sign.
const MARK: &str = "@generated from the facts of Kubernetes";

/// A file to be.
#[derive(Debug)]
pub(crate) struct File {
    /// Path below the definitions, with forward slashes.
    pub(crate) path: String,
    /// The whole text.
    pub(crate) text: String,
}

/// Brings the folder up to date: writes what is new, removes what nothing fills any more.
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

/// A file's text, or `None` where there is no file.
pub(crate) fn read(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

/// The last part of a path, for messages and headers.
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
                problems.add(path.display(), "is written by hand, but the importer needs its name; rename it");
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

/// Our files in the groups' folders that are not among `files`.
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
