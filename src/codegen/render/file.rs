//! Construction of a file from its items, their imports, and the header.

use serde::Serialize;

use super::{Context, Draft, format};

/// A file while items are added to it.
pub(super) struct File<'a> {
    context: Context<'a>,
    path: String,
    header: String,
    items: Vec<Item>,
}

/// An item as rendered by its template.
#[derive(Hash)]
pub(super) enum Item {
    /// Unformatted Rust, and the name of its template.
    Rust(String, String),
    /// Text that is not formatted: a call of our macro, whose body formatters do not know.
    Verbatim(String),
}

impl Item {
    pub(super) fn print(&self) -> String {
        match self {
            Item::Rust(template, text) => format::item(template, text),
            Item::Verbatim(text) => text.clone(),
        }
    }
}

impl<'a> File<'a> {
    /// Creates an empty file with these sources.
    pub(super) fn new(context: Context<'a>, path: String, sources: &[String]) -> Self {
        let root = &context.options.root;
        let header = format::header(sources.iter().map(|source| format!("{root}/{source}")));
        File { context, path, header, items: Vec::new() }
    }

    /// Adds an item.
    pub(super) fn item(&mut self, template: &str, view: &impl Serialize) {
        let text = self.context.templates.render(template, view);
        self.items.push(Item::Rust(template.to_owned(), text));
    }

    /// Adds an item without formatting.
    pub(super) fn verbatim(&mut self, template: &str, view: &impl Serialize) {
        let text = self.context.templates.render(template, view);
        self.items.push(Item::Verbatim(text.trim().to_owned()));
    }

    /// Returns the draft with the imports of its items.
    pub(super) fn finish(self, imports: &str) -> Draft {
        let imports = (!imports.is_empty()).then(|| Item::Rust("imports".to_owned(), imports.to_owned()));
        let items = imports.into_iter().chain(self.items).collect();
        Draft { path: self.path, header: self.header, items }
    }
}
