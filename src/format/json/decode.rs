use std::borrow::Cow;
use std::collections::HashSet;

use crate::field::{Bytes, Str};
use crate::format::problem::{Path, Problems, TypeError};
use crate::reflect::{Field, Leaf, ListMut, MapMut, Mut, OptionMut, Shape, StructMut, ViewMut};
use crate::wire::base64;
use crate::wire::json::{MAX_DEPTH, Reader, SyntaxError};
use crate::wire::raw::{Raw, RawKind};

/// Levels of structs that a typed value may have: derived `Clone` and `Drop` recurse.
pub(crate) const MAX_TYPED_DEPTH: usize = 500;

/// Decodes JSON into a value by its table.
///
/// The rules are those of Kubernetes' decoder: names are case-sensitive; `null` empties options,
/// lists and maps and leaves the rest alone; a repeated object merges; a repeated list is
/// refilled over its old items; a value of the wrong type is skipped and reported, and decoding
/// goes on. What is unknown or said twice goes into [`Problems`].
pub(crate) struct Decoder<'a> {
    reader: Reader<'a>,
    depth: usize,
    pub(crate) problems: Problems,
}

type Result<T> = std::result::Result<T, SyntaxError>;

impl<'a> Decoder<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Decoder { reader: Reader::new(text), depth: 0, problems: Problems::default() }
    }

    /// Decodes a whole document; nothing may follow the value.
    pub(crate) fn document(&mut self, target: Mut<'_>) -> Result<()> {
        self.value(target, &Path::root())?;
        self.reader.end()
    }

    /// Any value. What recurses is kept apart from what does not, so that a level of nesting takes
    /// little of the stack.
    fn value(&mut self, target: Mut<'_>, path: &Path<'_>) -> Result<()> {
        match target.view() {
            ViewMut::Option(target) => self.option(target, path),
            ViewMut::Struct(target) => self.structure(target, path),
            ViewMut::List(target) => self.list(target, path),
            ViewMut::Map(target) => self.map(target, path),
            plain => self.plain(plain, path),
        }
    }

    fn option(&mut self, target: OptionMut<'_>, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::Null => self.null(|| target.clear()),
            _ => self.value(target.make(), path),
        }
    }

    fn structure(&mut self, target: StructMut<'_>, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::Object => self.object(target, path),
            RawKind::Null => self.null(|| ()),
            _ => self.mismatch("object", path),
        }
    }

    fn list(&mut self, mut target: ListMut<'_>, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::List => self.items(target, path),
            RawKind::Null => self.null(|| target.clear()),
            _ => self.mismatch("array", path),
        }
    }

    fn map(&mut self, mut target: MapMut<'_>, path: &Path<'_>) -> Result<()> {
        match self.reader.peek() {
            RawKind::Object => self.entries(target, path),
            RawKind::Null => self.null(|| target.clear()),
            _ => self.mismatch("object", path),
        }
    }

    /// A value that holds no other.
    fn plain(&mut self, target: ViewMut<'_>, path: &Path<'_>) -> Result<()> {
        let kind = self.reader.peek();
        match (target, kind) {
            (ViewMut::Str(target), RawKind::String) => self.text(target),
            (ViewMut::Leaf(target), _) => self.leaf(target, path),
            (ViewMut::Bytes(target), RawKind::Null) => self.null(|| *target = Bytes::default()),
            (ViewMut::Bytes(target), RawKind::String | RawKind::List) => self.bytes(target, path),
            (_, RawKind::Null) => self.null(|| ()),
            (ViewMut::Bool(target), RawKind::Bool) => {
                *target = self.reader.literal()? == "true";
                Ok(())
            }
            (ViewMut::Int32(target), RawKind::Number) => self.number(target, "int32", path),
            (ViewMut::Int64(target), RawKind::Number) => self.number(target, "int64", path),
            (ViewMut::Double(target), RawKind::Number) => self.double(target, path),
            (other, _) => self.mismatch(expected(&other), path),
        }
    }

    fn text(&mut self, target: &mut Str) -> Result<()> {
        match self.reader.plain_string() {
            Some(text) => target.set(text),
            None => target.set(&self.reader.string()?),
        }
        Ok(())
    }

    fn leaf(&mut self, target: &mut dyn Leaf, path: &Path<'_>) -> Result<()> {
        let (offset, raw) = self.raw()?;
        let problems = &mut self.problems;
        let read =
            target.read_json_reporting(raw, &mut |inside, at| problems.duplicate_inside(path, &inside, offset + at));
        if let Err(message) = read {
            self.problems.add_error(TypeError::new(path, offset, message));
        }
        Ok(())
    }

    fn null(&mut self, then: impl FnOnce()) -> Result<()> {
        self.reader.literal()?;
        then();
        Ok(())
    }

    fn number<T: std::str::FromStr>(&mut self, target: &mut T, name: &str, path: &Path<'_>) -> Result<()> {
        let offset = self.reader.offset();
        let text = self.reader.number()?;
        match text.parse() {
            Ok(number) => *target = number,
            Err(_) => {
                let message = format!("expected {name}, found number {text}");
                self.problems.add_error(TypeError::new(path, offset, message));
            }
        }
        Ok(())
    }

    fn double(&mut self, target: &mut f64, path: &Path<'_>) -> Result<()> {
        let offset = self.reader.offset();
        let text = self.reader.number()?;
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => *target = number,
            _ => {
                let message = format!("number {text} is out of range");
                self.problems.add_error(TypeError::new(path, offset, message));
            }
        }
        Ok(())
    }

    /// Base64, or a list of numbers.
    fn bytes(&mut self, target: &mut Bytes, path: &Path<'_>) -> Result<()> {
        let (offset, raw) = self.raw()?;
        match read_bytes(raw) {
            Ok(bytes) => *target = bytes.into(),
            Err(message) => self.problems.add_error(TypeError::new(path, offset, message)),
        }
        Ok(())
    }

    fn items(&mut self, mut target: ListMut<'_>, path: &Path<'_>) -> Result<()> {
        self.reader.expect(b'[', "looking for beginning of value")?;
        let mut length = 0;
        if !self.reader.eat_byte(b']') {
            loop {
                self.value(target.item(length), &path.index(length))?;
                length += 1;
                if !self.reader.more(b']')? {
                    break;
                }
            }
        }
        target.truncate(length);
        Ok(())
    }

    fn entries(&mut self, mut target: MapMut<'_>, path: &Path<'_>) -> Result<()> {
        self.reader.expect(b'{', "looking for beginning of value")?;
        target.make();
        if self.reader.eat_byte(b'}') {
            return Ok(());
        }
        let mut keys = Keys { first: target.len(), seen: None };
        loop {
            let start = self.reader.offset();
            let key = self.reader.name()?;
            let path = path.key(&key);
            self.value(target.append(&key), &path)?;
            if keys.repeats(&target, &key) {
                self.problems.duplicate(&path, start);
            }
            if !self.reader.more(b'}')? {
                return Ok(());
            }
        }
    }

    fn object(&mut self, mut target: StructMut<'_>, path: &Path<'_>) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_TYPED_DEPTH {
            return Err(self.reader.error("exceeded max depth"));
        }
        self.reader.expect(b'{', "looking for beginning of value")?;
        if !self.reader.eat_byte(b'}') {
            self.members(&mut target, path)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn members(&mut self, target: &mut StructMut<'_>, path: &Path<'_>) -> Result<()> {
        let shape = target.shape();
        let mut seen = Seen::default();
        let mut guess = 0;
        loop {
            let start = self.reader.offset();
            match self.member(shape, guess)? {
                Ok(index) => {
                    let path = path.field(shape.fields()[index].name());
                    if seen.repeats(index) {
                        self.problems.duplicate(&path, start);
                    }
                    self.value(target.field(index), &path)?;
                    guess = index + 1;
                }
                Err(name) => {
                    self.problems.unknown(&path.field(&name), start);
                    self.raw()?;
                }
            }
            if !self.reader.more(b'}')? {
                return Ok(());
            }
        }
    }

    /// The row of the next member, or its name if there is no such row. Documents have the order
    /// of the table, so the rows from `guess` on are compared with the text as it stands.
    #[inline]
    fn member(&mut self, shape: &'static Shape, guess: usize) -> Result<std::result::Result<usize, Cow<'a, str>>> {
        let rest = self.reader.rest();
        if let Some(word) = rest.first_chunk() {
            let word = u64::from_le_bytes(*word);
            let rows = shape.json_fields().iter().enumerate().skip(guess);
            for (index, field) in rows.filter(|(_, field): &(usize, &Field)| field.may_start_with(word)) {
                if field.starts(rest) {
                    self.reader.advance(field.key().len());
                    return Ok(Ok(index));
                }
            }
        }
        let name = self.reader.name()?;
        Ok(shape.position(&name, guess).ok_or(name))
    }

    /// Skips a value of the wrong type and reports it.
    fn mismatch(&mut self, expected: &str, path: &Path<'_>) -> Result<()> {
        let (offset, raw) = self.raw()?;
        let message = format!("expected {expected}, found {}", raw.kind().name());
        self.problems.add_error(TypeError::new(path, offset, message));
        Ok(())
    }

    fn raw(&mut self) -> Result<(usize, Raw<'a>)> {
        self.reader.peek();
        let offset = self.reader.offset();
        Ok((offset, self.reader.raw_within(MAX_DEPTH - self.depth)?))
    }
}

/// The keys that one object of a map has had.
struct Keys {
    /// How many entries the map had before.
    first: usize,
    /// Needed only once keys are out of order: sorted keys cannot repeat.
    seen: Option<HashSet<Str>>,
}

impl Keys {
    /// Notes the key that was appended last; true if this object had it before.
    fn repeats(&mut self, map: &MapMut<'_>, key: &str) -> bool {
        if let Some(seen) = &mut self.seen {
            return !seen.insert(key.into());
        }
        if !map.is_unordered() {
            return false;
        }
        let mut seen = HashSet::new();
        let repeated = map.keys_from(self.first).any(|key| !seen.insert(key.clone()));
        self.seen = Some(seen);
        repeated
    }
}

/// What the target takes, as a message says it.
fn expected(target: &ViewMut<'_>) -> &'static str {
    match target {
        ViewMut::Bool(_) => "bool",
        ViewMut::Int32(_) => "int32",
        ViewMut::Int64(_) => "int64",
        ViewMut::Double(_) => "number",
        ViewMut::Str(_) => "string",
        ViewMut::Bytes(_) => "base64 string",
        // The others are read by functions of their own.
        _ => "value",
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
    let byte = |item: &str| match item.trim() {
        "null" => Ok(0),
        item => item.parse().map_err(|_| format!("expected a byte, found {item}")),
    };
    items.split(',').map(byte).collect()
}

/// Which rows of a table a document has had; a table has at most 254 rows.
#[derive(Default)]
struct Seen([u64; 4]);

impl Seen {
    /// Notes a row; true if it was noted before.
    #[inline]
    fn repeats(&mut self, index: usize) -> bool {
        let (word, bit) = (&mut self.0[index / 64], 1 << (index % 64));
        let repeated = *word & bit != 0;
        *word |= bit;
        repeated
    }
}
