//! `internal.yaml`, which contains the declarations that all versions of a group share.

use super::content::Content;
use super::conversion::{self, CONVERSIONS};
use super::document::InternalDoc;
use super::table::{Form, Key, Table};
use super::types::{self, TYPES};
use super::version::{COMMON, VERSION_NAME};
use super::yaml::Node;
use crate::codegen::diagnostics::Report;

pub(crate) static INTERNAL: Form = Form {
    name: "`internal.yaml`",
    keys: &[
        COMMON,
        &[
            Key::new("hub", VERSION_NAME, "Version on which the hub is based. Default: the newest stable version."),
            Key::new(
                "versions",
                Content::List(&VERSION_NAME),
                "Versions in order of preference; the first is the storage version. Default: stable versions first, newest first.",
            ),
            Key::new(
                "storage",
                Content::Map(".", &VERSION_NAME),
                "Storage version of each resource that is not stored in the first version.",
            ),
            Key::new(
                "peers",
                Content::List(&Content::Text),
                "Folders of the groups whose hub types this group shares, in order of precedence.",
            ),
            Key::new("types", TYPES, "Hub types that have additional fields or fields with other types."),
            Key::new(
                "conversion",
                CONVERSIONS,
                "Rules that modify hub objects in place, whichever version they come from.",
            ),
        ],
    ],
};

/// Reads `internal.yaml`.
pub(crate) fn read(file: &str, root: &Node, report: &mut Report) -> InternalDoc {
    let mut internal = InternalDoc { file: file.to_owned(), ..InternalDoc::default() };
    let Some(table) = Table::open(&INTERNAL, root, report) else { return internal };
    internal.group = table.word("group");
    internal.doc = table.text("doc").unwrap_or_default();
    internal.hub = table.word("hub");
    internal.versions = table.words("versions");
    internal.peers = table.words("peers").unwrap_or_default();
    internal.types = types::read(table.entries("types"), report);
    internal.conversion = conversion::read(table.entries("conversion"), report);
    internal.storage = table.pairs("storage");
    internal
}
