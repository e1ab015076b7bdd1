use super::head::{BREAK, Head};
use super::{Fault, Major};

/// How much a sender may ask for, and what of CBOR is refused.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Levels of lists, maps, and tags but for the first one before an item.
    pub(crate) depth: usize,
    /// Items of a list.
    pub(crate) items: u64,
    /// Entries of a map.
    pub(crate) pairs: u64,
    /// Whether numbers without JSON are let through: NaN, infinities, integers of any size.
    pub(crate) any_numbers: bool,
    /// Whether lengths may be left open.
    pub(crate) indefinite: bool,
    /// Whether what stands behind the tags 0 to 3 is looked at.
    pub(crate) tag_contents: bool,
}

impl Limits {
    /// Those of Kubernetes for objects.
    pub(crate) const OBJECT: Limits = Limits {
        depth: 10_000,
        items: 2_147_483_647,
        pairs: 2_097_152,
        any_numbers: false,
        indefinite: true,
        tag_contents: false,
    };

    /// The same for a stream of objects, whose numbers are looked at later.
    pub(crate) const STREAM: Limits = Limits { any_numbers: true, ..Limits::OBJECT };

    /// Those of the library that Kubernetes' client reads streams with.
    pub(crate) const GO_STREAM: Limits =
        Limits { depth: 32, items: 131_072, pairs: 131_072, any_numbers: true, ..Limits::OBJECT };

    /// Those of the library for what a type writes by itself.
    const WRITTEN: Limits = Limits { depth: 32, indefinite: false, tag_contents: true, ..Limits::GO_STREAM };
}

/// Checks that `data` is exactly one item.
///
/// # Errors
///
/// What is wrong with it, in the words of Kubernetes.
pub(crate) fn check(data: &[u8]) -> Result<(), Fault> {
    check_within(data, Limits::OBJECT)
}

/// Checks an item that a value brings along as bytes, to be written as it stands.
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

/// Finds the end of an item and what is wrong with it, without recursion; it can go on when more of
/// the data has come.
pub(crate) struct Checker {
    limits: Limits,
    /// Where the next head is; beyond the data while the rest of a text is missing.
    at: usize,
    open: Vec<Open>,
    /// The levels around the next item.
    depth: usize,
    /// The tag right before the next item.
    tag: Option<u64>,
    done: bool,
}

/// An item that others belong to.
struct Open {
    parts: Parts,
    /// The levels around its parts.
    depth: usize,
}

enum Parts {
    /// So many are missing.
    Left(u64),
    /// So many came, of a list or a map that goes on to a break.
    Until { came: u64, major: Major },
    /// Pieces of a text that goes on to a break.
    Chunks(Major),
}

impl Checker {
    pub(crate) fn new(limits: Limits) -> Self {
        Checker { limits, at: 0, open: Vec::new(), depth: 0, tag: None, done: false }
    }

    /// Where the item ends, once it was found.
    pub(crate) fn end(&self) -> usize {
        self.at
    }

    /// Forgets the data that was checked, so that what is kept is what [`Checker::advance`] has not seen.
    pub(crate) fn forget(&mut self, data: &mut Vec<u8>) {
        let checked = self.at.min(data.len());
        data.drain(..checked);
        self.at -= checked;
    }

    /// Goes on in the data, all of it from the start; true if the item is complete.
    pub(crate) fn advance(&mut self, data: &[u8]) -> Result<bool, Fault> {
        while !self.done {
            let Some(rest) = data.get(self.at..).filter(|rest| !rest.is_empty()) else { return Ok(false) };
            if !self.step(rest)? {
                return Ok(false);
            }
        }
        Ok(self.at <= data.len())
    }

    /// Takes one head, with the text behind it; false if there is not all of it.
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

    /// Counts an item that is complete, and those that end with it.
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

    /// What stands behind a tag.
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

    /// A piece of a text must be a text of the same kind and of a length.
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
