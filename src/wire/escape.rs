//! Strings of JSON as Go's `encoding/json` writes them.

use super::sixteen::{suspects, suspects_at_ends, suspects_in_eights, suspects_parts};
use super::words::{self, HIGH, appended, first_of_halves, halves, pair, write_start};

/// Texts up to this length are looked at, and copied, by their two ends.
const SHORT: usize = 2 * PIECE;

/// Texts are looked at so many bytes at once.
const PIECE: usize = 16;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// What stands for each byte, and in the last place how long that is: itself where it needs no escape. Nothing for the
/// byte with which U+2028 and U+2029 begin.
static ESCAPES: [[u8; 8]; 256] = escapes();

/// Where the length of an escape is.
const LENGTH: usize = 7;

const fn escapes() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = escape(byte as u8);
        byte += 1;
    }
    table
}

const fn escape(byte: u8) -> [u8; 8] {
    let short = match byte {
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        b'"' | b'\\' => byte,
        ..0x20 | b'<' | b'>' | b'&' => {
            return [b'\\', b'u', b'0', b'0', HEX[(byte >> 4) as usize], HEX[(byte & 0xf) as usize], 0, 6];
        }
        0xe2 => return [0; 8],
        _ => return [byte, 0, 0, 0, 0, 0, 0, 1],
    };
    [b'\\', short, 0, 0, 0, 0, 0, 2]
}

/// Writes `text` as a JSON string, with `<`, `>`, `&`, U+2028 and U+2029 escaped.
pub(crate) fn write_string(out: &mut Vec<u8>, text: &str) {
    write_unchecked(out, text.as_bytes());
}

/// [`write_string`] of bytes that may be none: what is written is UTF-8 if they are. Most texts are short and need no escape:
/// they are put into room that is asked for once.
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

/// [`write_unchecked`] of bytes of which many need an escape.
pub(crate) fn write_dense(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    write_each(out, bytes);
    out.push(b'"');
}

/// Puts a short text and a quote into `room`, if it needs no escape.
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

/// Puts up to three bytes.
#[inline(always)]
fn place_few(room: &mut [u8], text: &[u8]) -> Option<()> {
    if !text.iter().all(|&byte| ESCAPES[byte as usize][LENGTH] == 1) {
        return None;
    }
    room.iter_mut().zip(text).for_each(|(place, &byte)| *place = byte);
    Some(())
}

/// Puts a text by its ends, which may overlap.
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

/// A text that is long, or needs an escape.
#[inline(never)]
fn write_long(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len() + PIECE);
    let mut rest = bytes;
    while let Some(piece) = rest.first_chunk() {
        if !suspects(piece) {
            out.extend_from_slice(piece);
            rest = &rest[PIECE..];
        } else {
            rest = &rest[write_piece(out, piece, rest)..];
        }
    }
    write_end(out, bytes, rest);
}

/// Appends what is left of a text: by its last piece, which then overlaps what stands there, if nothing in that needs an
/// escape.
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
#[inline]
fn write_each(out: &mut Vec<u8>, mut rest: &[u8]) {
    while let Some(piece) = rest.first_chunk() {
        rest = &rest[write_dense_piece(out, piece, rest)..];
    }
    while !rest.is_empty() {
        rest = &rest[write_first(out, rest)..];
    }
}

/// Writes what may need escapes at the start of `rest`, of which `piece` are the first bytes. Returns how many bytes that
/// were.
#[inline]
fn write_piece(out: &mut Vec<u8>, piece: &[u8; PIECE], rest: &[u8]) -> usize {
    let [low, high] = halves(piece).map(special);
    let more = |found: u64| found & found.wrapping_sub(1);
    let are_many = low != 0 && high != 0 || more(low) | more(high) != 0;
    if are_many {
        return write_dense_piece(out, piece, rest);
    }
    let plain = first_of_halves([low, high]);
    write_start(out, piece, plain);
    if plain < PIECE { plain + write_first(out, &rest[plain..]) } else { plain }
}

/// As [`write_piece`], of bytes of which many need an escape: each is a word that is copied whole.
#[inline]
fn write_dense_piece(out: &mut Vec<u8>, piece: &[u8; PIECE], rest: &[u8]) -> usize {
    let at = out.len();
    let room = appended::<{ PIECE * LENGTH + 1 }>(out);
    let mut placed = 0;
    for (index, &byte) in piece.iter().enumerate() {
        let escape = &ESCAPES[byte as usize];
        if escape[LENGTH] == 0 {
            out.truncate(at + placed);
            return index + write_separator(out, &rest[index..]);
        }
        room[placed..][..escape.len()].copy_from_slice(escape);
        placed += usize::from(escape[LENGTH]);
    }
    out.truncate(at + placed);
    PIECE
}

/// Writes the first character of `rest`, or the first byte of one that stands as it is. Returns how many bytes that were.
#[inline]
pub(super) fn write_first(out: &mut Vec<u8>, rest: &[u8]) -> usize {
    let escape = &ESCAPES[rest[0] as usize];
    if escape[LENGTH] == 0 {
        return write_separator(out, rest);
    }
    write_start(out, escape, escape[LENGTH].into());
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

/// Of eight bytes, the highest bits of those that need an escape, and of some others; the rest of the bits means nothing.
/// This takes less than [`special`].
#[inline]
pub(super) fn suspicious(word: u64) -> u64 {
    let without = |bits: u8| word & !words::of(bits);
    // Without the bit that tells `"` from `&`, and with another one turned, they come right behind the control characters.
    let controls_and_quotes = (without(0x04) ^ words::of(0x02)).wrapping_sub(words::of(0x21));
    // Three bits tell `<`, `>` and `\` apart; the three others that are like them without these are rare.
    let brackets_and_slash = (without(0x62) ^ words::of(0x1c)).wrapping_sub(words::of(1));
    controls_and_quotes | brackets_and_slash | word
}

/// Of eight bytes, the highest bits of those that could need an escape, and perhaps of others above the first.
#[inline]
fn special(word: u64) -> u64 {
    // No other byte that is not ASCII starts one of the separators.
    suspicious(word & !HIGH) & !word & HIGH | words::zeros(word ^ words::of(0xe2))
}

pub(super) fn is_line_separator(bytes: &[u8]) -> bool {
    matches!(bytes, [0xe2, 0x80, 0xa8 | 0xa9, ..])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// What is written is this text.
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
}
