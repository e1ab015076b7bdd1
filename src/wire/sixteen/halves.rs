//! Operations on eight bytes at a time, in a word.

use crate::wire::words::{self, HIGH, halves, position_in_sixteen, suspicious};

/// Returns the index of the first quote, backslash or control character, or 16 if there is none.
#[inline]
pub(crate) fn first_special(bytes: &[u8; 16]) -> usize {
    let special = |word: u64| {
        // With one bit flipped, the quote directly follows the control characters.
        let controls_and_quote = (word ^ words::of(0x02)).wrapping_sub(words::of(0x21));
        let slash = (word ^ words::of(b'\\')).wrapping_sub(words::of(1));
        (controls_and_quote | slash) & !word & HIGH
    };
    position_in_sixteen(bytes, special)
}

/// Returns true if any byte may need an escape. Bytes outside ASCII may.
#[inline]
pub(super) fn suspects(bytes: &[u8; 16]) -> bool {
    let [low, high] = halves(bytes).map(suspicious);
    (low | high) & HIGH != 0
}

/// Returns a mask of the bytes that may need an escape, the first one lowest. Bits above the first set bit may be false
/// positives.
#[inline]
pub(crate) fn suspect_places(bytes: &[u8; 16]) -> u32 {
    // Outside ASCII, only the first byte of the separators is matched.
    let special = |word: u64| suspicious(word) & !word & HIGH | words::zeros(word ^ words::of(0xe2));
    let bits = |word: u64| side_by_side(special(word));
    let [low, high] = halves(bytes).map(bits);
    low | high << 8
}

/// Returns a mask of the bytes that are equal to `byte`, the first one lowest.
#[inline]
pub(crate) fn places(bytes: &[u8; 64], byte: u8) -> u64 {
    each(bytes, |eight| {
        let others = eight ^ words::of(byte);
        !(((others & !HIGH) + !HIGH) | others) & HIGH
    })
}

/// Returns a mask of the positions at which `firsts` contains `first` and `seconds` contains `second`, the first one
/// lowest.
#[inline]
pub(crate) fn pairs(firsts: &[u8; 64], first: u8, seconds: &[u8; 64], second: u8) -> u64 {
    places(firsts, first) & places(seconds, second)
}

/// Returns a mask of the control characters, the first one lowest.
#[inline]
pub(crate) fn controls(bytes: &[u8; 64]) -> u64 {
    // Without the highest bits, no carry crosses from one byte to the next.
    each(bytes, |eight| !(((eight & !HIGH) + words::of(0x60)) | eight) & HIGH)
}

/// Applies `found` to each eight bytes and collects their highest bits. `found` must not set any other bits.
#[inline]
fn each(bytes: &[u8; 64], found: impl Fn(u64) -> u64) -> u64 {
    let (eights, _) = bytes.as_chunks();
    let bits = |eight: &[u8; 8]| u64::from(side_by_side(found(u64::from_le_bytes(*eight))));
    eights.iter().rev().fold(0, |places, eight| places << 8 | bits(eight))
}

/// Collects the highest bits of eight bytes. No other bits may be set.
#[inline]
fn side_by_side(word: u64) -> u32 {
    (word.wrapping_mul(0x0002_0408_1020_4081) >> 56) as u32
}

/// The result of a search through text of any length, sixteen bytes at a time, in the highest bits.
#[derive(Clone, Copy)]
pub(crate) struct Found(u64);

impl Found {
    /// Searches for bytes that may need an escape or are not ASCII. Some false positives are possible.
    #[inline]
    pub(crate) fn unusual(bytes: &[u8; 16]) -> Self {
        let [low, high] = halves(bytes).map(suspicious);
        Found(low | high)
    }

    /// Searches for JSON white space, characters that Go escapes, and bytes that are not ASCII.
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

    /// Combines two results.
    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        Found(self.0 | other.0)
    }

    /// Returns true if anything was found.
    #[inline]
    pub(crate) fn any(self) -> bool {
        self.0 & HIGH != 0
    }
}

/// Returns true if any byte may need an escape, or be part of a character that does.
#[inline]
pub(crate) fn suspects_parts(bytes: &[u8; 16]) -> bool {
    suspects(bytes)
}

/// Returns true if any byte of either end of a text may need an escape.
#[inline]
pub(crate) fn suspects_at_ends(first: &[u8; 16], last: &[u8; 16]) -> bool {
    suspects(first) | suspects(last)
}

/// Checks a shorter text like [`suspects_at_ends`].
#[inline]
pub(crate) fn suspects_in_eights(first: &[u8; 8], last: &[u8; 8]) -> bool {
    let [first, last] = [first, last].map(|eight| suspicious(u64::from_le_bytes(*eight)));
    (first | last) & HIGH != 0
}

/// Returns true if the first `length` bytes are ASCII. `length` is at most the number of bytes.
#[inline]
pub(crate) fn starts_ascii(bytes: &[u8; 24], length: usize) -> bool {
    let (eights, _) = bytes.as_chunks();
    let foreign = |at: usize| {
        // The number of these eight bytes that are past the length.
        let behind = (8 * at + 8).saturating_sub(length).min(8);
        u64::from_le_bytes(eights[at]) & HIGH & u64::MAX.checked_shr(8 * behind as u32).unwrap_or(0)
    };
    foreign(0) | foreign(1) | foreign(2) == 0
}

/// Returns true if one of the first `length` bytes may need an escape, or is not ASCII.
#[inline]
pub(crate) fn suspects_inline<const N: usize>(bytes: &[u8; N], length: usize) -> bool {
    let (eights, rest) = bytes[..length].as_chunks();
    let found = eights.iter().fold(0, |found, eight| found | suspicious(u64::from_le_bytes(*eight)) & HIGH);
    // A short text is padded with spaces.
    let mut last = [b' '; 8];
    last.iter_mut().zip(rest).for_each(|(place, &byte)| *place = byte);
    found | suspicious(u64::from_le_bytes(last)) & HIGH != 0
}
