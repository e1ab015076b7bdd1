//! Protobuf's wire format: a reader, and a writer that works from the back.

use std::fmt;

/// How a field's value stands on the wire: the low three bits of its tag. Kubernetes' messages use varints, eight
/// bytes and lengths; the others are passed over.
///
/// ```
/// use apimachinery::reflect::{ProtoReader, WireType};
///
/// let (number, wire) = ProtoReader::new(&[2 << 3 | 2, 0]).tag()?.expect("a field");
/// assert_eq!((number, wire), (2, WireType::Length));
/// # Ok::<(), apimachinery::reflect::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum WireType {
    /// Integers and bools.
    Varint = 0,
    /// `double` and 64-bit fixed numbers.
    Fixed64 = 1,
    /// Texts, bytes, messages.
    Length = 2,
    /// The deprecated start of a group; skipped.
    StartGroup = 3,
    /// The end of a group.
    EndGroup = 4,
    /// `float` and 32-bit fixed numbers.
    Fixed32 = 5,
}

/// The wire types that a field can start with, by their numbers.
static WIRE_TYPES: [Option<WireType>; 8] = [
    Some(WireType::Varint),
    Some(WireType::Fixed64),
    Some(WireType::Length),
    Some(WireType::StartGroup),
    None,
    Some(WireType::Fixed32),
    None,
    None,
];

#[cold]
fn bad_tag(number: i32, wire: u64) -> WireError {
    match wire {
        4 => WireError::EndGroup,
        6.. if number > 0 => WireError::IllegalWireType(wire),
        _ => WireError::IllegalTag(number, wire),
    }
}

/// What is wrong with a message on the wire. The texts are those of upstream's generated code.
///
/// ```
/// use apimachinery::reflect::{ProtoReader, WireError};
///
/// let error = ProtoReader::new(&[0xff; 11]).varint().unwrap_err();
/// assert_eq!(error, WireError::IntegerOverflow);
/// assert_eq!(error.to_string(), "proto: integer overflow");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireError {
    /// The message ends inside a value.
    UnexpectedEof,
    /// A varint of more than 64 bits.
    IntegerOverflow,
    /// A length below zero.
    NegativeLength,
    /// A field number of 0 or below, with the wire type beside it.
    IllegalTag(i32, u64),
    /// The end of a group that was not opened.
    EndGroup,
    /// A wire type that the field does not have.
    WrongWireType(u64),
    /// A wire type that does not exist.
    IllegalWireType(u64),
    /// More nested messages than a typed value may have.
    TooDeep,
    /// A value that its type refuses.
    Invalid(String),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WireError::UnexpectedEof => f.write_str("unexpected EOF"),
            WireError::IntegerOverflow => f.write_str("proto: integer overflow"),
            WireError::NegativeLength => f.write_str("proto: negative length found during unmarshaling"),
            WireError::IllegalTag(tag, wire) => write!(f, "proto: illegal tag {tag} (wire type {wire})"),
            WireError::EndGroup => f.write_str("proto: wiretype end group for non-group"),
            WireError::WrongWireType(wire) => write!(f, "proto: wrong wireType = {wire}"),
            WireError::IllegalWireType(wire) => write!(f, "proto: illegal wireType {wire}"),
            WireError::TooDeep => f.write_str("exceeded max depth"),
            WireError::Invalid(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for WireError {}

type Result<T> = std::result::Result<T, WireError>;

/// Reads the fields of one message: a tag, then the value by the tag's wire type, until [`ProtoReader::tag`] answers
/// `None`.
///
/// [`ProtoReader::tag`]: crate::reflect::ProtoReader::tag
///
/// ```
/// use apimachinery::reflect::{ProtoReader, WireType};
///
/// let mut reader = ProtoReader::new(&[0x08, 0x96, 0x01, 0x12, 0x01, b'a']);
/// assert_eq!(reader.tag()?, Some((1, WireType::Varint)));
/// assert_eq!(reader.varint()?, 150);
/// assert_eq!(reader.tag()?, Some((2, WireType::Length)));
/// assert_eq!(reader.bytes()?, b"a");
/// assert!(reader.is_at_end() && reader.tag()?.is_none());
/// # Ok::<(), apimachinery::reflect::WireError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of the fields in `message`.
    #[must_use]
    pub fn new(message: &'a [u8]) -> Self {
        Reader { rest: message }
    }

    /// True when nothing is left.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// What was not read yet.
    #[cfg(feature = "prost")]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The number and wire type of the next field, `None` at the end of the message.
    ///
    /// ```
    /// use apimachinery::reflect::{ProtoReader, WireError};
    ///
    /// assert_eq!(ProtoReader::new(&[]).tag(), Ok(None));
    /// assert_eq!(ProtoReader::new(&[0x00]).tag(), Err(WireError::IllegalTag(0, 0)));
    /// ```
    ///
    /// # Errors
    ///
    /// If the tag is cut off or no field can have it: a number below 1, an unknown wire type, the end of a group.
    #[inline]
    pub fn tag(&mut self) -> Result<Option<(u32, WireType)>> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let tag = self.varint()?;
        let number = (tag >> 3) as u32 as i32;
        match WIRE_TYPES[(tag & 7) as usize] {
            Some(wire) if number > 0 => Ok(Some((number as u32, wire))),
            _ => Err(bad_tag(number, tag & 7)),
        }
    }

    /// A variable-length integer. Signed ones are the same bits: cast to `i64`, or to `i32` for what is left of them.
    ///
    /// ```
    /// use apimachinery::reflect::ProtoReader;
    ///
    /// let minus_one = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
    /// assert_eq!(ProtoReader::new(&minus_one).varint()? as i32, -1);
    /// # Ok::<(), apimachinery::reflect::WireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is cut off or has more than ten bytes; bits beyond the 64th are ignored, as upstream.
    #[inline]
    pub fn varint(&mut self) -> Result<u64> {
        if let [byte @ 0..=0x7f, rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(u64::from(*byte));
        }
        self.long_varint()
    }

    fn long_varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for (index, &byte) in self.rest.iter().enumerate() {
            if index == 10 {
                return Err(WireError::IntegerOverflow);
            }
            value |= u64::from(byte & 0x7f) << (7 * index);
            if byte < 0x80 {
                self.rest = &self.rest[index + 1..];
                return Ok(value);
            }
        }
        if self.rest.len() >= 10 { Err(WireError::IntegerOverflow) } else { Err(WireError::UnexpectedEof) }
    }

    /// A length and as many bytes: a text, bytes or a message, unchecked.
    ///
    /// ```
    /// use apimachinery::reflect::{ProtoReader, WireError};
    ///
    /// assert_eq!(ProtoReader::new(&[1, b'a']).bytes(), Ok(&b"a"[..]));
    /// assert_eq!(ProtoReader::new(&[2, b'a']).bytes(), Err(WireError::UnexpectedEof));
    /// ```
    ///
    /// # Errors
    ///
    /// If they are cut off.
    #[inline]
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.varint()?;
        if length > i64::MAX as u64 {
            return Err(WireError::NegativeLength);
        }
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// Eight bytes, the lowest first: the bits of a `double`.
    ///
    /// ```
    /// use apimachinery::reflect::ProtoReader;
    ///
    /// let mut reader = ProtoReader::new(&[0, 0, 0, 0, 0, 0, 0xf8, 0x3f]);
    /// assert_eq!(f64::from_bits(reader.fixed64()?), 1.5);
    /// # Ok::<(), apimachinery::reflect::WireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If they are cut off.
    pub fn fixed64(&mut self) -> Result<u64> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    /// Passes over the value of a field that nobody knows, a whole group included.
    ///
    /// ```
    /// use apimachinery::reflect::ProtoReader;
    ///
    /// let mut reader = ProtoReader::new(&[0x7a, 1, b'?', 0x08, 1]);
    /// let (number, wire) = reader.tag()?.expect("a field");
    /// reader.skip(wire)?;
    /// assert_eq!((number, reader.tag()?.map(|(number, _)| number)), (15, Some(1)));
    /// # Ok::<(), apimachinery::reflect::WireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the value is cut off, or a group ends that did not begin.
    pub fn skip(&mut self, wire: WireType) -> Result<()> {
        match wire {
            WireType::Varint => self.varint().map(drop),
            WireType::Fixed64 => self.take(8).map(drop),
            WireType::Length => self.bytes().map(drop),
            WireType::Fixed32 => self.take(4).map(drop),
            WireType::EndGroup => Err(WireError::EndGroup),
            WireType::StartGroup => self.skip_group(),
        }
    }

    /// Groups may nest without bound, so levels are counted rather than recursed into.
    fn skip_group(&mut self) -> Result<()> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.tag() {
                Ok(None) => return Err(WireError::UnexpectedEof),
                Ok(Some((_, WireType::StartGroup))) => depth += 1,
                Ok(Some((_, wire))) => self.skip(wire)?,
                Err(WireError::EndGroup) => depth -= 1,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    #[inline]
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(WireError::UnexpectedEof)?;
        self.rest = rest;
        Ok(taken)
    }
}

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
    pub fn varint(&mut self, number: u32, value: u64) {
        self.raw_varint(value);
        self.tag(number, WireType::Varint);
    }

    /// Writes a text or bytes field, with length 0 when empty.
    pub fn bytes(&mut self, number: u32, value: &[u8]) {
        let position = self.position();
        self.raw(value);
        self.length_since(number, position);
    }

    /// Writes an eight-byte field.
    pub(crate) fn fixed64(&mut self, number: u32, value: u64) {
        self.raw(&value.to_le_bytes());
        self.tag(number, WireType::Fixed64);
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
    pub fn length_since(&mut self, number: u32, position: usize) {
        self.length(number, self.position() - position);
    }

    /// Writes what stands before `length` bytes of a message or bytes field.
    pub(crate) fn length(&mut self, number: u32, length: usize) {
        self.raw_varint(length as u64);
        self.tag(number, WireType::Length);
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

    #[inline]
    fn tag(&mut self, number: u32, wire: WireType) {
        self.raw_varint(u64::from(number) << 3 | wire as u64);
    }

    #[inline]
    fn raw_varint(&mut self, value: u64) {
        if value < 0x80 {
            let end = self.reserve(1);
            self.start = end - 1;
            self.buffer[end - 1] = value as u8;
        } else {
            self.long_varint(value);
        }
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

#[cfg(test)]
mod tests;
