//! Operations on eight bytes at a time.

/// The lowest bit of each byte.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
pub(crate) const HIGH: u64 = 0x8080_8080_8080_8080;

/// Sets the highest bit of the lowest byte that is zero, and possibly of higher bytes. Returns 0 if no byte is zero.
#[inline]
pub(crate) fn zeros(word: u64) -> u64 {
    below(word, 1)
}

/// Sets the highest bit of the lowest byte below `limit` (at most 128), and possibly of higher bytes.
#[inline]
pub(crate) fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(of(limit)) & !word & HIGH
}

/// Returns true if all bytes have a property. `word` tests eight bytes, and `byte` a single one.
#[inline]
pub(crate) fn all(bytes: &[u8], word: impl Fn(u64) -> bool, byte: impl Fn(u8) -> bool) -> bool {
    match bytes.last_chunk::<8>() {
        None => match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => word(pair(first, last)),
            _ => bytes.iter().all(|&one| byte(one)),
        },
        // The last eight bytes overlap the previous ones.
        Some(last) => {
            let (words, _) = bytes.as_chunks::<8>();
            word(u64::from_le_bytes(*last)) && words.iter().all(|eight| word(u64::from_le_bytes(*eight)))
        }
    }
}

/// Returns true if texts of the same length are equal in all complete groups of eight bytes. The remaining bytes are
/// not compared. For short texts, this is faster than a call.
#[inline]
pub(crate) fn same_eights(a: &[u8], b: &[u8]) -> bool {
    let ((a, _), (b, _)) = (a.as_chunks(), b.as_chunks());
    a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b))
}

/// Returns the index of the first byte that has a property, or the length. `word` tests eight bytes; the lowest bit
/// that it sets must be in the first byte with the property.
#[inline]
pub(crate) fn position(bytes: &[u8], word: impl Fn(u64) -> u64, byte: impl Fn(u8) -> bool) -> usize {
    let found = |eight: &[u8; 8]| word(u64::from_le_bytes(*eight));
    let first = |found: u64| found.trailing_zeros() as usize / 8;
    let Some(last) = bytes.last_chunk() else {
        return bytes.iter().position(|&one| byte(one)).unwrap_or(bytes.len());
    };
    let (words, _) = bytes.as_chunks();
    let mut at = 0;
    while at < words.len() {
        // A run that is already long is likely to continue.
        while at >= 8
            && words.get(at..at + 4).is_some_and(|four| four.iter().fold(0, |all, eight| all | found(eight)) == 0)
        {
            at += 4;
        }
        match words.get(at).map_or(0, &found) {
            0 => at += 1,
            special => return 8 * at + first(special),
        }
    }
    // The last eight bytes overlap the previous ones.
    match found(last) {
        0 => bytes.len(),
        special => bytes.len() - 8 + first(special),
    }
}

/// Returns the number of bytes at the start that satisfy `fits`. Intended for short runs.
#[inline]
pub(crate) fn leading(bytes: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    let mut count = 0;
    while count < bytes.len() && fits(bytes[count]) {
        count += 1;
    }
    count
}

/// Finds a byte in sixteen bytes like [`position`], without a branch.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
pub(crate) fn position_in_sixteen(sixteen: &[u8; 16], word: impl Fn(u64) -> u64) -> usize {
    let [low, high] = halves(sixteen).map(word);
    let (found, before) = if low == 0 { (high, 8) } else { (low, 0) };
    before + found.trailing_zeros() as usize / 8
}

/// Combines two groups of four bytes to one word.
#[inline]
pub(crate) fn pair(first: &[u8; 4], last: &[u8; 4]) -> u64 {
    u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
}

/// Splits sixteen bytes into two words.
#[inline]
pub(crate) fn halves(sixteen: &[u8; 16]) -> [u64; 2] {
    let number = u128::from_le_bytes(*sixteen);
    [number as u64, (number >> 64) as u64]
}

/// Returns up to sixteen bytes as a little-endian number. Missing bytes are zero.
#[inline]
pub(crate) fn short(bytes: &[u8]) -> u128 {
    let number = |word: u64, last: u64, size: usize| u128::from(word) | u128::from(last) << (8 * (bytes.len() - size));
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return number(u64::from_le_bytes(*first), u64::from_le_bytes(*last), 8);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return number(u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into(), 4);
    }
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// Returns the first bytes of a key as a number that compares like the key. Missing bytes are zero.
#[inline]
pub(crate) fn first_bytes(key: &[u8]) -> u128 {
    short(&key[..key.len().min(16)]).swap_bytes()
}

/// Appends the lowest `length` bytes of a number, at most sixteen, without a call to copy them.
#[inline]
pub(crate) fn write_short(out: &mut Vec<u8>, number: u128, length: usize) {
    write_start(out, &number.to_le_bytes(), length);
}

/// Appends `N` zero bytes, to be filled and then truncated. The capacity is checked only once, independent of what is
/// written.
#[inline]
pub(crate) fn appended<const N: usize>(out: &mut Vec<u8>) -> &mut [u8; N] {
    out.extend_from_slice(&[0; N]);
    out.last_chunk_mut().expect("`N` bytes were just appended")
}

/// Appends the first `length` of `N` bytes. All of them are copied, so that no call is needed for any length.
#[inline]
pub(crate) fn write_start<const N: usize>(out: &mut Vec<u8>, bytes: &[u8; N], length: usize) {
    let end = out.len() + length;
    out.extend_from_slice(bytes);
    out.truncate(end);
}

/// Sets the highest bit of each of eight bytes that JSON escapes, and of some others. All other bits are undefined.
#[inline]
pub(crate) fn suspicious(word: u64) -> u64 {
    let without = |bits: u8| word & !of(bits);
    // Ignoring the bit in which `"` and `&` differ, and with another one flipped, they directly follow the control
    // characters.
    let controls_and_quotes = (without(0x04) ^ of(0x02)).wrapping_sub(of(0x21));
    // `<`, `>` and `\` differ in three bits. The other characters that match without these bits are rare.
    let brackets_and_slash = (without(0x62) ^ of(0x1c)).wrapping_sub(of(1));
    controls_and_quotes | brackets_and_slash | word
}

/// Appends the first `length` bytes of the words in little-endian order. They are copied one by one, since copying
/// several at once would stall on words that were just stored individually.
#[inline]
pub(crate) fn append_words<const N: usize>(out: &mut Vec<u8>, words: [u64; N], length: usize) {
    let end = out.len() + length;
    for word in words {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.truncate(end);
}

/// Returns a word of eight copies of a byte.
#[inline]
pub(crate) fn of(byte: u8) -> u64 {
    ONES * u64::from(byte)
}
