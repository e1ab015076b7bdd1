use std::hash::{DefaultHasher, Hash, Hasher};

use super::file::Item;
use super::{GeneratedFile, format};

/// A file with its complete content, before formatting.
pub(crate) struct Draft {
    pub(crate) path: String,
    pub(super) header: String,
    pub(super) items: Vec<Item>,
}

impl Draft {
    /// Returns a hash of the draft. Drafts with equal hashes print the same text.
    pub(crate) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.header, &self.items).hash(&mut hasher);
        hasher.finish()
    }

    /// Formats the draft as a file.
    pub(crate) fn print(&self) -> GeneratedFile {
        let parts = [self.header.clone()].into_iter().chain(self.items.iter().map(Item::print));
        GeneratedFile { path: self.path.clone(), text: format::join(parts) }
    }

    /// Creates a draft from finished text.
    #[cfg(test)]
    pub(crate) fn plain(path: &str, text: &str) -> Draft {
        Draft { path: path.to_owned(), header: format::MARKER.to_owned(), items: vec![Item::Verbatim(text.to_owned())] }
    }
}
