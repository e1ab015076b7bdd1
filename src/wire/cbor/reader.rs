use std::borrow::Cow;

use super::head::{BREAK, Head, SHORT_TAG};
use super::{Fault, Left, Major, NULL, check};

/// Reads an item head by head. It need not be checked: what is not well-formed is read as anything, and then known to
/// [`Reader::vouch`].
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    data: &'a [u8],
    at: usize,
    doubt: Doubt,
}

/// Whether the data is known to be well-formed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    /// As far as it was read.
    None,
    /// Something is wrong, or so unusual that only the full check can tell.
    Some,
    /// All of it, for it was checked.
    Over,
}

/// So many levels inside of each other are surely fewer than what is allowed, together with those of a type around them.
const SURE_DEPTH: usize = 5_000;

/// How the bytes inside of an item become text: the tags 21 to 23.
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

    /// Checks all of the data, once, if something in it was doubtful.
    ///
    /// # Errors
    ///
    /// What is wrong with it; there is then nothing left to be read.
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

    /// [`Reader::vouch`] when the item was read: for that nothing follows, too.
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

    /// Notes that the next item is inside of so many others, of which no type says that they end.
    #[inline]
    pub(crate) fn at_depth(&mut self, depth: usize) {
        if depth > SURE_DEPTH {
            self.doubt();
            // What is wrong is found again at the end; here it ends the data.
            let _ = self.vouch();
        }
    }

    #[inline]
    fn first(&self) -> u8 {
        self.data.get(self.at).copied().unwrap_or(NULL)
    }

    /// All of the data.
    #[inline]
    pub(crate) fn data(&self) -> &'a [u8] {
        self.data
    }

    /// The place of the next item, in bytes.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    /// What the next item is.
    #[inline]
    pub(crate) fn major(&self) -> Major {
        Major::of(self.first())
    }

    /// Whether the next item is `null` or `undefined`, without a tag.
    #[inline]
    pub(crate) fn is_nil(&self) -> bool {
        matches!(self.first(), 0xf6 | 0xf7)
    }

    /// Whether the next item is `null`, behind tags or not.
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

    /// Whether the next item is `true` or `false`, without a tag.
    pub(crate) fn is_bool(&self) -> bool {
        matches!(self.first(), 0xf4 | 0xf5)
    }

    /// What is still to be read.
    #[inline]
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.data[self.at.min(self.data.len())..]
    }

    /// Passes over so many bytes of [`Reader::rest`].
    #[inline]
    pub(crate) fn advance(&mut self, length: usize) {
        self.at += length;
    }

    /// Takes the next head; the text or the parts behind it are still to be taken.
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

    /// Takes a text that is written as Kubernetes writes them. Anything else stays where it is.
    #[inline]
    pub(crate) fn plain_bytes(&mut self) -> Option<&'a [u8]> {
        let (bytes, size) = self.plain()?;
        self.at += size;
        Some(bytes)
    }

    /// The text that comes next and its size with its head, if it is written as Kubernetes writes them: as a byte string
    /// of a length that is said.
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

    /// Passes over the tags 55799 that stand next.
    pub(crate) fn skip_magic(&mut self) {
        while self.major() == Major::Tag {
            let mut ahead = self.clone();
            if ahead.head().value != 55_799 {
                return;
            }
            *self = ahead;
        }
    }

    /// Checks what stands behind each of the tags that come next, and passes over the item if that is
    /// not what it must be.
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

    /// Takes the tags that stand next, for an item whose bytes have been `encoding` so far.
    #[inline]
    pub(crate) fn tags(&mut self, mut encoding: Option<Encoding>) -> Option<Encoding> {
        while self.major() == Major::Tag {
            encoding = self.tag(encoding);
        }
        encoding
    }

    /// Takes one tag.
    pub(crate) fn tag(&mut self, encoding: Option<Encoding>) -> Option<Encoding> {
        match self.head().value {
            21 => Some(Encoding::Base64Url),
            22 => Some(Encoding::Base64),
            23 => Some(Encoding::Hex),
            _ => encoding,
        }
    }

    /// Takes the head of a list or map; how many parts follow.
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

    /// Whether another item of a list or entry of a map follows.
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
        // Who asks again does not meet the break of the item around it.
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

    /// The bytes behind `head`, of a byte string.
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

    /// The text behind `head`, each piece of which is UTF-8 by itself.
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

    /// Takes one whole item with its tags.
    pub(crate) fn item(&mut self) -> &'a [u8] {
        let start = self.at;
        self.skip();
        &self.data[start.min(self.at)..self.at]
    }
}

/// Checks what stands behind a tag that says it.
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
