use super::WireType;

/// What stands in front of a field's value, number and wire type as a varint, ready to be written: its bytes are the
/// highest of the word, and the lowest byte of the word says how many they are.
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

    /// The number of its bytes, at most five.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        self.0 as u8 as usize
    }

    /// A word that ends with its bytes and up to three behind them, `more` of the highest of `value`. What is in front
    /// of them says nothing.
    #[inline]
    pub(crate) const fn before(self, value: u64, more: usize) -> u64 {
        self.0 >> (8 * more) | value
    }
}
