//! The key `conversion` of a version file or of `internal.yaml`.

use super::content::{Content, word};
use super::document::{ConversionDoc, PreserveDoc, PreservedFields, RuleDoc, TransformDoc};
use super::expr::is_identifier;
use super::table::{Form, Key, Table, words_of};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
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
        Key::new(
            "preserve",
            Content::Either("an annotation, `all`, a list of paths, or a map", &PRESERVED),
            "For a kind: annotation that stores all fields of the hub that this version lacks. For other types: fields of this version that the annotation stores as well, or `all`.",
        ),
        Key::new("to", Content::Text, "Hub type, if its name differs."),
    ]],
};

static SCALARS: [Content; 3] = [Content::Text, Content::Number, Content::Flag];
static ENTRIES_FORMS: [Content; 2] = [Content::Text, Content::Form(&ENTRIES)];
static ENTRIES: Form = Form {
    name: "`entries`",
    keys: &[&[
        Key::new("key", Content::Text, "Field with the key.").needed(),
        Key::new("value", Content::Text, "Field with the value.").needed(),
    ]],
};

static SPLIT: Form = Form {
    name: "`split`",
    keys: &[&[
        Key::new("by", Content::Text, "Text between two parts.").needed(),
        Key::new("to", Content::List(&Content::Text), "Paths of the parts on the other side, in order.").needed(),
    ]],
};

/// The units of durations and quantities.
const UNITS: [&str; 19] =
    ["ns", "us", "ms", "s", "m", "h", "n", "u", "1", "k", "M", "G", "T", "P", "Ki", "Mi", "Gi", "Ti", "Pi"];

static PRESERVED: [Content; 3] = [Content::Text, Content::List(&Content::Text), Content::Form(&PRESERVE)];
static PRESERVED_FIELDS: [Content; 2] = [Content::Choice(&["all"]), Content::List(&Content::Text)];
static PRESERVE: Form = Form {
    name: "`preserve`",
    keys: &[&[
        Key::new("annotation", Content::Text, "Annotation that stores the fields.").needed(),
        Key::new(
            "fields",
            Content::Either("`all`, or a list of paths", &PRESERVED_FIELDS),
            "Fields of this version without a counterpart that the annotation stores as well, or `all`.",
        ),
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
            Content::Map(".", &Content::Either("a string, a number or a boolean", &SCALARS)),
            "Values in this version and the corresponding values in the hub. Other strings are not changed.",
        ),
        Key::new(
            "unit",
            Content::Choice(&UNITS),
            "Unit of an integer whose counterpart is a `duration` or a `quantity`. Requires `drop` for fractions.",
        ),
        Key::new(
            "scale",
            Content::Count,
            "Factor between an integer of this version and a larger one in the hub. Requires `drop` for remainders.",
        ),
        Key::new(
            "as",
            Content::Choice(&["decimal", "list"]),
            "`decimal`: an integer is a string on the other side. `list`: a value is a list of one item on the other side, which requires `drop`.",
        ),
        Key::new(
            "entries",
            Content::Either("a separator, or the fields `key` and `value`", &ENTRIES_FORMS),
            "Fields of list items that are key and value of a map on the other side, or the separator of strings such as `key=value`. Requires `drop` for the order of the list.",
        ),
        Key::new(
            "keys",
            Content::Map(".", &Content::Text),
            "Keys of a map in this version and the corresponding keys in the hub. Other keys are not changed.",
        ),
        Key::new(
            "fn",
            Content::Like("^[A-Za-z][A-Za-z0-9_]*$"),
            "Name of the hand-written functions `<name>_to_hub(value)` and `<name>_from_hub(value)`.",
        ),
        Key::new(
            "alias",
            Content::Text,
            "Field for which this one is an alias. The alias is used if that field is empty.",
        ),
        Key::new(
            "split",
            Content::Form(&SPLIT),
            "Parts of a string that are separate fields on the other side. Requires `drop` for parts that contain the separator.",
        ),
        Key::new("key", Content::Text, "Key of the entry that represents the field in the map `to` on the other side."),
        Key::new("annotation", Content::Text, "Annotation that stores the value on the side that lacks the field."),
        Key::new(
            "label",
            Content::Text,
            "Label that stores the value on the side that lacks the field. Requires `drop` for values that are not valid in labels.",
        ),
        Key::new("set", Content::Literal, "Value of a field that the other side lacks."),
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
        preserve: preserve(&table, report),
        to: table.word("to"),
    })
}

/// Reads `preserve`. A text is an annotation, unless it is `all`.
fn preserve(table: &Table<'_>, report: &mut Report) -> Option<PreserveDoc> {
    let node = table.get("preserve")?;
    let mut doc = PreserveDoc { span: node.span, annotation: None, fields: PreservedFields::None };
    match &node.value {
        Value::Text(text) if text == "all" => doc.fields = PreservedFields::All,
        Value::Text(_) => doc.annotation = word(node),
        Value::Map(_) => {
            let table = Table::open(&PRESERVE, node, report)?;
            doc.annotation = table.word("annotation");
            doc.fields = match table.get("fields").map(|node| &node.value) {
                Some(Value::Text(_)) => PreservedFields::All,
                _ => PreservedFields::Paths(table.words("fields").unwrap_or_default()),
            };
        }
        _ => doc.fields = PreservedFields::Paths(table.words("preserve").unwrap_or_default()),
    }
    Some(doc)
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
                words(&table, &mut rule, report);
            }
            rule.bad = report.len() > before;
        }
        value => rule.bad = !matches!(value, Value::Text(_)),
    }
    rule
}

fn words(table: &Table<'_>, rule: &mut RuleDoc, report: &mut Report) {
    rule.to = table.word("to");
    rule.empty = table.choice("empty", &EMPTY).zip(table.get("empty").map(|node| node.span));
    rule.values = table.get("values").map(|_| scalars(table.entries("values")));
    rule.transforms = transforms(table, report);
    rule.function = table.word("fn").filter(|word| check_function(word, report));
    rule.alias = table.word("alias");
    rule.annotation = table.word("annotation");
    rule.label = table.word("label");
    rule.split = table.get("split").and_then(|node| split(node, report));
    rule.key = table.word("key");
    rule.set = table.get("set").cloned();
    rule.drop = table.word("drop");
}

/// Reports a name that cannot be part of the name of a function, and returns false for it.
fn check_function(name: &Word, report: &mut Report) -> bool {
    let is_name = is_identifier(&name.text);
    if !is_name {
        let message = format!("`{}` is not a name of functions", name.text);
        let help = "write a name such as `timeout`, of letters, digits and `_`: the functions are `timeout_to_hub` and `timeout_from_hub`";
        report.add(error("function-name", name.span, message).help(help));
    }
    is_name
}

/// Returns the entries of a map with strings, numbers and booleans as words.
fn scalars(entries: &[(Word, Node)]) -> Vec<(Word, Word)> {
    let text = |node: &Node| match &node.value {
        Value::Text(text) | Value::Float(_, text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Int(value) => Some(value.to_string()),
        _ => None,
    };
    let pair = |(key, node): &(Word, Node)| Some((key.clone(), Word { text: text(node)?, span: node.span }));
    entries.iter().filter_map(pair).collect()
}

fn transforms(table: &Table<'_>, report: &mut Report) -> Vec<TransformDoc> {
    let scale = table.count("scale").and_then(|factor| i64::try_from(factor).ok());
    let scale = scale.map(TransformDoc::Scale);
    let keys = table.get("keys").map(|_| TransformDoc::Keys(table.pairs("keys")));
    let found = [
        table.word("unit").map(TransformDoc::Unit),
        scale,
        table.word("as").map(TransformDoc::As),
        table.get("entries").and_then(|node| entries(node, report)),
        keys,
    ];
    found.into_iter().flatten().collect()
}

fn split(node: &Node, report: &mut Report) -> Option<(Word, Vec<Word>)> {
    let table = Table::open(&SPLIT, node, report)?;
    Some((table.word("by")?, table.words("to")?))
}

fn entries(node: &Node, report: &mut Report) -> Option<TransformDoc> {
    if let Some(separator) = word(node) {
        return Some(TransformDoc::Texts(separator));
    }
    let table = Table::open(&ENTRIES, node, report)?;
    Some(TransformDoc::Entries(table.word("key")?, table.word("value")?))
}
