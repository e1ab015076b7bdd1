//! A DER reader for certificate requests: consecutive elements, each with tag, length and contents.

pub(super) const BOOLEAN: u8 = 0x01;
pub(super) const INTEGER: u8 = 0x02;
pub(super) const BIT_STRING: u8 = 0x03;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const UTF8_STRING: u8 = 0x0c;
pub(super) const NUMERIC_STRING: u8 = 0x12;
pub(super) const PRINTABLE_STRING: u8 = 0x13;
pub(super) const T61_STRING: u8 = 0x14;
pub(super) const IA5_STRING: u8 = 0x16;
pub(super) const BMP_STRING: u8 = 0x1e;
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;

/// The bits of a tag that indicate that its number follows.
const LONG_TAG: u8 = 0x1f;

/// The unread elements.
#[derive(Clone)]
pub(super) struct Elements<'a>(&'a [u8]);

impl<'a> Elements<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Elements(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads the tag and contents of the next element. Skips the number of a tag with a separate number, because no
    /// caller needs it.
    pub(super) fn any(&mut self) -> Option<(u8, &'a [u8])> {
        let (&tag, mut rest) = self.0.split_first()?;
        if is_long(tag) {
            let end = rest.iter().position(|&byte| byte < 0x80)?;
            let (number, behind) = rest.split_at(end + 1);
            if !is_number(number) || number[0] < LONG_TAG {
                return None;
            }
            rest = behind;
        }
        let (length, rest) = length(rest)?;
        let (contents, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some((tag, contents))
    }

    /// Reads the contents of the next element, which must have this tag.
    pub(super) fn take(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.any().filter(|(found, _)| *found == tag).map(|(_, contents)| contents)
    }

    /// Reads the elements of the next element, which must have this tag.
    pub(super) fn inside(&mut self, tag: u8) -> Option<Elements<'a>> {
        self.take(tag).map(Elements)
    }

    /// Reads the contents of the next element if it has this tag.
    pub(super) fn optional(&mut self, tag: u8) -> Option<&'a [u8]> {
        (self.0.first() == Some(&tag)).then(|| self.take(tag)).flatten()
    }

    /// Reads the next element, which must be an object identifier.
    pub(super) fn identifier(&mut self) -> Option<&'a [u8]> {
        self.take(OBJECT_IDENTIFIER).filter(|contents| is_identifier(contents))
    }

    /// Reads the next element, which must be an integer.
    pub(super) fn integer(&mut self) -> Option<&'a [u8]> {
        self.take(INTEGER).filter(|contents| is_integer(contents))
    }

    /// Reads the bytes of the next element, which must be a bit string.
    pub(super) fn bits(&mut self) -> Option<&'a [u8]> {
        self.take(BIT_STRING).and_then(bits)
    }
}

/// Splits a length in its shortest encoding from the bytes that follow.
fn length(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    if first < 0x80 {
        return Some((usize::from(first), rest));
    }
    let (digits, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
    if digits.len() > 4 || digits.first().is_none_or(|&digit| digit == 0) {
        return None;
    }
    let length = digits.iter().fold(0, |length, &digit| length << 8 | usize::from(digit));
    (length >= 0x80).then_some((length, rest))
}

pub(super) fn is_long(tag: u8) -> bool {
    tag & LONG_TAG == LONG_TAG
}

/// Checks the contents of an object identifier: one or more numbers.
pub(super) fn is_identifier(contents: &[u8]) -> bool {
    !contents.is_empty() && contents.split_inclusive(|&byte| byte < 0x80).all(is_number)
}

/// Splits a number from the bytes that follow: seven bits per byte, high bit set in all bytes but the last one,
/// shortest encoding, at most 31 bits.
fn is_number(bytes: &[u8]) -> bool {
    match bytes {
        [0x80, ..] | [0x88..=0xff, _, _, _, _] | [_, _, _, _, _, _, ..] => false,
        [.., last] => *last < 0x80,
        [] => false,
    }
}

/// Checks an integer: at least one byte, shortest encoding.
pub(super) fn is_integer(contents: &[u8]) -> bool {
    match contents {
        [] => false,
        [0, next, ..] => *next >= 0x80,
        [0xff, next, ..] => *next < 0x80,
        _ => true,
    }
}

/// Returns the bytes of a bit string. The first byte is the number of unused bits of the last one, which must be zero.
pub(super) fn bits(contents: &[u8]) -> Option<&[u8]> {
    let (&unused, bytes) = contents.split_first()?;
    let last = bytes.last().copied().unwrap_or_default();
    let sound = unused < 8 && (unused == 0 || !bytes.is_empty()) && last.trailing_zeros() >= u32::from(unused);
    sound.then_some(bytes)
}
