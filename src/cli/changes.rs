//! The edits and refusals of `convert` as results.

use std::path::Path;

use super::input::documents::Document;
use super::input::source;
use super::position::MarkExt;
use super::report::Report;
use super::results::{Entry, Fix, Rule};
use crate::edit::{Change, Edit, Edited, Reason};
use crate::field::Value;
use crate::serializer::json;
use crate::wire::mark::Mark;

/// Returns an entry for each edit of a document.
pub(super) fn entries(path: &Path, document: &Document<'_>, raw: &[u8], edited: &Edited) -> Vec<Entry> {
    let (mut at, mut offset) = (Mark::START, 0);
    let mut position = |end: usize| {
        at = at.after(&raw[offset..end]);
        offset = end;
        at.within(document.start)
    };
    let entry = |edit: &Edit| {
        let fix = Fix { start: position(edit.range.start), end: position(edit.range.end), text: edit.text.clone() };
        let messages: Vec<_> = edit.changes.iter().map(|change| message(change, edited)).collect();
        let rule = edit.changes.iter().map(rule).min().unwrap_or(Rule::FieldMoved);
        new_entry(path, document, rule, messages.join("; "), Some(fix), &edit.changes)
    };
    edited.edits.iter().map(entry).collect()
}

/// Returns an entry for each error of a document.
pub(super) fn refusals(path: &Path, document: &Document<'_>, report: &Report) -> Vec<Entry> {
    let entry = |(at, message): (Option<Mark>, &str)| {
        let entry = new_entry(path, document, Rule::Refused, message.to_string(), None, &[]);
        let line = at.map_or(0, |at| at.line);
        Entry { line, ..entry }
    };
    report.errors().map(entry).collect()
}

fn new_entry(
    path: &Path,
    document: &Document<'_>,
    rule: Rule,
    message: String,
    fix: Option<Fix>,
    changes: &[Change],
) -> Entry {
    let line = fix.as_ref().map_or(0, |fix| fix.start.line);
    let paths = changes.iter().map(|change| {
        let text = |path: &Option<crate::edit::Path>| path.as_ref().map(|path| Value::from(path.to_string().as_str()));
        Value::Map(
            [("old", text(&change.old)), ("new", text(&change.new))]
                .into_iter()
                .filter_map(|(key, path)| Some((key, path?)))
                .collect(),
        )
    });
    let json = Value::from([
        ("file", source::name(path).as_str().into()),
        ("line", i64::from(line).into()),
        ("rule", rule.id().into()),
        ("message", message.as_str().into()),
        ("changes", Value::List(paths.collect())),
    ]);
    Entry {
        rule,
        path: path.to_path_buf(),
        document: document.number.unwrap_or_default(),
        line,
        message,
        command: String::new(),
        fix,
        json: json::to_string(&json).expect("texts and integers are JSON"),
    }
}

fn rule(change: &Change) -> Rule {
    match (&change.reason, &change.old, &change.new) {
        (Reason::Version, ..) => Rule::ApiVersion,
        (_, None, _) => Rule::FieldAdded,
        (_, _, None) => Rule::FieldRemoved,
        (_, Some(_), Some(_)) => Rule::FieldMoved,
    }
}

fn message(change: &Change, edited: &Edited) -> String {
    let reason = &change.reason;
    match (&change.old, &change.new) {
        (_, Some(new)) if *reason == Reason::Version => {
            let is_of = |path: &crate::edit::Path| new.steps().starts_with(path.steps());
            let conversion = edited.conversions.iter().find(|conversion| is_of(&conversion.path));
            match conversion {
                Some(conversion) => format!("{} becomes {}", conversion.from.api_version(), conversion.to),
                None => format!("{new} changes"),
            }
        }
        (Some(old), Some(new)) if old == new => format!("{new} is {reason}"),
        (Some(old), Some(new)) => format!("{old} becomes {new}"),
        (None, Some(new)) => format!("{new} is added: {reason}"),
        (Some(old), None) => format!("{old} is removed: {reason}"),
        (None, None) => reason.to_string(),
    }
}
