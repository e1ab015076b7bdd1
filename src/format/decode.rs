use super::problem::{Path, Problems};
use super::repeats::Keys;
use super::{Error, Warning};
use crate::encoding::RowSet;
use crate::field::{Bytes, Str};
use crate::reflect::{
    Leaf, ListMut, MapMut, Mut, PlainMut, Shape, StructMut, Unsorted, ViewMut, pull, set_short, set_text,
};
use crate::wire::base64;
use crate::wire::json::{MAX_DEPTH, SyntaxError};
use crate::wire::pull::Pull;
use crate::wire::raw::{Raw, RawKind};

/// The maximum number of nested structs in a typed value. Derived `Clone` and `Drop` implementations recurse.
pub(crate) const MAX_TYPED_DEPTH: usize = 500;

/// The number of items that a list or map may keep after an error. The value is then discarded, and decoding continues
/// only to find further errors. The limit saves memory, since zero items can be much larger than their text.
pub(super) const MOST_FAILED: usize = 64;

/// Decodes a document into a value by the value's table, and returns warnings about dropped content.
///
/// Follows the rules of Kubernetes' JSON decoder. Names are case-sensitive. `null` clears options, lists and maps, and
/// leaves other values unchanged. A repeated object is merged, and a repeated list is decoded into its previous items.
/// A value of the wrong type is skipped and reported, and decoding continues. Unknown and duplicate fields are
/// reported.
pub(super) fn decode<'a>(reader: impl Pull<'a>, target: Mut<'_>) -> std::result::Result<Vec<Warning>, Error> {
    decode_at(&Path::root(), Shape::position, reader, target)
}

/// A function that finds the row of a table by name, starting from a guess.
pub(super) type Position = fn(&Shape, &str, usize) -> Option<usize>;

/// Like [`decode`], for a value at a path in a larger document, with its own rule for matching names.
pub(super) fn decode_at<'a>(
    path: &Path<'_>,
    position: Position,
    reader: impl Pull<'a>,
    mut target: Mut<'_>,
) -> std::result::Result<Vec<Warning>, Error> {
    let unsorted = Unsorted::default();
    let decoded = decode_unsorted(path, position, reader, target.reborrow(), &unsorted);
    unsorted.sort(target);
    decoded
}

/// Like [`decode_at`], but leaves sorting of maps that were extended to the caller.
pub(super) fn decode_unsorted<'a>(
    path: &Path<'_>,
    position: Position,
    reader: impl Pull<'a>,
    target: Mut<'_>,
    unsorted: &Unsorted,
) -> std::result::Result<Vec<Warning>, Error> {
    let (unescaped, problems) = (Vec::new(), Problems::default());
    let mut decoder = Decoder { reader, position, depth: 0, unescaped, problems, unsorted };
    let read = decoder.value(target, path).and_then(|()| decoder.reader.end());
    let Decoder { reader, problems, .. } = decoder;
    match read {
        Ok(()) => problems.into_warnings(&|offset| Some(reader.position(offset))),
        Err(error) => Err(Error::syntax(&error, reader.position(error.offset()))),
    }
}

struct Decoder<'u, R> {
    reader: R,
    position: Position,
    depth: usize,
    /// A buffer for strings that the document does not contain unescaped.
    unescaped: Vec<u8>,
    problems: Problems,
    unsorted: &'u Unsorted,
}

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'a, R: Pull<'a>> Decoder<'_, R> {
    /// Decodes any value. Most values are text, which is decoded inline.
    #[inline]
    fn value(&mut self, target: Mut<'_>, path: &Path<'_>) -> Result<()> {
        match target.text() {
            Ok(target) => self.text(target, path),
            Err(target) => self.structured(target, path),
        }
    }

    /// Decodes any value. Recursive cases are separate from the others, so that each level of nesting uses little
    /// stack.
    fn structured(&mut self, mut target: Mut<'_>, path: &Path<'_>) -> Result<()> {
        loop {
            target = match target.option() {
                Ok(option) if self.reader.peek() == RawKind::Null => return self.null(|| option.clear()),
                Ok(option) => option.make(),
                Err(target) => return self.filled(target, path),
            };
        }
    }

    /// Decodes a value other than an option.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn filled(&mut self, target: Mut<'_>, path: &Path<'_>) -> Result<()> {
        match target.plain() {
            Ok(PlainMut::Struct(target)) if target.shape().is_union() => self.union(target, path),
            Ok(PlainMut::Struct(target)) => self.structure(target, path),
            Ok(PlainMut::Str(target)) => self.text(target, path),
            Ok(PlainMut::Bool(target)) => self.bool(target, path),
            Ok(PlainMut::Int32(target)) => self.number(target, "int32", path),
            Ok(PlainMut::Int64(target)) => self.number(target, "int64", path),
            Ok(PlainMut::Bytes(target)) => self.bytes(target, path),
            Ok(PlainMut::Leaf(target)) => self.leaf(target, path),
            // Lists and maps are not moved: the processor would stall on data that was just written.
            Err(target) => match target.view() {
                ViewMut::List(ref mut target) => self.list(target, path),
                ViewMut::Map(ref mut target) => self.map(target, path),
                ViewMut::Double(target) => self.double(target, path),
                _ => unreachable!("`plain` only returns lists, maps and doubles as errors"),
            },
        }
    }

    #[inline]
    fn structure(&mut self, mut target: StructMut<'_>, path: &Path<'_>) -> Result<()> {
        if self.depth == MAX_TYPED_DEPTH && self.reader.peek() == RawKind::Object {
            return Err(self.reader.error("exceeded max depth".into()));
        }
        match self.reader.try_object()? {
            Some(true) => {
                self.depth += 1;
                self.members(&mut target, path)?;
                self.depth -= 1;
                Ok(())
            }
            Some(false) => Ok(()),
            None => self.other("object", path),
        }
    }

    /// Upstream decodes a union separately and laxly, so warnings inside it are discarded.
    fn union(&mut self, target: StructMut<'_>, path: &Path<'_>) -> Result<()> {
        let heard = self.problems.count();
        match target.choose(self.reader.peek()) {
            Ok(Some(variant)) => self.value(variant, path)?,
            Ok(None) => self.reader.skip(MAX_DEPTH - self.depth)?,
            Err(kinds) => self.mismatch(&kinds, path)?,
        }
        self.problems.forget_from(heard);
        Ok(())
    }

    fn list(&mut self, target: &mut ListMut<'_>, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::List => self.items(target, path),
            RawKind::Null => self.null(|| target.clear()),
            _ => self.mismatch("array", path),
        }
    }

    fn map(&mut self, target: &mut MapMut<'_>, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::Object => self.entries(target, path),
            RawKind::Null => self.null(|| target.clear()),
            _ => self.mismatch("object", path),
        }
    }

    /// Reports a value of an unsupported kind. `null` leaves the target unchanged.
    #[cold]
    fn other(&mut self, expected: &str, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::Null => self.null(|| ()),
            _ => self.mismatch(expected, path),
        }
    }

    fn text(&mut self, target: &mut Str, path: &Path<'_>) -> Result<()> {
        if let Some((start, length)) = self.reader.short_start()
            && set_short(target, start, length)
        {
            self.reader.advance(length + 2);
            return Ok(());
        }
        self.any_text(target, path)
    }

    /// Decodes a text of any length and form, or reports a value of another kind.
    #[inline(never)]
    fn any_text(&mut self, target: &mut Str, path: &Path<'_>) -> Result<()> {
        if let Some((start, length)) = self.reader.plain_start() {
            set_text(target, start, length);
            return Ok(());
        }
        match self.reader.peek() {
            RawKind::String => {
                target.set(&self.reader.string_in(&mut self.unescaped)?);
                Ok(())
            }
            _ => self.other("string", path),
        }
    }

    fn bool(&mut self, target: &mut bool, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::Bool => {
                *target = self.reader.literal()? == "true";
                Ok(())
            }
            _ => self.other("bool", path),
        }
    }

    fn leaf(&mut self, target: &mut dyn Leaf, path: &Path<'_>) -> Result<()> {
        let offset = self.reader.next_offset();
        let read = match target.is_untyped() {
            true => self.untyped(target, path)?,
            false => target.read_json(self.reader.raw_within(MAX_DEPTH - self.depth)?),
        };
        if let Err(message) = read {
            self.problems.error(path, offset, || message);
        }
        Ok(())
    }

    fn untyped(&mut self, target: &mut dyn Leaf, path: &Path<'_>) -> Result<std::result::Result<(), String>> {
        let problems = &mut self.problems;
        let value = pull(&mut self.reader, MAX_DEPTH - self.depth, &mut |inside, offset| {
            problems.duplicate_inside(path, &inside, offset);
        })?;
        Ok(value.and_then(|value| target.set_value(value)))
    }

    fn null(&mut self, then: impl FnOnce()) -> Result<()> {
        self.reader.literal()?;
        then();
        Ok(())
    }

    fn number<T: std::str::FromStr>(&mut self, target: &mut T, name: &str, path: &Path<'_>) -> Result<()> {
        if self.reader.peek() != RawKind::Number {
            return self.other(name, path);
        }
        let offset = self.reader.offset();
        let text = self.reader.number()?;
        match text.parse() {
            Ok(number) => *target = number,
            Err(_) => {
                self.problems.error(path, offset, || format!("expected {name}, found number {text}"));
            }
        }
        Ok(())
    }

    fn double(&mut self, target: &mut f64, path: &Path<'_>) -> Result<()> {
        if self.reader.peek() != RawKind::Number {
            return self.other("number", path);
        }
        let offset = self.reader.offset();
        let text = self.reader.number()?;
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => *target = number,
            _ => {
                self.problems.error(path, offset, || format!("number {text} is out of range"));
            }
        }
        Ok(())
    }

    /// Decodes bytes from base64 or a list of numbers.
    fn bytes(&mut self, target: &mut Bytes, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::String | RawKind::List => {}
            RawKind::Null => return self.null(|| *target = Bytes::default()),
            _ => return self.mismatch("base64 string", path),
        }
        let offset = self.reader.offset();
        match read_bytes(self.reader.raw_within(MAX_DEPTH - self.depth)?) {
            Ok(bytes) => *target = bytes.into(),
            Err(message) => self.problems.error(path, offset, || message),
        }
        Ok(())
    }

    fn items(&mut self, target: &mut ListMut<'_>, path: &Path<'_>) -> Result<()> {
        let mut more = self.reader.begin_list()?;
        let (mut index, mut length) = (0, 0);
        while more {
            if length >= MOST_FAILED && self.problems.has_errors() {
                target.clear();
                length = 0;
            }
            self.value(target.item(length), &path.index(index))?;
            index += 1;
            length += 1;
            more = self.reader.more_items()?;
        }
        target.truncate(length);
        Ok(())
    }

    fn entries(&mut self, target: &mut MapMut<'_>, path: &Path<'_>) -> Result<()> {
        let mut more = self.reader.begin_object()?;
        target.make();
        let before = target.len();
        let mut keys = Keys::behind(before);
        while more {
            if target.len() >= MOST_FAILED && self.problems.has_errors() {
                keys.copy_from(target);
                target.clear();
            }
            let start = self.reader.next_offset();
            let (text, length) = self.reader.name_start()?;
            let key = &text[..length];
            let path = path.key(key);
            let warned = self.problems.count();
            self.value(target.append_start(&text, length), &path)?;
            if keys.repeats(target, key) {
                self.problems.duplicate_behind(warned, &path, start);
            }
            more = self.reader.more_members()?;
        }
        self.unsorted.leave(target, before);
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn members(&mut self, target: &mut StructMut<'_>, path: &Path<'_>) -> Result<()> {
        let shape = target.shape();
        let mut seen = RowSet::default();
        let mut guess = 0;
        loop {
            let (start, found) = match target.row_by_key(self.reader.rest(), guess) {
                Some(found) => {
                    let start = self.reader.offset();
                    self.reader.advance(found.1.key_len());
                    (start, Some(found))
                }
                None => {
                    let (start, index) = self.other_member(shape, guess, path)?;
                    let found = index.map(|index| {
                        let (field, place) = target.row(index);
                        (index, field, place)
                    });
                    (start, found)
                }
            };
            if let Some((index, field, place)) = found {
                let path = path.field(field);
                if seen.repeats(index) {
                    self.problems.duplicate(&path, start);
                }
                self.value(place, &path)?;
                guess = index + 1;
            }
            if !self.reader.more_members()? {
                return Ok(());
            }
        }
    }

    /// Returns the start and the row of a member that the fast path does not recognize: a row before `guess`, white
    /// space before the name, or an unusual form of the name. The reader moves past the name. An unknown member is
    /// reported and skipped.
    #[inline(never)]
    fn other_member(&mut self, shape: &'static Shape, guess: usize, path: &Path<'_>) -> Result<(usize, Option<usize>)> {
        let before = self.reader.offset();
        let start = self.reader.next_offset();
        // The fast path does not skip white space, so it is tried again after it.
        if start != before
            && let Some((index, field)) = shape.row_by_key(self.reader.rest(), guess)
        {
            self.reader.advance(field.key_len());
            return Ok((start, Some(index)));
        }
        let name = self.reader.name()?;
        let found = (self.position)(shape, &name, guess);
        if found.is_none() {
            self.problems.unknown(&path.key(&name), start);
            self.reader.skip(MAX_DEPTH - self.depth)?;
        }
        Ok((start, found))
    }

    /// Skips a value of the wrong type and reports it.
    fn mismatch(&mut self, expected: &str, path: &Path<'_>) -> Result<()> {
        let offset = self.reader.next_offset();
        let found = self.reader.peek().name();
        self.reader.skip(MAX_DEPTH - self.depth)?;
        self.problems.error(path, offset, || format!("expected {expected}, found {found}"));
        Ok(())
    }
}

fn read_bytes(raw: Raw<'_>) -> std::result::Result<Vec<u8>, String> {
    let Some(text) = raw.as_str() else {
        return read_byte_list(raw.text());
    };
    base64::decode(&text)
}

fn read_byte_list(json: &str) -> std::result::Result<Vec<u8>, String> {
    let items = json.strip_prefix('[').and_then(|json| json.strip_suffix(']')).unwrap_or(json);
    if items.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut bytes = Vec::new();
    for item in items.split(',') {
        bytes.push(match item.trim() {
            "null" => 0,
            // The item is not shown, since it may be part of a Secret.
            item => item.parse().map_err(|_| "expected bytes as integers from 0 to 255".to_owned())?,
        });
    }
    Ok(bytes)
}
