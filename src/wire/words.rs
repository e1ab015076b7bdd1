//! Bytes looked at eight at a time.

/// The lowest bit of each byte.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
pub(crate) const HIGH: u64 = 0x8080_8080_8080_8080;

/// The highest bit of a byte that is zero, and perhaps of bytes above it: nothing if none is zero.
#[inline]
pub(crate) fn zeros(word: u64) -> u64 {
    below(word, 1)
}

/// The highest bit of a byte below `limit`, at most 128, and perhaps of bytes above it.
#[inline]
pub(crate) fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(of(limit)) & !word & HIGH
}

/// Whether every byte has a property: `word` asks it of eight of them, `byte` of one.
#[inline]
pub(crate) fn all(bytes: &[u8], word: impl Fn(u64) -> bool, byte: impl Fn(u8) -> bool) -> bool {
    match bytes.last_chunk::<8>() {
        None => match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => word(pair(first, last)),
            _ => bytes.iter().all(|&one| byte(one)),
        },
        // The last eight overlap those before them.
        Some(last) => {
            let (words, _) = bytes.as_chunks::<8>();
            word(u64::from_le_bytes(*last)) && words.iter().all(|eight| word(u64::from_le_bytes(*eight)))
        }
    }
}

/// Whether texts of one length are the same but for what is behind their last whole eight bytes: of short ones a call
/// would take longer.
#[inline]
pub(crate) fn same_eights(a: &[u8], b: &[u8]) -> bool {
    let ((a, _), (b, _)) = (a.as_chunks(), b.as_chunks());
    a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b))
}

/// The place of the first byte that has a property, or the length. `word` looks at eight bytes: of the bits
/// that it sets the lowest is in the first byte that has it.
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
        // Far from its start a run is long, and most likely goes on.
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
    // The last eight overlap those before them.
    match found(last) {
        0 => bytes.len(),
        special => bytes.len() - 8 + first(special),
    }
}

/// How many bytes at the start fit, where there are few.
#[inline]
pub(crate) fn leading(bytes: &[u8], fits: impl Fn(u8) -> bool) -> usize {
    let mut count = 0;
    while count < bytes.len() && fits(bytes[count]) {
        count += 1;
    }
    count
}

/// [`position`] in sixteen bytes, without a branch.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
pub(crate) fn position_in_sixteen(sixteen: &[u8; 16], word: impl Fn(u64) -> u64) -> usize {
    let [low, high] = halves(sixteen).map(word);
    let (found, before) = if low == 0 { (high, 8) } else { (low, 0) };
    before + found.trailing_zeros() as usize / 8
}

/// Four bytes and four more, as one word.
#[inline]
pub(crate) fn pair(first: &[u8; 4], last: &[u8; 4]) -> u64 {
    u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32
}

/// Eight bytes each.
#[inline]
pub(crate) fn halves(sixteen: &[u8; 16]) -> [u64; 2] {
    let number = u128::from_le_bytes(*sixteen);
    [number as u64, (number >> 64) as u64]
}

/// Up to sixteen bytes as a little-endian number, with zeros above.
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

/// The first bytes of a key as a number, which is in the order of keys; zeros for those that a short one has not.
#[inline]
pub(crate) fn first_bytes(key: &[u8]) -> u128 {
    short(&key[..key.len().min(16)]).swap_bytes()
}

/// Appends the lowest `length` bytes of a number, at most sixteen: without a call to copy them.
#[inline]
pub(crate) fn write_short(out: &mut Vec<u8>, number: u128, length: usize) {
    write_start(out, &number.to_le_bytes(), length);
}

/// So many bytes at the end, which are zero: room to be filled, and cut off where that ends. Whether there is room is
/// asked once, whatever is put there.
#[inline]
pub(crate) fn appended<const N: usize>(out: &mut Vec<u8>) -> &mut [u8; N] {
    out.extend_from_slice(&[0; N]);
    out.last_chunk_mut().expect("they were appended")
}

/// Appends the first `length` of some bytes, of which all are copied: without a call, whatever the length.
#[inline]
pub(crate) fn write_start<const N: usize>(out: &mut Vec<u8>, bytes: &[u8; N], length: usize) {
    let end = out.len() + length;
    out.extend_from_slice(bytes);
    out.truncate(end);
}

/// Of eight bytes of a text, the highest bits of those that JSON escapes, and of some others; the rest of the bits means
/// nothing.
#[inline]
pub(crate) fn suspicious(word: u64) -> u64 {
    let without = |bits: u8| word & !of(bits);
    // Without the bit that tells `"` from `&`, and with another one turned, they come right behind the control characters.
    let controls_and_quotes = (without(0x04) ^ of(0x02)).wrapping_sub(of(0x21));
    // Three bits tell `<`, `>` and `\` apart; the three others that are like them without these are rare.
    let brackets_and_slash = (without(0x62) ^ of(0x1c)).wrapping_sub(of(1));
    controls_and_quotes | brackets_and_slash | word
}

/// Appends the first bytes of some words, which have as many, the lowest first. Word by word: a copy of them all would read two
/// at once, which were just written one by one, and wait.
#[inline]
pub(crate) fn append_words<const N: usize>(out: &mut Vec<u8>, words: [u64; N], length: usize) {
    let end = out.len() + length;
    for word in words {
        out.extend_from_slice(&word.to_le_bytes());
    }
    out.truncate(end);
}

/// All of eight bytes: the same one.
#[inline]
pub(crate) fn of(byte: u8) -> u64 {
    ONES * u64::from(byte)
}
