//! Damaged documents: strict and lax decoding accept and reject the same ones as upstream, for the same reasons.

use std::path::Path;

use apimachinery::meta::Object;
use apimachinery::serializer::{Codec, Decoded, Error, Mode, Warning, json};

use super::tally::{Findings, Required, Tally};
use super::text::Line;
use super::{data, go_path};

const STRICT: &str = "strict decoding error: ";

pub(crate) fn run(folder: &Path, required: Required) {
    let lax = Codec::new(apimachinery::apis::scheme());
    let strict = lax.clone().with_mode(Mode::Strict);
    let mut tally = Tally::new(folder.display().to_string());
    for path in data::files(folder, ".jsonl.gz") {
        let kind = data::kind_of(&path);
        let Ok(zero) = lax.scheme().new_object(&kind) else {
            tally.unknown_kind(kind.to_string());
            continue;
        };
        for (index, line) in data::lines(&path).iter().enumerate() {
            let place = format!("{}:{}", path.display(), index + 1);
            tally.case(&kind.to_string(), &place, |findings| {
                let document = Line::new(line);
                check_lax(&lax, findings, &document, &*zero);
                check_strict(&strict, findings, &document, &*zero);
            });
        }
    }
    tally.finish(required);
}

fn decode(codec: &Codec, document: &Line<'_>) -> Result<Decoded, Error> {
    codec.decode(document.text("raw").expect("a document has its text").as_bytes())
}

fn check_lax(codec: &Codec, findings: &mut Findings, document: &Line<'_>, zero: &dyn Object) {
    match (decode(codec, document), document.text("laxErr")) {
        (Ok(decoded), None) => check_decoded(findings, document, &decoded),
        (Err(error), Some(expected)) => check_error(findings, "lax", &error, &expected, zero),
        (Ok(_), Some(expected)) => findings.check(false, || format!("lax: decodes, where upstream says: {expected}")),
        (Err(error), None) => findings.check(false, || format!("lax: does not decode: {error}")),
    }
}

fn check_decoded(findings: &mut Findings, document: &Line<'_>, decoded: &Decoded) {
    let expected = document.text("lax").expect("a decoded document has a JSON form");
    // Encoded directly: a codec would set a `kind` that the document misspells.
    let mut encoded = Vec::new();
    let written = json::write(&mut encoded, decoded.object.cursor());
    findings.check(written.is_ok(), || format!("lax: does not encode: {written:?}"));
    encoded.push(b'\n');
    findings.equal("lax", expected.as_bytes(), &encoded);
    let expected = document.text("strictErr").unwrap_or_default();
    let found = decoded.warnings.iter().map(Warning::to_string).collect::<Vec<_>>().join(", ");
    findings.equal("lax: warnings", expected.trim_start_matches(STRICT).as_bytes(), found.as_bytes());
}

fn check_strict(codec: &Codec, findings: &mut Findings, document: &Line<'_>, zero: &dyn Object) {
    match (decode(codec, document), document.text("strictErr")) {
        (Ok(_), None) => findings.check(true, String::new),
        (Err(error), Some(expected)) if expected.starts_with(STRICT) => {
            findings.check(error.is_strict_decoding(), || "strict: the error is of another kind".into());
            findings.equal("strict", expected.as_bytes(), error.to_string().as_bytes());
        }
        (Err(error), Some(expected)) => check_error(findings, "strict", &error, &expected, zero),
        (Ok(_), Some(expected)) => {
            findings.check(false, || format!("strict: decodes, where upstream says: {expected}"))
        }
        (Err(error), None) => findings.check(false, || format!("strict: does not decode: {error}")),
    }
}

/// Checks that our errors name upstream's field. Upstream reports a single error, which is not always the first.
fn check_error(findings: &mut Findings, mode: &str, error: &Error, expected: &str, zero: &dyn Object) {
    findings.check(!error.is_strict_decoding(), || format!("{mode}: strict error, where upstream says: {expected}"));
    if let Some(field) = go_path::upstream_field(expected) {
        let details = error.details();
        let mut named = details.iter().flat_map(|detail| go_path::our_fields(zero, detail));
        findings.check(named.any(|ours| ours == field), || format!("{mode}: {error}\n      upstream: {expected}"));
    }
}
