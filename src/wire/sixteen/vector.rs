//! All sixteen, in a vector.

use safe_arch::{
    bitand_m128i, bitor_m128i, bitxor_m128i, cmp_eq_mask_i8_m128i, cmp_gt_mask_i8_m128i, load_unaligned_m128i, m128i,
    min_u8_m128i, move_mask_i8_m128i, set_i64_m128i, set_splat_i8_m128i,
};

/// The place of the first quote, backslash or control character, 16 if there is none.
#[inline]
pub(crate) fn first_special(bytes: &[u8; 16]) -> usize {
    let bytes = load_unaligned_m128i(bytes);
    // With one bit turned, the quote comes right behind the control characters.
    let controls_and_quote = are_at_most(bitxor_m128i(bytes, all(0x02)), 0x20);
    let slash = cmp_eq_mask_i8_m128i(bytes, all(b'\\'));
    // A bit behind all others ends the search.
    (mask(bitor_m128i(controls_and_quote, slash)) | 1 << 16).trailing_zeros() as usize
}

/// A bit for each byte that may need an escape, from the lowest on.
#[inline]
pub(crate) fn suspect_places(bytes: &[u8; 16]) -> u32 {
    mask(suspicious(load_unaligned_m128i(bytes)))
}

/// A bit for each of the bytes that is this one, from the lowest on.
#[inline(always)]
pub(crate) fn places(bytes: &[u8; 64], byte: u8) -> u64 {
    side_by_side(sixteens(bytes).map(|bytes| cmp_eq_mask_i8_m128i(bytes, all(byte))))
}

/// A bit for each place where both are these bytes, from the lowest on.
#[inline(always)]
pub(crate) fn pairs(firsts: &[u8; 64], first: u8, seconds: &[u8; 64], second: u8) -> u64 {
    let [firsts, seconds] = [sixteens(firsts), sixteens(seconds)];
    side_by_side(std::array::from_fn(|at| {
        let is_first = cmp_eq_mask_i8_m128i(firsts[at], all(first));
        bitand_m128i(is_first, cmp_eq_mask_i8_m128i(seconds[at], all(second)))
    }))
}

/// A bit for each control character, from the lowest on.
#[inline(always)]
pub(crate) fn controls(bytes: &[u8; 64]) -> u64 {
    side_by_side(sixteens(bytes).map(|bytes| are_at_most(bytes, 0x1f)))
}

#[inline(always)]
fn sixteens(bytes: &[u8; 64]) -> [m128i; 4] {
    let (sixteens, _) = bytes.as_chunks();
    std::array::from_fn(|at| load_unaligned_m128i(&sixteens[at]))
}

/// The highest bits of all bytes.
#[inline(always)]
fn side_by_side(sixteens: [m128i; 4]) -> u64 {
    sixteens.iter().rev().fold(0, |bits, &sixteen| bits << 16 | u64::from(mask(sixteen)))
}

/// What is looked for in texts of any length, sixteen bytes after sixteen.
#[derive(Clone, Copy)]
pub(crate) struct Found(m128i);

impl Found {
    /// Whatever may need an escape, or is no ASCII; perhaps a little more.
    #[inline(always)]
    pub(crate) fn unusual(bytes: &[u8; 16]) -> Self {
        Found(unusual(load_unaligned_m128i(bytes)))
    }

    /// Whatever is white space in JSON, or what Go escapes in it, or is no ASCII.
    #[inline(always)]
    pub(crate) fn loose(bytes: &[u8; 16]) -> Self {
        let bytes = load_unaligned_m128i(bytes);
        // What is no ASCII is negative.
        let space = cmp_gt_mask_i8_m128i(all(b' ' + 1), bytes);
        let brackets = cmp_eq_mask_i8_m128i(bitand_m128i(bytes, all(!0x02)), all(b'<'));
        Found(bitor_m128i(bitor_m128i(space, brackets), cmp_eq_mask_i8_m128i(bytes, all(b'&'))))
    }

    /// What was found in these bytes, or in others.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Found(bitor_m128i(self.0, other.0))
    }

    /// Whether anything was.
    #[inline(always)]
    pub(crate) fn any(self) -> bool {
        mask(self.0) != 0
    }
}

/// Whether a byte may need an escape, or be a part of a character that does.
#[inline]
pub(crate) fn suspects_parts(bytes: &[u8; 16]) -> bool {
    let bytes = load_unaligned_m128i(bytes);
    // Only what is not ASCII has the highest bit.
    mask(bitor_m128i(suspicious(bytes), bytes)) != 0
}

/// Whether a byte of either end of a text may need an escape.
#[inline]
pub(crate) fn suspects_at_ends(first: &[u8; 16], last: &[u8; 16]) -> bool {
    let [first, last] = [first, last].map(|end| suspicious(load_unaligned_m128i(end)));
    mask(bitor_m128i(first, last)) != 0
}

/// [`suspects_at_ends`] of a shorter text.
#[inline]
pub(crate) fn suspects_in_eights(first: &[u8; 8], last: &[u8; 8]) -> bool {
    mask(suspicious(set_i64_m128i(i64::from_le_bytes(*last), i64::from_le_bytes(*first)))) != 0
}

/// Whether the first `length` of the bytes, all at most, are ASCII.
#[inline(always)]
pub(crate) fn starts_ascii(bytes: &[u8; 24], length: usize) -> bool {
    let (first, last) = (bytes.first_chunk().expect("sixteen"), bytes.last_chunk().expect("sixteen"));
    let [first, last] = [first, last].map(|part: &[u8; 16]| u64::from(mask(load_unaligned_m128i(part))));
    // Of all 24 the first is the lowest bit; those behind the length are moved out.
    (first | last << 8) << 1 << (63 - length) == 0
}

/// Whether one of the first `length` bytes may need an escape, or is no ASCII; perhaps so of none.
#[inline(always)]
pub(crate) fn suspects_inline<const N: usize>(bytes: &[u8; N], length: usize) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return bytes.iter().take(length).any(|&byte| !byte.is_ascii_alphanumeric());
    };
    let [first, last] = [first, last].map(|end| u64::from(mask(unusual(load_unaligned_m128i(end)))));
    // What is behind the text is moved out.
    (first | last << (N - 16)).wrapping_shl(u64::BITS - length as u32) != 0
}

/// All ones in the place of each byte that JSON escapes, or of few others, or that is no ASCII. This takes less than
/// [`suspicious`].
#[inline(always)]
fn unusual(bytes: m128i) -> m128i {
    let without = |bits: u8| bitand_m128i(bytes, all(!bits));
    let controls_and_quotes = cmp_gt_mask_i8_m128i(all(0x21), bitxor_m128i(without(0x04), all(0x02)));
    let brackets_and_slash = cmp_eq_mask_i8_m128i(without(0x62), all(0x1c));
    bitor_m128i(controls_and_quotes, brackets_and_slash)
}

/// All ones in the place of each byte that JSON escapes, or that begins a character which it might, or of few others.
#[inline(always)]
fn suspicious(bytes: m128i) -> m128i {
    let without = |bits: u8| bitand_m128i(bytes, all(!bits));
    // Without the bit that tells `"` from `&`, and with another one turned, they come right behind the control characters.
    let controls_and_quotes = are_at_most(bitxor_m128i(without(0x04), all(0x02)), 0x20);
    // Three bits tell `<`, `>` and `\` apart; the three others that are like them without these are rare.
    let brackets_and_slash = cmp_eq_mask_i8_m128i(without(0x62), all(0x1c));
    // U+2028 and U+2029 begin so.
    let separators = cmp_eq_mask_i8_m128i(bytes, all(0xe2));
    bitor_m128i(bitor_m128i(controls_and_quotes, brackets_and_slash), separators)
}

/// All ones in the place of each byte that is at most so large.
#[inline(always)]
fn are_at_most(bytes: m128i, limit: u8) -> m128i {
    cmp_eq_mask_i8_m128i(min_u8_m128i(bytes, all(limit)), bytes)
}

/// The same byte sixteen times.
#[inline(always)]
fn all(byte: u8) -> m128i {
    set_splat_i8_m128i(byte as i8)
}

/// The highest bit of each byte, from the first on.
#[inline(always)]
fn mask(bytes: m128i) -> u32 {
    move_mask_i8_m128i(bytes) as u32
}
