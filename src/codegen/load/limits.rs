//! The keys that constrain values, such as `minimum`, `pattern` and `validations`.

use super::content::Content;
use super::table::{Form, Key, Table};
use super::yaml::Node;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Span;
use crate::codegen::model::{Limits, Validation};

/// The keys for limits, which fields and types have in common.
pub(super) static LIMITS: &[Key] = &[
    Key::new("minimum", Content::Number, "Least number."),
    Key::new("maximum", Content::Number, "Greatest number."),
    Key::new("exclusiveMinimum", Content::Flag, "The minimum itself is too little."),
    Key::new("exclusiveMaximum", Content::Flag, "The maximum itself is too much."),
    Key::new("multipleOf", Content::Number, "The number divides by this one."),
    Key::new("minLength", Content::Count, "Fewest characters."),
    Key::new("maxLength", Content::Count, "Most characters."),
    Key::new("pattern", Content::Text, "A regular expression in the syntax of RE2."),
    Key::new("format", Content::Text, "A named format of OpenAPI."),
    Key::new("minItems", Content::Count, "Fewest items of a list."),
    Key::new("maxItems", Content::Count, "Most items of a list."),
    Key::new("minProperties", Content::Count, "Fewest entries of a map."),
    Key::new("maxProperties", Content::Count, "Most entries of a map."),
    Key::new("validations", Content::List(&Content::Form(&VALIDATION)), "Rules in CEL."),
];

static VALIDATION: Form = Form {
    name: "a validation",
    keys: &[&[
        Key::new("rule", Content::Text, "An expression in CEL that holds for every good value.").needed(),
        Key::new("message", Content::Text, "What a user reads when it is false."),
        Key::new("messageExpression", Content::Text, "An expression in CEL that makes the message."),
        Key::new("reason", Content::Text, "The reason for machines, such as `FieldValueInvalid`."),
        Key::new("fieldPath", Content::Text, "The field to blame."),
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
    check_order(table, report);
    limits
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
        let help = "write it without look-around and references, or as a rule in CEL under `validations`";
        report.add(error("bad-pattern", word.span, "RE2 cannot read this pattern").label(reason).help(help));
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
            let message = format!("`{low}` is over `{high}`: no value can be right");
            let mistake = error("limits-crossed", place(low), message).label(least.to_string());
            report.add(mistake.also(place(high), most.to_string()).help("exchange the two, or correct one of them"));
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
