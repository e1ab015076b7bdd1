//! The folder for generated code that the environment variable `APIMACHINERY_GENERATED_DIR` selects.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The environment variable. Every build script of a build reads the same value, so each package has its own folder.
pub(crate) const VARIABLE: &str = "APIMACHINERY_GENERATED_DIR";

/// Returns the folder of the package whose build script runs, or `None` if the path is relative and nothing shows to
/// which workspace the package belongs.
pub(crate) fn folder(said: &Path, out_dir: Option<&Path>) -> Option<PathBuf> {
    let variable = |name| env::var(name).unwrap_or_default();
    let package = Package {
        name: variable("CARGO_PKG_NAME"),
        version: variable("CARGO_PKG_VERSION"),
        folder: env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default(),
        is_target_set: ["CARGO_TARGET_DIR", "CARGO_BUILD_TARGET_DIR"].iter().any(|name| env::var_os(name).is_some()),
    };
    let root = if said.is_absolute() { Some(PathBuf::new()) } else { package.workspace(out_dir) };
    // The library itself is the only package whose own build script contains this module.
    let name = if cfg!(apimachinery_definitions) { package.name.as_str() } else { "" };
    Some(root?.join(said).join(name)).map(|folder| folder.components().collect())
}

/// A package that cargo builds.
struct Package {
    name: String,
    version: String,
    /// The folder of its `Cargo.toml`.
    folder: PathBuf,
    /// True if the environment selects the target folder.
    is_target_set: bool,
}

impl Package {
    /// Returns the root of the workspace in which cargo builds the package.
    ///
    /// The output folder is usually below the root, and the package can be a dependency from elsewhere. However, the
    /// target folder can be at any place, such as in another repository. Therefore, the `Cargo.lock` of the root must
    /// list the package.
    fn workspace(&self, out_dir: Option<&Path>) -> Option<PathBuf> {
        let by_output = out_dir.and_then(|folder| self.root_above(folder));
        let by_source = || self.root_above(&self.folder).filter(|_| !self.is_downloaded());
        match by_output {
            Some(root) if !self.is_target_set || self.folder.starts_with(&root) => Some(root),
            by_output => by_source().or(by_output),
        }
    }

    /// Returns the closest folder above `path` with a `Cargo.lock`, if it lists the package.
    fn root_above(&self, path: &Path) -> Option<PathBuf> {
        let root = path.ancestors().find(|folder| folder.join("Cargo.lock").exists())?;
        let text = fs::read_to_string(root.join("Cargo.lock")).ok()?;
        let (name, version) = (format!("name = \"{}\"", self.name), format!("version = \"{}\"", self.version));
        let lines: Vec<_> = text.lines().map(str::trim).collect();
        let is_listed = lines.windows(2).any(|pair| pair[0] == name && pair[1] == version);
        is_listed.then(|| root.to_path_buf())
    }

    /// Returns true for a package from a registry, a git repository or a vendored folder. Nothing is written there.
    fn is_downloaded(&self) -> bool {
        let marks = [".cargo-ok", ".cargo-checksum.json"];
        self.folder.ancestors().any(|folder| marks.iter().any(|mark| folder.join(mark).exists()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates files, and returns the workspace of the package `farm`, whose sources are in `source` and whose output is
    /// in `output`. All paths are relative to a temporary folder. `lists` is the name in every `Cargo.lock`.
    fn check(files: &[(&str, &str)], source: &str, output: &str, is_target_set: bool, expected: Option<&str>) {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let root = env::temp_dir().join(format!("apimachinery-output-{}-{count}", std::process::id()));
        for (path, lists) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("[[package]]\nname = \"{lists}\"\nversion = \"0.1.0\"\n")).unwrap();
        }
        let (name, version) = ("farm".to_owned(), "0.1.0".to_owned());
        let package = Package { name, version, folder: root.join(source), is_target_set };
        let found = package.workspace(Some(&root.join(output)));
        let shown = found.map(|found| found.strip_prefix(&root).unwrap().to_string_lossy().into_owned());
        assert_eq!(shown.as_deref(), expected, "{files:?} {source} {output} {is_target_set}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_workspace_is_the_folder_whose_lock_file_lists_the_package() {
        let output = "ours/target/debug/build/farm-1/out";
        check(&[("ours/Cargo.lock", "farm")], "ours/farm", output, false, Some("ours"));
        check(&[("ours/Cargo.lock", "farm")], "ours/farm", output, true, Some("ours"));
        // A dependency at a path can have its own lock file, but cargo builds it in our workspace.
        check(&[("ours/Cargo.lock", "farm"), ("farm/Cargo.lock", "farm")], "farm", output, false, Some("ours"));
    }

    #[test]
    fn a_target_folder_in_another_repository_does_not_select_it() {
        let output = "other/target/debug/build/farm-1/out";
        for is_target_set in [false, true] {
            let files = [("ours/Cargo.lock", "farm"), ("other/Cargo.lock", "barn")];
            check(&files, "ours/farm", output, is_target_set, Some("ours"));
        }
        // Another checkout of the same workspace.
        check(&[("ours/Cargo.lock", "farm"), ("other/Cargo.lock", "farm")], "ours/farm", output, true, Some("ours"));
        check(&[("ours/Cargo.lock", "farm")], "ours/farm", "elsewhere/debug/build/farm-1/out", true, Some("ours"));
    }

    #[test]
    fn nothing_is_written_to_downloaded_sources() {
        let registry = [("registry/farm-0.1.0/Cargo.lock", "farm"), ("registry/farm-0.1.0/.cargo-ok", "")];
        check(&registry, "registry/farm-0.1.0", "elsewhere/debug/build/farm-1/out", true, None);
        let files = [registry[0], registry[1], ("ours/Cargo.lock", "farm")];
        check(&files, "registry/farm-0.1.0", "ours/target/debug/build/farm-1/out", true, Some("ours"));
        let vendored = [("ours/Cargo.lock", "farm"), ("ours/vendor/farm/.cargo-checksum.json", "")];
        check(&vendored, "ours/vendor/farm", "ours/target/debug/build/farm-1/out", false, Some("ours"));
    }

    #[test]
    fn an_absolute_path_needs_no_workspace() {
        let folder = folder(Path::new("/generated"), None).unwrap();
        let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
        let package = if cfg!(apimachinery_definitions) { package } else { String::new() };
        assert_eq!(folder, Path::new("/generated").join(package).components().collect::<PathBuf>());
    }
}
