//! What Kubernetes does otherwise today than the releases that still had a kind, because types that live on have
//! changed. Today's rule is right: the recorded texts are read as if it had made them.

use std::path::Path;

use super::cases;

/// Left `ObjectMeta` with 1.24.
const CLUSTER_NAME: &str = r#","clusterName":""#;

pub(crate) fn run(folder: &Path) {
    cases::run_as(folder, today);
}

/// A recorded text as today's Kubernetes would write it.
fn today(json: &str) -> String {
    let mut parts = json.split(CLUSTER_NAME);
    let mut text = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| text.push_str(behind_string(part)));
    text
}

/// What stands behind the quote that ends a string.
fn behind_string(json: &str) -> &str {
    let mut escaped = false;
    let end = json.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or("", |end| &json[end + 1..])
}
