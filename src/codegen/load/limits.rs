//! The keys that constrain values, such as `minimum`, `pattern` and `validations`.

use super::content::Content;
use super::table::{Form, Key, Table};
use super::yaml::Node;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Span;
use crate::codegen::model::{Limits, Validation};

/// The keys for limits, which fields and types have in common.
pub(super) static LIMITS: &[Key] = &[
    Key::new("minimum", Content::Number, "Minimum of a number."),
    Key::new("maximum", Content::Number, "Maximum of a number."),
    Key::new("exclusiveMinimum", Content::Flag, "True if the number must be greater than `minimum`. Default: false."),
    Key::new("exclusiveMaximum", Content::Flag, "True if the number must be less than `maximum`. Default: false."),
    Key::new("multipleOf", Content::Number, "Number of which the value must be a multiple."),
    Key::new("minLength", Content::Count, "Minimum length of a string, in characters."),
    Key::new("maxLength", Content::Count, "Maximum length of a string, in characters."),
    Key::new("pattern", Content::Text, "Regular expression in RE2 syntax that a string must match."),
    Key::new("format", Content::Text, "OpenAPI format."),
    Key::new("minItems", Content::Count, "Minimum number of items in a list."),
    Key::new("maxItems", Content::Count, "Maximum number of items in a list."),
    Key::new("minProperties", Content::Count, "Minimum number of entries in a map."),
    Key::new("maxProperties", Content::Count, "Maximum number of entries in a map."),
    Key::new("validations", Content::List(&Content::Form(&VALIDATION)), "Validation rules in CEL."),
];

static VALIDATION: Form = Form {
    name: "a validation",
    keys: &[&[
        Key::new("rule", Content::Text, "CEL expression that is true for every valid value.").needed(),
        Key::new("message", Content::Text, "Error message shown if the expression is false."),
        Key::new("messageExpression", Content::Text, "CEL expression that returns the error message."),
        Key::new("reason", Content::Text, "Machine-readable reason, such as `FieldValueInvalid`."),
        Key::new("fieldPath", Content::Text, "Path of the field to which the error refers."),
    ]],
};

/// Reads the limits of a field or type, and reports contradictions between them.
pub(crate) fn read(table: &Table<'_>, report: &mut Report) -> Limits {
    let validations = table.items("validations").iter().filter_map(|node| validation(node, report)).collect();
    let limits = Limits {
        minimum: table.number("minimum"),
        maximum: table.number("maximum"),
        exclusive_minimum: table.flag("exclusiveMinimum").unwrap_or_default(),
        exclusive_maximum: table.flag("exclusiveMaximum").unwrap_or_default(),
        multiple_of: table.number("multipleOf"),
        min_length: table.count("minLength"),
        max_length: table.count("maxLength"),
        pattern: pattern(table, report),
        format: table.text("format"),
        min_items: table.count("minItems"),
        max_items: table.count("maxItems"),
        min_properties: table.count("minProperties"),
        max_properties: table.count("maxProperties"),
        validations,
        ..Limits::default()
    };
    let before = report.len();
    check_order(table, report);
    // Defaults cannot satisfy limits that contradict each other.
    if report.len() == before { limits } else { Limits::default() }
}

/// Checks the syntax of a pattern. The API server compiles patterns with RE2, whose syntax is nearly the same as that
/// of `regex_syntax`: neither supports look-around and backreferences.
fn pattern(table: &Table<'_>, report: &mut Report) -> Option<String> {
    let word = table.word("pattern")?;
    if let Err(mistake) = regex_syntax::parse(&word.text) {
        let reason = match mistake {
            regex_syntax::Error::Parse(error) => error.kind().to_string(),
            regex_syntax::Error::Translate(error) => error.kind().to_string(),
            other => other.to_string(),
        };
        let help =
            "correct it, or write a rule in CEL under `validations`; RE2 has no look-around and no backreferences";
        report.add(error("bad-pattern", word.span, "the pattern is not valid in RE2").label(reason).help(help));
    }
    Some(word.text)
}

fn check_order(table: &Table<'_>, report: &mut Report) {
    let pairs = [
        ("minimum", "maximum"),
        ("minLength", "maxLength"),
        ("minItems", "maxItems"),
        ("minProperties", "maxProperties"),
    ];
    for (low, high) in pairs {
        if let (Some(least), Some(most)) = (table.number(low), table.number(high))
            && least > most
        {
            let place = |key| table.entry(key).map_or(Span::default(), |(key, _)| key.span);
            let message = format!("`{low}` is greater than `{high}`, so that no value is valid");
            let mistake = error("limits-crossed", place(low), message).label(least.to_string());
            report.add(mistake.also(place(high), most.to_string()).help("swap them, or correct one of them"));
        }
    }
}

fn validation(node: &Node, report: &mut Report) -> Option<Validation> {
    let table = Table::open(&VALIDATION, node, report)?;
    Some(Validation {
        rule: table.text("rule")?,
        message: table.text("message"),
        message_expression: table.text("messageExpression"),
        reason: table.text("reason"),
        field_path: table.text("fieldPath"),
    })
}
