//! The edits and refusals of `convert` as results.

use std::path::Path;

use super::input::documents::Document;
use super::input::source;
use super::messages::refused_value;
use super::position::MarkExt;
use super::remarks;
use super::report::Report;
use super::results::{Entry, Fix, Rule};
use crate::edit::{Change, Edit, Edited, Reason};
use crate::field::{List, Value};
use crate::wire::mark::Mark;

/// Returns an entry for each edit of a document, each default that is accepted, and each value that the API server
/// refuses.
pub(super) fn entries(path: &Path, document: &Document<'_>, raw: &[u8], edited: &Edited) -> Vec<Entry> {
    let (mut at, mut offset) = (Mark::START, 0);
    let mut position = |end: usize| {
        at = at.after(&raw[offset..end]);
        offset = end;
        at.within(document.start)
    };
    let new = New { path, document };
    let entry = |edit: &Edit| {
        let fix = Fix { start: position(edit.range.start), end: position(edit.range.end), text: edit.text.clone() };
        let messages: Vec<_> = edit.changes.iter().map(|change| message(change, edited)).collect();
        let message = if messages.is_empty() { "a comment explains the edits".into() } else { messages.join("; ") };
        let rule = edit.changes.iter().map(rule).min().unwrap_or(Rule::FieldMoved);
        let line = fix.start.line;
        let changes = edit.changes.iter().map(|change| members([("old", &change.old), ("new", &change.new)]));
        Entry { fix: Some(fix), ..new.entry(rule, message, line, [("changes", Value::List(changes.collect()))]) }
    };
    let mut entries: Vec<_> = edited.edits.iter().map(entry).collect();
    // Remedies that edits make are in the list already.
    let is_listed = |path: &crate::edit::Path| {
        let changes = edited.edits.iter().flat_map(|edit| &edit.changes);
        let remedies = changes.filter(|change| matches!(change.reason, Reason::Remedy(_)));
        remedies
            .filter_map(|change| change.new.as_ref().or(change.old.as_ref()))
            .any(|changed| changed.is_related(path))
    };
    let line_of_version = |path: &crate::edit::Path| {
        let is_of = |change: &Change| {
            let object = change.new.as_ref().and_then(|path| path.steps().split_last());
            change.reason == Reason::Version && object.is_some_and(|(_, object)| path.steps().starts_with(object))
        };
        let edits = edited.edits.iter().zip(&entries);
        let entry = edits.filter(|(edit, _)| edit.changes.iter().any(is_of)).map(|(_, entry)| entry).next();
        entry.map_or(0, |entry| entry.line)
    };
    let mut more = Vec::new();
    for deviation in &edited.deviations {
        let is_adopted = deviation.reason == Reason::Adopted;
        if !is_adopted && is_listed(&deviation.path) {
            continue;
        }
        let values = members([
            ("path", &Some(deviation.path.to_string())),
            ("before", if is_adopted { &deviation.before } else { &None }),
            ("after", &deviation.after),
        ]);
        let message = remarks::deviation_text(deviation, edited);
        let rule = if is_adopted { Rule::DefaultAdopted } else { Rule::Fixed };
        more.push(new.entry(rule, message, line_of_version(&deviation.path), [("default", values)]));
    }
    for refused in &edited.refused {
        let path = members([("path", &Some(&refused.path))]);
        let message = refused_value(refused);
        more.push(new.entry(Rule::Invalid, message, line_of_version(&refused.path), [("value", path)]));
    }
    entries.append(&mut more);
    entries
}

/// Returns an entry for each error of a document.
pub(super) fn refusals(path: &Path, document: &Document<'_>, report: &Report) -> Vec<Entry> {
    let new = New { path, document };
    let entry = |(at, message): (Option<Mark>, &str)| {
        let line = at.map_or(0, |at| at.line);
        new.entry(Rule::Refused, message.to_string(), line, [("changes", Value::List(List::from(Vec::new())))])
    };
    report.errors().map(entry).collect()
}

/// The place of new entries.
struct New<'a> {
    path: &'a Path,
    document: &'a Document<'a>,
}

impl New<'_> {
    fn entry(&self, rule: Rule, message: String, line: u32, more: [(&'static str, Value); 1]) -> Entry {
        let document = self.document.number.unwrap_or_default();
        let members = [
            ("file", source::name(self.path).as_str().into()),
            ("document", i64::try_from(document).unwrap_or_default().into()),
            ("line", i64::from(line).into()),
            ("rule", rule.id().into()),
            ("message", message.as_str().into()),
        ];
        let json = Value::Map(members.into_iter().chain(more).collect());
        let path = self.path.to_path_buf();
        Entry { rule, path, document, line, message, command: String::new(), fix: None, json }
    }
}

/// Returns a mapping of those values that exist.
fn members<T: ToString, const N: usize>(members: [(&'static str, &Option<T>); N]) -> Value {
    let present =
        members.into_iter().filter_map(|(key, value)| Some((key, Value::from(value.as_ref()?.to_string().as_str()))));
    Value::Map(present.collect())
}

fn rule(change: &Change) -> Rule {
    match (&change.reason, &change.old, &change.new) {
        (Reason::Version, ..) => Rule::ApiVersion,
        (Reason::Remedy(_), ..) => Rule::Fixed,
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
