//! From the text of a document to JSON.

use std::borrow::Cow;

use super::findings::Findings;
use super::position::Position;
use crate::reflect::Raw;
use crate::wire::json::decode_utf8;
use crate::yaml::{self, Spots};

/// A document as JSON.
pub(super) struct Json<'a> {
    pub(super) text: Cow<'a, str>,
    /// Where its parts stand in the YAML from which it was made.
    pub(super) spots: Option<Spots>,
}

/// Reads JSON as it is and YAML into JSON. What starts like JSON may be YAML all the same.
pub(super) fn read<'a>(text: &'a [u8], findings: &mut Findings) -> Option<Json<'a>> {
    if !text.trim_ascii_start().starts_with(b"{") {
        return read_yaml(text, findings);
    }
    let original = decode_utf8(text);
    if Raw::new(&original).is_none() {
        let mut as_yaml = Findings::default();
        if let Some(json) = read_yaml(text, &mut as_yaml) {
            findings.append(as_yaml);
            return Some(json);
        }
    }
    Some(Json { text: original, spots: None })
}

fn read_yaml<'a>(text: &[u8], findings: &mut Findings) -> Option<Json<'a>> {
    match convert(text) {
        Ok((json, repeated)) => {
            lose_repeated(&repeated, findings);
            Some(json)
        }
        Err(error) => {
            findings.fail(error.line().map(|line| Position::on_line(text, line)), message(&error));
            None
        }
    }
}

fn convert(text: &[u8]) -> Result<(Json<'static>, Vec<yaml::Warning>), yaml::Error> {
    let text = yaml::Text::decode(text)?;
    let values = yaml::read(&text)?;
    let (json, spots) = values.to_json_with_spots();
    Ok((Json { text: json.into(), spots: Some(spots) }, values.warnings()))
}

/// Adds the keys that are there twice.
pub(super) fn lose_repeated(repeated: &[yaml::Warning], findings: &mut Findings) {
    for warning in repeated {
        let at = Position { line: warning.line(), column: warning.column() };
        findings.lose(Some(at), format!("key {} already set in map", warning.key()));
    }
}

/// The text of an error without the line that it names, which is counted in the document and not
/// always from one.
pub(super) fn message(error: &yaml::Error) -> String {
    let text = error.to_string();
    let numbered = text.strip_prefix("yaml: line ").and_then(|rest| rest.split_once(": "));
    match numbered {
        Some((line, message)) if line.bytes().all(|byte| byte.is_ascii_digit()) => format!("yaml: {message}"),
        _ => text,
    }
}
