//! Operations on sixteen bytes at a time, in a vector.

use safe_arch::{
    bitand_m128i, bitor_m128i, bitxor_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i, load_unaligned_m128i, m128i,
    min_u8_m128i, move_mask_i8_m128i, set_i64_m128i, set_splat_i8_m128i,
};

/// Returns the index of the first quote, backslash or control character, or 16 if there is none.
#[inline]
pub(crate) fn first_special(bytes: &[u8; 16]) -> usize {
    let bytes = load_unaligned_m128i(bytes);
    // With one bit flipped, the quote directly follows the control characters.
    let controls_and_quote = are_at_most(bitxor_m128i(bytes, all(0x02)), 0x20);
    let slash = cmp_eq_mask_i8_m128i(bytes, all(b'\\'));
    // A bit above all others ends the search.
    (mask(bitor_m128i(controls_and_quote, slash)) | 1 << 16).trailing_zeros() as usize
}

/// Returns a mask of the bytes that may need an escape, the first one lowest.
#[inline]
pub(crate) fn suspect_places(bytes: &[u8; 16]) -> u32 {
    mask(suspicious(load_unaligned_m128i(bytes)))
}

/// Returns a mask of the bytes that are equal to `byte`, the first one lowest.
#[inline(always)]
pub(crate) fn places(bytes: &[u8; 64], byte: u8) -> u64 {
    side_by_side(sixteens(bytes).map(|bytes| cmp_eq_mask_i8_m128i(bytes, all(byte))))
}

/// Returns a mask of the positions at which `firsts` contains `first` and `seconds` contains `second`, the first one
/// lowest.
#[inline(always)]
pub(crate) fn pairs(firsts: &[u8; 64], first: u8, seconds: &[u8; 64], second: u8) -> u64 {
    let [firsts, seconds] = [sixteens(firsts), sixteens(seconds)];
    side_by_side(std::array::from_fn(|at| {
        let is_first = cmp_eq_mask_i8_m128i(firsts[at], all(first));
        bitand_m128i(is_first, cmp_eq_mask_i8_m128i(seconds[at], all(second)))
    }))
}

/// Returns a mask of the control characters, the first one lowest.
#[inline(always)]
pub(crate) fn controls(bytes: &[u8; 64]) -> u64 {
    side_by_side(sixteens(bytes).map(|bytes| are_at_most(bytes, 0x1f)))
}

#[inline(always)]
fn sixteens(bytes: &[u8; 64]) -> [m128i; 4] {
    let (sixteens, _) = bytes.as_chunks();
    std::array::from_fn(|at| load_unaligned_m128i(&sixteens[at]))
}

/// Collects the highest bits of all bytes.
#[inline(always)]
fn side_by_side(sixteens: [m128i; 4]) -> u64 {
    sixteens.iter().rev().fold(0, |bits, &sixteen| bits << 16 | u64::from(mask(sixteen)))
}

/// The result of a search through text of any length, sixteen bytes at a time.
#[derive(Clone, Copy)]
pub(crate) struct Found(m128i);

impl Found {
    /// Searches for bytes that may need an escape or are not ASCII. Some false positives are possible.
    #[inline(always)]
    pub(crate) fn unusual(bytes: &[u8; 16]) -> Self {
        Found(unusual(load_unaligned_m128i(bytes)))
    }

    /// Searches for JSON white space, characters that Go escapes, and bytes that are not ASCII.
    #[inline(always)]
    pub(crate) fn loose(bytes: &[u8; 16]) -> Self {
        let bytes = load_unaligned_m128i(bytes);
        // Bytes outside ASCII are negative.
        let space = cmp_gt_mask_i8_m128i(all(b' ' + 1), bytes);
        let brackets = cmp_eq_mask_i8_m128i(bitand_m128i(bytes, all(!0x02)), all(b'<'));
        Found(bitor_m128i(bitor_m128i(space, brackets), cmp_eq_mask_i8_m128i(bytes, all(b'&'))))
    }

    /// Combines two results.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Found(bitor_m128i(self.0, other.0))
    }

    /// Returns true if anything was found.
    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        mask(self.0) != 0
    }
}

/// Returns true if any byte may need an escape, or be part of a character that does.
#[inline]
pub(crate) fn suspects_parts(bytes: &[u8; 16]) -> bool {
    let bytes = load_unaligned_m128i(bytes);
    // Only bytes outside ASCII have the highest bit set.
    mask(bitor_m128i(suspicious(bytes), bytes)) != 0
}

/// Returns true if any byte of either end of a text may need an escape.
#[inline]
pub(crate) fn suspects_at_ends(first: &[u8; 16], last: &[u8; 16]) -> bool {
    let [first, last] = [first, last].map(|end| suspicious(load_unaligned_m128i(end)));
    mask(bitor_m128i(first, last)) != 0
}

/// Checks a shorter text like [`suspects_at_ends`].
#[inline]
pub(crate) fn suspects_in_eights(first: &[u8; 8], last: &[u8; 8]) -> bool {
    mask(suspicious(set_i64_m128i(i64::from_le_bytes(*last), i64::from_le_bytes(*first)))) != 0
}

/// Returns true if the first `length` bytes are ASCII. `length` is at most the number of bytes.
#[inline(always)]
pub(crate) fn starts_ascii(bytes: &[u8; 24], length: usize) -> bool {
    let (first, last) =
        (bytes.first_chunk().expect("24 bytes start with 16"), bytes.last_chunk().expect("24 bytes end with 16"));
    let [first, last] = [first, last].map(|part: &[u8; 16]| u64::from(mask(load_unaligned_m128i(part))));
    // The first of the 24 bytes is the lowest bit. Bytes past the length are shifted out.
    (first | last << 8) << 1 << (63 - length) == 0
}

/// Returns true if one of the first `length` bytes may need an escape or is not ASCII. False positives are possible.
#[inline(always)]
pub(crate) fn suspects_inline<const N: usize>(bytes: &[u8; N], length: usize) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return bytes.iter().take(length).any(|&byte| !byte.is_ascii_alphanumeric());
    };
    let [first, last] = [first, last].map(|end| u64::from(mask(unusual(load_unaligned_m128i(end)))));
    // Bytes past the length are shifted out.
    (first | last << (N - 16)).wrapping_shl(u64::BITS - length as u32) != 0
}

/// Returns all ones for each byte that JSON escapes or that is not ASCII, and for few others. Faster than
/// [`suspicious`].
#[inline(always)]
fn unusual(bytes: m128i) -> m128i {
    let without = |bits: u8| bitand_m128i(bytes, all(!bits));
    let controls_and_quotes = cmp_gt_mask_i8_m128i(all(0x21), bitxor_m128i(without(0x04), all(0x02)));
    let brackets_and_slash = cmp_eq_mask_i8_m128i(without(0x62), all(0x1c));
    bitor_m128i(controls_and_quotes, brackets_and_slash)
}

/// Returns all ones for each byte that JSON escapes, that starts a character which JSON may escape, and for few others.
#[inline(always)]
fn suspicious(bytes: m128i) -> m128i {
    let without = |bits: u8| bitand_m128i(bytes, all(!bits));
    // Ignoring the bit in which `"` and `&` differ, and with another one flipped, they directly follow the control
    // characters.
    let controls_and_quotes = are_at_most(bitxor_m128i(without(0x04), all(0x02)), 0x20);
    // `<`, `>` and `\` differ in three bits. The other characters that match without these bits are rare.
    let brackets_and_slash = cmp_eq_mask_i8_m128i(without(0x62), all(0x1c));
    // The first byte of U+2028 and U+2029.
    let separators = cmp_eq_mask_i8_m128i(bytes, all(0xe2));
    bitor_m128i(bitor_m128i(controls_and_quotes, brackets_and_slash), separators)
}

/// Returns all ones for each byte that is at most `limit`.
#[inline(always)]
fn are_at_most(bytes: m128i, limit: u8) -> m128i {
    cmp_eq_mask_i8_m128i(min_u8_m128i(bytes, all(limit)), bytes)
}

/// Returns the same byte sixteen times.
#[inline(always)]
fn all(byte: u8) -> m128i {
    set_splat_i8_m128i(byte as i8)
}

/// Returns the highest bit of each byte, the first one lowest.
#[inline(always)]
fn mask(bytes: m128i) -> u32 {
    move_mask_i8_m128i(bytes) as u32
}
