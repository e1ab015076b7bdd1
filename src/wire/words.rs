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
        None => bytes.iter().all(|&one| byte(one)),
        // The last eight overlap those before them.
        Some(last) => {
            let (words, _) = bytes.as_chunks::<8>();
            word(u64::from_le_bytes(*last)) && words.iter().all(|eight| word(u64::from_le_bytes(*eight)))
        }
    }
}

/// The place of the first byte that has a property, or the length. `word` looks at eight bytes: of the bits
/// that it sets the lowest is in the first byte that has it.
#[inline]
pub(crate) fn position(bytes: &[u8], word: impl Fn(u64) -> u64, byte: impl Fn(u8) -> bool) -> usize {
    let mut at = 0;
    while let Some(eight) = bytes[at..].first_chunk() {
        let found = word(u64::from_le_bytes(*eight));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + bytes[at..].iter().position(|&one| byte(one)).unwrap_or(bytes.len() - at)
}

/// All of eight bytes: the same one.
#[inline]
pub(crate) fn of(byte: u8) -> u64 {
    ONES * u64::from(byte)
}
