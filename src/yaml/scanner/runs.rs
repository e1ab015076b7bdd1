//! Scanning of runs of common characters, eight bytes at a time.

use super::class::{self, BLANK, BREAK, COLON, WIDE};
use crate::wire::words;

/// Returns the length of the ASCII text without blanks at the start of `text`, up to a `:` that is followed by white
/// space.
#[inline]
pub(super) fn word(text: &[u8]) -> usize {
    let mut length = run(text);
    while let [b':', next, ..] = text[length..]
        && !class::is(next, BLANK | BREAK | WIDE)
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
        |byte| class::is(byte, BLANK | COLON | BREAK | WIDE),
    )
}

/// Returns the indentation of the line after the line feed at the start of `text`, if that line is not empty and is not
/// indented by tabs.
#[inline]
pub(super) fn usual_indent(text: &[u8]) -> Option<usize> {
    let [b'\n', line @ ..] = text else { return None };
    let indent = words::position(line, |eight| eight ^ words::of(b' '), |byte| byte != b' ');
    line.get(indent).filter(|byte| !class::is(**byte, BLANK | BREAK | WIDE)).map(|_| indent)
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
            let ends = class::is(byte, BLANK | COLON | BREAK | WIDE);
            assert_eq!(run(&text), if ends { at } else { text.len() }, "{byte} at {at}");
            let mut line = *b"\n                   x";
            line[at + 1] = byte;
            let usual = !class::is(byte, BLANK | BREAK | WIDE);
            let expected = if byte == b' ' { Some(19) } else { usual.then_some(at) };
            assert_eq!(usual_indent(&line), expected, "{byte} at {at}");
        }
    }
}
