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
            Key::new("hub", VERSION_NAME, "The version that the hub extends; the newest stable one unless said."),
            Key::new(
                "versions",
                Content::List(&VERSION_NAME),
                "Order of preference, the first is stored; newest stable first unless said.",
            ),
            Key::new(
                "storage",
                Content::Map(".", &VERSION_NAME),
                "Resource to version, for those that another version than the first stores.",
            ),
            Key::new(
                "peers",
                Content::List(&Content::Text),
                "Folders of the groups whose hub types are this group's, too, in order.",
            ),
            Key::new("types", TYPES, "Fields that the hub has besides, or with another type."),
            Key::new("conversion", CONVERSIONS, "Rules in place, whichever version an object comes from."),
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
