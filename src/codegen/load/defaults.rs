//! `defaults:` of a version.

use super::document::{DefaultsDoc, StepDoc};
use super::forms;
use super::table::{self, Table, wrong_type};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;

/// Reads the defaults of a file: a map is one `set`, a list is steps.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<DefaultsDoc> {
    entries.iter().map(|(ty, node)| DefaultsDoc { ty: ty.clone(), steps: steps(node, report) }).collect()
}

fn steps(node: &Node, report: &mut Report) -> Vec<StepDoc> {
    match &node.value {
        Value::Map(entries) => vec![StepDoc { span: node.span, set: entries.clone(), ..StepDoc::default() }],
        Value::List(nodes) => nodes.iter().filter_map(|node| step(node, report)).collect(),
        _ => wrong_type("defaults", "a map of values, or a list of steps", node, report).unwrap_or_default(),
    }
}

fn step(node: &Node, report: &mut Report) -> Option<StepDoc> {
    let before = report.len();
    let table = Table::open(&forms::STEP, node, report)?;
    let step = StepDoc {
        span: node.span,
        set: table.entries("set", report).to_vec(),
        copy: pairs(table.entries("copy", report), report),
        function: table.flag("fn", report).unwrap_or_default(),
        when: table.entries("when", report).iter().map(condition).collect(),
        present: table.words("present", report).unwrap_or_default(),
        absent: table.words("absent", report).unwrap_or_default(),
        gate: table.word("gate", report),
        or_empty: table.flag("orEmpty", report).unwrap_or_default(),
    };
    if step.set.is_empty() && step.copy.is_empty() && !step.function && report.len() == before {
        let message = "this step has nothing to do";
        report.add(error("idle-step", node.span, message).help("write `set`, `copy` or `fn: true`"));
    }
    Some(step)
}

fn pairs(entries: &[(Word, Node)], report: &mut Report) -> Vec<(Word, Word)> {
    let pair = |(to, node): &(Word, Node)| Some((to.clone(), table::word(&to.text, node, report)?));
    entries.iter().filter_map(pair).collect()
}

/// One value or a list of them.
fn condition((path, node): &(Word, Node)) -> (Word, Vec<Node>) {
    match &node.value {
        Value::List(values) => (path.clone(), values.clone()),
        _ => (path.clone(), vec![node.clone()]),
    }
}
