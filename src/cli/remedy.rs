//! Hints for fixing mistakes.

use super::position::{Position, line};

/// The first bytes of compressed files, with a message for each format.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"\x1f\x8b", "the input is compressed with gzip; decompress it first, for example with `gunzip -c`"),
    (b"\x28\xb5\x2f\xfd", "the input is compressed with zstd; decompress it first, for example with `zstd -dc`"),
    (b"\xfd7zXZ\0", "the input is compressed with xz; decompress it first, for example with `xz -dc`"),
    (b"BZh", "the input is compressed with bzip2; decompress it first, for example with `bzip2 -dc`"),
    (b"PK\x03\x04", "the input is a ZIP archive; extract it first, for example with `unzip -p`"),
];

/// Returns the message for compressed input.
pub(super) fn compressed(input: &[u8]) -> Option<&'static str> {
    COMPRESSED.iter().find(|(magic, _)| input.starts_with(magic)).map(|(_, message)| *message)
}

/// Returns a hint for the error `message` at a position in a text, if there is one.
pub(super) fn remedy(text: &[u8], at: Position, message: &str) -> Option<&'static str> {
    let line = String::from_utf8_lossy(line(text, at.line));
    let value: String = line.chars().skip(at.column - 1).collect();
    let is_syntax = message.starts_with("yaml: ") || message.contains("parse error");
    if line.contains("{{") || is_syntax && memchr::memmem::find(text, b"{{").is_some() {
        return Some("render a Helm template first, for example with `helm template`");
    }
    if value.contains("${") {
        return Some("substitute variables first, for example with `envsubst`");
    }
    of_syntax(text, &line, message).or_else(|| of_type(&value, message))
}

fn of_syntax(text: &[u8], line: &str, message: &str) -> Option<&'static str> {
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

fn of_type(value: &str, message: &str) -> Option<&'static str> {
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
