//! The unread part of a message.

/// The unread bytes of a message, followed by the bytes after the message in the document. Short texts are copied in
/// fixed-size blocks, which may extend past the end of the message.
#[derive(Clone, Copy)]
pub(super) struct Rest<'b> {
    bytes: &'b [u8],
    /// The number of bytes after the end of the message.
    behind: usize,
}

/// The body of a field: its length, and the bytes of the document from its start.
#[derive(Clone, Copy)]
pub(super) struct Body<'b> {
    pub(super) bytes: &'b [u8],
    pub(super) length: usize,
}

impl<'b> Rest<'b> {
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.bytes.len() <= self.behind
    }

    /// Returns the unread bytes of the message and those after it.
    #[inline]
    pub(super) fn bytes(self) -> &'b [u8] {
        self.bytes
    }

    /// Returns the number of unread bytes.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.bytes.len().saturating_sub(self.behind)
    }

    /// Returns the unread bytes of the message only.
    pub(super) fn message(self) -> &'b [u8] {
        &self.bytes[..self.len()]
    }

    /// Returns the last `length` bytes of the message.
    #[inline]
    pub(super) fn last(self, length: usize) -> Self {
        Rest { bytes: &self.bytes[self.len() - length..], ..self }
    }

    /// Reads a tag of one or two bytes. Returns it as a little-endian word, with its field number and the rest, which
    /// may start after the end of the message.
    #[inline(always)]
    pub(super) fn head(self) -> Option<(u16, usize, Self)> {
        let (head, number, bytes) = match *self.bytes {
            [tag @ ..=0x7f, ref bytes @ ..] => (u16::from(tag), tag >> 3, bytes),
            [low, high @ ..=0x7f, ref bytes @ ..] if high < 4 => {
                (u16::from_le_bytes([low, high]), (low & 0x7f) >> 3 | high << 4, bytes)
            }
            _ => return None,
        };
        Some((head, number.into(), Rest { bytes, ..self }))
    }

    /// Reads a varint of one or two bytes, and returns it with the rest.
    #[inline(always)]
    pub(super) fn varint(self) -> Option<(u64, Self)> {
        let (number, bytes) = match *self.bytes {
            [byte @ ..=0x7f, ref bytes @ ..] => (u64::from(byte), bytes),
            [low, high @ ..=0x7f, ref bytes @ ..] => (u64::from(low & 0x7f) | u64::from(high) << 7, bytes),
            _ => return None,
        };
        (bytes.len() >= self.behind).then_some((number, Rest { bytes, ..self }))
    }

    /// Reads a body with a length of one or two bytes, and returns it with the rest.
    #[inline(always)]
    pub(super) fn body(self) -> Option<(Body<'b>, Self)> {
        let (length, bytes) = match *self.bytes {
            [length @ ..=0x7f, ref bytes @ ..] => (usize::from(length), bytes),
            [low, high @ ..=0x7f, ref bytes @ ..] => (usize::from(low & 0x7f) | usize::from(high) << 7, bytes),
            _ => return None,
        };
        let (_, after) = bytes.split_at_checked(length)?;
        (after.len() >= self.behind).then_some((Body { bytes, length }, Rest { bytes: after, ..self }))
    }

    /// Returns the body of the next field if that has this tag.
    #[inline(always)]
    pub(super) fn field(self, head: u16) -> Option<(Body<'b>, Self)> {
        match self.head()? {
            (next, _, value) if next == head => value.body(),
            _ => None,
        }
    }

    /// Returns the number of fields with this tag and a body that come next.
    #[inline]
    pub(super) fn count(mut self, head: u16) -> usize {
        let mut count = 0;
        while let Some((_, rest)) = self.field(head) {
            count += 1;
            self = rest;
        }
        count
    }
}

impl<'b> Body<'b> {
    /// Returns the bytes of the body only.
    #[inline]
    pub(super) fn get(self) -> &'b [u8] {
        &self.bytes[..self.length]
    }

    /// Returns the body as a message.
    #[inline]
    pub(super) fn message(self) -> Rest<'b> {
        Rest { bytes: self.bytes, behind: self.bytes.len() - self.length }
    }
}
