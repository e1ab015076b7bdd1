//! The folder for generated code that the environment variable `APIMACHINERY_GENERATED_DIR` selects.

use std::env;
use std::path::{Path, PathBuf};

/// The environment variable. Every build script of a build reads the same value, so each package has its own folder.
pub(crate) const VARIABLE: &str = "APIMACHINERY_GENERATED_DIR";

/// Returns the folder of the package whose build script runs.
pub(crate) fn folder(said: &Path, out_dir: Option<&Path>) -> PathBuf {
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let root = [out_dir, manifest.as_deref()].into_iter().flatten().find_map(workspace);
    of_package(said, root.as_deref(), &package)
}

/// Returns the folder of a package. A relative path is relative to the root of the workspace: build scripts run in the
/// folders of their packages, which for a dependency can be that of a registry.
fn of_package(said: &Path, root: Option<&Path>, package: &str) -> PathBuf {
    let folder = root.map_or_else(|| said.to_path_buf(), |root| root.join(said));
    // The library itself is the only package whose own build script contains this module.
    if cfg!(apimachinery_definitions) { folder.join(package) } else { folder }
}

/// Returns the closest folder above `path` with a `Cargo.lock`.
fn workspace(path: &Path) -> Option<PathBuf> {
    path.ancestors().find(|folder| folder.join("Cargo.lock").exists()).map(Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, root: Option<&str>, expected: &str) {
        let expected = Path::new(expected);
        let expected = if cfg!(apimachinery_definitions) { expected.join("farm") } else { expected.to_path_buf() };
        assert_eq!(of_package(Path::new(said), root.map(Path::new), "farm"), expected);
    }

    #[test]
    fn each_package_has_a_folder_below_the_root_of_the_workspace() {
        check("generated", Some("/work"), "/work/generated");
        check("/tmp/generated", Some("/work"), "/tmp/generated");
        check("generated", None, "generated");
    }

    #[test]
    fn the_workspace_is_the_folder_of_the_lock_file() {
        let root = env::temp_dir().join(format!("apimachinery-output-{}", std::process::id()));
        let inner = root.join("target/debug/build/farm/out");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(root.join("Cargo.lock"), "").unwrap();
        assert_eq!(workspace(&inner), Some(root.clone()));
        std::fs::remove_dir_all(root).unwrap();
    }
}
