//! Reformatting of JSON text, without white space or with indentation.

use memchr::{memchr, memchr2};

use super::escape::{is_line_separator, write_first};
use super::sixteen::Found;

/// Compacts JSON like [`write_compact_telling`], without a callback.
#[cfg(any(test, feature = "cli"))]
pub(crate) fn write_compact(out: &mut Vec<u8>, json: &[u8]) {
    write_compact_telling(out, json, |_| ());
}

/// The size in bytes of the parts in which text is examined.
const PART: usize = 256;

/// Writes JSON text without white space and with Go's escapes. The text must be valid. Calls `tell` with each part
/// before it is examined.
pub(crate) fn write_compact_telling(out: &mut Vec<u8>, json: &[u8], mut tell: impl FnMut(&[u8])) {
    let parts = json.chunks(PART).inspect(|part| tell(part));
    if parts.fold(true, |all, part| all & is_compact(part)) {
        return out.extend_from_slice(json);
    }
    let mut rest = json;
    while let Some(quote) = memchr(b'"', rest) {
        write_without_space(out, &rest[..quote]);
        let end = quote + string_length(&rest[quote..]);
        write_escaped_only(out, &rest[quote..end]);
        rest = &rest[end..];
    }
    write_without_space(out, rest);
}

/// Returns true if the text would not change, as is usual for text written by programs.
fn is_compact(json: &[u8]) -> bool {
    // `fold` is vectorized, `any` is not. U+2028 and U+2029 start with the last of these bytes.
    let changes = |byte: u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'&' | 0xe2);
    let each = || !json.iter().fold(false, |found, &byte| found | changes(byte));
    let Some(last) = json.last_chunk() else { return each() };
    let (sixteens, _) = json.as_chunks();
    let found = sixteens.iter().fold(Found::loose(last), |found, sixteen| found.or(Found::loose(sixteen)));
    // Most characters outside ASCII do not change either.
    !found.any() || each()
}

/// Returns the length of the string at the start of `json`, including both quotes.
fn string_length(json: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = memchr2(b'"', b'\\', &json[at.min(json.len())..]) {
        at += found;
        if json[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    json.len()
}

fn write_without_space(out: &mut Vec<u8>, json: &[u8]) {
    out.extend(json.iter().filter(|byte| !byte.is_ascii_whitespace()));
}

/// Copies a JSON string, and escapes only characters that Go always escapes.
fn write_escaped_only(out: &mut Vec<u8>, json: &[u8]) {
    let mut plain = 0;
    for (at, &byte) in json.iter().enumerate() {
        if matches!(byte, b'<' | b'>' | b'&') || is_line_separator(&json[at..]) {
            out.extend_from_slice(&json[plain..at]);
            plain = at + write_first(out, &json[at..]);
        }
    }
    out.extend_from_slice(&json[plain..]);
}

/// Formats compact JSON with `indent` spaces for each level and without a trailing newline, like Go's `json.Indent`.
/// Empty objects and lists stay on one line.
pub(crate) fn write_indented(out: &mut Vec<u8>, json: &[u8], indent: usize) {
    let mut level = 0;
    let mut at = 0;
    while let Some(&byte) = json.get(at) {
        match byte {
            b'"' => {
                let end = at + string_length(&json[at..]);
                out.extend_from_slice(&json[at..end]);
                at = end;
                continue;
            }
            b'{' | b'[' if matches!(json.get(at + 1), Some(b'}' | b']')) => {
                out.extend_from_slice(&json[at..at + 2]);
                at += 1;
            }
            b'{' | b'[' => {
                level += 1;
                out.push(byte);
                new_line(out, level * indent);
            }
            b'}' | b']' => {
                level -= 1;
                new_line(out, level * indent);
                out.push(byte);
            }
            b',' => {
                out.push(byte);
                new_line(out, level * indent);
            }
            b':' => out.extend_from_slice(b": "),
            _ => out.push(byte),
        }
        at += 1;
    }
}

fn new_line(out: &mut Vec<u8>, spaces: usize) {
    out.push(b'\n');
    out.resize(out.len() + spaces, b' ');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::escape::tests::check;

    #[test]
    fn compaction_keeps_order_and_spelling() {
        check(
            |out| write_compact(out, b"{ \"b\\u003c\" : 1.0 ,\n\"a \\\" <\": [ 1e3 ] }"),
            r#"{"b\u003c":1.0,"a \" \u003c":[1e3]}"#,
        );
    }

    #[test]
    fn indentation() {
        check(
            |out| write_indented(out, br#"{"a":{},"b":[1,{"c":"{,}"}],"d":[]}"#, 2),
            "{\n  \"a\": {},\n  \"b\": [\n    1,\n    {\n      \"c\": \"{,}\"\n    }\n  ],\n  \"d\": []\n}",
        );
    }
}
