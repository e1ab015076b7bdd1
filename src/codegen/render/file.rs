//! A file on its way to text: its items, what they import, and the header.

use serde::Serialize;

use super::{Context, Draft, format};

/// A file to which items are added.
pub(super) struct File<'a> {
    context: Context<'a>,
    path: String,
    header: String,
    items: Vec<Item>,
}

/// An item as its template wrote it.
#[derive(Hash)]
pub(super) enum Item {
    /// Rust that is not laid out yet, and the template's name.
    Rust(String, String),
    /// Text that stays as it is: a macro of ours, whose body no formatter knows.
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
    /// An empty file made from these sources.
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

    /// Adds an item that is laid out as its template wrote it.
    pub(super) fn verbatim(&mut self, template: &str, view: &impl Serialize) {
        let text = self.context.templates.render(template, view);
        self.items.push(Item::Verbatim(text.trim().to_owned()));
    }

    /// The file with the imports of its items.
    pub(super) fn finish(self, imports: &str) -> Draft {
        let imports = (!imports.is_empty()).then(|| Item::Rust("imports".to_owned(), imports.to_owned()));
        let items = imports.into_iter().chain(self.items).collect();
        Draft { path: self.path, header: self.header, items }
    }
}
