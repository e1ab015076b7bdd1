use std::hash::{DefaultHasher, Hash, Hasher};

use super::file::Item;
use super::{GeneratedFile, format};

/// A file with all that will be in it, not laid out yet.
pub(crate) struct Draft {
    pub(crate) path: String,
    pub(super) header: String,
    pub(super) items: Vec<Item>,
}

impl Draft {
    /// A number that another draft does not have: equal ones print the same.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.header, &self.items).hash(&mut hasher);
        hasher.finish()
    }

    /// The file.
    pub(crate) fn print(&self) -> GeneratedFile {
        let parts = [self.header.clone()].into_iter().chain(self.items.iter().map(Item::print));
        GeneratedFile { path: self.path.clone(), text: format::join(parts) }
    }

    /// A file that is its text.
    #[cfg(test)]
    pub(crate) fn plain(path: &str, text: &str) -> Draft {
        Draft { path: path.to_owned(), header: format::MARKER.to_owned(), items: vec![Item::Verbatim(text.to_owned())] }
    }
}
