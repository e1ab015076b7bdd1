//! What text is read as, and what is said of YAML.

use super::findings::Findings;
use super::position::Position;
use super::wording::plain;
use crate::reflect::Raw;
use crate::serializer::Text;
use crate::wire::json::decode_utf8;
use crate::yaml;

/// Whether a text is read as JSON. What starts like JSON may be YAML all the same; broken, it is
/// JSON.
pub(super) fn is_json(text: &[u8]) -> bool {
    let is_yaml = || yaml::Text::decode(text).is_ok_and(|text| yaml::read(&text).is_ok());
    text.trim_ascii_start().starts_with(b"{") && (Raw::new(&decode_utf8(text)).is_some() || !is_yaml())
}

/// Hands what a text is read as to `work`, with what came up while it was read; nothing if it cannot be read.
pub(super) fn read<T>(text: &[u8], work: impl FnOnce(Option<&Text<'_>>, Findings) -> T) -> T {
    let mut findings = Findings::default();
    if is_json(text) {
        return work(Some(&Text::from_json(text)), findings);
    }
    let decoded = check(yaml::Text::decode(text), text, &mut findings);
    let values = decoded.as_ref().and_then(|decoded| check(yaml::read(decoded), text, &mut findings));
    let Some(values) = values else { return work(None, findings) };
    lose_repeated(&values.warnings(), &mut findings);
    work(Some(&Text::from_yaml(text, values.whole())), findings)
}

/// The value of a result, if the text is YAML.
pub(super) fn check<T>(result: Result<T, yaml::Error>, text: &[u8], findings: &mut Findings) -> Option<T> {
    let fail = |error: &yaml::Error| {
        findings.fail(error.line().map(|line| Position::on_line(text, line)), plain(&error.to_string()));
    };
    result.inspect_err(fail).ok()
}

/// Adds that no document can be made out.
pub(super) fn broken(error: &yaml::Error, findings: &mut Findings) {
    findings.fail(error.line().map(|line| Position { line, column: 1 }), plain(&error.to_string()));
}

/// Adds the keys that are there twice.
pub(super) fn lose_repeated(repeated: &[yaml::Warning], findings: &mut Findings) {
    for warning in repeated {
        let at = Position { line: warning.line(), column: warning.column() };
        findings.lose(Some(at), format!("key {} already set in map", warning.key()));
    }
}
