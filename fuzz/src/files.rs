//! Temporary folders for code that reads files.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is removed on drop, in a memory file system if the operating system has one.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates an empty folder for this process.
    ///
    /// # Panics
    ///
    /// Panics if the folder cannot be created.
    pub fn new(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let path = parent.join(format!("apimachinery-fuzz-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).expect("a temporary folder can be created");
        Folder { path }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in the folder and returns its path.
    ///
    /// # Panics
    ///
    /// Panics if the file cannot be written.
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
