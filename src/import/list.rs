//! The list of a kind, which is either generated or declared as a separate type.

use super::facts::{Field, Kind, Package};
use super::gotype::TypeName;

/// The form of `<Kind>List` in the facts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List<'a> {
    /// The list does not exist.
    Absent,
    /// The list consists of metadata (this field) and items only, so the generator creates it.
    Plain(&'a Field),
    /// The list has another structure and is declared like any other kind.
    Odd(&'a Kind),
}

/// Returns the form of a kind's list.
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

/// True if a kind is the list of another kind.
pub(crate) fn is_list(package: &Package, kind: &str) -> bool {
    let item = kind.strip_suffix("List");
    item.is_some_and(|item| package.kind(item).is_some())
}

/// True if a field contains `apiVersion` and `kind`.
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
