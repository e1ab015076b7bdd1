//! Reads text as JSON or YAML, and reports YAML warnings.

use super::findings::Findings;
use super::json_losses;
use super::messages::{changed_number, compressed, plain};
use super::position::on_line;
use crate::go_yaml::{self, DuplicateCause, WarningSubject};
use crate::reflect::{JsonReader, Raw, RawKind, SyntaxError};
use crate::serializer::Text;
use crate::wire::json::{MAX_DEPTH, decode_utf8};
use crate::wire::mark::Mark;
use crate::wire::pull::Pull;
use crate::wire::quote::quote;

/// Returns true if a text is read as JSON. Text that starts like JSON can be YAML; if it is valid as neither, it is
/// read as JSON.
pub(super) fn is_json(text: &[u8]) -> bool {
    let is_yaml = || go_yaml::Text::decode(text).is_ok_and(|text| go_yaml::read(&text).is_ok());
    text.trim_ascii_start().starts_with(b"{") && (Raw::new(&decode_utf8(text)).is_some() || !is_yaml())
}

/// Calls `work` with the parsed text, or `None` if it cannot be read, and with the findings of reading it.
pub(super) fn read<T>(text: &[u8], work: impl FnOnce(Option<&Text<'_>>, Findings) -> T) -> T {
    let mut findings = Findings::default();
    if let Some(mistake) = compressed(text) {
        findings.fail(None, mistake);
        return work(None, findings);
    }
    if is_json(text) {
        json_losses::add_invalid_bytes(text, &mut findings);
        return work(Some(&Text::from_json(text)), findings);
    }
    let decoded = check(go_yaml::Text::decode(text), text, &mut findings);
    let values = decoded.as_ref().and_then(|decoded| check(go_yaml::read(decoded), text, &mut findings));
    let Some(values) = values else { return work(None, findings) };
    add_warnings(&values.warnings(), &mut findings);
    work(Some(&Text::from_yaml(text, values.whole())), findings)
}

/// Returns the value of a result, or adds its error to the findings.
pub(super) fn check<T>(result: Result<T, go_yaml::Error>, text: &[u8], findings: &mut Findings) -> Option<T> {
    let fail = |error: &go_yaml::Error| {
        findings.fail(error.position().map(|at| on_line(text, at.line)), plain(&error.to_string()));
    };
    result.inspect_err(fail).ok()
}

/// Returns the position of an object in its text: the value of `kind`, or else of `apiVersion`, or else its start.
pub(super) fn object_position(text: &Text<'_>) -> Mark {
    match text.yaml() {
        Some(part) => position_in(go_yaml::Reader::new(part)),
        None => position_in(JsonReader::new(&text.json())),
    }
}

fn position_in<'a>(mut reader: impl Pull<'a>) -> Mark {
    let start = reader.next_offset();
    let offset = kind_offset(&mut reader).ok().flatten().unwrap_or(start);
    reader.position(offset)
}

fn kind_offset<'a>(reader: &mut impl Pull<'a>) -> Result<Option<usize>, SyntaxError> {
    let mut found = None;
    let mut more = reader.peek() == RawKind::Object && reader.begin_object()?;
    while more {
        let name = reader.name()?;
        if name.eq_ignore_ascii_case("kind") {
            return Ok(Some(reader.next_offset()));
        }
        if name.eq_ignore_ascii_case("apiVersion") {
            found = Some(reader.next_offset());
        }
        reader.skip(MAX_DEPTH)?;
        more = reader.more_members()?;
    }
    Ok(found)
}

/// Adds the error of a stream that cannot be split into documents.
pub(super) fn add_stream_error(error: &go_yaml::Error, findings: &mut Findings) {
    findings.fail(error.position().map(|at| Mark { column: 1, ..at }), plain(&error.to_string()));
}

/// Adds what a YAML text loses or changes, and what strict decoding rejects.
pub(super) fn add_warnings<'w>(warnings: impl IntoIterator<Item = &'w go_yaml::Warning>, findings: &mut Findings) {
    for warning in warnings {
        let at = Some(warning.position());
        match &warning.subject {
            WarningSubject::Key(key, _, cause) => add_key(key, *cause, at, findings),
            WarningSubject::Number(path, number, result) => {
                findings.warn_at(at, changed_number(number, path, result));
            }
            WarningSubject::Text(path) => {
                findings.warn_at(at, format!("bytes in {} are not UTF-8 and become U+FFFD", quote(path)));
            }
            WarningSubject::Unread => findings.lose(
                at,
                "text after the end of the document is ignored: write \"---\" before it to make it a document",
            ),
        }
    }
}

/// Adds a repeated key.
fn add_key(key: &str, cause: DuplicateCause, at: Option<Mark>, findings: &mut Findings) {
    match cause {
        DuplicateCause::Repeated => findings.lose(at, format!("key {key} already set in map")),
        DuplicateCause::Overrides => findings.refuse_if_strict(
            at,
            format!(
                "key {key} already set in map by the merge key \"<<\", which strict decoding rejects: \
                 remove the key from one of the two mappings, or write all keys without \"<<\""
            ),
        ),
        DuplicateCause::Overridden => findings.lose(
            at,
            format!(
                "key {key} already set in map, and the merge key \"<<\" after it overrides it: \
                 write \"<<\" before the keys that override others"
            ),
        ),
        DuplicateCause::SameInJson => {
            findings
                .warn_at(at, format!("key {key} is repeated in JSON, where all keys are strings; the last one counts"));
        }
    }
}
