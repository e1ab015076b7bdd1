//! Finds the files for the paths on the command line.

use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

use super::input::source::{self, STDIN};
use super::report::Console;

/// The names of kustomizations. `kustomize` accepts one of them in each directory.
pub(super) const KUSTOMIZATIONS: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// Names of files of other tools, which are manifests only if they contain `apiVersion` and `kind`.
const OTHER_FILES: [&str; 15] = [
    "Chart.yaml",
    "Kustomization",
    "chart.yaml",
    "composer.json",
    "docker-compose.yaml",
    "docker-compose.yml",
    "helmfile.yaml",
    "kustomization.yaml",
    "kustomization.yml",
    "package-lock.json",
    "package.json",
    "requirements.yaml",
    "tsconfig.json",
    "values.schema.json",
    "values.yaml",
];

/// Returns all files in order: for a directory, its manifests sorted by name. Unreadable entries, links without a
/// target, special files, and the file that standard output is written to are reported and omitted.
pub(super) fn find(paths: &[PathBuf], recursive: bool, console: &mut Console) -> Vec<PathBuf> {
    let mut search = Search { recursive, files: Vec::new(), has_failed: false, console };
    for path in paths {
        if path.as_os_str() == STDIN || !path.is_dir() {
            search.files.push(path.clone());
            continue;
        }
        let before = search.files.len();
        search.has_failed = false;
        search.directory(path);
        if search.files.len() == before && !search.has_failed {
            search.fail(path, "no .yaml, .yml or .json file in this directory");
        }
    }
    let mut files = search.files;
    files.retain(|path| is_readable(path, console));
    files
}

/// Reports a file that standard output is written to, because reading it would never end.
pub(super) fn is_readable(path: &Path, console: &mut Console) -> bool {
    let is_output = source::is_output(path);
    if is_output {
        console.fail(&source::name(path), &"the input file is also the output file");
    }
    !is_output
}

/// Returns true for the name of a file of another tool, such as `kustomization.yaml`.
pub(super) fn is_other(path: &Path) -> bool {
    path.file_name().is_some_and(|name| OTHER_FILES.iter().any(|other| name == *other))
}

/// Returns true for the names of kustomizations.
pub(super) fn is_kustomization(path: &Path) -> bool {
    path.file_name().is_some_and(|name| KUSTOMIZATIONS.iter().any(|own| name == *own))
}

struct Search<'a> {
    recursive: bool,
    files: Vec<PathBuf>,
    has_failed: bool,
    console: &'a mut Console,
}

impl Search<'_> {
    /// Adds the manifests in a directory, sorted by name, and in subdirectories if the search is recursive.
    fn directory(&mut self, directory: &Path) {
        let entries = match fs::read_dir(directory) {
            Ok(entries) => entries,
            Err(error) => return self.fail(directory, &error.to_string()),
        };
        let mut all = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => all.push(entry),
                Err(error) => self.fail(directory, &error.to_string()),
            }
        }
        all.sort_by_key(DirEntry::file_name);
        for entry in all {
            match entry.file_type() {
                Ok(kind) => self.entry(&entry, kind),
                Err(error) => self.fail(&entry.path(), &error.to_string()),
            }
        }
    }

    /// Adds an entry of a directory. Links to directories are not followed, because they can form a cycle.
    fn entry(&mut self, entry: &DirEntry, kind: FileType) {
        let path = entry.path();
        if kind.is_dir() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if self.recursive && !is_hidden {
                self.directory(&path);
            }
            return;
        }
        let target = if kind.is_symlink() { fs::metadata(&path).map(|target| target.file_type()) } else { Ok(kind) };
        match target {
            Ok(target) if target.is_dir() => {
                if self.recursive {
                    self.console.warn(&source::name(&path), "link to a directory, not followed");
                }
            }
            _ if !is_manifest(&path) && !is_kustomization(&path) => {}
            Ok(target) if target.is_file() => self.files.push(path),
            Ok(_) => self.fail(&path, "not a regular file"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.fail(&path, "link to a file that does not exist")
            }
            Err(error) => self.fail(&path, &error.to_string()),
        }
    }

    fn fail(&mut self, path: &Path, message: &str) {
        self.has_failed = true;
        self.console.fail(&source::name(path), &message);
    }
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}
