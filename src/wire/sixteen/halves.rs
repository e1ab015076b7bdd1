//! Eight bytes at a time, in a word.

use crate::wire::words::{self, HIGH, halves, position_in_sixteen, suspicious};

/// The place of the first quote, backslash or control character, 16 if there is none.
#[inline]
pub(crate) fn first_special(bytes: &[u8; 16]) -> usize {
    let special = |word: u64| {
        // With one bit turned, the quote comes right behind the control characters.
        let controls_and_quote = (word ^ words::of(0x02)).wrapping_sub(words::of(0x21));
        let slash = (word ^ words::of(b'\\')).wrapping_sub(words::of(1));
        (controls_and_quote | slash) & !word & HIGH
    };
    position_in_sixteen(bytes, special)
}

/// Whether a byte may need an escape; what is not ASCII may.
#[inline]
pub(super) fn suspects(bytes: &[u8; 16]) -> bool {
    let [low, high] = halves(bytes).map(suspicious);
    (low | high) & HIGH != 0
}

/// A bit for each byte that may need an escape, from the lowest on, and perhaps for others above the first.
#[inline]
pub(crate) fn suspect_places(bytes: &[u8; 16]) -> u32 {
    // No other byte that is not ASCII begins one of the separators.
    let special = |word: u64| suspicious(word) & !word & HIGH | words::zeros(word ^ words::of(0xe2));
    let bits = |word: u64| side_by_side(special(word));
    let [low, high] = halves(bytes).map(bits);
    low | high << 8
}

/// A bit for each of the bytes that is this one, from the lowest on.
#[inline]
pub(crate) fn places(bytes: &[u8; 64], byte: u8) -> u64 {
    each(bytes, |eight| {
        let others = eight ^ words::of(byte);
        !(((others & !HIGH) + !HIGH) | others) & HIGH
    })
}

/// A bit for each place where both are these bytes, from the lowest on.
#[inline]
pub(crate) fn pairs(firsts: &[u8; 64], first: u8, seconds: &[u8; 64], second: u8) -> u64 {
    places(firsts, first) & places(seconds, second)
}

/// A bit for each control character, from the lowest on.
#[inline]
pub(crate) fn controls(bytes: &[u8; 64]) -> u64 {
    // Without the highest bits no byte takes from the next.
    each(bytes, |eight| !(((eight & !HIGH) + words::of(0x60)) | eight) & HIGH)
}

/// The highest bits of what becomes of eight bytes, of which no others are set.
#[inline]
fn each(bytes: &[u8; 64], found: impl Fn(u64) -> u64) -> u64 {
    let (eights, _) = bytes.as_chunks();
    let bits = |eight: &[u8; 8]| u64::from(side_by_side(found(u64::from_le_bytes(*eight))));
    eights.iter().rev().fold(0, |places, eight| places << 8 | bits(eight))
}

/// The highest bits of eight bytes, of which no others are set.
#[inline]
fn side_by_side(word: u64) -> u32 {
    (word.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u32
}

/// What is looked for in texts of any length, sixteen bytes after sixteen: in the highest bits.
#[derive(Clone, Copy)]
pub(crate) struct Found(u64);

impl Found {
    /// Whatever may need an escape, or is no ASCII; perhaps a little more.
    #[inline]
    pub(crate) fn unusual(bytes: &[u8; 16]) -> Self {
        let [low, high] = halves(bytes).map(suspicious);
        Found(low | high)
    }

    /// Whatever is white space in JSON, or what Go escapes in it, or is no ASCII.
    #[inline]
    pub(crate) fn loose(bytes: &[u8; 16]) -> Self {
        let is = |word: u64, byte: u8| (word ^ words::of(byte)).wrapping_sub(words::of(1));
        let special = |word: u64| {
            let space = word.wrapping_sub(words::of(b' ' + 1));
            space | is(word & !words::of(0x02), b'<') | is(word, b'&') | word
        };
        let [low, high] = halves(bytes).map(special);
        Found(low | high)
    }

    /// What was found in these bytes, or in others.
    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Found(self.0 | other.0)
    }

    /// Whether anything was.
    #[inline]
    pub(crate) fn any(self) -> bool {
        self.0 & HIGH != 0
    }
}

/// Whether a byte may need an escape, or be a part of a character that does.
#[inline]
pub(crate) fn suspects_parts(bytes: &[u8; 16]) -> bool {
    suspects(bytes)
}

/// Whether a byte of either end of a text may need an escape.
#[inline]
pub(crate) fn suspects_at_ends(first: &[u8; 16], last: &[u8; 16]) -> bool {
    suspects(first) | suspects(last)
}

/// [`suspects_at_ends`] of a shorter text.
#[inline]
pub(crate) fn suspects_in_eights(first: &[u8; 8], last: &[u8; 8]) -> bool {
    let [first, last] = [first, last].map(|eight| suspicious(u64::from_le_bytes(*eight)));
    (first | last) & HIGH != 0
}

/// Whether the first `length` of the bytes, all at most, are ASCII.
#[inline]
pub(crate) fn starts_ascii(bytes: &[u8; 24], length: usize) -> bool {
    let (eights, _) = bytes.as_chunks();
    let foreign = |at: usize| {
        // So many of these eight bytes are behind the length.
        let behind = (8 * at + 8).saturating_sub(length).min(8);
        u64::from_le_bytes(eights[at]) & HIGH & u64::MAX.checked_shr(8 * behind as u32).unwrap_or(0)
    };
    foreign(0) | foreign(1) | foreign(2) == 0
}

/// Whether one of the first `length` bytes may need an escape, or is no ASCII.
#[inline]
pub(crate) fn suspects_inline<const N: usize>(bytes: &[u8; N], length: usize) -> bool {
    let (eights, rest) = bytes[..length].as_chunks();
    let found = eights.iter().fold(0, |found, eight| found | suspicious(u64::from_le_bytes(*eight)) & HIGH);
    // Behind a short text are spaces.
    let mut last = [b' '; 8];
    last.iter_mut().zip(rest).for_each(|(place, &byte)| *place = byte);
    found | suspicious(u64::from_le_bytes(last)) & HIGH != 0
}
