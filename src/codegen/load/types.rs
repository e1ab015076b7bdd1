//! The key `types` of a YAML file.

use super::content::Content;
use super::document::{BodyDoc, OneOfDoc, Shape, TypeDoc, TypeExpr};
use super::expr;
use super::fields::{self, FIELD};
use super::limits::{self, LIMITS};
use super::table::{Form, Key, Table};
use super::yaml::Node;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::Limits;

/// The name of a type: `Name` in the same version, `v1beta1.Name` in the same group, or `core.v1.Name`.
pub(super) const REFERENCE: Content = Content::Like(r"^([A-Za-z][A-Za-z0-9_]*\.){0,2}[A-Za-z][A-Za-z0-9_]*$");

/// The content of the key `types`.
pub(super) const TYPES: Content = Content::Map("^[A-Z][A-Za-z0-9_]*$", &ONE_TYPE);

// A static instead of a constant, because the oldest supported compiler does not promote a temporary value that refers
// to a static.
static ONE_TYPE: Content = Content::Form(&TYPE);

/// The keys that determine the kind of a type, of which each type has exactly one.
pub(super) const BODIES: [&str; 4] = ["fields", "enum", "values", "type"];

static MEMBERS: [Content; 2] = [Content::List(&Content::Text), Content::Map(".", &Content::Text)];

static TYPE: Form = Form {
    name: "a type",
    keys: &[
        &[
            Key::new("doc", Content::Text, "Documentation for users of the API."),
            Key::new(
                "fields",
                Content::Map(
                    r"^([A-Za-z]|[$_][0-9$_-]*[A-Za-z])[A-Za-z0-9$_-]*$",
                    &Content::Either("a type, or a map of keys", &[Content::Type, Content::Form(&FIELD)]),
                ),
                "Fields of a struct, in JSON order.",
            ),
            Key::new("enum", Content::List(&Content::Text), "Values of a string type that allows no others."),
            Key::new("values", Content::List(&Content::Text), "Known values of a string type that allows others."),
            Key::new("type", Content::Type, "Scalar, list or map for which this type is an alias."),
            Key::new(
                "oneOf",
                Content::Either("a list of fields, or a map from values of the discriminator to fields", &MEMBERS),
                "Optional fields of which exactly one must be set.",
            ),
            Key::new("discriminator", Content::Text, "String field that names the field of `oneOf` that is set."),
            Key::new("inline", Content::List(&REFERENCE), "Types whose fields are included in this type."),
        ],
        LIMITS,
    ],
};
/// Reads the types of a file. Invalid ones are reported and included without their invalid parts.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<TypeDoc> {
    entries.iter().map(|(name, node)| read_type(name, node, report)).collect()
}

fn read_type(name: &Word, node: &Node, report: &mut Report) -> TypeDoc {
    let is_name = expr::is_identifier(&name.text) && name.text.starts_with(|c: char| c.is_ascii_uppercase());
    // The only keyword of Rust that starts with an uppercase letter.
    if !is_name || name.text == "Self" {
        let message = format!("invalid type name `{}`", name.text);
        let help = "start with an uppercase letter, and use only letters, digits and `_`; `Self` is reserved";
        report.add(error("type-name", name.span, message).help(help));
    }
    let doc = TypeDoc {
        name: name.clone(),
        doc: String::new(),
        from_proto: false,
        body: BodyDoc::Bad,
        limits: Limits::default(),
    };
    let Some(table) = Table::open(&TYPE, node, report) else { return doc };
    TypeDoc {
        doc: table.text("doc").unwrap_or_default(),
        body: body(name, &table, report).unwrap_or(BodyDoc::Bad),
        limits: limits::read(&table, report),
        ..doc
    }
}

/// Reads the body of a type. The key that is present determines which of the four kinds it is.
fn body(name: &Word, table: &Table<'_>, report: &mut Report) -> Option<BodyDoc> {
    let said: Vec<_> = BODIES.iter().filter(|key| table.entry(key).is_some()).collect();
    let empty_struct = said.is_empty() && table.entry("inline").is_some();
    if said.len() != 1 && table.has_unknown_keys() {
        // Probably one of them is misspelled, which has been reported.
        return None;
    }
    if said.len() != 1 && !empty_struct {
        let message =
            format!("the type `{}` must have exactly one of `fields`, `enum`, `values` and `type`", name.text);
        let mistake = error("type-body", name.span, message);
        report.add(match said[..] {
            [] => mistake.label("has none of them").help("add `fields: { … }` for a struct"),
            _ => mistake.label(format!("has {} of them", said.len())).help("declare a separate type for each"),
        });
        return None;
    }
    match said.first().map_or("fields", |key| **key) {
        "enum" => text(name, table, "enum", report),
        "values" => text(name, table, "values", report),
        "type" => table.word("type").map(|word| BodyDoc::Alias(alias(&word, report))),
        _ => Some(BodyDoc::Struct {
            fields: fields::read(table.entries("fields"), report),
            inline: table.words("inline").unwrap_or_default(),
            one_of: one_of(table),
            union: false,
        }),
    }
}

fn one_of(table: &Table<'_>) -> OneOfDoc {
    let listed = table.words("oneOf").unwrap_or_default().into_iter().map(|field| (None, field));
    let named = table.pairs("oneOf").into_iter().map(|(value, field)| (Some(value), field));
    OneOfDoc { members: listed.chain(named).collect(), discriminator: table.word("discriminator") }
}

fn text(name: &Word, table: &Table<'_>, key: &str, report: &mut Report) -> Option<BodyDoc> {
    let values = table.words(key)?;
    // Items that are not strings have been reported.
    if values.is_empty() && table.items(key).is_empty() {
        let help = "list its values, or write `type: string` to allow any string";
        report.add(error("enum-empty", name.span, format!("the type `{}` has no values", name.text)).help(help));
    }
    for (index, value) in values.iter().enumerate() {
        if let Some(first) = values[..index].iter().find(|first| first.text == value.text) {
            let message = format!("the type `{}` lists the value `{}` twice", name.text, value.text);
            let mistake = error("enum-twice", value.span, message).also(first.span, "first listed here");
            report.add(mistake.help("remove one of them"));
        }
    }
    Some(BodyDoc::Text { values, closed: key == "enum" })
}

fn alias(word: &Word, report: &mut Report) -> TypeExpr {
    let mut expr = expr::read(word, report);
    if expr.optional {
        let message = "an alias cannot be optional";
        let help = "remove `optional` here, and add it to the fields that use the alias";
        report.add(error("optional-alias", word.span, message).help(help));
        expr.shape = Shape::Bad;
    }
    expr
}
