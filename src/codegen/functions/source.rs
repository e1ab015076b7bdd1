//! The modules of a crate, followed from the statement that includes the generated code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::scope::{Declared, Scope};

/// A module of a crate.
#[derive(Clone, Debug)]
pub(super) struct Module {
    /// The path in the crate: `crate::apis`.
    pub(super) path: String,
    /// The file that contains the module.
    pub(super) file: PathBuf,
    /// False if the module is declared, but its file does not exist.
    pub(super) exists: bool,
    /// True if the module is not the whole file.
    pub(super) is_inline: bool,
    /// The folder of the files of its child modules.
    folder: PathBuf,
    pub(super) scope: Scope,
}

/// The result of looking for a child module.
pub(super) enum Child {
    Found(Box<Module>),
    Missing,
    /// The module may exist, but its text is not where rustc would look for it by default.
    Unknown,
}

impl Module {
    /// Returns the module below `root`, the folder of `lib.rs` or `main.rs`, that includes the generated code. Returns
    /// `None` if there is none, or more than one.
    pub(super) fn with_generated_code(root: &Path) -> Option<Module> {
        let mut files = Vec::new();
        rust_files(root, &mut files).ok()?;
        let mut found = Vec::new();
        for file in files {
            let Ok(text) = fs::read_to_string(&file) else { continue };
            if text.contains("include!") && text.contains("apis.rs") {
                Module::of_file(root, &file)?.collect_hosts(&mut found);
            }
        }
        found.pop().filter(|_| found.is_empty())
    }

    fn of_file(root: &Path, file: &Path) -> Option<Module> {
        let mut names: Vec<String> = file.strip_prefix(root).ok()?.with_extension("").iter().map(lossy).collect();
        let is_root = names == ["lib"] || names == ["main"];
        let owns_folder = is_root || names.last().is_some_and(|name| name == "mod");
        names.pop_if(|_| owns_folder);
        let folder = if owns_folder { file.parent()?.to_path_buf() } else { file.with_extension("") };
        let path = ["crate".to_owned()].into_iter().chain(names).collect::<Vec<_>>().join("::");
        Some(Module { path, folder, ..Module::read(file)? })
    }

    /// Reads a file. Returns `None` if it is not valid Rust, which rustc reports.
    fn read(file: &Path) -> Option<Module> {
        let scope = Scope::of(&syn::parse_file(&fs::read_to_string(file).ok()?).ok()?.items);
        let (path, folder) = Default::default();
        Some(Module { path, file: file.to_path_buf(), exists: true, is_inline: false, folder, scope })
    }

    fn collect_hosts(self, found: &mut Vec<Module>) {
        self.scope.modules.iter().filter_map(|child| self.inline(child)).for_each(|child| child.collect_hosts(found));
        if self.scope.is_host {
            found.push(self);
        }
    }

    /// Returns a child module that is not in a file of its own.
    fn inline(&self, child: &Declared) -> Option<Module> {
        let scope = child.inline.clone()?;
        Some(Module {
            path: format!("{}::{}", self.path, child.name),
            file: self.file.clone(),
            folder: self.folder.join(&child.name),
            exists: true,
            is_inline: true,
            scope,
        })
    }

    /// Looks for a child module.
    pub(super) fn child(&self, name: &str, seen: &mut BTreeSet<PathBuf>) -> Child {
        let declared: Vec<_> = self.scope.modules.iter().filter(|child| child.name == name).collect();
        match declared.as_slice() {
            [] if self.scope.lacks(name) => Child::Missing,
            [child] if !child.has_path => match self.inline(child) {
                Some(module) => Child::Found(Box::new(module)),
                None => self.child_file(name, seen),
            },
            _ => Child::Unknown,
        }
    }

    fn child_file(&self, name: &str, seen: &mut BTreeSet<PathBuf>) -> Child {
        let files = [self.folder.join(format!("{name}.rs")), self.folder.join(name).join("mod.rs")];
        let (path, folder) = (format!("{}::{name}", self.path), self.folder.join(name));
        match files.iter().find(|file| file.exists()) {
            Some(file) => {
                seen.insert(file.clone());
                let module = Module::read(file);
                module.map_or(Child::Unknown, |module| Child::Found(Box::new(Module { path, folder, ..module })))
            }
            None => {
                let [file, _] = files;
                let missing = Module { path, file, exists: false, is_inline: false, folder, scope: Scope::default() };
                Child::Found(Box::new(missing))
            }
        }
    }

    /// Returns the line of the file that declares a function.
    pub(super) fn line_of(&self, function: &str) -> Option<usize> {
        let text = fs::read_to_string(&self.file).ok()?;
        let is_declared = |line: &str| {
            line.split("fn ").skip(1).any(|rest| {
                let rest = rest.trim_start().strip_prefix(function);
                rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
            })
        };
        text.lines().position(is_declared).map(|index| index + 1)
    }

    /// Returns the file that would contain a descendant.
    pub(super) fn file_of(&self, names: &[String]) -> PathBuf {
        names.iter().fold(self.folder.clone(), |folder, name| folder.join(name)).with_extension("rs")
    }
}

/// Collects the Rust files below a folder, in order.
fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

fn lossy(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().into_owned()
}
