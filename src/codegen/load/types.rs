//! `types:` of a YAML file.

use super::document::{BodyDoc, FieldDoc, Shape, TypeDoc, TypeExpr};
use super::yaml::{Node, Value};
use super::{expr, forms, limits, table};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::{Limits, Merge, Omit};
use table::Table;

/// Reads the types of a file; broken ones are reported and left out or emptied.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<TypeDoc> {
    entries.iter().filter_map(|(name, node)| read_type(name, node, report)).collect()
}

fn read_type(name: &Word, node: &Node, report: &mut Report) -> Option<TypeDoc> {
    if !expr::is_identifier(&name.text) || !name.text.starts_with(|c: char| c.is_ascii_uppercase()) {
        let message = format!("`{}` is no name for a type", name.text);
        report.add(error("type-name", name.span, message).help("write a capital letter, then letters and digits"));
    }
    let table = Table::open(&forms::TYPE, node, report)?;
    let body = body(name, &table, report)?;
    Some(TypeDoc {
        name: name.clone(),
        doc: table.text("doc", report).unwrap_or_default(),
        from_proto: false,
        body,
        limits: limits::read(&table, report),
    })
}

/// A type is one of four things; which one follows from its keys.
fn body(name: &Word, table: &Table<'_>, report: &mut Report) -> Option<BodyDoc> {
    let bodies = ["fields", "enum", "values", "type"];
    let said: Vec<_> = bodies.iter().filter(|key| table.entry(key).is_some()).collect();
    let empty_struct = said.is_empty() && table.entry("inline").is_some();
    if said.len() != 1 && !empty_struct {
        let message = format!("type {} needs one of fields, enum, values and type", name.text);
        report.add(error("type-body", name.span, message).label(format!("has {}", said.len())));
        return None;
    }
    match said.first().map_or("fields", |key| **key) {
        "enum" => text(name, table, "enum", report),
        "values" => text(name, table, "values", report),
        "type" => table.word("type", report).map(|word| BodyDoc::Alias(alias(&word, report))),
        _ => Some(BodyDoc::Struct {
            fields: fields(table.entries("fields", report), report),
            inline: table.words("inline", report).unwrap_or_default(),
            one_of: table.words("oneOf", report).unwrap_or_default(),
        }),
    }
}

fn text(name: &Word, table: &Table<'_>, key: &str, report: &mut Report) -> Option<BodyDoc> {
    let values = table.words(key, report)?;
    if values.is_empty() {
        report.add(error("enum-empty", name.span, format!("{} has no values", name.text)));
    }
    for (index, value) in values.iter().enumerate() {
        if let Some(first) = values[..index].iter().find(|first| first.text == value.text) {
            let message = format!("{} has the value `{}` twice", name.text, value.text);
            report.add(error("enum-twice", value.span, message).also(first.span, "the first"));
        }
    }
    Some(BodyDoc::Text { values, closed: key == "enum" })
}

fn alias(word: &Word, report: &mut Report) -> TypeExpr {
    let mut expr = expr::read(word, report);
    if expr.optional {
        let message = "a named type cannot be optional, its fields can";
        report.add(error("optional-alias", word.span, message));
        expr.shape = Shape::Bad;
    }
    expr
}

fn fields(entries: &[(Word, Node)], report: &mut Report) -> Vec<FieldDoc> {
    entries.iter().filter_map(|(name, node)| field(name, node, report)).collect()
}

fn field(name: &Word, node: &Node, report: &mut Report) -> Option<FieldDoc> {
    if !check_field_name(name, report) {
        return None;
    }
    if let Value::Text(text) = &node.value {
        let word = Word { text: text.clone(), span: node.span };
        return Some(plain(name, Some(expr::read(&word, report))));
    }
    let table = Table::open(&forms::FIELD, node, report)?;
    let ty = table.word("type", report).map(|word| expr::read(&word, report));
    let mut field = plain(name, ty);
    field.doc = table.text("doc", report).unwrap_or_default();
    field.omit = omit(&table, report).or(field.omit);
    field.default = table.get("default").cloned();
    field.merge = merge(&table, report);
    field.limits = limits::read(&table, report);
    field.keys = ["listMapKeys", "listType"].iter().find_map(|key| Some(table.get(key)?.span)).unwrap_or(name.span);
    Some(field)
}

/// A field of which nothing but its type is said: an optional one is left out when absent, another
/// one is always written.
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
        keys: name.span,
        limits: Limits::default(),
    }
}

/// A JSON name that a Rust name can be made of.
pub(super) fn check_field_name(name: &Word, report: &mut Report) -> bool {
    let fits = name.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '$' || c == '_')
        && name.text.contains(|c: char| c.is_ascii_alphabetic())
        && name.text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '$'));
    if !fits {
        let message = format!("`{}` is no name for a field", name.text);
        report.add(error("field-name", name.span, message).help("write a letter, then letters, digits, `-` or `_`"));
    }
    fits
}

fn omit(table: &Table<'_>, report: &mut Report) -> Option<Omit> {
    let choices = [("never", Omit::Never), ("empty", Omit::Empty), ("zero", Omit::Zero)];
    choice(table, "omit", &choices, report)
}

/// One of a few words.
pub(crate) fn choice<T: Copy>(table: &Table<'_>, key: &str, choices: &[(&str, T)], report: &mut Report) -> Option<T> {
    let word = table.word(key, report)?;
    let found = choices.iter().find(|(name, _)| *name == word.text).map(|(_, value)| *value);
    if found.is_none() {
        let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
        let message = format!("`{key}` cannot be `{}`", word.text);
        report.add(error("bad-choice", word.span, message).help(format!("write one of {}", names.join(", "))));
    }
    found
}

fn merge(table: &Table<'_>, report: &mut Report) -> Merge {
    let list_types = [("atomic", "atomic"), ("set", "set"), ("map", "map")];
    let map_types = [("granular", "granular"), ("atomic", "atomic")];
    let words = table.words("listMapKeys", report).unwrap_or_default();
    Merge {
        list_type: choice(table, "listType", &list_types, report).map(str::to_owned),
        list_map_keys: words.into_iter().map(|word| word.text).collect(),
        map_type: choice(table, "mapType", &map_types, report).map(str::to_owned),
        patch_strategy: table.text("patchStrategy", report),
        patch_merge_key: table.text("patchMergeKey", report),
    }
}
