//! From the paths of the command line to files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::console::Console;

/// The name of standard input on the command line.
pub(super) const STDIN: &str = "-";

/// All files that are meant, in order: a file is itself, a directory its manifests by name. What
/// cannot be read is reported and left out.
pub(super) fn find(paths: &[PathBuf], recursive: bool, console: &mut Console) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        if path.as_os_str() == STDIN || !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        if let Err(error) = walk(path, recursive, &mut files) {
            console.fail(&path.display().to_string(), &error);
        } else if files.len() == before {
            console.fail(&path.display().to_string(), &"no .yaml, .yml or .json file in this directory");
        }
    }
    files
}

fn walk(directory: &Path, recursive: bool, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(directory)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // The type of the entry, not of what it may link to: links may run in circles.
        if entry.file_type()?.is_dir() {
            if recursive {
                walk(&path, recursive, files)?;
            }
        } else if is_manifest(&path) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}
