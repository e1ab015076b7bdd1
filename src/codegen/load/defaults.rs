//! The key `defaults` of a version file.

use super::content::Content;
use super::document::{DefaultsDoc, StepDoc};
use super::table::{Form, Key, Table};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::Word;

const PATHS: Content = Content::List(&Content::Text);
const VALUES: Content = Content::Map(".", &Content::Literal);
// A static instead of a constant, because the oldest supported compiler does not promote a temporary value that refers
// to a static.
static ONE_STEP: Content = Content::Form(&STEP);
static WAYS: [Content; 2] = [VALUES, Content::List(&ONE_STEP)];
static STEPS: Content = Content::Either("a map of values, or a list of steps", &WAYS);

/// The content of the key `defaults`, besides `none`.
pub(super) const DEFAULTS: Content = Content::Map(".", &STEPS);

static STEP: Form = Form {
    name: "a defaulting step",
    keys: &[&[
        Key::new(
            "set",
            VALUES,
            "Path: value. Fills an optional field that is absent, a plain one that is empty, a list or map that is nil.",
        ),
        Key::new(
            "copy",
            Content::Map(".", &Content::Text),
            "Path: path. Fills an empty field from another one that is not empty.",
        ),
        Key::new("fn", Content::Flag, "Calls the hand-written `set_defaults_<type>`."),
        Key::new("when", VALUES, "Path: value, or a list of values. Only if each field has (one of) the value(s)."),
        Key::new(
            "present",
            PATHS,
            "Only if all are there: an optional field that is set, any other that is not empty.",
        ),
        Key::new("absent", PATHS, "Only if none is there."),
        Key::new("gate", Content::Text, "Only if this feature gate is on."),
        Key::new("orEmpty", Content::Flag, "Fills lists and maps of length 0 as well."),
    ]],
};

/// Reads the defaults of a file. A map is equivalent to a single step with `set`; a list contains steps.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<DefaultsDoc> {
    entries.iter().map(|(ty, node)| DefaultsDoc { ty: ty.clone(), steps: steps(node, report) }).collect()
}

fn steps(node: &Node, report: &mut Report) -> Vec<StepDoc> {
    match &node.value {
        Value::Map(entries) => vec![StepDoc { span: node.span, set: entries.clone(), ..StepDoc::default() }],
        Value::List(nodes) => nodes.iter().filter_map(|node| step(node, report)).collect(),
        _ => Vec::new(),
    }
}

fn step(node: &Node, report: &mut Report) -> Option<StepDoc> {
    let before = report.len();
    let table = Table::open(&STEP, node, report)?;
    let step = StepDoc {
        span: node.span,
        set: table.entries("set").to_vec(),
        copy: table.pairs("copy"),
        function: table.flag("fn").unwrap_or_default(),
        when: table.entries("when").iter().map(condition).collect(),
        present: table.words("present").unwrap_or_default(),
        absent: table.words("absent").unwrap_or_default(),
        gate: table.word("gate"),
        or_empty: table.flag("orEmpty").unwrap_or_default(),
    };
    if step.set.is_empty() && step.copy.is_empty() && !step.function && report.len() == before {
        let message = "this step has nothing to do";
        report.add(error("idle-step", node.span, message).help("write `set`, `copy` or `fn: true`"));
    }
    Some(step)
}

/// Reads a condition: the path of a field, and one value or a list of values.
fn condition((path, node): &(Word, Node)) -> (Word, Vec<Node>) {
    match &node.value {
        Value::List(values) => (path.clone(), values.clone()),
        _ => (path.clone(), vec![node.clone()]),
    }
}
