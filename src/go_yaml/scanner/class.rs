//! Classes of bytes, as a table, and runs of common characters, scanned eight bytes at a time. Each scan over a run of
//! text ends at some of these classes.

use crate::wire::words;

/// A line feed or carriage return.
pub(super) const BREAK: u8 = 1;
/// A space or tab.
pub(super) const BLANK: u8 = 1 << 1;
/// A byte of a character outside ASCII. Three of these characters end lines.
pub(super) const WIDE: u8 = 1 << 2;
/// A byte that ends a plain scalar inside brackets and braces.
pub(super) const FLOW: u8 = 1 << 3;
pub(super) const COLON: u8 = 1 << 4;
pub(super) const SINGLE_QUOTE: u8 = 1 << 5;
/// A double quote or backslash.
pub(super) const DOUBLE_QUOTE: u8 = 1 << 6;
/// A byte that may be part of an anchor, a tag handle or the name of a directive.
pub(super) const NAME: u8 = 1 << 7;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match byte as u8 {
            b'\n' | b'\r' => BREAK,
            b' ' | b'\t' => BLANK,
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => FLOW,
            b':' => COLON,
            b'\'' => SINGLE_QUOTE,
            b'"' | b'\\' => DOUBLE_QUOTE,
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' => NAME,
            0x80.. => WIDE,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// Returns true if `byte` is in one of the `classes`.
#[inline]
pub(super) fn is(byte: u8, classes: u8) -> bool {
    CLASSES[usize::from(byte)] & classes != 0
}

/// Returns the length of the ASCII text without blanks at the start of `text`, up to a `:` that is followed by white
/// space.
#[inline]
pub(super) fn word(text: &[u8]) -> usize {
    let mut length = run(text);
    while let [b':', next, ..] = text[length..]
        && !is(next, BLANK | BREAK | WIDE)
    {
        length += 1 + run(&text[length + 1..]);
    }
    length
}

/// Returns the length of the text before the first blank, colon, line break or byte outside ASCII. Texts contain no
/// other control characters.
#[inline]
fn run(text: &[u8]) -> usize {
    words::position(
        text,
        |eight| words::below(eight, b' ' + 1) | words::zeros(eight ^ words::of(b':')) | eight & words::HIGH,
        |byte| is(byte, BLANK | COLON | BREAK | WIDE),
    )
}

/// Returns the indentation of the line after the line feed at the start of `text`, if that line is not empty and is not
/// indented by tabs.
#[inline]
pub(super) fn common_indent(text: &[u8]) -> Option<usize> {
    let [b'\n', line @ ..] = text else { return None };
    let indent = words::position(line, |eight| eight ^ words::of(b' '), |byte| byte != b' ');
    line.get(indent).filter(|byte| !is(**byte, BLANK | BREAK | WIDE)).map(|_| indent)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests every byte at every position of a word of eight bytes.
    #[test]
    fn eight_bytes_are_as_many_single_ones() {
        for (byte, at) in (b' '..=255).chain(*b"\t\n\r").flat_map(|byte| (0..19).map(move |at| (byte, at))) {
            let mut text = *b"abcdefghij-lmnopqrs";
            text[at] = byte;
            let ends = is(byte, BLANK | COLON | BREAK | WIDE);
            assert_eq!(run(&text), if ends { at } else { text.len() }, "{byte} at {at}");
            let mut line = *b"\n                   x";
            line[at + 1] = byte;
            let usual = !is(byte, BLANK | BREAK | WIDE);
            let expected = if byte == b' ' { Some(19) } else { usual.then_some(at) };
            assert_eq!(common_indent(&line), expected, "{byte} at {at}");
        }
    }
}
