//! Limits of values: `minimum`, `pattern`, `validations` and their like.

use super::forms;
use super::table::{self, Table};
use super::yaml::Node;
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Span;
use crate::codegen::model::{Limits, Validation};

/// Reads the limits among the keys of a field or type, and checks them against one another.
pub(crate) fn read(table: &Table<'_>, report: &mut Report) -> Limits {
    let limits = Limits {
        minimum: table.number("minimum", report),
        maximum: table.number("maximum", report),
        exclusive_minimum: table.flag("exclusiveMinimum", report).unwrap_or_default(),
        exclusive_maximum: table.flag("exclusiveMaximum", report).unwrap_or_default(),
        multiple_of: table.number("multipleOf", report),
        min_length: table.count("minLength", report),
        max_length: table.count("maxLength", report),
        pattern: pattern(table, report),
        format: table.text("format", report),
        min_items: table.count("minItems", report),
        max_items: table.count("maxItems", report),
        min_properties: table.count("minProperties", report),
        max_properties: table.count("maxProperties", report),
        immutable: table.flag("immutable", report).unwrap_or_default(),
        deprecated: table.text("deprecated", report),
        validations: validations(table, report),
    };
    check_order(table, report);
    limits
}

/// Go compiles patterns with RE2; the syntax here is nearly the same: no look-around, no references.
fn pattern(table: &Table<'_>, report: &mut Report) -> Option<String> {
    let word = table.word("pattern", report)?;
    if let Err(mistake) = regex_syntax::parse(&word.text) {
        let reason = match mistake {
            regex_syntax::Error::Parse(error) => error.kind().to_string(),
            regex_syntax::Error::Translate(error) => error.kind().to_string(),
            other => other.to_string(),
        };
        report.add(error("bad-pattern", word.span, "RE2 cannot read this pattern").label(reason));
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
        let quiet = &mut Report::default();
        let bounds = (table.number(low, quiet), table.number(high, quiet));
        if let (Some(least), Some(most)) = bounds
            && least > most
        {
            let place = |key| table.entry(key).map_or(Span::default(), |(key, _)| key.span);
            let message = format!("`{low}` is over `{high}`: no value can be right");
            report.add(error("limits-crossed", place(low), message).also(place(high), ""));
        }
    }
}

fn validations(table: &Table<'_>, report: &mut Report) -> Vec<Validation> {
    let nodes = table.get("validations").and_then(|node| table::list("validations", node, report));
    nodes.unwrap_or_default().iter().filter_map(|node| validation(node, report)).collect()
}

fn validation(node: &Node, report: &mut Report) -> Option<Validation> {
    let table = Table::open(&forms::VALIDATION, node, report)?;
    let Some(rule) = table.text("rule", report) else {
        if table.get("rule").is_none() {
            report.add(error("validation-rule", node.span, "a validation needs a `rule`"));
        }
        return None;
    };
    Some(Validation {
        rule,
        message: table.text("message", report),
        message_expression: table.text("messageExpression", report),
        reason: table.text("reason", report),
        field_path: table.text("fieldPath", report),
    })
}
