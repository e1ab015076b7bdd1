//! Upstream's golden objects, in which every field is set.

use std::process::Command;

use super::Corpus;

/// The archive next to the repository, which may be missing.
const ARCHIVE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/golden/k8s-api-v0.36.3-testdata.tar.gz");

/// Returns the object of a kind such as `core.v1.Pod`, or an empty corpus without the archive.
pub(crate) fn golden(kind: &str) -> Corpus {
    let given: Vec<String> = object(kind).into_iter().collect();
    Corpus { name: format!("golden-{kind}"), json: given.iter().map(|text| compacted(text)).collect(), given }
}

fn object(kind: &str) -> Option<String> {
    let path = format!("testdata/HEAD/{kind}.json");
    let output = Command::new("tar").args(["-xzOf", ARCHIVE, &path]).output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok()).flatten()
}

/// Returns JSON without white space between tokens.
fn compacted(json: &str) -> String {
    let (mut is_string, mut is_escaped) = (false, false);
    let keeps = |c: &char| {
        let kept = is_string || !c.is_ascii_whitespace();
        is_string ^= *c == '"' && !is_escaped;
        is_escaped = is_string && *c == '\\' && !is_escaped;
        kept
    };
    json.chars().filter(keeps).collect()
}
