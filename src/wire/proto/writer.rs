use super::{Tag, WireType};
use crate::wire::words::HIGH;

/// A writer that writes a message from its last byte to its first, so that each length is known when it is written. It
/// needs no separate pass to compute sizes, and does not copy nested messages. Upstream's generated code works the same
/// way.
///
/// Implementations of [`Leaf`](crate::reflect::Leaf) receive one. Call its methods for the fields in descending order
/// of their numbers, so that the message has them in ascending order. For a nested message, remember
/// [`position`](Self::position), write its fields, and then call [`length_since`](Self::length_since).
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
    /// The offset in `buffer` at which the written bytes start.
    start: usize,
    failure: Option<String>,
}

impl Writer {
    /// Returns the bytes written so far, in the order of the message.
    #[must_use]
    pub fn written(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Returns the number of bytes written so far, which is also the position for [`Writer::length_since`].
    #[must_use]
    #[inline]
    pub fn position(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Removes all written bytes and keeps the allocation.
    pub(crate) fn clear(&mut self) {
        self.start = self.buffer.len();
        self.failure = None;
    }

    /// Returns the free memory before the written bytes.
    #[inline]
    pub(crate) fn free(&mut self) -> &mut [u8] {
        &mut self.buffer[..self.start]
    }

    /// Sets the length of the free memory. The bytes after it count as written.
    #[inline]
    pub(crate) fn keep_free(&mut self, length: usize) {
        self.start = self.start.min(length);
    }

    /// Records that a value has no Protobuf form, for the reason `message`, so that encoding returns an error. Only the
    /// first reason is kept. The bytes written so far are not changed.
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

    /// Returns the reason passed to the first call of [`fail`](Self::fail), or `None` if `fail` was not called.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Writes a field with the number `number` and a variable-length integer as its value. Cast signed numbers to
    /// `u64`, which takes ten bytes for negative ones, as in the Protobuf types `int32` and `int64`.
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

    /// Writes a field with the number `number` and a text or bytes as its value. An empty value is written, too; do not
    /// call the method to omit the field.
    #[inline]
    pub fn bytes(&mut self, number: u32, value: &[u8]) {
        let tag = Tag::new(number, WireType::Length);
        if !self.few(tag, value) {
            self.raw(value);
            self.head(tag, value.len() as u64);
        }
    }

    /// Writes a field of up to 32 bytes without a call to copy them, if the buffer has enough free memory. Returns
    /// false and writes nothing otherwise.
    #[inline]
    pub(crate) fn few(&mut self, tag: Tag, value: &[u8]) -> bool {
        let length = value.len();
        let free = self.buffer.get_mut(..self.start);
        let Some(place) = free.and_then(<[u8]>::last_chunk_mut::<48>) else { return false };
        // The value is copied by its two ends, which may overlap.
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

    /// Turns everything written since `position`, a result of [`position`](Self::position), into the value of the field
    /// `number`: a nested message, or bytes.
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

    /// Writes the length and tag before a message or bytes field of `length` bytes.
    #[inline]
    pub(crate) fn length(&mut self, number: u32, length: usize) {
        self.head(Tag::new(number, WireType::Length), length as u64);
    }

    /// Adds `bytes`, without a tag and length, before everything written so far. Use it for fields, or the content of a
    /// nested message, that are already encoded.
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

    /// Writes a varint, which nearly always has one or two bytes, and the tag before it as one word.
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

    /// Writes the highest bytes of a word. The whole word is stored, since the memory before these bytes is free.
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
        // Spreads the value to seven bits for each byte, as far as they fit into the word.
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

    /// Reserves `length` bytes before the written ones and returns the end of the reserved memory.
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

/// Returns the length of a varint.
#[inline]
pub(crate) fn varint_length(value: u64) -> usize {
    if value < 0x80 { 1 } else { (64 + 6 - value.leading_zeros() as usize) / 7 }
}
