//! `internal.yaml`: what all versions of a group share.

use super::document::InternalDoc;
use super::table::{self, Table};
use super::yaml::Node;
use super::{conversion, forms, types, version};
use crate::codegen::diagnostics::Report;

/// Reads the file.
pub(crate) fn read(file: &str, root: &Node, report: &mut Report) -> InternalDoc {
    let mut internal = InternalDoc { file: file.to_owned(), ..InternalDoc::default() };
    let Some(table) = Table::open(&forms::INTERNAL, root, report) else { return internal };
    version::check_format(&table, report);
    internal.group = table.word("group", report);
    internal.doc = table.text("doc", report).unwrap_or_default();
    internal.hub = table.word("hub", report);
    internal.versions = table.words("versions", report);
    internal.peers = table.words("peers", report).unwrap_or_default();
    internal.types = types::read(table.entries("types", report), report);
    internal.conversion = conversion::read(table.entries("conversion", report), report);
    for (resource, node) in table.entries("storage", report) {
        internal.storage.extend(table::word("storage", node, report).map(|version| (resource.clone(), version)));
    }
    internal
}
