//! The YAML of one version, and how it joins the `.proto` beside it.

use super::document::{BodyDoc, FieldDoc, TypeDoc, VersionDoc};
use super::table::{self, Table, wrong_type};
use super::yaml::{Node, Value};
use super::{conversion, defaults, forms, kinds, types};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::Merge;
use crate::codegen::nearest::did_you_mean;

/// The version of the language that this generator reads.
const FORMAT: i64 = 1;

/// Reads the merged YAML of a version into `version`, which holds the types of its `.proto`.
pub(crate) fn read(root: &Node, version: &mut VersionDoc, report: &mut Report) {
    let Some(table) = Table::open(&forms::VERSION, root, report) else { return };
    check_format(&table, report);
    check_name(&table, &version.name, report);
    version.group = table.word("group", report);
    version.doc = table.text("doc", report).unwrap_or_default();
    version.kinds = kinds::read(table.entries("kinds", report), report);
    version.defaults = defaults::read(table.entries("defaults", report), report);
    read_conversion(&table, version, report);
    for ty in read_types(&table, &version.types, report) {
        match version.types.iter_mut().find(|known| known.name.text == ty.name.text) {
            Some(known) => add_to_proto(known, ty, report),
            None => version.types.push(ty),
        }
    }
}

/// A type of the `.proto` may be named with `fields` or `validations` alone, which would be no type
/// by themselves; an empty `fields` is understood.
fn read_types(table: &Table<'_>, known: &[TypeDoc], report: &mut Report) -> Vec<TypeDoc> {
    let entries = table.entries("types", report).iter().cloned().map(|(name, mut node)| {
        if known.iter().any(|ty| ty.name.text == name.text) {
            allow_missing_fields(&mut node);
        }
        (name, node)
    });
    types::read(&entries.collect::<Vec<_>>(), report)
}

fn allow_missing_fields(node: &mut Node) {
    let span = node.span;
    let Value::Map(entries) = &mut node.value else { return };
    let bodies = ["fields", "enum", "values", "type"];
    if !entries.iter().any(|(key, _)| bodies.contains(&key.text.as_str())) {
        let key = Word { text: "fields".to_owned(), span };
        entries.push((key, Node { value: Value::Map(Vec::new()), span }));
    }
}

pub(crate) fn check_format(table: &Table<'_>, report: &mut Report) {
    let Some(node) = table.get("format") else { return };
    match node.value {
        Value::Int(1..=FORMAT) => {}
        Value::Int(newer) if newer > FORMAT => {
            let message = format!("format {newer} needs apimachinery {newer}.x or later");
            report.add(error("format-newer", node.span, message).label(format!("this one reads format {FORMAT}")));
        }
        _ => wrong_type("format", "the number of a format", node, report).unwrap_or_default(),
    }
}

fn check_name(table: &Table<'_>, name: &str, report: &mut Report) {
    if let Some(word) = table.word("version", report)
        && word.text != name
    {
        let message = format!("`version` is not the file's name, `{name}`");
        report.add(
            error("version-name", word.span, message).help(format!("write `version: {name}`, or rename the file")),
        );
    }
}

fn read_conversion(table: &Table<'_>, version: &mut VersionDoc, report: &mut Report) {
    match table.get("conversion") {
        None => {}
        Some(Node { value: Value::Text(text), .. }) if text == "none" => version.unconverted = true,
        Some(node) => {
            let entries = table::map("conversion", node, report).unwrap_or_default();
            version.conversion = conversion::read(entries, report);
        }
    }
}

/// YAML says limits and defaults of a `.proto` type, and nothing of its shape.
fn add_to_proto(known: &mut TypeDoc, added: TypeDoc, report: &mut Report) {
    let BodyDoc::Struct { fields, inline, one_of } = added.body else {
        return report.add(declared_twice(known, &added.name));
    };
    if !inline.is_empty() || !known.from_proto {
        return report.add(declared_twice(known, &added.name));
    }
    if known.doc.is_empty() {
        known.doc = added.doc;
    }
    known.limits = added.limits;
    let BodyDoc::Struct { fields: known_fields, one_of: known_one_of, .. } = &mut known.body else { return };
    *known_one_of = one_of;
    for field in fields {
        match known_fields.iter_mut().find(|known| known.name.text == field.name.text) {
            Some(known) => add_to_field(known, field, report),
            None => report.add(unknown_field(&known.name.text, &field.name, known_fields)),
        }
    }
}

fn declared_twice(known: &TypeDoc, name: &Word) -> Diagnostic {
    error("declared-twice", name.span, format!("{} is declared in `.proto` as well", name.text))
        .also(known.name.span, "here")
        .help("leave limits and defaults under `fields`, and remove the rest")
}

fn unknown_field(ty: &str, name: &Word, known: &[FieldDoc]) -> Diagnostic {
    let message = format!("message {ty} has no field `{}`", name.text);
    let names = known.iter().map(|field| field.name.text.as_str());
    error("proto-field", name.span, message).label(did_you_mean(&name.text, names))
}

fn add_to_field(known: &mut FieldDoc, added: FieldDoc, report: &mut Report) {
    if let Some(expr) = &added.ty {
        let message = format!("the type of `{}` is said in `.proto` as well", known.name.text);
        report.add(error("type-twice", expr.span, message).also(known.name.span, "here").help("remove `type`"));
    } else if added.merge != Merge::default() || added.omit.is_some() {
        let message = format!("how `{}` is written and merged is said in `.proto`", known.name.text);
        report.add(error("marker-in-yaml", added.keys, message).also(known.name.span, "as an option of this field"));
    }
    if known.doc.is_empty() {
        known.doc = added.doc;
    }
    known.default = added.default;
    known.limits = added.limits;
}
