//! `kinds:` of a version.

use super::document::{ColumnDoc, KindDoc, ScaleDoc};
use super::forms;
use super::table::{self, Table, wrong_type};
use super::yaml::{Node, Value};
use crate::codegen::diagnostics::{Report, error};
use crate::codegen::files::{Span, Word};

/// Reads the kinds of a file.
pub(crate) fn read(entries: &[(Word, Node)], report: &mut Report) -> Vec<KindDoc> {
    entries.iter().filter_map(|(name, node)| kind(name, node, report)).collect()
}

fn kind(name: &Word, node: &Node, report: &mut Report) -> Option<KindDoc> {
    let table = Table::open(&forms::KIND, node, report)?;
    let (status, scale) = subresources(&table, report);
    Some(KindDoc {
        name: name.clone(),
        doc: table.text("doc", report),
        ty: table.word("type", report),
        resource: table.word("resource", report),
        singular: table.word("singular", report),
        short_names: table.words("shortNames", report),
        categories: table.words("categories", report),
        scope: table.word("scope", report),
        list: table.flag("list", report),
        unversioned: table.flag("unversioned", report).unwrap_or_default(),
        query: table.flag("query", report).unwrap_or_default(),
        status,
        scale,
        selectable: selectable(&table, report),
        columns: columns(&table, report),
        introduced: release(&table, "introduced", report),
        deprecated: release(&table, "deprecated", report),
        removed: release(&table, "removed", report),
        replacement: table.word("replacement", report),
        deprecation_warning: table.text("deprecationWarning", report),
        served: table.flag("served", report).unwrap_or(true),
    })
}

/// A release such as "1.10". Without quotes it would be a number, and 1.10 would be 1.1.
fn release(table: &Table<'_>, key: &str, report: &mut Report) -> Option<Word> {
    let node = table.get(key)?;
    let number = match &node.value {
        Value::Float(value, written) => Some((value.to_string(), written.clone())),
        Value::Int(value) => Some((value.to_string(), value.to_string())),
        _ => None,
    };
    if let Some((read, written)) = number {
        let message = format!("`{key}` is a release and must be a text");
        let label = format!("YAML reads this number as {read}");
        report.add(error("release-number", node.span, message).label(label).help(format!("write \"{written}\"")));
        return None;
    }
    let word = table.word(key, report)?;
    if !word.text.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())) {
        let message = format!("`{}` is no release", word.text);
        report.add(error("bad-release", word.span, message).help("write numbers with dots between them, as \"1.16\""));
        return None;
    }
    Some(word)
}

fn subresources(table: &Table<'_>, report: &mut Report) -> (Option<Span>, Option<ScaleDoc>) {
    let Some(node) = table.get("subresources") else { return (None, None) };
    let Some(table) = Table::open(&forms::SUBRESOURCES, node, report) else { return (None, None) };
    let status = table.entry("status").map(|(key, node)| {
        Table::open(&forms::STATUS, node, report);
        key.span
    });
    let scale = table.get("scale").and_then(|node| scale(node, report));
    (status, scale)
}

fn scale(node: &Node, report: &mut Report) -> Option<ScaleDoc> {
    let table = Table::open(&forms::SCALE, node, report)?;
    Some(ScaleDoc {
        ty: table.word("type", report),
        spec_replicas: table.word("specReplicasPath", report),
        status_replicas: table.word("statusReplicasPath", report),
        label_selector: table.word("labelSelectorPath", report),
    })
}

/// Labels; a renamed one is a map of one entry, label here to label in the hub.
fn selectable(table: &Table<'_>, report: &mut Report) -> Vec<(Word, Option<Word>)> {
    let nodes = table.get("selectableFields").and_then(|node| table::list("selectableFields", node, report));
    nodes.unwrap_or_default().iter().filter_map(|node| selectable_field(node, report)).collect()
}

fn selectable_field(node: &Node, report: &mut Report) -> Option<(Word, Option<Word>)> {
    match &node.value {
        Value::Map(entries) if entries.len() == 1 => {
            let (here, there) = &entries[0];
            Some((here.clone(), Some(table::word("selectableFields", there, report)?)))
        }
        Value::Text(text) => Some((Word { text: text.clone(), span: node.span }, None)),
        _ => wrong_type("selectableFields", "a list of labels, or of `here: hub`", node, report),
    }
}

fn columns(table: &Table<'_>, report: &mut Report) -> Vec<ColumnDoc> {
    let key = "additionalPrinterColumns";
    let nodes = table.get(key).and_then(|node| table::list(key, node, report));
    nodes.unwrap_or_default().iter().filter_map(|node| column(node, report)).collect()
}

fn column(node: &Node, report: &mut Report) -> Option<ColumnDoc> {
    let table = Table::open(&forms::COLUMN, node, report)?;
    let missing = ["name", "type", "jsonPath"].into_iter().find(|key| table.get(key).is_none());
    if let Some(key) = missing {
        report.add(error("column-key", node.span, format!("a printer column needs `{key}`")));
        return None;
    }
    Some(ColumnDoc {
        name: table.word("name", report)?,
        ty: table.word("type", report),
        format: table.text("format", report),
        description: table.text("description", report),
        priority: table.count("priority", report),
        json_path: table.word("jsonPath", report),
    })
}
