use std::borrow::Cow;

use super::head::{BREAK, Head, SHORT_TAG};
use super::{Fault, Left, Major, NULL, check};

/// A reader that returns an item head by head. The data need not be validated first: malformed data is read as
/// arbitrary values and detected by [`Reader::vouch`].
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    doubt: Doubt,
}

/// The state of knowledge about the data being well-formed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// Everything read so far is well-formed.
    None,
    /// The data is malformed, or so unusual that only the full check can decide.
    Some,
    /// All of the data was checked.
    Over,
}

/// A depth that is certainly below the limit, even in combination with the levels of an enclosing type.
const SURE_DEPTH: usize = 5_000;

/// The text encoding of byte strings inside an item, declared by the tags 21 to 23.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Base64Url,
    Base64,
    Hex,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Reader { data, at: 0, doubt: Doubt::None }
    }

    /// Checks all of the data, at most once, if any part of it was doubtful.
    ///
    /// # Errors
    ///
    /// Returns an error if the data is malformed. In this case, the rest of the data is discarded.
    #[inline]
    pub(crate) fn vouch(&mut self) -> Result<(), Fault> {
        if self.doubt == Doubt::Some { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Fault> {
        let checked = check(self.data);
        match checked {
            Ok(()) => self.doubt = Doubt::Over,
            Err(_) => self.at = self.data.len(),
        }
        checked
    }

    /// Ends reading: calls [`Reader::vouch`], after also checking that no data follows the item.
    pub(crate) fn end(&mut self) -> Result<(), Fault> {
        if self.at != self.data.len() {
            self.doubt();
        }
        self.vouch()
    }

    #[cold]
    pub(crate) fn doubt(&mut self) {
        if self.doubt == Doubt::None {
            self.doubt = Doubt::Some;
        }
    }

    /// Records the depth of the next item. Used for untyped data, whose depth is not limited by a type.
    #[inline]
    pub(crate) fn at_depth(&mut self, depth: usize) {
        if depth > SURE_DEPTH {
            self.doubt();
            // The error is found again at the end. Here it only discards the rest of the data.
            let _ = self.vouch();
        }
    }

    #[inline]
    fn first(&self) -> u8 {
        self.data.get(self.at).copied().unwrap_or(NULL)
    }

    /// Returns all of the data.
    #[inline]
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }

    /// Returns the byte offset of the next item.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the major type of the next item.
    #[inline]
    pub(crate) fn major(&self) -> Major {
        Major::of(self.first())
    }

    /// Returns true if the next item is `null` or `undefined` without a tag.
    #[inline]
    pub(crate) fn is_nil(&self) -> bool {
        matches!(self.first(), 0xf6 | 0xf7)
    }

    /// Returns true if the next item is `null`, with or without tags.
    #[inline]
    pub(crate) fn is_null(&self) -> bool {
        match self.major() {
            Major::Tag => {
                let mut ahead = self.clone();
                ahead.tags(None);
                ahead.first() == NULL
            }
            _ => self.first() == NULL,
        }
    }

    /// Returns true if the next item is `true` or `false` without a tag.
    pub(crate) fn is_bool(&self) -> bool {
        matches!(self.first(), 0xf4 | 0xf5)
    }

    /// Returns the unread data.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.data[self.at.min(self.data.len())..]
    }

    /// Skips the first `length` bytes of [`Reader::rest`].
    #[inline]
    pub(crate) fn advance(&mut self, length: usize) {
        self.at += length;
    }

    /// Reads the next head, without the text or children after it.
    #[inline]
    pub(crate) fn head(&mut self) -> Head {
        match self.data.get(self.at) {
            Some(&first) if first & 31 < 24 && first < SHORT_TAG => {
                self.at += 1;
                Head { major: Major::of(first), info: first & 31, value: (first & 31).into() }
            }
            _ => self.any_head(),
        }
    }

    fn any_head(&mut self) -> Head {
        let Some((head, size)) = Head::read(self.rest()) else {
            self.doubt();
            self.at = self.data.len();
            return Head { major: Major::Simple, info: 22, value: 22 };
        };
        self.at += size;
        if !head.is_surely_fine(self.first()) {
            self.doubt();
        }
        head
    }

    /// Reads a text that is encoded the way Kubernetes encodes it. Otherwise reads nothing.
    #[inline]
    pub(crate) fn plain_bytes(&mut self) -> Option<&'a [u8]> {
        let (bytes, size) = self.plain()?;
        self.at += size;
        Some(bytes)
    }

    /// Returns the next text and its size including the head, if it is encoded the way Kubernetes encodes it: as a byte
    /// string of definite length.
    #[inline]
    pub(crate) fn plain(&self) -> Option<(&'a [u8], usize)> {
        let rest = self.rest();
        let (start, length): (_, usize) = match *rest {
            [first @ 0x40..0x58, ..] => (1, (first & 31).into()),
            [0x58, length, ..] => (2, length.into()),
            [0x59, high, low, ..] => (3, u16::from_be_bytes([high, low]).into()),
            _ => return None,
        };
        let size = start + length;
        Some((rest.get(start..size)?, size))
    }

    /// Skips the tags 55799 that come next.
    pub(crate) fn skip_magic(&mut self) {
        while self.major() == Major::Tag {
            let mut ahead = self.clone();
            if ahead.head().value != 55_799 {
                return;
            }
            *self = ahead;
        }
    }

    /// Checks the content of each of the tags that come next, and skips the item if it is invalid.
    pub(crate) fn check_tags(&mut self) -> Result<(), Fault> {
        let mut ahead = self.clone();
        while ahead.major() == Major::Tag {
            let tag = ahead.head().value;
            if let Err(fault) = check_tag(tag, ahead.first()) {
                self.skip();
                return Err(fault);
            }
        }
        Ok(())
    }

    /// Reads the tags that come next. `encoding` is the encoding declared by outer tags.
    #[inline]
    pub(crate) fn tags(&mut self, mut encoding: Option<Encoding>) -> Option<Encoding> {
        while self.major() == Major::Tag {
            encoding = self.tag(encoding);
        }
        encoding
    }

    /// Reads one tag.
    pub(crate) fn tag(&mut self, encoding: Option<Encoding>) -> Option<Encoding> {
        match self.head().value {
            21 => Some(Encoding::Base64Url),
            22 => Some(Encoding::Base64),
            23 => Some(Encoding::Hex),
            _ => encoding,
        }
    }

    /// Reads the head of a list or map and returns the number of its children.
    #[inline]
    pub(crate) fn begin(&mut self) -> Left {
        match self.data.get(self.at) {
            Some(&first) if first & 31 < 24 => {
                self.at += 1;
                Left((first & 31).into())
            }
            _ => Left::behind(self.any_head()),
        }
    }

    /// Returns true if another item of a list or entry of a map follows.
    #[inline]
    pub(crate) fn more(&mut self, left: &mut Left) -> bool {
        if left.0 == 0 {
            return false;
        }
        if self.at >= self.data.len() {
            self.doubt();
            return false;
        }
        if left.is_open() {
            return self.more_until_break(left);
        }
        left.0 -= 1;
        true
    }

    #[cold]
    fn more_until_break(&mut self, left: &mut Left) -> bool {
        if self.first() != BREAK {
            return true;
        }
        self.at += 1;
        // A further call must not consume the break of the enclosing item.
        left.0 = 0;
        false
    }

    #[inline]
    pub(super) fn take(&mut self, length: u64) -> &'a [u8] {
        let taken = usize::try_from(length).ok().and_then(|length| self.rest().get(..length));
        let bytes = taken.unwrap_or_else(|| {
            self.doubt();
            self.rest()
        });
        self.at += bytes.len();
        bytes
    }

    /// Returns the content of a byte string with this head.
    #[inline]
    pub(crate) fn bytes(&mut self, head: Head) -> Cow<'a, [u8]> {
        if !head.is_indefinite() {
            return Cow::Borrowed(self.take(head.value));
        }
        let mut joined = Vec::new();
        let mut left = Left::behind(head);
        while self.more(&mut left) {
            let chunk = self.head();
            joined.extend_from_slice(self.take(chunk.value));
        }
        Cow::Owned(joined)
    }

    /// Returns the content of a text with this head. Each of its chunks must be valid UTF-8.
    pub(crate) fn text(&mut self, head: Head) -> Result<Cow<'a, str>, Fault> {
        if !head.is_indefinite() {
            return match simdutf8::basic::from_utf8(self.take(head.value)) {
                Ok(text) => Ok(Cow::Borrowed(text)),
                Err(_) => Err(invalid_utf8()),
            };
        }
        let (mut joined, mut valid) = (String::new(), true);
        let mut left = Left::behind(head);
        while self.more(&mut left) {
            let chunk = self.head();
            match std::str::from_utf8(self.take(chunk.value)) {
                Ok(text) => joined.push_str(text),
                Err(_) => valid = false,
            }
        }
        if valid { Ok(Cow::Owned(joined)) } else { Err(invalid_utf8()) }
    }

    /// Reads one whole item with its tags.
    pub(crate) fn item(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip();
        &self.data[start.min(self.at)..self.at]
    }
}

/// Checks that the item with this first byte is allowed after a tag.
pub(super) fn check_tag(tag: u64, first: u8) -> Result<(), Fault> {
    let found = Major::of(first);
    let is_number = matches!(found, Major::Unsigned | Major::Negative) || matches!(first, 0xf9..=0xfb);
    let (tags, wanted) = match tag {
        0 if found != Major::Text => ("0", "text string"),
        1 if !is_number => ("1", "integer or floating-point number"),
        2 | 3 if found != Major::Bytes => ("2 or 3", "byte string"),
        _ => return Ok(()),
    };
    Err(Fault::new(format!("cbor: tag number {tags} must be followed by {wanted}, got {}", found.name())))
}

#[cold]
pub(super) fn invalid_utf8() -> Fault {
    Fault::new("cbor: invalid UTF-8 string")
}
