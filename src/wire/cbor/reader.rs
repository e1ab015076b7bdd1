use std::borrow::Cow;

use super::head::{BREAK, Head};
use super::{Fault, Major};

/// Reads an item that was checked, head by head.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    data: &'a [u8],
    at: usize,
}

/// How the bytes inside of an item become text: the tags 21 to 23.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Base64Url,
    Base64,
    Hex,
}

/// How many parts of a list or map are still to come, if that was said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left(Option<u64>);

impl Left {
    /// The one item behind a tag.
    pub(super) fn one() -> Self {
        Left(Some(1))
    }

    /// Room for so many is made at once; what a sender says beyond is believed when it comes.
    pub(crate) fn capacity(self) -> usize {
        self.0.unwrap_or(0).min(1024) as usize
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Reader { data, at: 0 }
    }

    #[inline]
    fn first(&self) -> u8 {
        self.data.get(self.at).copied().unwrap_or(super::NULL)
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

    /// Whether the next item is `true` or `false`, without a tag.
    pub(crate) fn is_bool(&self) -> bool {
        matches!(self.first(), 0xf4 | 0xf5)
    }

    /// Whether the item around it ends.
    pub(super) fn is_break(&self) -> bool {
        self.first() == BREAK
    }

    /// Takes the next head; the text or the parts behind it are still to be taken.
    #[inline]
    pub(crate) fn head(&mut self) -> Head {
        let rest = self.data.get(self.at..).unwrap_or_default();
        let (head, size) = Head::read(rest).unwrap_or((Head { major: Major::Simple, info: 22, value: 22 }, 0));
        self.at += size;
        head
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

    /// How many parts follow `head`, of a list or map.
    pub(crate) fn parts(head: Head) -> Left {
        Left(if head.is_indefinite() { None } else { Some(head.value) })
    }

    /// Whether another item of a list or entry of a map follows.
    #[inline]
    pub(crate) fn more(&mut self, left: &mut Left) -> bool {
        match &mut left.0 {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None if self.first() == BREAK => {
                self.at += 1;
                // Who asks again does not meet the break of the item around it.
                *left = Left(Some(0));
                false
            }
            None => true,
        }
    }

    #[inline]
    fn take(&mut self, length: u64) -> &'a [u8] {
        let end = self.at.saturating_add(length as usize).min(self.data.len());
        let bytes = &self.data[self.at.min(end)..end];
        self.at = end;
        bytes
    }

    /// The bytes behind `head`, of a byte string.
    #[inline]
    pub(crate) fn bytes(&mut self, head: Head) -> Cow<'a, [u8]> {
        if !head.is_indefinite() {
            return Cow::Borrowed(self.take(head.value));
        }
        let mut joined = Vec::new();
        let mut left = Reader::parts(head);
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
        let mut left = Reader::parts(head);
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

    /// Passes over one item with its tags. Parts that are still to come are counted in one number, but
    /// for those inside of an item that goes on to a break.
    pub(crate) fn skip(&mut self) {
        let (mut left, mut around): (u64, Vec<u64>) = (1, Vec::new());
        loop {
            if left == 0 {
                match around.last() {
                    None => return,
                    Some(_) if self.first() != BREAK => left = 1,
                    Some(_) => {
                        self.at += 1;
                        left = around.pop().unwrap_or_default();
                        continue;
                    }
                }
            }
            if self.at >= self.data.len() {
                return;
            }
            left -= 1;
            let head = self.head();
            match head.major {
                Major::Unsigned | Major::Negative | Major::Simple => {}
                Major::Tag => left += 1,
                _ if head.is_indefinite() => around.push(std::mem::take(&mut left)),
                Major::Bytes | Major::Text => drop(self.take(head.value)),
                Major::List => left = left.saturating_add(head.value),
                Major::Map => left = left.saturating_add(head.value.saturating_mul(2)),
            }
        }
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
fn invalid_utf8() -> Fault {
    Fault::new("cbor: invalid UTF-8 string")
}
