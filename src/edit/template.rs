//! Recognition of templates: texts with placeholders that a tool replaces before Kubernetes reads them.

use super::comments;
use super::refusal::{Cause, Refusal};
use crate::go_yaml::{EventKind, Mark, Text};
use crate::meta::Value;

/// The remedy for templates.
const RENDER: &str = "this is a template; render it first: helm template ... | apimachinery convert";

/// Returns the refusal of a template whose placeholders a conversion would compute with.
pub(super) fn refusal() -> Refusal {
    Refusal::new(Cause::Template, RENDER)
}

/// Returns the refusal of a text that cannot be read, which may be a template.
pub(super) fn invalid(text: &[u8], error: &dyn std::fmt::Display, position: Option<Mark>) -> Refusal {
    let refusal = match Text::decode(text) {
        Ok(text) if is_template(&text, position) => Refusal::new(Cause::Template, format!("{error}; {RENDER}")),
        _ => Refusal::new(Cause::Invalid, error.to_string()),
    };
    refusal.at(position)
}

/// Returns true if a text that cannot be read is a template: `{{` occurs outside of scalars and comments, or where the
/// text cannot be read.
fn is_template(text: &Text<'_>, position: Option<Mark>) -> bool {
    let mut scalars = Vec::new();
    let mut position = position;
    for event in text.events() {
        match event {
            Ok(event) => match event.kind {
                EventKind::Scalar { .. } => scalars.push(event.content()),
                EventKind::DocumentEnd => break,
                _ => {}
            },
            Err(error) => {
                position = error.position().or(position);
                break;
            }
        }
    }
    let comments = comments::readable(text);
    let known = scalars.last().map_or(0, |scalar| scalar.end);
    let line = |offset: usize| text[..offset].matches('\n').count() + 1;
    text.match_indices("{{").any(|(at, _)| {
        if comments.iter().chain(&scalars).any(|range| range.contains(&at)) {
            return false;
        }
        at < known || position.is_none_or(|position| line(known) <= line(at) && line(at) <= position.line as usize)
    })
}

/// Returns true if a value contains text of a template.
pub(super) fn is_part_of(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("{{"),
        Value::Map(map) => map.iter().any(|(_, value)| is_part_of(value)),
        Value::List(list) => list.iter().any(is_part_of),
        _ => false,
    }
}

/// Returns true for text that tools other than Helm replace, such as `${PORT}` and `__PORT__`: the replacement can have
/// another type.
pub(super) fn is_placeholder(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('$') && text.len() > 1 || text.len() > 4 && text.starts_with("__") && text.ends_with("__")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: bool) {
        let error = crate::go_yaml::to_json(text.as_bytes()).expect_err(text);
        let refusal = invalid(text.as_bytes(), &error, error.position());
        assert_eq!(refusal.cause() == Cause::Template, expected, "{text}: {refusal}");
    }

    #[test]
    fn braces_outside_of_scalars_are_a_template() {
        check("a: {{ .Values.a }}\n", true);
        check("a:\n  {{- if .Values.a }}\n  b: 1\n  {{- end }}\n", true);
        check("{{- with .Values.a }}\na: 1\n{{- end }}\n", true);
        check("a: {{ .b }}:{{ .c }}\n", true);
        check("a: 1\n{{ include \"x\" . | nindent 4 }}\nb: 2\n", true);
        check("a: \"{{ .b }}\" {{ .c }}\n", true);
    }

    #[test]
    fn braces_in_scalars_and_comments_are_text() {
        check("a: '{{ b }}'\nc: [\n", false);
        check("a: |\n  {{ b }}\nc: 1\nd: e: f\n", false);
        check("# {{ a }}\nb: c: d\n", false);
        check("a: [\nb: 1\nc: 2\nd: '{{ x }}'\n", false);
        check("a: 'b\n", false);
    }

    #[test]
    fn placeholders_of_other_tools() {
        assert!(["${PORT}", "$PORT", "$(PORT)", "__PORT__"].into_iter().all(is_placeholder));
        assert!(!["http", "80", "$", "____", "a__b", ""].into_iter().any(is_placeholder));
    }
}
