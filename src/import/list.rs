//! The list of a kind: made by the generator, or a type of its own.

use super::facts::{Field, Kind, Package};
use super::gotype::TypeName;

/// What the facts say about `<Kind>List`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List<'a> {
    /// There is none.
    Absent,
    /// Metadata (this field) and items, nothing else: the generator makes it.
    Plain(&'a Field),
    /// It has another shape and is declared like any kind.
    Odd(&'a Kind),
}

/// The list of a kind.
pub(crate) fn list_of<'a>(package: &'a Package, kind: &str) -> List<'a> {
    let name = format!("{kind}List");
    let Some(list) = package.kind(&name) else {
        return List::Absent;
    };
    match package.structs.get(&name).map(|list| &list.fields[..]) {
        Some([type_meta, metadata, items])
            if is_type_meta(type_meta) && is_metadata(package, metadata) && is_items(items, kind) =>
        {
            List::Plain(metadata)
        }
        _ => List::Odd(list),
    }
}

/// Whether a kind is the list of another one.
pub(crate) fn is_list(package: &Package, kind: &str) -> bool {
    let item = kind.strip_suffix("List");
    item.is_some_and(|item| package.kind(item).is_some())
}

/// Whether a field is apiVersion and kind.
pub(crate) fn is_type_meta(field: &Field) -> bool {
    field.inline && field.go_type.rsplit('.').next() == Some("TypeMeta")
}

fn is_metadata(package: &Package, field: &Field) -> bool {
    let name = TypeName::parse(&field.go_type, &package.path);
    is(field, "metadata", 1, Some("empty")) && name.package.ends_with("/meta/v1") && name.name == "ListMeta"
}

fn is_items(field: &Field, kind: &str) -> bool {
    is(field, "items", 2, None) && field.go_type == format!("[]{kind}")
}

fn is(field: &Field, json: &str, number: u32, omit: Option<&str>) -> bool {
    field.json.as_deref() == Some(json) && field.proto == Some(number) && field.omit.as_deref() == omit
}
