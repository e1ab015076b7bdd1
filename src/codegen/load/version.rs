//! The YAML of a version, which extends the types of the `.proto` file with the same name.

use super::content::Content;
use super::conversion::{self, CONVERSIONS};
use super::defaults::{self, DEFAULTS};
use super::document::{BodyDoc, FieldDoc, TypeDoc, VersionDoc};
use super::kinds::{self, KINDS};
use super::table::{Form, Key, Table};
use super::types::{self, BODIES, TYPES};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Diagnostic, Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::Merge;

/// The name of a version, such as `v1beta1`.
pub(super) const VERSION_NAME: Content = Content::Like("^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$");

/// The keys that both version files and `internal.yaml` can contain.
pub(super) const COMMON: &[Key] = &[
    Key::new("format", Content::Format, "Version of the definition language. Default: 1."),
    Key::new(
        "group",
        Content::Text,
        "Name of the API group, such as `apps` or `backup.example.com`; empty for the core group.",
    ),
    Key::new("doc", Content::Text, "Documentation of the module."),
];

pub(crate) static VERSION: Form = Form {
    name: "a version file",
    keys: &[
        COMMON,
        &[
            Key::new("version", VERSION_NAME, "API version; must match the file name."),
            Key::new("kinds", KINDS, "Kinds to register, by name."),
            Key::new(
                "types",
                TYPES,
                "Types that are not declared in the `.proto` file, such as named strings, and limits and defaults of those that are.",
            ),
            Key::new(
                "defaults",
                Content::Either("`none`, or a map of types", &[Content::Choice(&["none"]), DEFAULTS]),
                "Default values by type: a map of values, or a list of steps. `none`: no defaults apply to the types of this version, including those of types from other versions.",
            ),
            Key::new(
                "conversion",
                Content::Either("`none`, or a map of types", &[Content::Choice(&["none"]), CONVERSIONS]),
                "Conversion of each type to the hub. `none`: the kinds of this version cannot be converted.",
            ),
        ],
    ],
};

/// Adds the merged YAML of a version to `version`, which already contains the types of the `.proto` file.
pub(crate) fn read(root: &Node, version: &mut VersionDoc, report: &mut Report) {
    let Some(table) = Table::open(&VERSION, root, report) else { return };
    let is_list = |key| table.get(key).is_some_and(|node| matches!(node.value, Value::List(_)));
    if ["kinds", "types", "defaults", "conversion"].into_iter().any(is_list) {
        // Reported above. Without these, other parts of the definitions would seem to be wrong.
        report.set_unreadable();
    }
    check_name(&table, &version.name, report);
    version.group = table.word("group");
    version.doc = table.text("doc").unwrap_or_default();
    version.kinds = kinds::read(table.entries("kinds"), report);
    version.undefaulted = table.text("defaults").is_some();
    version.defaults = defaults::read(table.entries("defaults"), report);
    read_conversion(&table, version, report);
    for ty in read_types(&table, &version.types, report) {
        match version.types.iter_mut().find(|known| known.name.text == ty.name.text) {
            Some(known) => add_to_proto(known, ty, report),
            None => version.types.push(ty),
        }
    }
}

/// Reads the types. An entry that extends a type of the `.proto` file does not need `fields`: an empty map is assumed,
/// so that the entry can consist of `validations` only.
fn read_types(table: &Table<'_>, known: &[TypeDoc], report: &mut Report) -> Vec<TypeDoc> {
    let entries = table.entries("types").iter().cloned().map(|(name, mut node)| {
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
    if !entries.iter().any(|(key, _)| BODIES.contains(&key.text.as_str())) {
        let key = Word { text: "fields".to_owned(), span };
        entries.push((key, Node { value: Value::Map(Vec::new()), span }));
    }
}

fn check_name(table: &Table<'_>, name: &str, report: &mut Report) {
    if let Some(word) = table.word("version")
        && word.text != name
    {
        let message = format!("`version` must match the file name, `{name}`");
        report.add(
            error("version-name", word.span, message).help(format!("write `version: {name}`, or rename the file")),
        );
    }
}

fn read_conversion(table: &Table<'_>, version: &mut VersionDoc, report: &mut Report) {
    version.unconverted = table.text("conversion").is_some();
    version.conversion = conversion::read(table.entries("conversion"), report);
}

/// Adds documentation, limits, defaults and `oneOf` from YAML to a type of a `.proto` file. YAML cannot change the
/// shape of the type.
fn add_to_proto(known: &mut TypeDoc, added: TypeDoc, report: &mut Report) {
    if matches!(added.body, BodyDoc::Bad) {
        return;
    }
    let BodyDoc::Struct { fields, inline, one_of, .. } = added.body else {
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
    error("declared-twice", name.span, format!("the type `{}` is already declared in the `.proto` file", name.text))
        .also(known.name.span, "declared here")
        .help("keep only limits and defaults, under `fields`, or remove the message from the `.proto` file")
}

fn unknown_field(ty: &str, name: &Word, known: &[FieldDoc]) -> Diagnostic {
    let message = format!("the message `{ty}` has no field `{}`", name.text);
    let names = known.iter().map(|field| field.name.text.as_str());
    error("proto-field", name.span, message).among(&name.text, "the fields are", names)
}

fn add_to_field(known: &mut FieldDoc, added: FieldDoc, report: &mut Report) {
    if let Some(expr) = &added.ty {
        let message = format!("the type of the field `{}` is already declared in the `.proto` file", known.name.text);
        let mistake = error("type-twice", expr.span, message).also(known.name.span, "declared here");
        report.add(mistake.help("remove `type`"));
    } else if added.merge != Merge::default() || added.omit.is_some() {
        let message = format!(
            "the presence and merge markers of the field `{}` must be set in the `.proto` file",
            known.name.text
        );
        let help = "write it as an option there, as in `[(api.omit) = ZERO]` or `[(api.list_type) = SET]`";
        let mistake = error("marker-in-yaml", added.markers.list, message).also(known.name.span, "declared here");
        report.add(mistake.help(help));
    }
    if known.doc.is_empty() {
        known.doc = added.doc;
    }
    known.default = added.default;
    known.limits = added.limits;
}
