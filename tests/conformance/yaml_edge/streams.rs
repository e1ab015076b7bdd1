//! Streams of documents, as split by each of upstream's three readers.

use apimachinery::serializer::framer::{FrameReader, Framer, YamlFramer, YamlOrJsonReader};
use apimachinery::yaml;
use serde_json::{Value, json};

use super::text;
use crate::tally::Findings;

pub(super) fn check(findings: &mut Findings, case: &Value) {
    let stream = text(&case["input"]).as_bytes();
    let documents = yaml::documents(stream).map(|document| Ok(document?.into_text().into_owned()));
    let (found, error) = taken(documents.map(|document| document.map_err(|error: yaml::Error| error.to_string())));
    same(findings, "reader", case, found.iter().map(|document| converted(document)).collect());
    ends_alike(findings, "reader", &case["readerError"], &error);

    let (found, error) = taken(frames(YamlFramer.reader(Box::new(stream))));
    same(findings, "framer", case, found.iter().map(|document| converted(document)).collect());
    ends_alike(findings, "framer", &Value::Null, &error);

    // The third reader returns untyped values, which not every case has.
    if case.get("decoder").is_some() {
        let values = frames(YamlOrJsonReader::new(stream)).map(|document| untyped(&document?));
        let (found, error) = taken(values);
        same(findings, "decoder", case, found);
        ends_alike(findings, "decoder", &case["decoderError"], &error);
    }
}

/// Returns the results before the first error, and that error.
fn taken<T>(mut results: impl Iterator<Item = Result<T, String>>) -> (Vec<T>, Option<String>) {
    let mut error = None;
    let found = results.by_ref().map_while(|result| result.map_err(|text| error = Some(text)).ok()).collect();
    (found, error)
}

fn frames(mut reader: impl FrameReader) -> impl Iterator<Item = Result<Vec<u8>, String>> {
    std::iter::from_fn(move || {
        let mut frame = Vec::new();
        match reader.read_frame(&mut frame) {
            Ok(false) => None,
            Ok(true) => Some(Ok(frame)),
            Err(error) => Some(Err(error.to_string())),
        }
    })
}

/// Returns a document with its JSON form, as in the table.
fn converted(document: &[u8]) -> Value {
    let doc = String::from_utf8_lossy(document);
    match yaml::to_json(document) {
        Ok(json) => json!({ "doc": doc, "json": json }),
        Err(error) => json!({ "doc": doc, "error": error.to_string() }),
    }
}

fn untyped(document: &[u8]) -> Result<Value, String> {
    if document.trim_ascii_start().starts_with(b"{")
        && let Ok(value) = serde_json::from_slice(document)
    {
        return Ok(value);
    }
    let json = yaml::to_json(document).map_err(|error| format!("error converting YAML to JSON: {error}"))?;
    Ok(serde_json::from_str(&json).expect("JSON"))
}

fn same(findings: &mut Findings, member: &str, case: &Value, found: Vec<Value>) {
    findings.equal(member, case[member].to_string().as_bytes(), Value::from(found).to_string().as_bytes());
}

fn ends_alike(findings: &mut Findings, member: &str, expected: &Value, found: &Option<String>) {
    let expected = expected.as_str().unwrap_or_default();
    findings.equal(
        &format!("{member}, the error"),
        expected.as_bytes(),
        found.as_deref().unwrap_or_default().as_bytes(),
    );
}
