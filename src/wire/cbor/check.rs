use super::head::{BREAK, Head};
use super::{Fault, Major};

/// Limits on the size and the features of CBOR data.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The maximum nesting depth. Lists, maps, and all tags of an item except the first one count as levels.
    pub(crate) depth: usize,
    /// The maximum number of items in a list.
    pub(crate) items: u64,
    /// The maximum number of entries in a map.
    pub(crate) pairs: u64,
    /// True if numbers that JSON cannot represent are allowed: NaN, infinities, integers of any size.
    pub(crate) any_numbers: bool,
    /// True if indefinite lengths are allowed.
    pub(crate) indefinite: bool,
    /// True if the content of the tags 0 to 3 is checked.
    pub(crate) tag_contents: bool,
}

impl Limits {
    /// Kubernetes' limits for objects.
    pub(crate) const OBJECT: Limits = Limits {
        depth: 10_000,
        items: 2_147_483_647,
        pairs: 2_097_152,
        any_numbers: false,
        indefinite: true,
        tag_contents: false,
    };

    /// Kubernetes' limits for a stream of objects, whose numbers are checked later.
    pub(crate) const STREAM: Limits = Limits { any_numbers: true, ..Limits::OBJECT };

    /// The limits of the library with which Kubernetes' client reads streams.
    pub(crate) const GO_STREAM: Limits =
        Limits { depth: 32, items: 131_072, pairs: 131_072, any_numbers: true, ..Limits::OBJECT };

    /// The library's limits for CBOR that custom types write.
    const WRITTEN: Limits = Limits { depth: 32, indefinite: false, tag_contents: true, ..Limits::GO_STREAM };
}

/// Checks that `data` is exactly one item.
///
/// # Errors
///
/// Returns an error with Kubernetes' message if it is not.
pub(crate) fn check(data: &[u8]) -> Result<(), Fault> {
    check_within(data, Limits::OBJECT)
}

/// Checks an item that a value contains as bytes, before it is written unchanged.
pub(crate) fn check_written(data: &[u8]) -> Result<(), Fault> {
    check_within(data, Limits::WRITTEN)
}

fn check_within(data: &[u8], limits: Limits) -> Result<(), Fault> {
    if data.is_empty() {
        return Err(Fault::new("EOF"));
    }
    let mut checker = Checker::new(limits);
    if !checker.advance(data)? {
        return Err(Fault::new("unexpected EOF"));
    }
    match data.len() - checker.end() {
        0 => Ok(()),
        rest => Err(Fault::new(format!("cbor: {rest} bytes of extraneous data starting at index {}", checker.end()))),
    }
}

/// A validator that finds the end of an item without recursion. It can continue when more data has arrived.
pub(crate) struct Checker {
    limits: Limits,
    /// The offset of the next head. It exceeds the length of the data while a text is incomplete.
    at: usize,
    open: Vec<Open>,
    /// The number of levels that enclose the next item.
    depth: usize,
    /// The tag directly before the next item.
    tag: Option<u64>,
    done: bool,
}

/// An item with children.
struct Open {
    parts: Parts,
    /// The number of levels that enclose its children.
    depth: usize,
}

enum Parts {
    /// The number of missing children.
    Left(u64),
    /// The number of children so far in a list or map of indefinite length.
    Until { came: u64, major: Major },
    /// The chunks of a text of indefinite length.
    Chunks(Major),
}

impl Checker {
    pub(crate) fn new(limits: Limits) -> Self {
        Checker { limits, at: 0, open: Vec::new(), depth: 0, tag: None, done: false }
    }

    /// Returns the end of the item, once it was found.
    pub(crate) fn end(&self) -> usize {
        self.at
    }

    /// Removes the data that was already checked, so that only data not yet seen by [`Checker::advance`] is kept.
    pub(crate) fn forget(&mut self, data: &mut Vec<u8>) {
        let checked = self.at.min(data.len());
        data.drain(..checked);
        self.at -= checked;
    }

    /// Continues the check. `data` must contain all data from the start. Returns true if the item is complete.
    pub(crate) fn advance(&mut self, data: &[u8]) -> Result<bool, Fault> {
        while !self.done {
            let Some(rest) = data.get(self.at..).filter(|rest| !rest.is_empty()) else { return Ok(false) };
            if !self.step(rest)? {
                return Ok(false);
            }
        }
        Ok(self.at <= data.len())
    }

    /// Checks one head and the text after it. Returns false if they are incomplete.
    #[inline]
    fn step(&mut self, rest: &[u8]) -> Result<bool, Fault> {
        if let Some(open) = self.open.last()
            && !matches!(open.parts, Parts::Left(_))
            && self.tag.is_none()
        {
            if rest[0] == BREAK {
                self.at += 1;
                self.close()?;
                return Ok(true);
            }
            self.check_chunk(rest[0])?;
        }
        self.check_tagged(rest[0])?;
        let Some((head, size)) = Head::read(rest) else { return Ok(false) };
        self.at += size;
        self.item(head)?;
        Ok(true)
    }

    #[inline]
    fn item(&mut self, head: Head) -> Result<(), Fault> {
        if head.info > 27 {
            self.check_info(head)?;
        }
        if head.major == Major::Tag {
            if self.tag.is_some() {
                self.deeper()?;
            }
            self.tag = Some(head.value);
            return Ok(());
        }
        self.tag = None;
        match head.major {
            Major::Bytes | Major::Text if head.is_indefinite() => self.enter(Parts::Chunks(head.major)),
            Major::Bytes | Major::Text => {
                let length = length(head, "causing integer overflow")?;
                self.at = self.at.saturating_add(length);
                self.part_done()?;
            }
            Major::List | Major::Map => self.container(head)?,
            Major::Simple => {
                self.check_simple(head)?;
                self.part_done()?;
            }
            _ => self.part_done()?,
        }
        Ok(())
    }

    fn container(&mut self, head: Head) -> Result<(), Fault> {
        self.deeper()?;
        if head.is_indefinite() {
            self.enter(Parts::Until { came: 0, major: head.major });
            return Ok(());
        }
        let count = length(head, "it would cause integer overflow")? as u64;
        self.check_count(head.major, count)?;
        match if head.major == Major::Map { 2 * count } else { count } {
            0 => self.part_done(),
            parts => {
                self.enter(Parts::Left(parts));
                Ok(())
            }
        }
    }

    fn enter(&mut self, parts: Parts) {
        self.open.push(Open { parts, depth: self.depth });
    }

    fn deeper(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Fault::new(format!("cbor: exceeded max nested level {}", self.limits.depth)));
        }
        Ok(())
    }

    /// Ends the innermost item at its break.
    fn close(&mut self) -> Result<(), Fault> {
        let ended = self.open.pop();
        if let Some(Open { parts: Parts::Until { came, major: Major::Map }, .. }) = ended
            && came % 2 == 1
        {
            return Err(unexpected_break());
        }
        self.part_done()
    }

    /// Counts a completed item, and those that end with it.
    #[inline]
    fn part_done(&mut self) -> Result<(), Fault> {
        loop {
            let Some(open) = self.open.last_mut() else {
                self.done = true;
                return Ok(());
            };
            self.depth = open.depth;
            match &mut open.parts {
                Parts::Left(1) => drop(self.open.pop()),
                Parts::Left(left) => {
                    *left -= 1;
                    return Ok(());
                }
                Parts::Until { came, major } => {
                    *came += 1;
                    let (major, came) = (*major, *came);
                    let count = if major == Major::Map { came / 2 } else { came };
                    return self.check_count(major, count);
                }
                Parts::Chunks(_) => return Ok(()),
            }
        }
    }

    fn check_count(&self, major: Major, count: u64) -> Result<(), Fault> {
        let (most, what) = match major {
            Major::Map => (self.limits.pairs, "key-value pairs"),
            _ => (self.limits.items, "elements"),
        };
        if count > most {
            return Err(Fault::new(format!("cbor: exceeded max number of {what} {most} for CBOR {}", major.name())));
        }
        Ok(())
    }

    /// Checks the item after a tag.
    fn check_tagged(&self, first: u8) -> Result<(), Fault> {
        let Some(tag) = self.tag else { return Ok(()) };
        if self.limits.tag_contents {
            super::reader::check_tag(tag, first)?;
        }
        if !self.limits.any_numbers && matches!(tag, 2 | 3) {
            return Err(Fault::unacceptable(Major::Tag, "bignum"));
        }
        Ok(())
    }

    /// Checks a chunk of a text, which must be a text of the same kind with a definite length.
    fn check_chunk(&self, first: u8) -> Result<(), Fault> {
        let Some(Open { parts: Parts::Chunks(major), .. }) = self.open.last() else { return Ok(()) };
        let (found, whole) = (Major::of(first), major.name());
        if found != *major {
            let found = found.name();
            return Err(Fault::new(format!("cbor: wrong element type {found} for indefinite-length {whole}")));
        }
        if first & 31 == super::head::INDEFINITE {
            return Err(Fault::new(format!("cbor: indefinite-length {whole} chunk is not definite-length")));
        }
        Ok(())
    }

    fn check_info(&self, head: Head) -> Result<(), Fault> {
        match head.major {
            Major::Simple if head.is_indefinite() => Err(unexpected_break()),
            Major::Bytes | Major::Text | Major::List | Major::Map if head.is_indefinite() => {
                match self.limits.indefinite {
                    true => Ok(()),
                    false => Err(Fault::new(format!("cbor: indefinite-length {} isn't allowed", head.major.name()))),
                }
            }
            major => {
                let (info, name) = (head.info, major.name());
                Err(Fault::new(format!("cbor: invalid additional information {info} for type {name}")))
            }
        }
    }

    fn check_simple(&self, head: Head) -> Result<(), Fault> {
        if head.info == 24 && head.value < 32 {
            return Err(Fault::new(format!("cbor: invalid simple value {} for type primitives", head.value)));
        }
        match head.float() {
            Some(number) if number.is_nan() && !self.limits.any_numbers => {
                Err(Fault::unacceptable(head.major, "floating-point NaN"))
            }
            Some(number) if number.is_infinite() && !self.limits.any_numbers => {
                Err(Fault::unacceptable(head.major, "floating-point infinity"))
            }
            _ => Ok(()),
        }
    }
}

fn unexpected_break() -> Fault {
    Fault::new("cbor: unexpected \"break\" code")
}

fn length(head: Head, why: &str) -> Result<usize, Fault> {
    let length = i64::try_from(head.value).ok().and_then(|length| usize::try_from(length).ok());
    length.ok_or_else(|| {
        let (name, length) = (head.major.name(), head.value);
        Fault::new(format!("cbor: {name} length {length} is too large, {why}"))
    })
}
