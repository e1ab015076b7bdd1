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
            "Values by path. Sets an optional field that is unset, a list or map that is nil, and any other field that is empty.",
        ),
        Key::new(
            "copy",
            Content::Map(".", &Content::Text),
            "Source path by target path. Copies the source if it is not empty and the target is empty.",
        ),
        Key::new("fn", Content::Flag, "True to call the hand-written function `set_defaults_<type>`."),
        Key::new(
            "when",
            VALUES,
            "Value, or list of values, by path. The step runs only if every field has one of its values.",
        ),
        Key::new(
            "present",
            PATHS,
            "Paths. The step runs only if every optional field is set and every other field is not empty.",
        ),
        Key::new(
            "absent",
            PATHS,
            "Paths. The step runs only if every optional field is unset and every other field is empty.",
        ),
        Key::new("gate", Content::Text, "Feature gate. The step runs only if the gate is enabled."),
        Key::new("orEmpty", Content::Flag, "True to also set lists and maps of length 0. Default: false."),
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
        let message = "this step has no effect";
        report.add(error("idle-step", node.span, message).help("add `set`, `copy` or `fn: true`"));
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
