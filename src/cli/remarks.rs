//! Warnings about edited objects: accepted defaults, remedies, values without effect, and values that an API server
//! refuses.

use super::findings::Findings;
use super::messages::refused_value;
use crate::edit::{self, Conversion, Deviation, Difference, Edited, LAST_APPLIED, Reason};
use crate::field::Value;
use crate::go_yaml;
use crate::serializer::json;

/// Adds the remarks about a document that was edited. `new` is its new text. `is_listed` is true if the list of edits,
/// which contains accepted defaults and remedies, is printed, too.
pub(super) fn add(edited: &Edited, new: &[u8], is_listed: bool, findings: &mut Findings) {
    add_differences(&edited.differences, findings);
    for change in edited.edits.iter().flat_map(|edit| &edit.changes).filter(|change| change.reason == Reason::Ignored) {
        let path = change.old.as_ref().map(ToString::to_string).unwrap_or_default();
        findings.lose(None, format!("the field {path} becomes a comment: {}", change.reason));
    }
    for deviation in edited.deviations.iter().filter(|_| !is_listed) {
        findings.warn(deviation_text(deviation, edited));
    }
    for path in &edited.discarded {
        findings.warn(format!("the API server discards {path}; it stays in the text, but write its content as fields"));
    }
    add_last_applied(edited, new, findings);
    for refused in &edited.refused {
        findings.lose(None, refused_value(refused));
    }
}

/// Adds a remark about each difference. A value that is only at another place in the hub is one difference.
fn add_differences(differences: &[Difference], findings: &mut Findings) {
    let is_moved = |from: &Difference, to: &Difference| {
        from.after.is_none() && to.before.is_none() && from.before.is_some() && from.before == to.after
    };
    for difference in differences {
        let destination = differences.iter().find(|other| is_moved(difference, other));
        match destination {
            Some(other) => findings.warn(format!(
                "the new version does not distinguish {} from {}, which it sets instead",
                difference.path, other.path
            )),
            None if differences.iter().any(|other| is_moved(other, difference)) => {}
            None => findings.warn(format!("the new version cannot express the difference {difference}")),
        }
    }
}

/// Adds a remark about annotations that contain an object in its old version.
fn add_last_applied(edited: &Edited, new: &[u8], findings: &mut Findings) {
    if edited.conversions.is_empty() || memchr::memmem::find(new, LAST_APPLIED.as_bytes()).is_none() {
        return;
    }
    // The proof has read the text already.
    let Ok(json) = go_yaml::to_json(new) else { return };
    let document = json::from_str::<Value>(&json).unwrap_or_default();
    for conversion in edited.conversions.iter().filter(|conversion| conversion.from.group_version() != conversion.to) {
        let object = edit::at(&document, conversion.path.steps());
        let annotations = object.and_then(|object| object.get("metadata")?.get("annotations"));
        if annotations.is_some_and(|annotations| annotations.get(LAST_APPLIED).is_some()) {
            let prefix =
                if conversion.path.steps().is_empty() { String::new() } else { format!("{}.", conversion.path) };
            findings.warn(format!(
                "{prefix}metadata.annotations[{LAST_APPLIED:?}] contains the old version, with which the next \
                 `kubectl apply` compares the object; drop it with --fix"
            ));
        }
    }
}

/// Returns the message about a value whose meaning differs on purpose.
pub(super) fn deviation_text(deviation: &Deviation, edited: &Edited) -> String {
    let is_of = |conversion: &&Conversion| deviation.path.steps().starts_with(conversion.path.steps());
    let version = edited.conversions.iter().find(is_of).map(|conversion| conversion.to.to_string()).unwrap_or_default();
    match &deviation.reason {
        Reason::Adopted => format!("accepts the default of {version}: {deviation}"),
        // The old value can be secret.
        reason => match &deviation.after {
            Some(after) => format!("fixed {}: {after} is set; {reason}", deviation.path),
            None => format!("fixed {}: it is no longer set; {reason}", deviation.path),
        },
    }
}
