//! Output to the file system: writes files that changed and removes files that are no longer generated.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::output::VARIABLE;
use super::record::Record;
use super::render::{Draft, MARKER};

/// The generated file that includes all others.
const ROOT: &str = "apis.rs";

/// The changes made to a folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Emitted {
    /// Files that were written because they are new or their text changed.
    pub(crate) written: Vec<PathBuf>,
    /// Files of an earlier run that are no longer generated.
    pub(crate) removed: Vec<PathBuf>,
}

/// Synchronizes a folder with these drafts. Files that the generator did not create are left alone.
///
/// A file whose text is already correct is not written, so that its modification time, which cargo checks, does not
/// change. With a `record` of the last run, drafts that did not change are not formatted again.
pub(crate) fn emit(drafts: &[Draft], folder: &Path, record: Option<&Path>) -> io::Result<Emitted> {
    fs::create_dir_all(folder)?;
    let (before, mut after) = (record.map(Record::read).unwrap_or_default(), Record::default());
    let mut emitted = Emitted::default();
    for draft in drafts {
        let path = folder.join(&draft.path);
        let mut text = fs::read_to_string(&path).unwrap_or_default();
        if !before.knows(draft, &text) {
            let printed = draft.print().text;
            if printed != text {
                write(&path, &printed)?;
                emitted.written.push(path);
            }
            text = printed;
        }
        after.note(draft, &text);
    }
    if let Some(record) = record {
        after.write(record)?;
    }
    let wanted: BTreeSet<PathBuf> = drafts.iter().map(|draft| folder.join(&draft.path)).collect();
    remove_stale(folder, &wanted, &mut emitted.removed)?;
    Ok(emitted)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text)
}

/// Removes generated files that are not in `wanted`, and folders that become empty as a result. Generated files are
/// recognized by [`MARKER`].
fn remove_stale(folder: &Path, wanted: &BTreeSet<PathBuf>, removed: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if is_ours(&path.join(ROOT)) {
                // Another package's files, see `output`.
                continue;
            }
            let before = removed.len();
            remove_stale(&path, wanted, removed)?;
            if removed.len() > before && fs::read_dir(&path)?.next().is_none() {
                fs::remove_dir(&path)?;
            }
        } else if !wanted.contains(&path) && is_ours(&path) {
            fs::remove_file(&path)?;
            removed.push(path);
        }
    }
    Ok(())
}

fn is_ours(path: &Path) -> bool {
    let rust = path.extension().is_some_and(|extension| extension == "rs");
    rust && fs::read_to_string(path).is_ok_and(|text| text.starts_with(MARKER))
}

/// Returns the directives that a build script prints for cargo: the paths and variables to watch, and the location of
/// the generated files.
///
/// `folder` must exist. Its path is made absolute, because `include!` resolves relative paths against the folder of the
/// including file. The environment variable is watched only if it has an effect.
pub(crate) fn directives(definitions: &Path, folder: &Path, by_environment: bool) -> io::Result<Vec<String>> {
    let folder = fs::canonicalize(folder)?;
    let mut directives = vec![
        format!("cargo::rerun-if-changed={}", definitions.display()),
        format!("cargo::rustc-env=APIMACHINERY_GENERATED={}", folder.display()),
    ];
    directives.extend(by_environment.then(|| format!("cargo::rerun-if-env-changed={VARIABLE}")));
    Ok(directives)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path of a temporary folder for one test, which does not exist yet.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("apimachinery-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn writes_what_changed_and_removes_what_went() {
        let root = folder("emit");
        let first = [Draft::plain("apis.rs", "a"), Draft::plain("apps/v1.rs", "b"), Draft::plain("old/v1.rs", "c")];
        assert_eq!(emit(&first, &root, None).unwrap().written.len(), 3);
        fs::write(root.join("old/notes.rs"), "// by hand").unwrap();
        fs::write(root.join("apps/mine.rs"), "// by hand").unwrap();

        let second = [Draft::plain("apis.rs", "a"), Draft::plain("apps/v1.rs", "changed")];
        let emitted = emit(&second, &root, None).unwrap();
        assert_eq!(emitted.written, [root.join("apps/v1.rs")]);
        assert_eq!(emitted.removed, [root.join("old/v1.rs")]);
        assert!(root.join("old/notes.rs").exists() && root.join("apps/mine.rs").exists());
        assert_eq!(emit(&second, &root, None).unwrap(), Emitted::default());
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_record_hides_no_change() {
        let root = folder("recorded");
        let (record, path) = (root.join("record"), root.join("apps/v1.rs"));
        let emit = |text| emit(&[Draft::plain("apps/v1.rs", text)], &root, Some(&record)).unwrap().written;
        assert_eq!(emit("a"), std::slice::from_ref(&path));
        assert!(emit("a").is_empty());
        assert_eq!(emit("b"), std::slice::from_ref(&path));

        fs::write(&path, "by hand").unwrap();
        assert_eq!(emit("b"), std::slice::from_ref(&path));
        fs::remove_file(&path).unwrap();
        assert_eq!(emit("b"), [path]);
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn removes_folders_that_it_emptied() {
        let root = folder("emptied");
        emit(&[Draft::plain("apps/v1/zz_generated_defaults.rs", "a")], &root, None).unwrap();
        emit(&[], &root, None).unwrap();
        assert!(!root.join("apps").exists());
        fs::remove_dir_all(&root).unwrap();
    }
}
