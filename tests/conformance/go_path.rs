//! Field names in errors of both sides, reduced to the parts that both contain.

use apimachinery::meta::Object;
use apimachinery::reflect::{Mut, StructMut, ViewMut};

/// Returns the field of `json: cannot unmarshal … into Go struct field X.spec.Embedded.name of type …`, without the
/// names of the struct and of embedded structs.
pub(crate) fn upstream_field(error: &str) -> Option<String> {
    let (_, place) = error.split_once("Go struct field ")?;
    let (path, _) = place.split_once(" of type ")?;
    let (_, path) = path.split_once('.')?;
    // The last name is a field even if it is capitalized: `daemonEndpoints.kubeletEndpoint.Port`.
    let (way, field) = path.rsplit_once('.').unwrap_or(("", path));
    let names = way.split('.').filter(|name| !name.is_empty() && !name.starts_with(char::is_uppercase));
    Some(names.chain([field]).collect::<Vec<_>>().join("."))
}

/// Returns the fields to which `spec.list[0].map.key: …` can refer in an object like `zero`, without indexes and keys.
/// There can be several, because a key can contain the separator of paths.
pub(crate) fn our_fields(zero: &dyn Object, error: &str) -> Vec<String> {
    if let Some(error) = error.strip_prefix("couldn't get version/kind; json parse error: ") {
        return sniffed_field(error).into_iter().collect();
    }
    let mut object = zero.clone_box();
    let ends = error.match_indices(": ").map(|(at, _)| at);
    let names = ends.filter_map(|end| inside(object.cursor_mut(), &format!(".{}", &error[..end])));
    names.map(|names| names.join(".")).collect()
}

/// Returns the field of `Kind: …` with its correct spelling, ignoring case.
fn sniffed_field(error: &str) -> Option<String> {
    let (name, _) = error.split_once(": ")?;
    ["apiVersion", "kind"].into_iter().find(|field| field.eq_ignore_ascii_case(name)).map(String::from)
}

fn fields_of(mut object: StructMut<'_>, path: &str) -> Option<Vec<&'static str>> {
    let end = path.find(['.', '[']).unwrap_or(path.len());
    let index = object.shape().position(&path[..end], 0)?;
    let mut names = vec![object.shape().json_fields()[index].name()];
    names.extend(inside(object.field(index), &path[end..])?);
    Some(names)
}

/// Returns the names in the remaining path inside a value. Missing values on the path are created.
fn inside(value: Mut<'_>, rest: &str) -> Option<Vec<&'static str>> {
    if rest.is_empty() {
        return Some(Vec::new());
    }
    match value.view() {
        ViewMut::Option(value) => inside(value.make(), rest),
        ViewMut::List(mut list) => inside(list.push(), rest.strip_prefix('[')?.split_once(']')?.1),
        // JSON contains the chosen field of a union itself.
        ViewMut::Struct(mut object) if object.shape().is_union() => {
            (0..object.shape().json_fields().len()).find_map(|index| inside(object.field(index), rest))
        }
        ViewMut::Struct(object) => fields_of(object, rest.strip_prefix('.')?),
        ViewMut::Map(mut map) => {
            // A key can contain any character, so it ends where the remaining path is valid.
            let rest = rest.strip_prefix('.')?;
            let mut ends = (0..=rest.len()).filter(|&end| rest.is_char_boundary(end));
            ends.find_map(|end| inside(map.append(rest[..end].into()), &rest[end..]))
        }
        _ => None,
    }
}
