//! Folders with the files that a target passes to code that reads files.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is removed on drop. It is in memory where the system has such a file system.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates an empty folder for this process.
    ///
    /// # Panics
    ///
    /// If it cannot be created.
    pub fn new(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let path = parent.join(format!("apimachinery-fuzz-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a temporary folder can be created");
        Folder { path }
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it and returns the path.
    ///
    /// # Panics
    ///
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be created");
        fs::write(&path, content).expect("a file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}
