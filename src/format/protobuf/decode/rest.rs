//! What is left of a message.

/// The bytes of a message that were not read yet, and those behind it in the document: a short text is copied with what follows
/// it, wherever it ends.
#[derive(Clone, Copy)]
pub(super) struct Rest<'b> {
    bytes: &'b [u8],
    /// How many of the bytes are behind the message.
    behind: usize,
}

/// The body of a field: so many bytes, with all that are behind them in the document.
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

    /// The bytes of the message and those behind it.
    #[inline]
    pub(super) fn bytes(self) -> &'b [u8] {
        self.bytes
    }

    /// How many bytes are left.
    #[inline]
    pub(super) fn len(self) -> usize {
        self.bytes.len().saturating_sub(self.behind)
    }

    /// The bytes of the message alone.
    pub(super) fn message(self) -> &'b [u8] {
        &self.bytes[..self.len()]
    }

    /// The last so many bytes of it.
    #[inline]
    pub(super) fn last(self, length: usize) -> Self {
        Rest { bytes: &self.bytes[self.len() - length..], ..self }
    }

    /// The bytes of a tag of one or two as a little-endian word, the number that it says, and what is behind it. That may
    /// be behind the message's end.
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

    /// A number of one or two bytes, and what is behind it.
    #[inline(always)]
    pub(super) fn varint(self) -> Option<(u64, Self)> {
        let (number, bytes) = match *self.bytes {
            [byte @ ..=0x7f, ref bytes @ ..] => (u64::from(byte), bytes),
            [low, high @ ..=0x7f, ref bytes @ ..] => (u64::from(low & 0x7f) | u64::from(high) << 7, bytes),
            _ => return None,
        };
        (bytes.len() >= self.behind).then_some((number, Rest { bytes, ..self }))
    }

    /// What a length of one or two bytes is in front of, and what is behind that.
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

    /// The body behind a tag, if the next field has this one.
    #[inline(always)]
    pub(super) fn field(self, head: u16) -> Option<(Body<'b>, Self)> {
        match self.head()? {
            (next, _, value) if next == head => value.body(),
            _ => None,
        }
    }

    /// How many fields with this tag and a body come next.
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
    /// The bytes of it alone.
    #[inline]
    pub(super) fn get(self) -> &'b [u8] {
        &self.bytes[..self.length]
    }

    /// It as a message.
    #[inline]
    pub(super) fn message(self) -> Rest<'b> {
        Rest { bytes: self.bytes, behind: self.bytes.len() - self.length }
    }
}
