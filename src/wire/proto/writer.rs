use super::WireType;
use crate::wire::words::short;

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
        self.head(number, WireType::Varint, value);
    }

    /// Writes a text or bytes field, with length 0 when empty.
    #[inline]
    pub fn bytes(&mut self, number: u32, value: &[u8]) {
        if !self.few(number, value) {
            self.raw(value);
            self.length(number, value.len());
        }
    }

    /// Writes a field of up to 32 bytes at once and without a call to copy them, if there is room for so many.
    #[inline]
    fn few(&mut self, number: u32, value: &[u8]) -> bool {
        let (length, tag) = (value.len(), tag(number, WireType::Length));
        let free = self.buffer.get_mut(..self.start);
        let Some(place) = free.and_then(<[u8]>::last_chunk_mut::<48>) else { return false };
        if tag >= 0x4000 {
            return false;
        }
        match length {
            0 => {}
            1..=16 => place[32..].copy_from_slice(&(short(value) << (128 - 8 * length)).to_le_bytes()),
            17..=32 => {
                place[32..].copy_from_slice(&value[length - 16..]);
                place[48 - length..][..16].copy_from_slice(&value[..16]);
            }
            _ => return false,
        }
        let (tag, more) = short_varint(tag);
        let head = (length as u64) << (8 * more) | tag;
        place[40 - length..][..8].copy_from_slice(&(head << (56 - 8 * more)).to_le_bytes());
        self.start -= length + more + 1;
        true
    }

    /// Writes an eight-byte field.
    pub(crate) fn fixed64(&mut self, number: u32, value: u64) {
        self.raw(&value.to_le_bytes());
        self.raw_varint(tag(number, WireType::Fixed64));
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
        self.head(number, WireType::Length, length as u64);
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

    /// Writes a varint and the tag in front of it: nearly always a byte or two each, which go in as one word.
    #[inline]
    fn head(&mut self, number: u32, wire: WireType, value: u64) {
        let tag = tag(number, wire);
        if tag >= 0x4000 || value >= 0x4000 {
            self.raw_varint(value);
            return self.raw_varint(tag);
        }
        let (value, length) = short_varint(value);
        let (tag, more) = short_varint(tag);
        self.put(value << (8 * more) | tag, length + more);
    }

    /// Writes the lowest bytes of a word: whole words, for what is in front of them is still free.
    #[inline]
    fn put(&mut self, word: u64, length: usize) {
        match self.buffer.get_mut(..self.start).and_then(<[u8]>::last_chunk_mut) {
            Some(place) => {
                *place = (word << (64 - 8 * length)).to_le_bytes();
                self.start -= length;
            }
            None => self.raw(&word.to_le_bytes()[..length]),
        }
    }

    fn raw_varint(&mut self, value: u64) {
        if value >= 0x4000 {
            return self.long_varint(value);
        }
        let (word, length) = short_varint(value);
        self.put(word, length);
    }

    fn long_varint(&mut self, mut value: u64) {
        let mut bytes = [0; 10];
        let mut length = 0;
        while value >= 0x80 {
            bytes[length] = value as u8 | 0x80;
            value >>= 7;
            length += 1;
        }
        bytes[length] = value as u8;
        self.raw(&bytes[..=length]);
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

/// A varint of at most fourteen bits, and its length.
#[inline]
fn short_varint(value: u64) -> (u64, usize) {
    if value < 0x80 { (value, 1) } else { (value & 0x7f | 0x80 | (value >> 7) << 8, 2) }
}

#[inline]
fn tag(number: u32, wire: WireType) -> u64 {
    u64::from(number) << 3 | wire as u64
}
