//! A file on its way to text: its items, what they import, and the header.

use serde::Serialize;

use super::{Context, GeneratedFile, format};

/// A file to which items are added.
pub(super) struct File<'a> {
    context: Context<'a>,
    path: String,
    header: String,
    items: Vec<String>,
}

impl<'a> File<'a> {
    /// An empty file made from these sources.
    pub(super) fn new(context: Context<'a>, path: String, sources: &[String]) -> Self {
        let root = &context.options.root;
        let header = format::header(sources.iter().map(|source| format!("{root}/{source}")));
        File { context, path, header, items: Vec::new() }
    }

    /// Adds an item and formats it.
    pub(super) fn item(&mut self, template: &str, view: &impl Serialize) {
        let text = self.context.templates.render(template, view);
        self.items.push(format::item(template, &text));
    }

    /// Adds an item as its template wrote it: a macro of ours, whose body no formatter knows.
    pub(super) fn verbatim(&mut self, template: &str, view: &impl Serialize) {
        let text = self.context.templates.render(template, view);
        self.items.push(text.trim().to_owned());
    }

    /// The file with the imports of its items.
    pub(super) fn finish(self, imports: &str) -> GeneratedFile {
        let imports = (!imports.is_empty()).then(|| format::item("imports", imports));
        let parts = [self.header].into_iter().chain(imports).chain(self.items);
        GeneratedFile { path: self.path, text: format::join(parts) }
    }
}
