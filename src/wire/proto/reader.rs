use super::{WireError, WireType};

type Result<T> = std::result::Result<T, WireError>;

/// A reader for the fields of one Protobuf message, for implementations of [`Leaf`](crate::reflect::Leaf). Call
/// [`ProtoReader::tag`] for each field, and then the method for the tag's wire type to read the value, or
/// [`ProtoReader::skip`]. After the last field, [`ProtoReader::tag`] returns `None`.
///
/// [`ProtoReader::tag`]: crate::reflect::ProtoReader::tag
/// [`ProtoReader::skip`]: crate::reflect::ProtoReader::skip
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
    /// Creates a reader for the fields of `message`, which begins with the tag of the first field.
    #[must_use]
    pub fn new(message: &'a [u8]) -> Self {
        Reader { rest: message }
    }

    /// Returns true if all bytes of the message were read.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the unread bytes.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Reads the next tag and returns its field number and wire type, or `None` at the end of the message.
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
    /// Returns an error if the tag is truncated or invalid: a field number below 1, an unknown wire type, or the end of
    /// a group.
    #[inline]
    pub fn tag(&mut self) -> Result<Option<(u32, WireType)>> {
        // Nearly all tags have one or two bytes.
        let (tag, rest) = match self.rest {
            [] => return Ok(None),
            [tag @ ..=0x7f, rest @ ..] => (u64::from(*tag), rest),
            [low, high @ ..=0x7f, rest @ ..] => (u64::from(low & 0x7f) | u64::from(*high) << 7, rest),
            _ => return self.long_tag(),
        };
        self.rest = rest;
        field_of(tag).map(Some)
    }

    #[cold]
    fn long_tag(&mut self) -> Result<Option<(u32, WireType)>> {
        field_of(self.varint()?).map(Some)
    }

    /// Reads a variable-length integer, the value of a field with [`WireType::Varint`]. Signed integers have the same
    /// bits: cast the result to `i64`, or to `i32` for the low 32 bits.
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
    /// Returns an error if it is truncated or has more than ten bytes. Bits beyond the 64th are ignored, as in
    /// upstream.
    #[inline]
    pub fn varint(&mut self) -> Result<u64> {
        if let [byte @ 0..=0x7f, rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(u64::from(*byte));
        }
        self.long_varint()
    }

    #[inline(never)]
    fn long_varint(&mut self) -> Result<u64> {
        if let [low, high @ ..=0x7f, rest @ ..] = self.rest {
            self.rest = rest;
            return Ok(u64::from(low & 0x7f) | u64::from(*high) << 7);
        }
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

    /// Reads the content of a field with [`WireType::Length`]: a string, bytes or a message. The content is not
    /// checked; a string may be invalid UTF-8.
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
    /// Returns an error if the message ends inside the content, or if its length is invalid.
    #[inline]
    pub fn bytes(&mut self) -> Result<&'a [u8]> {
        if let [length @ ..=0x7f, rest @ ..] = self.rest
            && let Some((taken, rest)) = rest.split_at_checked((*length).into())
        {
            self.rest = rest;
            return Ok(taken);
        }
        self.many_bytes()
    }

    #[inline(never)]
    fn many_bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.varint()?;
        if length > i64::MAX as u64 {
            return Err(WireError::NegativeLength);
        }
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// Returns the number of consecutive length-delimited fields with this number. The tag of the first one was already
    /// read.
    #[inline]
    pub(crate) fn count(&self, number: u32) -> usize {
        let (mut ahead, mut count) = (self.clone(), 1);
        while ahead.bytes().is_ok() && matches!(ahead.tag(), Ok(Some(next)) if next == (number, WireType::Length)) {
            count += 1;
        }
        count
    }

    /// Reads eight little-endian bytes as a number, the value of a field with [`WireType::Fixed64`]. For a `double`,
    /// pass the result to `f64::from_bits`.
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
    /// Returns an error if fewer than eight bytes are left.
    pub fn fixed64(&mut self) -> Result<u64> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(bytes.try_into().expect("`take` returned eight bytes")))
    }

    /// Skips the value of a field whose tag contains the wire type `wire`. For the start of a group, skips the whole
    /// group.
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
    /// Returns an error if the value is truncated, or a group ends that was not started.
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

    /// Skips a group. Groups may nest without limit, so levels are counted instead of recursing.
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

/// The wire types that can start a field, by their numbers.
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

/// Returns the number and wire type of a tag.
#[inline]
fn field_of(tag: u64) -> Result<(u32, WireType)> {
    let number = (tag >> 3) as u32 as i32;
    match WIRE_TYPES[(tag & 7) as usize] {
        Some(wire) if number > 0 => Ok((number as u32, wire)),
        _ => Err(bad_tag(number, tag & 7)),
    }
}

#[cold]
fn bad_tag(number: i32, wire: u64) -> WireError {
    match wire {
        4 => WireError::EndGroup,
        6.. if number > 0 => WireError::IllegalWireType(wire),
        _ => WireError::IllegalTag(number, wire),
    }
}
