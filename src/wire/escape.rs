//! JSON strings as written by Go's `encoding/json`.

use super::sixteen::{suspect_places, suspects_at_ends, suspects_in_eights, suspects_parts};
use super::words::{HIGH, appended, halves, of, pair, suspicious, write_start, zeros};

/// The maximum length of texts that are checked and copied by their two ends.
const SHORT: usize = 2 * PIECE;

/// The number of bytes checked at once.
const PIECE: usize = 16;

/// The maximum length of the escapes of a piece, plus the part of the last eight-byte copy that exceeds its escape.
const ROOM: usize = PIECE * 7 + 1;

/// The size by which the output is extended for further escapes.
const AHEAD: usize = 1024;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The escape of each byte, in the low bytes, with its length in the highest bits. A byte that needs no escape
/// represents itself.
static ESCAPES: [u64; 256] = escapes();

/// The position of the length of an escape. Lengths are at most 7 in every word, so the compiler can bound the size of
/// the escapes of a piece and omit bounds checks for each of them.
const LENGTH: u32 = 61;

/// The first byte of U+2028 and U+2029.
const SEPARATOR: u8 = 0xe2;

const fn escapes() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let (escape, length) = escape(byte as u8);
        table[byte] = u64::from_le_bytes(escape) | length << LENGTH;
        byte += 1;
    }
    table
}

const fn escape(byte: u8) -> ([u8; 8], u64) {
    let short = match byte {
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        b'"' | b'\\' => byte,
        ..0x20 | b'<' | b'>' | b'&' => {
            return ([b'\\', b'u', b'0', b'0', HEX[(byte >> 4) as usize], HEX[(byte & 0xf) as usize], 0, 0], 6);
        }
        _ => return ([byte, 0, 0, 0, 0, 0, 0, 0], 1),
    };
    ([b'\\', short, 0, 0, 0, 0, 0, 0], 2)
}

#[inline]
fn length(escape: u64) -> usize {
    (escape >> LENGTH) as usize
}

/// Writes `text` as a JSON string, with `<`, `>`, `&`, U+2028 and U+2029 escaped.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    write_unchecked(out, text.as_bytes());
}

/// Writes bytes like [`write_string`]. The output is valid UTF-8 if the input is. Most texts are short and need no
/// escape; they are written into capacity that is reserved once.
pub(crate) fn write_unchecked(out: &mut Vec<u8>, bytes: &[u8]) {
    let end = out.len() + 1;
    let [quote, room @ ..] = appended::<{ SHORT + 2 }>(out);
    *quote = b'"';
    if place(room, bytes).is_some() {
        return out.truncate(end + bytes.len() + 1);
    }
    out.truncate(end);
    write_long(out, bytes);
    out.push(b'"');
}

/// Writes bytes like [`write_unchecked`], optimized for many escapes.
pub(crate) fn write_dense(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    let done = write_dense_pieces(out, bytes, |_| true);
    write_each(out, &bytes[done..]);
    out.push(b'"');
}

/// Writes a short text and a quote into `room`, if it needs no escape.
#[inline(always)]
fn place(room: &mut [u8], text: &[u8]) -> Option<()> {
    match text.len() {
        ..4 => place_few(room, text)?,
        4..8 => place_ends(room, text, |first, last| suspicious(pair(first, last)) & HIGH != 0)?,
        8..16 => place_ends(room, text, suspects_in_eights)?,
        16..=SHORT => place_ends(room, text, suspects_at_ends)?,
        _ => return None,
    }
    *room.get_mut(text.len())? = b'"';
    Some(())
}

/// Writes up to three bytes.
#[inline(always)]
fn place_few(room: &mut [u8], text: &[u8]) -> Option<()> {
    if !text.iter().all(|&byte| length(ESCAPES[byte as usize]) == 1 && byte != SEPARATOR) {
        return None;
    }
    room.iter_mut().zip(text).for_each(|(place, &byte)| *place = byte);
    Some(())
}

/// Writes a text by its two ends, which may overlap.
#[inline(always)]
fn place_ends<const N: usize>(
    room: &mut [u8],
    text: &[u8],
    suspects: impl Fn(&[u8; N], &[u8; N]) -> bool,
) -> Option<()> {
    let (first, last) = (text.first_chunk()?, text.last_chunk()?);
    if suspects(first, last) {
        return None;
    }
    *room.first_chunk_mut()? = *first;
    *room[text.len() - N..].first_chunk_mut()? = *last;
    Some(())
}

/// Writes a text that is long or needs an escape.
#[inline(never)]
fn write_long(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len() + PIECE);
    let mut rest = bytes;
    while let Some(piece) = rest.first_chunk() {
        let places = suspect_places(piece);
        let done = if places == 0 {
            out.extend_from_slice(piece);
            PIECE
        } else if !are_many(places) {
            let plain = places.trailing_zeros() as usize;
            write_start(out, piece, plain);
            plain + write_first(out, &rest[plain..])
        } else {
            write_dense_pieces(out, rest, |piece| are_many(suspect_places(piece)))
        };
        rest = &rest[done..];
    }
    write_end(out, bytes, rest);
}

/// Returns true if more than one bit is set in the positions of bytes that may need an escape.
#[inline]
fn are_many(places: u32) -> bool {
    places & places.wrapping_sub(1) != 0
}

/// Appends the rest of a text. If its last piece needs no escapes, the whole piece is written, overlapping the bytes
/// already written.
#[inline]
fn write_end(out: &mut Vec<u8>, bytes: &[u8], rest: &[u8]) {
    if let Some(last) = bytes.last_chunk()
        && !suspects_parts(last)
    {
        out.truncate(out.len() + rest.len() - PIECE);
        return out.extend_from_slice(last);
    }
    write_each(out, rest);
}

/// Appends text byte by byte.
fn write_each(out: &mut Vec<u8>, mut rest: &[u8]) {
    while !rest.is_empty() {
        rest = &rest[write_first(out, rest)..];
    }
}

/// Writes pieces from the start of `bytes` that need many escapes, as long as `are_so` returns true. Returns the number
/// of bytes consumed.
#[inline(never)]
fn write_dense_pieces(out: &mut Vec<u8>, bytes: &[u8], are_so: impl Fn(&[u8; PIECE]) -> bool) -> usize {
    // Bytes of `out` after `at` are spare capacity, which is truncated at the end. There are usually few pieces.
    let mut at = out.len();
    appended::<{ 2 * ROOM }>(out);
    let mut rest = bytes;
    while let Some(piece) = rest.first_chunk()
        && are_so(piece)
    {
        if has_separator(piece, rest) {
            out.truncate(at);
            rest = &rest[write_singly(out, rest)..];
            at = out.len();
            continue;
        }
        if out.len() < at + ROOM {
            make_room(out, at);
        }
        at += place_escapes(out[at..].first_chunk_mut().expect("make_room keeps ROOM bytes after `at`"), piece);
        rest = &rest[PIECE..];
    }
    out.truncate(at);
    bytes.len() - rest.len()
}

#[cold]
fn make_room(out: &mut Vec<u8>, at: usize) {
    out.resize(at + ROOM + AHEAD, 0);
}

/// Writes the escapes of all bytes of a piece, each as a word that is copied completely. Returns their total length.
/// The bytes are extracted from words, because otherwise the compiler would store a vector to memory only to read it
/// back byte by byte.
#[inline(always)]
fn place_escapes(room: &mut [u8; ROOM], piece: &[u8; PIECE]) -> usize {
    let mut placed = 0;
    for mut word in halves(piece) {
        for _ in 0..8 {
            let escape = ESCAPES[(word & 0xff) as usize];
            word >>= 8;
            room[placed..placed + 8].copy_from_slice(&escape.to_le_bytes());
            placed += length(escape);
        }
    }
    placed
}

/// Returns true if U+2028 or U+2029 starts in the first piece of a text.
#[inline]
fn has_separator(piece: &[u8; PIECE], text: &[u8]) -> bool {
    // Usually no character starts with the same byte.
    let [low, high] = halves(piece).map(|word| zeros(word ^ of(SEPARATOR)));
    low | high != 0 && begins_separator(text)
}

#[cold]
fn begins_separator(text: &[u8]) -> bool {
    (0..PIECE).any(|at| is_line_separator(&text[at..]))
}

/// Writes a piece of `rest` character by character. Returns the number of bytes consumed, which may exceed the piece.
#[cold]
fn write_singly(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    let mut done = 0;
    while done < PIECE {
        done += write_first(out, &rest[done..]);
    }
    done
}

/// Writes the first character of `rest`, or the first byte of one that needs no escape. Returns the number of bytes
/// consumed.
#[inline]
pub(super) fn write_first(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    if rest[0] == SEPARATOR {
        return write_separator(out, rest);
    }
    let escape = ESCAPES[rest[0] as usize];
    write_start(out, &escape.to_le_bytes(), length(escape));
    1
}

#[cold]
fn write_separator(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    if is_line_separator(rest) {
        out.extend_from_slice(b"\\u202");
        out.push(HEX[(rest[2] & 0xf) as usize]);
        return 3;
    }
    out.push(rest[0]);
    1
}

pub(super) fn is_line_separator(bytes: &[u8]) -> bool {
    matches!(bytes, [SEPARATOR, 0x80, 0xa8 | 0xa9, ..])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks the text that a function writes.
    pub(in crate::wire) fn check(write: impl FnOnce(&mut Vec<u8>), expected: &str) {
        let mut out = Vec::new();
        write(&mut out);
        assert_eq!(String::from_utf8(out).expect("JSON is UTF-8"), expected);
    }

    #[test]
    fn strings() {
        check(|out| write_string(out, "a<b>&\u{2028}\u{2029}é\u{20ac}"), "\"a\\u003cb\\u003e\\u0026\\u2028\\u2029é€\"");
        check(|out| write_string(out, "\u{8}\t\n\u{c}\r\u{1}\"\\/\u{7f}"), "\"\\b\\t\\n\\f\\r\\u0001\\\"\\\\/\u{7f}\"");
    }

    /// Returns the expected output, escaped character by character.
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
    fn separators_among_many_escapes() {
        let dense = "\n\"é<\u{1f600}/\u{1}".repeat(30);
        for special in ["", "\u{2028}", "\u{2029}", "\u{2027}", "an end of what is dense, and then "] {
            for (at, _) in dense.char_indices() {
                let (before, after) = dense.split_at(at);
                for text in [format!("{before}{special}{after}"), format!("{before}{special}{special}")] {
                    check(|out| write_string(out, &text), &expected(&text));
                    check(|out| write_dense(out, text.as_bytes()), &expected(&text));
                }
            }
        }
    }

    #[test]
    fn long_runs_of_escapes_get_room() {
        for length in [100, 1_000, 10_000] {
            let text = "\n<\u{1}\u{2028}".repeat(length) + &"\u{1}>&".repeat(length);
            check(|out| write_string(out, &text), &expected(&text));
        }
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
}
