//! Classes of bytes, as a table. Each scan over a run of text ends at some of these classes.

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
