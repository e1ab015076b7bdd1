//! JSON text as Go's `encoding/json` writes it.

use memchr::{memchr, memchr2};

use super::words::{self, HIGH};

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Strings are looked at and copied so many bytes at once.
const PIECE: usize = 16;

/// For each ASCII byte: 0 if it stands as it is, else how it is escaped (`u` for `\u00xx`).
static ESCAPES: [u8; 256] = escapes();

const fn escapes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = b'u';
        byte += 1;
    }
    table[0x08] = b'b';
    table[0x09] = b't';
    table[0x0a] = b'n';
    table[0x0c] = b'f';
    table[0x0d] = b'r';
    table[b'"' as usize] = b'"';
    table[b'\\' as usize] = b'\\';
    table[b'<' as usize] = b'u';
    table[b'>' as usize] = b'u';
    table[b'&' as usize] = b'u';
    // First byte of U+2028 and U+2029; the writer looks at the other two.
    table[0xe2] = 0xe2;
    table
}

/// Writes `text` as a JSON string, with `<`, `>`, `&`, U+2028 and U+2029 escaped.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    write_unchecked(out, text.as_bytes());
}

/// [`write_string`] of bytes that may be none: what is written is UTF-8 if they are.
pub(crate) fn write_unchecked(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len() + PIECE + 2);
    out.push(b'"');
    let mut rest = &bytes[write_plain(out, bytes)..];
    while !rest.is_empty() {
        rest = write_piece(out, rest);
    }
    out.push(b'"');
}

/// [`write_unchecked`] of bytes of which many need an escape: byte by byte.
pub(crate) fn write_dense(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(2 * bytes.len());
    out.push(b'"');
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if ESCAPES[byte as usize] == 0 {
            out.push(byte);
            at += 1;
        } else {
            at += write_special(out, &bytes[at..]);
        }
    }
    out.push(b'"');
}

/// Copies all, or the start of it, if it needs no escape. Returns how many bytes that were.
#[inline]
fn write_plain(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    match bytes.len() {
        ..4 => write_few(out, bytes),
        4..8 => write_ends(out, bytes, |first, last| {
            let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
            special(first | last << 32)
        }),
        8..=16 => write_ends(out, bytes, |first, last| {
            let [first, last] = [first, last].map(|eight| special(u64::from_le_bytes(*eight)));
            first | last
        }),
        17..=32 => write_ends(out, bytes, |first, last| specials(first) | specials(last)),
        _ => write_pieces(out, bytes),
    }
}

#[inline]
fn write_few(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    if bytes.iter().any(|&byte| ESCAPES[byte as usize] != 0) {
        return 0;
    }
    bytes.iter().for_each(|&byte| out.push(byte));
    bytes.len()
}

/// Copies `N` to twice as many bytes by their ends, which may overlap, if nothing is special in them.
#[inline]
fn write_ends<const N: usize>(out: &mut Vec<u8>, bytes: &[u8], specials: impl Fn(&[u8; N], &[u8; N]) -> u64) -> usize {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) if specials(first, last) == 0 => {
            let end = out.len() + bytes.len();
            out.extend_from_slice(first);
            out.truncate(end - N);
            out.extend_from_slice(last);
            bytes.len()
        }
        _ => 0,
    }
}

/// Copies whole pieces up to one that needs an escape.
fn write_pieces(out: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let (pieces, _) = bytes.as_chunks::<PIECE>();
    for (index, piece) in pieces.iter().enumerate() {
        if specials(piece) != 0 {
            return PIECE * index;
        }
        out.extend_from_slice(piece);
    }
    PIECE * pieces.len()
}

/// Whether a piece has something that may need an escape: zero if not.
#[inline]
fn specials(piece: &[u8; PIECE]) -> u64 {
    let [low, high] = words::halves(piece).map(special);
    low | high
}

/// Copies what needs no escape of a piece, and then one escape if there is some.
#[inline]
fn write_piece<'a>(out: &mut Vec<u8>, rest: &'a [u8]) -> &'a [u8] {
    let piece = words::first_of(rest, b' ');
    let length = rest.len().min(PIECE);
    let plain = words::position_in_sixteen(&piece, special).min(length);
    let end = out.len() + plain;
    out.extend_from_slice(&piece);
    out.truncate(end);
    let rest = &rest[plain..];
    if plain == length { rest } else { &rest[write_special(out, rest)..] }
}

/// Of eight bytes, the highest bits of those that could need an escape, and perhaps of others above the first.
#[inline]
fn special(word: u64) -> u64 {
    let without = |bits: u8| word & !words::of(bits);
    // Without the bit that tells `"` from `&`, and with another one turned, they come right behind the control characters.
    let controls_and_quotes = (without(0x04) ^ words::of(0x02)).wrapping_sub(words::of(0x21));
    // Three bits tell `<`, `>` and `\` apart; the three others that are like them without these are rare.
    let brackets_and_slash = (without(0x62) ^ words::of(0x1c)).wrapping_sub(words::of(1));
    ((controls_and_quotes | brackets_and_slash) & !word & HIGH) | words::zeros(word ^ words::of(0xe2))
}

/// Writes the first character of `rest`, which may need an escape, or the first byte of it; returns how many bytes that
/// were.
fn write_special(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    let byte = rest[0];
    match ESCAPES[byte as usize] {
        escape @ (0 | 0xe2) if escape == 0 || !is_line_separator(rest) => {
            out.push(byte);
            1
        }
        escape => write_escape(out, byte, escape, rest),
    }
}

/// Writes one escape and returns the number of bytes it stands for.
fn write_escape(out: &mut Vec<u8>, byte: u8, escape: u8, rest: &[u8]) -> usize {
    match escape {
        0xe2 => {
            out.extend_from_slice(b"\\u202");
            out.push(HEX[(rest[2] & 0xf) as usize]);
            3
        }
        b'u' => {
            out.extend_from_slice(b"\\u00");
            out.push(HEX[(byte >> 4) as usize]);
            out.push(HEX[(byte & 0xf) as usize]);
            1
        }
        short => {
            out.extend_from_slice(&[b'\\', short]);
            1
        }
    }
}

fn is_line_separator(bytes: &[u8]) -> bool {
    matches!(bytes, [0xe2, 0x80, 0xa8 | 0xa9, ..])
}

/// Writes JSON text without white space and with Go's escapes; the text must be valid.
pub(crate) fn write_compact(out: &mut Vec<u8>, json: &[u8]) {
    // The usual text was written by a program; `fold` looks at many bytes at once, `any` does not.
    let changes = |byte: u8| byte <= b' ' || matches!(byte, b'<' | b'>' | b'&' | 0xe2);
    if !json.iter().fold(false, |found, &byte| found | changes(byte)) {
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

/// The length of the string at the start of `json`, both quotes included.
pub(crate) fn string_length(json: &[u8]) -> usize {
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

/// Copies a string that is JSON already; only what Go never writes raw is escaped.
fn write_escaped_only(out: &mut Vec<u8>, json: &[u8]) {
    let mut plain = 0;
    for (at, &byte) in json.iter().enumerate() {
        let escape = match byte {
            b'<' | b'>' | b'&' => b'u',
            0xe2 if is_line_separator(&json[at..]) => 0xe2,
            _ => continue,
        };
        out.extend_from_slice(&json[plain..at]);
        plain = at + write_escape(out, byte, escape, &json[at..]);
    }
    out.extend_from_slice(&json[plain..]);
}

/// Lays compact JSON out over lines, `indent` spaces a level, as Go's `json.Indent`: empty
/// objects and lists stay on their line, and there is no line break at the end.
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

    fn check(write: impl FnOnce(&mut Vec<u8>), expected: &str) {
        let mut out = Vec::new();
        write(&mut out);
        assert_eq!(String::from_utf8(out).expect("JSON is UTF-8"), expected);
    }

    #[test]
    fn strings() {
        check(|out| write_string(out, "a<b>&\u{2028}\u{2029}é\u{20ac}"), "\"a\\u003cb\\u003e\\u0026\\u2028\\u2029é€\"");
        check(|out| write_string(out, "\u{8}\t\n\u{c}\r\u{1}\"\\/\u{7f}"), "\"\\b\\t\\n\\f\\r\\u0001\\\"\\\\/\u{7f}\"");
    }

    /// One character at a time.
    fn expected(text: &str) -> String {
        let escaped = |c: char| match c {
            '"' => "\\\"".to_string(),
            '\\' => "\\\\".to_string(),
            '\n' => "\\n".to_string(),
            '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => format!("\\u{:04x}", u32::from(c)),
            c => c.to_string(),
        };
        format!("\"{}\"", text.chars().map(escaped).collect::<String>())
    }

    #[test]
    fn every_place_of_an_escape_is_seen() {
        for special in [
            "\"",
            "\\",
            "\n",
            "\u{1}",
            "<",
            ">",
            "&",
            "\u{2028}",
            "\u{2027}",
            "\u{e9}",
            "\u{1f600}",
            "\u{7f}",
            "$",
            "|",
        ] {
            for length in 0..50 {
                for at in 0..=length {
                    let (before, after) = ("a".repeat(at), "b".repeat(length - at));
                    for text in
                        [format!("{before}{special}{after}"), format!("{before}{special}{special}{after}{special}")]
                    {
                        check(|out| write_string(out, &text), &expected(&text));
                    }
                }
            }
        }
    }

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
