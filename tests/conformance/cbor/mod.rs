//! Comparison with Kubernetes' CBOR code: objects, hand-written inputs, and values of every kind in every position.

mod class;
mod decode;
mod frames;
mod objects;
mod single;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use apimachinery::meta::Bytes;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::json;

use super::data;
use super::tally::{Findings, Required, Tally};
use super::text::Line;

pub(crate) fn run(folder: &Path) {
    let of = |cases, comparisons| Required::new("APIMACHINERY_CBOR", cases, comparisons);
    let files: [(_, Check, _); 6] = [
        ("objects", objects::check, of(201, 1005)),
        ("decode", decode::check, of(396, 1321).deviations(4)),
        ("matrix", decode::check, of(3278, 8699).deviations(17)),
        ("any", single::check_item, of(167, 423).deviations(3)),
        ("encode", single::check_text, of(31, 61)),
        ("frames", frames::check, of(14, 64)),
    ];
    for (name, check, required) in files {
        file(&folder.join(format!("{name}.jsonl.gz")), name, check, required);
    }
}

type Check = fn(&Line<'_>, &mut Findings) -> Result<(), Unknown>;

/// Returns the Scheme with all kinds.
fn scheme() -> Arc<Scheme> {
    static SCHEME: LazyLock<Arc<Scheme>> = LazyLock::new(|| apimachinery::apis::scheme().into());
    Arc::clone(&SCHEME)
}

/// The error of a check for a case whose kind is not registered.
type Unknown = String;

fn file(path: &Path, name: &str, check: Check, required: Required) {
    let mut tally = Tally::new(path.display().to_string());
    for line in data::lines(path) {
        let case = Line::new(&line);
        let what = case.text("name").or_else(|| case.text("gvk")).expect("a case has a name");
        let mut findings = Findings::default();
        match (check(&case, &mut findings), decode::deviation(&case)) {
            (Err(kind), _) => tally.unknown_kind(kind),
            (Ok(()), Some(reason)) => tally.deviation(name, &what, reason, |found| *found = findings),
            (Ok(()), None) => tally.found(name, &what, findings),
        }
    }
    tally.finish(required);
}

/// Returns the bytes of a base64 member, or none if the member is missing.
fn bytes(line: &Line<'_>, name: &str) -> Option<Vec<u8>> {
    Some(base64(line.raw(name)?))
}

/// Decodes a JSON string as base64.
fn base64(text: &str) -> Vec<u8> {
    let bytes: Bytes = json::from_str(text).expect("the text is base64");
    bytes.into_vec()
}

/// Formats the encoded bytes or the error.
fn text_of<E: std::fmt::Display>(result: &Result<Vec<u8>, E>) -> String {
    match result {
        Ok(data) => String::from_utf8_lossy(data).into_owned(),
        Err(error) => format!("error: {error}"),
    }
}
