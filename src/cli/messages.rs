//! Texts of messages: upstream's error messages in plain words, and hints for fixing mistakes.
//!
//! The library keeps the messages of Go's parsers, on which scripts and tests depend. Some of them contain Go syntax,
//! or a value of the document, which can be secret.

use super::position::line;
use crate::edit::{OmittedDefault, RefusedValue};
use crate::wire::mark::Mark;
use crate::wire::quote::quote;

/// The message for a file that is empty or contains only comments.
pub(super) const NO_DOCUMENTS: &str = "no documents";

/// The message for a document in a file of another tool.
pub(super) const OTHER_FILE: &str = "no apiVersion and kind, not a manifest, skipped";

/// The message for an object that is converted as a patch although nothing names it as one.
pub(super) const SUSPECTED_PATCH: &str = "this looks like a patch, because an object needs more fields, so values are \
    only moved; name the file with `--patches` if it is one, or else complete the object";

/// The message for such an object that is completed.
pub(super) const COMPLETED_PATCH: &str = "this looks like a patch, because an object needs more fields, but defaults are \
    added; name the file with `--patches` if it is one, or else complete the object";

/// The first bytes of compressed files, with a message for each format.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "the input is compressed with gzip; decompress it first, for example with `gunzip -c`"),
    (b"\x28\xb5\x2f\xfd", "the input is compressed with zstd; decompress it first, for example with `zstd -dc`"),
    (b"\xfd7zXZ\0", "the input is compressed with xz; decompress it first, for example with `xz -dc`"),
    (b"BZh", "the input is compressed with bzip2; decompress it first, for example with `bzip2 -dc`"),
    (b"PK\x03\x04", "the input is a ZIP archive; extract it first, for example with `unzip -p`"),
];

/// Returns the warning about a number at `path` that changes. It omits numbers that can be values of a Secret.
pub(super) fn changed_number(number: &str, path: &str, result: &str) -> String {
    let path_shown = quote(path);
    if path.split(['.', '[']).any(|name| name == "data" || name == "stringData") {
        return format!("a number in {path_shown} does not fit into 64 bits and changes; quote it to keep it as it is");
    }
    format!("number {number} in {path_shown} becomes {result}; quote it to keep it as it is")
}

/// Returns the text of an error without upstream's line number, which is counted differently, without Go syntax and
/// without values.
pub(super) fn plain(text: &str) -> String {
    let text = &*without_line(text);
    let Some(problem) = text.strip_prefix("yaml: ") else {
        return match text {
            _ if text.starts_with("unsupported map key of type: ") => {
                "a key must be a string, a number or a bool; write it in quotes".to_string()
            }
            _ if text.starts_with("invalid Yaml document separator: ") => {
                "text on the line of the document separator `---`; start the document on the next line".to_string()
            }
            _ => text.to_string(),
        };
    };
    if problem.starts_with("invalid map key: ") {
        return "yaml: a mapping or a list cannot be a key; write text in braces or brackets in quotes".to_string();
    }
    if problem.starts_with("unknown anchor '") {
        return "yaml: unknown anchor after `*`; write text that starts with `*` in quotes".to_string();
    }
    if problem.starts_with("anchor '") && problem.ends_with("' value contains itself") {
        return "yaml: a value contains its own anchor".to_string();
    }
    if let Some((_, tag)) = problem.strip_prefix("cannot decode ").and_then(|rest| rest.rsplit_once("` as a ")) {
        return format!("yaml: the value does not match its tag {tag}");
    }
    text.to_string()
}

/// Removes the line number from messages such as `yaml: line 3: problem`, because the program prints its own position.
fn without_line(text: &str) -> String {
    let numbered = text.strip_prefix("yaml: line ").and_then(|rest| rest.split_once(": "));
    match numbered {
        Some((line, problem)) if line.bytes().all(|byte| byte.is_ascii_digit()) => format!("yaml: {problem}"),
        _ => text.to_string(),
    }
}

/// Returns the message about a value that an API server refuses.
pub(super) fn refused_value(refused: &RefusedValue) -> String {
    let RefusedValue { path, reason, remedy, is_fixable, .. } = refused;
    let fix = if *is_fixable { " (--fix does this)" } else { "" };
    format!("the API server will refuse {path}: {reason}; {remedy}{fix}")
}

/// Returns the message about a default that a patch does not contain.
pub(super) fn omitted_default(omitted: &OmittedDefault) -> String {
    let OmittedDefault { path, value, .. } = omitted;
    format!("{path} was {value} by default, and a patch that sets the list has to contain it now")
}

/// Returns the message for compressed input.
pub(super) fn compressed(input: &[u8]) -> Option<&'static str> {
    COMPRESSED.iter().find(|(magic, _)| input.starts_with(magic)).map(|(_, message)| *message)
}

/// Returns a hint for the error `message` at a position in a text, if there is one.
pub(super) fn hint(text: &[u8], at: Mark, message: &str) -> Option<&'static str> {
    let line = String::from_utf8_lossy(line(text, at.line));
    let value: String = line.chars().skip(at.column as usize - 1).collect();
    let is_syntax = message.starts_with("yaml: ") || message.contains("parse error");
    if line.contains("{{") || is_syntax && memchr::memmem::find(text, b"{{").is_some() {
        return Some("render a Helm template first, for example with `helm template`");
    }
    if value.contains("${") {
        return Some("substitute variables first, for example with `envsubst`");
    }
    syntax_hint(text, &line, message).or_else(|| type_hint(&value, message))
}

fn syntax_hint(text: &[u8], line: &str, message: &str) -> Option<&'static str> {
    let indent = &line[..line.len() - line.trim_start().len()];
    if message.contains("UTF-8 octet") || message.contains("control characters are not allowed") {
        let is_utf16 = text.contains(&0);
        return Some(if is_utf16 {
            "UTF-16 needs a byte order mark; save the text as UTF-8"
        } else {
            "save the text as UTF-8"
        });
    }
    if message.contains("tab character") || message.contains("cannot start any token") && indent.contains('\t') {
        return Some("indent with spaces, not tabs");
    }
    message
        .contains("mapping values are not allowed")
        .then_some("write text that contains `: ` in quotes, and check the indentation")
}

fn type_hint(value: &str, message: &str) -> Option<&'static str> {
    let found = |found: &str, expected: &[&str]| {
        let tail = |expected: &&str| message.ends_with(&format!("expected {expected}, found {found}"));
        expected.iter().any(tail)
    };
    let quoted = value.strip_prefix(['"', '\'']).and_then(|rest| rest.split(['"', '\'']).next());
    if found("string", &["int32", "int64", "number"]) && quoted.is_some_and(|text| text.parse::<f64>().is_ok()) {
        return Some("write the number without quotes");
    }
    if found("string", &["bool"]) && quoted.is_some_and(|text| matches!(text, "true" | "false")) {
        return Some("write the value without quotes");
    }
    if found("number", &["string"]) || found("bool", &["string"]) {
        return Some("write the value in quotes");
    }
    if message.contains("base64") || message.contains("expected bytes as integers") {
        return Some(match (message.contains("binaryData"), message.contains("data")) {
            (true, _) => "`binaryData` contains base64; write plain text under `data`",
            (_, true) => "`data` contains base64; write plain text under `stringData`",
            _ => "encode the value as base64",
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go_yaml;

    fn check(text: &str, expected: &str) {
        let error = go_yaml::to_json(text.as_bytes()).expect_err("wrong");
        assert_eq!(plain(&error.to_string()), expected, "{text}");
    }

    #[test]
    fn neither_values_nor_syntax_of_go_are_left() {
        check("a:\n- [1\n- 2\n", "yaml: did not find expected ',' or ']'");
        check("a: {{ .x }}", "yaml: a mapping or a list cannot be a key; write text in braces or brackets in quotes");
        check("~: secret", "a key must be a string, a number or a bool; write it in quotes");
        check("a: *secret", "yaml: unknown anchor after `*`; write text that starts with `*` in quotes");
        check("a: &secret [*secret]", "yaml: a value contains its own anchor");
        check("a: !!float 'sec` as a ret'", "yaml: the value does not match its tag !!float");
    }
}
