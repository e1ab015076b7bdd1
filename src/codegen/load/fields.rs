//! The key `fields` of a type.

use super::content::Content;
use super::document::{FieldDoc, Markers, Shape, TypeExpr};
use super::limits::{self, LIMITS};
use super::table::{Form, Key, Table, words_of};
use super::yaml::{Node, Value};
use super::{content, expr};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::{Limits, Merge, Omit};

const OMIT: [(&str, Omit); 3] = [("never", Omit::Never), ("empty", Omit::Empty), ("zero", Omit::Zero)];

pub(super) static FIELD: Form = Form {
    name: "a field",
    keys: &[
        &[
            Key::new("type", Content::Type, "Type of the field, with the prefix `optional` if the field can be unset."),
            Key::new("doc", Content::Text, "Documentation for users of the API."),
            Key::new("default", Content::Literal, "Default value. Short for `set` in `defaults`."),
            Key::new(
                "omit",
                Content::Choice(&words_of(&OMIT)),
                "Condition under which JSON omits the field. Default: `empty` for optional fields, otherwise `never`.",
            ),
            Key::new(
                "listType",
                Content::Choice(&["atomic", "set", "map"]),
                "How server-side apply merges a list: as a whole (`atomic`), by value (`set`), or by the keys of its items (`map`).",
            ),
            Key::new(
                "listMapKeys",
                Content::List(&Content::Text),
                "Fields that identify the items of a list of type `map`.",
            ),
            Key::new(
                "mapType",
                Content::Choice(&["granular", "atomic"]),
                "How server-side apply merges a map: by entry (`granular`) or as a whole (`atomic`).",
            ),
            Key::new(
                "patchStrategy",
                Content::Text,
                "Strategy of a strategic merge patch, such as `merge` or `replace`.",
            ),
            Key::new(
                "patchMergeKey",
                Content::Text,
                "Field that identifies the items of a list in a strategic merge patch.",
            ),
            Key::new("immutable", Content::Flag, "True if the value cannot be changed once it is set. Default: false."),
            Key::new("deprecated", Content::Text, "Reason why the field is deprecated."),
        ],
        LIMITS,
    ],
};

/// Reads the fields of a type. Invalid fields are reported; those with an invalid name are omitted.
pub(super) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<FieldDoc> {
    entries.iter().filter_map(|(name, node)| field(name, node, report)).collect()
}

fn field(name: &Word, node: &Node, report: &mut Report) -> Option<FieldDoc> {
    if !check_field_name(name, report) {
        return None;
    }
    if let Some(word) = content::word(node) {
        return Some(plain(name, Some(expr::read(&word, report))));
    }
    // The type of an invalid field is unknown, but its name is not, so that paths to it are valid.
    let invalid = || plain(name, Some(TypeExpr { optional: false, shape: Shape::Bad, span: node.span }));
    if !matches!(node.value, Value::Map(_)) {
        return Some(invalid());
    }
    let Some(table) = Table::open(&FIELD, node, report) else { return Some(invalid()) };
    let ty = table.word("type").map(|word| expr::read(&word, report));
    let mut field = plain(name, ty);
    field.doc = table.text("doc").unwrap_or_default();
    field.omit = table.choice("omit", &OMIT).or(field.omit);
    field.default = table.get("default").cloned();
    field.merge = merge(&table);
    field.limits = Limits {
        immutable: table.flag("immutable").unwrap_or_default(),
        deprecated: table.text("deprecated"),
        ..limits::read(&table, report)
    };
    field.markers = markers(&table, name);
    Some(field)
}

/// Returns a field without properties other than its type. JSON omits an optional field if it is unset and never omits
/// other fields.
fn plain(name: &Word, ty: Option<TypeExpr>) -> FieldDoc {
    let omit = ty.as_ref().map(|ty| if ty.optional { Omit::Empty } else { Omit::Never });
    FieldDoc {
        name: name.clone(),
        doc: String::new(),
        ty,
        named: None,
        number: None,
        omit,
        inline: false,
        boxed: false,
        default: None,
        merge: Merge::default(),
        markers: Markers::at(name.span, 0),
        limits: Limits::default(),
    }
}

/// Reports a JSON name that cannot be converted to a Rust name, and returns false for it.
pub(super) fn check_field_name(name: &Word, report: &mut Report) -> bool {
    let fits = name.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$' || c == '_')
        && name.text.contains(|c: char| c.is_ascii_alphabetic())
        && name.text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '$'));
    if !fits {
        let message = format!("invalid field name `{}`", name.text);
        let help = "start with a letter, and use only letters, digits, `-` and `_`";
        report.add(error("field-name", name.span, message).help(help));
    }
    fits
}

fn merge(table: &Table<'_>) -> Merge {
    Merge {
        list_type: table.text("listType"),
        list_map_keys: table.words("listMapKeys").into_iter().flatten().map(|word| word.text).collect(),
        map_type: table.text("mapType"),
        patch_strategy: table.text("patchStrategy"),
        patch_merge_key: table.text("patchMergeKey"),
    }
}

fn markers(table: &Table<'_>, name: &Word) -> Markers {
    let place = |key: &str| table.get(key).map_or(name.span, |node| node.span);
    let keys = table.words("listMapKeys").into_iter().flatten().map(|word| word.span);
    Markers { list: place("listType"), keys: keys.collect(), map: place("mapType") }
}
