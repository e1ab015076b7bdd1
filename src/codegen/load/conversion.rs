//! The key `conversion` of a version file or of `internal.yaml`.

use super::content::{Content, word};
use super::document::{ConversionDoc, RuleDoc};
use super::table::{Form, Key, Table, words_of};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::Report;
use crate::codegen::files::Word;
use crate::codegen::model::Empty;

const EMPTY: [(&str, Empty); 2] = [("absent", Empty::Absent), ("present", Empty::Present)];
// A static instead of a constant, because the oldest supported compiler does not promote a temporary value that refers
// to a static.
static WAYS: [Content; 2] = [Content::Text, Content::Form(&RULE)];
static WAY: Content = Content::Either("a path, or a map with the keys of a rule", &WAYS);
const RULES: Content = Content::Map(".", &WAY);

/// The content of the key `conversion`, besides the `none` that version files can contain.
pub(super) const CONVERSIONS: Content = Content::Map(".", &OF_TYPE);

static OF_TYPE: Content = Content::Form(&CONVERSION);
static CONVERSION: Form = Form {
    name: "the conversion of a type",
    keys: &[&[
        Key::new("fields", RULES, "Rules by path in this version: the path in the hub, or a map."),
        Key::new("absent", RULES, "Rules by path in the hub, for fields that this version lacks."),
        Key::new(
            "fn",
            Content::List(&Content::Text),
            "Paths that a pair of hand-written functions converts after the rules have run; `[]` for none.",
        ),
        Key::new(
            "drop",
            Content::Map(".", &Content::Reason),
            "Paths whose values may not survive a round trip through the pair of functions, each with the reason.",
        ),
        Key::new("preserve", Content::Text, "Kinds only: annotation that stores all fields without a counterpart."),
        Key::new("to", Content::Text, "Hub type, if its name differs."),
    ]],
};

static RULE: Form = Form {
    name: "a conversion rule",
    keys: &[&[
        Key::new(
            "to",
            Content::Text,
            "Path on the other side. `.`: the fields of the struct are fields of its parent there.",
        ),
        Key::new(
            "empty",
            Content::Choice(&words_of(&EMPTY)),
            "Whether a zero value of a plain field becomes an unset optional field (`absent`) or a zero value (`present`).",
        ),
        Key::new(
            "values",
            Content::Map(".", &Content::Text),
            "Values in this version and the corresponding values in the hub. Other values are not changed.",
        ),
        Key::new(
            "fn",
            Content::Text,
            "Name of the hand-written functions `<name>_to_hub(value)` and `<name>_from_hub(value)`.",
        ),
        Key::new(
            "alias",
            Content::Text,
            "Field for which this one is an alias. The alias is used if that field is empty.",
        ),
        Key::new("annotation", Content::Text, "Annotation that stores the value on the side that lacks the field."),
        Key::new("set", Content::Literal, "Under `absent`: value of the field in the hub."),
        Key::new("drop", Content::Reason, "Reason why the value is lost, which is shown to users."),
    ]],
};

/// Reads the conversions of a file. Invalid ones are reported and omitted.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<ConversionDoc> {
    entries.iter().filter_map(|(ty, node)| conversion(ty, node, report)).collect()
}

fn conversion(ty: &Word, node: &Node, report: &mut Report) -> Option<ConversionDoc> {
    let table = Table::open(&CONVERSION, node, report)?;
    Some(ConversionDoc {
        ty: ty.clone(),
        fields: rules(table.entries("fields"), report),
        absent: rules(table.entries("absent"), report),
        functions: table.words("fn"),
        drops: table.pairs("drop"),
        preserve: table.word("preserve"),
        to: table.word("to"),
    })
}

fn rules(entries: &[(Word, Node)], report: &mut Report) -> Vec<RuleDoc> {
    entries.iter().map(|(path, node)| rule(path, node, report)).collect()
}

/// Reads a rule: either a path, or a map with the keys of [`RULE`].
fn rule(path: &Word, node: &Node, report: &mut Report) -> RuleDoc {
    let before = report.len();
    let mut rule = RuleDoc { path: path.clone(), span: node.span, to: word(node), ..RuleDoc::default() };
    match &node.value {
        Value::Map(_) => {
            if let Some(table) = Table::open(&RULE, node, report) {
                words(&table, &mut rule);
            }
            rule.bad = report.len() > before;
        }
        value => rule.bad = !matches!(value, Value::Text(_)),
    }
    rule
}

fn words(table: &Table<'_>, rule: &mut RuleDoc) {
    rule.to = table.word("to");
    rule.empty = table.choice("empty", &EMPTY).zip(table.get("empty").map(|node| node.span));
    rule.values = table.get("values").map(|_| table.pairs("values"));
    rule.function = table.word("fn");
    rule.alias = table.word("alias");
    rule.annotation = table.word("annotation");
    rule.set = table.get("set").cloned();
    rule.drop = table.word("drop");
}
