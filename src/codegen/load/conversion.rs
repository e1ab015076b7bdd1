//! `conversion:` of a version or of `internal.yaml`.

use super::document::{ConversionDoc, RuleDoc};
use super::forms;
use super::table::{self, Table};
use super::types::choice;
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;
use crate::codegen::model::Empty;

/// Reads the conversions of a file.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<ConversionDoc> {
    entries.iter().filter_map(|(ty, node)| conversion(ty, node, report)).collect()
}

fn conversion(ty: &Word, node: &Node, report: &mut Report) -> Option<ConversionDoc> {
    let table = Table::open(&forms::CONVERSION, node, report)?;
    Some(ConversionDoc {
        ty: ty.clone(),
        fields: rules(table.entries("fields", report), report),
        absent: rules(table.entries("absent", report), report),
        functions: table.words("fn", report),
        preserve: table.word("preserve", report),
        to: table.word("to", report),
    })
}

fn rules(entries: &[(Word, Node)], report: &mut Report) -> Vec<RuleDoc> {
    entries.iter().map(|(path, node)| rule(path, node, report)).collect()
}

/// A rule is a path or a map of words.
fn rule(path: &Word, node: &Node, report: &mut Report) -> RuleDoc {
    let before = report.len();
    let mut rule = empty(path, node);
    if let Value::Map(_) = &node.value {
        if let Some(table) = Table::open(&forms::RULE, node, report) {
            words(&table, &mut rule, report);
        }
    } else {
        rule.to = table::word(&path.text, node, report);
    }
    rule.bad = report.len() > before;
    rule
}

fn empty(path: &Word, node: &Node) -> RuleDoc {
    RuleDoc {
        path: path.clone(),
        span: node.span,
        to: None,
        empty: None,
        values: None,
        function: None,
        alias: None,
        annotation: None,
        set: None,
        drop: None,
        bad: false,
    }
}

fn words(table: &Table<'_>, rule: &mut RuleDoc, report: &mut Report) {
    let choices = [("absent", Empty::Absent), ("present", Empty::Present)];
    rule.to = table.word("to", report);
    rule.empty = choice(table, "empty", &choices, report).zip(table.get("empty").map(|node| node.span));
    rule.values = table.get("values").map(|_| pairs(table.entries("values", report), report));
    rule.function = table.word("fn", report);
    rule.alias = table.word("alias", report);
    rule.annotation = table.word("annotation", report);
    rule.set = table.get("set").cloned();
    rule.drop = table.get("drop").and_then(|node| reason(node, report));
}

fn pairs(entries: &[(Word, Node)], report: &mut Report) -> Vec<(Word, Word)> {
    let pair = |(here, node): &(Word, Node)| Some((here.clone(), table::word("values", node, report)?));
    entries.iter().filter_map(pair).collect()
}

fn reason(node: &Node, report: &mut Report) -> Option<Word> {
    match &node.value {
        Value::Text(text) if !text.trim().is_empty() => Some(Word { text: text.clone(), span: node.span }),
        _ => {
            let help = "write what a user loses and why, as in `drop: v1beta1 knows TCP alone`";
            let mistake = error("drop-reason", node.span, "`drop` needs a reason");
            report.add(mistake.label("this reason is shown to users of the API").help(help));
            None
        }
    }
}
