use super::{Tag, WireType};
use crate::wire::words::HIGH;

/// Writes a message from its last byte to its first, so that every length is known when it is
/// written: no pass for sizes, no copy of nested messages. Upstream's generated code goes the same way.
///
/// Fields go in by descending number, and each field as value, length, tag.
///
/// ```
/// use apimachinery::reflect::ProtoWriter;
///
/// let mut writer = ProtoWriter::default();
/// writer.bytes(2, b"hi");
/// writer.varint(1, 150);
/// assert_eq!(writer.written(), [0x08, 0x96, 0x01, 0x12, 0x02, b'h', b'i']);
/// assert_eq!((writer.position(), writer.failure()), (7, None));
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    buffer: Vec<u8>,
    /// Where the written bytes start in `buffer`.
    start: usize,
    failure: Option<String>,
}

impl Writer {
    /// The bytes written so far, in their final order.
    #[must_use]
    pub fn written(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// The number of bytes written so far: a position for [`Writer::length_since`].
    #[must_use]
    #[inline]
    pub fn position(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Forgets what was written and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.start = self.buffer.len();
        self.failure = None;
    }

    /// The memory in front of what was written.
    #[inline]
    pub(crate) fn free(&mut self) -> &mut [u8] {
        &mut self.buffer[..self.start]
    }

    /// So much of it is still free; what is behind that was written.
    #[inline]
    pub(crate) fn keep_free(&mut self, length: usize) {
        self.start = self.start.min(length);
    }

    /// Notes that a value cannot be said on the wire; what is written is then no message. Of
    /// several such notes the first stays.
    ///
    /// ```
    /// use apimachinery::reflect::ProtoWriter;
    ///
    /// let mut writer = ProtoWriter::default();
    /// writer.fail("an unstructured object");
    /// writer.fail("another one");
    /// assert_eq!(writer.failure(), Some("an unstructured object"));
    /// ```
    #[cold]
    pub fn fail(&mut self, message: impl Into<String>) {
        self.failure.get_or_insert_with(|| message.into());
    }

    /// Why what is written is no message, if it is none.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Writes a varint field. Signed numbers go in as their 64 bits, so that negative ones take ten bytes, as `int32`
    /// and `int64` do (no zigzag).
    ///
    /// ```
    /// use apimachinery::reflect::ProtoWriter;
    ///
    /// let mut writer = ProtoWriter::default();
    /// writer.varint(1, -1_i64 as u64);
    /// assert_eq!(writer.written().len(), 11);
    /// ```
    #[inline]
    pub fn varint(&mut self, number: u32, value: u64) {
        self.head(Tag::new(number, WireType::Varint), value);
    }

    /// Writes a text or bytes field, with length 0 when empty.
    #[inline]
    pub fn bytes(&mut self, number: u32, value: &[u8]) {
        let tag = Tag::new(number, WireType::Length);
        if !self.few(tag, value) {
            self.raw(value);
            self.head(tag, value.len() as u64);
        }
    }

    /// Writes a field of up to 32 bytes at once and without a call to copy them, if there is room for so many; of others
    /// nothing.
    #[inline]
    pub(crate) fn few(&mut self, tag: Tag, value: &[u8]) -> bool {
        let length = value.len();
        let free = self.buffer.get_mut(..self.start);
        let Some(place) = free.and_then(<[u8]>::last_chunk_mut::<48>) else { return false };
        // By their two ends, which may overlap.
        match length {
            0 => {}
            1..4 => {
                place[48 - length] = value[0];
                place[48 - length.div_ceil(2)] = value[length / 2];
                place[47] = value[length - 1];
            }
            4..8 => {
                place[48 - length..][..4].copy_from_slice(&value[..4]);
                place[44..].copy_from_slice(&value[length - 4..]);
            }
            8..16 => {
                place[48 - length..][..8].copy_from_slice(&value[..8]);
                place[40..].copy_from_slice(&value[length - 8..]);
            }
            16..=32 => {
                place[48 - length..][..16].copy_from_slice(&value[..16]);
                place[32..].copy_from_slice(&value[length - 16..]);
            }
            _ => return false,
        }
        let head = tag.before((length as u64) << 56, 1);
        place[40 - length..][..8].copy_from_slice(&head.to_le_bytes());
        self.start -= length + tag.len() + 1;
        true
    }

    /// Writes an eight-byte field.
    pub(crate) fn fixed64(&mut self, tag: Tag, value: u64) {
        self.raw(&value.to_le_bytes());
        self.put(tag.before(0, 0), tag.len());
    }

    /// Makes what was written since `position` a message or bytes field.
    ///
    /// ```
    /// use apimachinery::reflect::ProtoWriter;
    ///
    /// let mut writer = ProtoWriter::default();
    /// let end = writer.position();
    /// writer.varint(2, 5);
    /// writer.varint(1, 4);
    /// writer.length_since(3, end);
    /// assert_eq!(writer.written(), [0x1a, 4, 0x08, 4, 0x10, 5]);
    /// ```
    #[inline]
    pub fn length_since(&mut self, number: u32, position: usize) {
        self.length(number, self.position() - position);
    }

    /// Writes what stands before `length` bytes of a message or bytes field.
    #[inline]
    pub(crate) fn length(&mut self, number: u32, length: usize) {
        self.head(Tag::new(number, WireType::Length), length as u64);
    }

    /// Writes bytes as they are, in front: a message made elsewhere, without tag and length.
    ///
    /// ```
    /// use apimachinery::reflect::ProtoWriter;
    ///
    /// let mut writer = ProtoWriter::default();
    /// writer.raw(&[0x08, 1]);
    /// writer.length_since(2, 0);
    /// assert_eq!(writer.written(), [0x12, 2, 0x08, 1]);
    /// ```
    #[inline]
    pub fn raw(&mut self, bytes: &[u8]) {
        let end = self.reserve(bytes.len());
        self.start = end - bytes.len();
        self.buffer[self.start..end].copy_from_slice(bytes);
    }

    /// Writes a varint, nearly always of a byte or two, and the tag in front of it as one word.
    #[inline]
    pub(crate) fn head(&mut self, tag: Tag, value: u64) {
        match value {
            0..0x80 => self.put(tag.before(value << 56, 1), tag.len() + 1),
            0x80..0x4000 => {
                let bytes = value >> 7 << 8 | value & 0x7f | 0x80;
                self.put(tag.before(bytes << 48, 2), tag.len() + 2);
            }
            _ => {
                self.long_varint(value);
                self.put(tag.before(0, 0), tag.len());
            }
        }
    }

    /// Writes the highest bytes of a word: all of it, for what is in front of them is still free.
    #[inline]
    fn put(&mut self, word: u64, length: usize) {
        match self.buffer.get_mut(..self.start).and_then(<[u8]>::last_chunk_mut) {
            Some(place) => {
                *place = word.to_le_bytes();
                self.start -= length;
            }
            None => self.put_to_more_room(word, length),
        }
    }

    #[cold]
    #[inline(never)]
    fn put_to_more_room(&mut self, word: u64, length: usize) {
        self.raw(&word.to_le_bytes()[8 - length..]);
    }

    #[inline(never)]
    fn long_varint(&mut self, value: u64) {
        let length = varint_length(value);
        // Seven bits a byte, of as many as fit the word.
        let halves = value & 0x0fff_ffff | (value & 0x00ff_ffff_f000_0000) << 4;
        let quarters = halves & 0x0000_3fff_0000_3fff | (halves & 0x0fff_c000_0fff_c000) << 2;
        let bytes = quarters & 0x007f_007f_007f_007f | (quarters & 0x3f80_3f80_3f80_3f80) << 1;
        if length <= 8 {
            let unused = 64 - 8 * length;
            return self.put((bytes | HIGH >> 8 >> unused) << unused, length);
        }
        let low = (bytes | HIGH).to_le_bytes();
        let high = [(value >> 56) as u8, 1];
        self.raw(&high[..length - 8]);
        self.raw(&low);
    }

    /// Makes room for `length` bytes in front of what is written; returns where it ends.
    #[inline]
    fn reserve(&mut self, length: usize) -> usize {
        if self.start < length {
            self.grow(length);
        }
        self.start
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        let written = self.position();
        let size = (self.buffer.len() * 2).max(1024).max(written + length);
        let mut buffer = vec![0; size];
        buffer[size - written..].copy_from_slice(self.written());
        self.buffer = buffer;
        self.start = size - written;
    }
}

/// The length of a varint.
#[inline]
pub(crate) fn varint_length(value: u64) -> usize {
    if value < 0x80 { 1 } else { (64 + 6 - value.leading_zeros() as usize) / 7 }
}
