use super::WireType;

/// An encoded tag: a varint of field number and wire type, ready to be written. Its bytes are the highest of the word,
/// and the lowest byte of the word is their number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag(u64);

impl Tag {
    #[inline]
    pub(crate) const fn new(number: u32, wire: WireType) -> Self {
        let mut rest = (number as u64) << 3 | wire as u64;
        let (mut bytes, mut length) = (0, 0);
        while rest >= 0x80 {
            bytes |= (rest & 0x7f | 0x80) << (8 * length);
            rest >>= 7;
            length += 1;
        }
        bytes |= rest << (8 * length);
        length += 1;
        Tag(bytes << (64 - 8 * length) | length)
    }

    /// Returns the number of bytes of the tag, at most five.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        self.0 as u8 as usize
    }

    /// Returns a word that ends with the tag, followed by up to three bytes: the `more` highest bytes of `value`. The
    /// bytes of the word before the tag are undefined.
    #[inline]
    pub(crate) const fn before(self, value: u64, more: usize) -> u64 {
        self.0 >> (8 * more) | value
    }
}
