//! DER, as far as requests for certificates need it: elements one after the other, each with tag, length and contents.

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

/// The bits of a tag that say that its number follows.
const LONG_TAG: u8 = 0x1f;

/// The elements that are left.
#[derive(Clone)]
pub(super) struct Elements<'a>(&'a [u8]);

impl<'a> Elements<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Elements(bytes)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Tag and contents of the next element. Of a tag with a number the number is left out: nobody asks for one.
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

    /// The contents of the next element, which must have this tag.
    pub(super) fn take(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.any().filter(|(found, _)| *found == tag).map(|(_, contents)| contents)
    }

    /// The elements inside of the next one, which must have this tag.
    pub(super) fn inside(&mut self, tag: u8) -> Option<Elements<'a>> {
        self.take(tag).map(Elements)
    }

    /// The contents of the next element if it has this tag.
    pub(super) fn optional(&mut self, tag: u8) -> Option<&'a [u8]> {
        (self.0.first() == Some(&tag)).then(|| self.take(tag)).flatten()
    }

    /// The next element is an object identifier.
    pub(super) fn identifier(&mut self) -> Option<&'a [u8]> {
        self.take(OBJECT_IDENTIFIER).filter(|contents| is_identifier(contents))
    }

    /// The next element is an integer.
    pub(super) fn integer(&mut self) -> Option<&'a [u8]> {
        self.take(INTEGER).filter(|contents| is_integer(contents))
    }

    /// The bytes of a bit string, which is the next element.
    pub(super) fn bits(&mut self) -> Option<&'a [u8]> {
        self.take(BIT_STRING).and_then(bits)
    }
}

/// A length, in as few bytes as possible, and what follows it.
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

/// Numbers, of which there is one.
pub(super) fn is_identifier(contents: &[u8]) -> bool {
    !contents.is_empty() && contents.split_inclusive(|&byte| byte < 0x80).all(is_number)
}

/// Seven bits a byte, of which the last one alone has no high bit: as few as possible, for 31 bits at most.
fn is_number(bytes: &[u8]) -> bool {
    match bytes {
        [0x80, ..] | [0x88..=0xff, _, _, _, _] | [_, _, _, _, _, _, ..] => false,
        [.., last] => *last < 0x80,
        [] => false,
    }
}

/// As few bytes as possible, and at least one.
pub(super) fn is_integer(contents: &[u8]) -> bool {
    match contents {
        [] => false,
        [0, next, ..] => *next >= 0x80,
        [0xff, next, ..] => *next < 0x80,
        _ => true,
    }
}

/// Bytes behind the number of bits of the last one that do not count and are zero.
pub(super) fn bits(contents: &[u8]) -> Option<&[u8]> {
    let (&unused, bytes) = contents.split_first()?;
    let last = bytes.last().copied().unwrap_or_default();
    let sound = unused < 8 && (unused == 0 || !bytes.is_empty()) && last.trailing_zeros() >= u32::from(unused);
    sound.then_some(bytes)
}
