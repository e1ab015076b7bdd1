//! Field labels, and the fields of the hub that selectors with them refer to.

use std::path::Path;

use apimachinery::schema::GroupVersionKind;

use super::data;
use super::tally::{Required, Tally};
use super::text::Line;

pub(crate) fn run(file: &Path) {
    let scheme = apimachinery::apis::scheme();
    let mut tally = Tally::new(file.display().to_string());
    for line in data::lines(file) {
        let case = Line::new(&line);
        let [gvk, label] = ["gvk", "label"].map(|name| case.text(name).expect("a case has a kind and a label"));
        let kind = kind(&gvk);
        if !scheme.recognizes(&kind) {
            tally.unknown_kind(kind.to_string());
            continue;
        }
        tally.case(&gvk, &format!("{gvk} {label}"), |findings| {
            let found = scheme.convert_field_label(&kind, &label, "v").map(|(label, value)| format!("{label}={value}"));
            let expected = case.text("to");
            // Upstream's functions have different texts for the same error.
            findings.check(found.as_ref().ok() == expected.as_ref(), || format!("{found:?}, upstream {expected:?}"));
        });
    }
    tally.finish(Required::new("APIMACHINERY_FIELD_LABELS", 10_496, 10_496));
}

/// Parses a kind such as `apps/v1 Deployment`.
fn kind(text: &str) -> GroupVersionKind {
    let (version, kind) = text.split_once(' ').expect("version and kind");
    GroupVersionKind::from_api_version(version, kind)
}
