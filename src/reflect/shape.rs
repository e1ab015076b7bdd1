use std::sync::OnceLock;

use super::cbor_key::CborKey;
use super::owners::{Owners, Place};
use super::prefetch::lines_of;
use super::row::Field;
use super::wire_sizes::WireSizes;
use super::wire_steps::Step;
use super::written::WrittenRows;

/// The table of a struct: a row for every field, in the order of JSON. Made by [`message!`](crate::message), one a
/// type, for the life of the program; two types with the same fields still have two.
///
/// ```
/// use apimachinery::reflect::Message;
/// # #[derive(Clone, Default, PartialEq)]
/// # struct Port { number: i32, name: Option<apimachinery::meta::Str> }
/// # apimachinery::message! { Port { number => "number", 2, Never; name => "name", 1, Empty; } }
///
/// let shape = Port::shape();
/// assert_eq!(shape.name(), "Port");
/// assert_eq!(shape.fields().len(), shape.json_fields().len());
/// assert_eq!(shape.by_number(), [1, 0], "on the wire the name, field 1, comes first");
/// ```
#[repr(C, align(64))]
pub struct Shape {
    // What is asked first of every value is in one line of the cache.
    fields: &'static [Field],
    json_fields: &'static [Field],
    /// How many lines of the cache there are up to where the last field begins.
    lines: u8,
    union: bool,
    /// Made when JSON of the first value is written.
    json_rows: OnceLock<Box<WrittenRows>>,
    /// Made when Protobuf of the first value is written.
    wire_steps: OnceLock<Box<[Step]>>,
    name: &'static str,
    /// All fields, each once; for structs that are copied and compared by their tables.
    places: &'static [Place],
    /// Made when the first value is copied.
    owners: OnceLock<Owners>,
    /// Made when Protobuf first asks, as what is made of it.
    by_number: OnceLock<Box<[u8]>>,
    /// The rows of the lowest numbers, where nearly all are: found without a search.
    low_numbers: [u8; 64],
    /// Made when CBOR is first read: not every type is ever written so.
    cbor_keys: OnceLock<Box<[CborKey]>>,
    /// Made when CBOR of the first value is written.
    cbor_rows: OnceLock<Box<WrittenRows>>,
    /// Made when the length of the first value is counted.
    wire_sizes: OnceLock<WireSizes>,
}

/// In `low_numbers`: no field has the number.
const NO_ROW: u8 = u8::MAX;

impl Shape {
    /// A table of `fields`, those that JSON has first.
    ///
    /// # Safety
    ///
    /// `fields` are fields of the one struct that the shape stands for, and so are `places`: all of
    /// them, if the struct is [`ByTable`](super::ByTable).
    #[doc(hidden)]
    #[must_use]
    pub const unsafe fn new(name: &'static str, fields: &'static [Field], places: &'static [Place]) -> Self {
        assert!(fields.len() < 255, "a struct has at most 254 fields");
        let mut json_fields = 0;
        while json_fields < fields.len() && !fields[json_fields].is_only_on_the_wire() {
            json_fields += 1;
        }
        let mut rest = json_fields;
        while rest < fields.len() {
            assert!(fields[rest].is_only_on_the_wire(), "fields without a JSON name come last");
            rest += 1;
        }
        Shape {
            name,
            fields,
            json_fields: fields.split_at(json_fields).0,
            union: false,
            places,
            owners: OnceLock::new(),
            by_number: OnceLock::new(),
            lines: lines_of(last_offset(fields) + 1),
            low_numbers: rows_of_low_numbers(fields),
            cbor_keys: OnceLock::new(),
            json_rows: OnceLock::new(),
            cbor_rows: OnceLock::new(),
            wire_steps: OnceLock::new(),
            wire_sizes: OnceLock::new(),
        }
    }

    /// The same table of a union.
    #[doc(hidden)]
    #[must_use]
    pub const fn union(mut self) -> Self {
        self.union = true;
        self
    }

    /// All fields, if the struct is [`ByTable`](super::ByTable).
    #[inline]
    pub(super) fn places(&self) -> &'static [Place] {
        self.places
    }

    /// Those that own memory, if the struct is [`ByTable`](super::ByTable).
    #[inline]
    pub(super) fn owners(&self) -> &Owners {
        self.owners.get_or_init(|| Owners::of(self.places))
    }

    /// True for a struct that is one of its fields in JSON: see [`StructRef::variant`](super::StructRef::variant).
    ///
    /// ```
    /// use apimachinery::apis::meta::v1::Status;
    /// use apimachinery::reflect::Message;
    ///
    /// assert!(!Status::shape().is_union());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_union(&self) -> bool {
        self.union
    }

    /// The struct's name, as its declaration has it, without module.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// All rows: those of JSON in its order, then those that only the wire has.
    #[must_use]
    pub fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// The rows of JSON in its order: all but those that only the wire has, with the fields of inlined structs in their
    /// place.
    #[must_use]
    pub fn json_fields(&self) -> &'static [Field] {
        self.json_fields
    }

    /// Whether the struct says what it is: its first rows are `kind` and `apiVersion`, which the wire has not.
    pub(crate) fn says_kind(&self) -> bool {
        let said = |field: &Field, name| field.number() == 0 && field.name() == name;
        matches!(self.json_fields(), [kind, version, ..] if said(kind, "kind") && said(version, "apiVersion"))
    }

    /// The indexes of the rows on the wire, by ascending number.
    #[must_use]
    pub fn by_number(&self) -> &[u8] {
        self.by_number.get_or_init(|| order_by_number(self.fields))
    }

    /// How many lines of the cache a struct has, up to where its last field begins.
    #[inline]
    pub(super) fn lines(&self) -> u8 {
        self.lines
    }

    /// The rows on the wire, by ascending number.
    #[inline]
    pub(super) fn wire_rows(&'static self) -> impl DoubleEndedIterator<Item = &'static Field> {
        self.by_number().iter().map(|&row| &self.fields[row as usize])
    }

    /// The names of the rows of JSON in the order of CBOR: shorter ones first, then by bytes.
    #[inline]
    pub(crate) fn cbor_keys(&self) -> &[CborKey] {
        self.cbor_keys.get_or_init(|| CborKey::of(self.json_fields()))
    }

    /// What the rows of JSON ask of a value to know which of them are written.
    #[inline]
    pub(super) fn json_rows(&self) -> &WrittenRows {
        self.json_rows.get_or_init(|| WrittenRows::json(self.json_fields()))
    }

    /// The same in the order of CBOR.
    #[inline]
    pub(super) fn cbor_rows(&self) -> &WrittenRows {
        self.cbor_rows.get_or_init(|| WrittenRows::cbor(self.json_fields()))
    }

    /// How Protobuf of a value is written.
    #[inline]
    pub(super) fn steps(&'static self) -> &'static [Step] {
        self.wire_steps.get_or_init(|| Step::all(self.wire_rows().rev()))
    }

    /// How the length of a message is counted.
    #[inline]
    pub(super) fn sizes(&'static self) -> &'static WireSizes {
        self.wire_sizes.get_or_init(|| WireSizes::of(self.wire_rows()))
    }

    /// The index of the row with this JSON name, which is case-sensitive. The search starts at `guess`, since documents
    /// keep the order of the struct; a wrong guess, even one beyond the last row, costs time alone.
    ///
    /// ```
    /// use apimachinery::reflect::Message;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Port { number: i32, name: apimachinery::meta::Str }
    /// # apimachinery::message! { Port { number => "number", 2, Never; name => "name", 1, Empty; } }
    ///
    /// assert_eq!(Port::shape().position("name", 0), Some(1));
    /// assert_eq!(Port::shape().position("number", 9), Some(0));
    /// assert_eq!(Port::shape().position("Name", 0), None);
    /// ```
    #[must_use]
    pub fn position(&self, name: &str, guess: usize) -> Option<usize> {
        let fields = self.json_fields();
        let (before, from) = fields.split_at(guess.min(fields.len()));
        let found = from.iter().position(|field| field.is_named(name)).map(|at| at + before.len());
        found.or_else(|| before.iter().position(|field| field.is_named(name)))
    }

    /// The first row from `guess` on whose key is the start of `text`, and its index. Documents have the order of the table, so it is
    /// mostly found at once; it need not be found.
    #[inline(always)]
    pub(crate) fn row_by_key(&self, text: &[u8], guess: usize) -> Option<(usize, &'static Field)> {
        let word = u64::from_le_bytes(*text.first_chunk()?);
        // At white space no row is looked for.
        if word as u8 != b'"' {
            return None;
        }
        let mut rows = self.json_fields.get(guess..)?;
        // A closure would be a function of its own, called for every member.
        loop {
            let (row, rest) = rows.split_first()?;
            if row.starts(word, text) {
                return Some((self.json_fields.len() - rows.len(), row));
            }
            rows = rest;
        }
    }

    /// The index of the row with this number on the wire.
    ///
    /// ```
    /// use apimachinery::reflect::Message;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Port { number: i32 }
    /// # apimachinery::message! { Port { number => "number", 2, Never; } }
    ///
    /// assert_eq!(Port::shape().position_by_number(2), Some(0));
    /// assert_eq!(Port::shape().position_by_number(0), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn position_by_number(&self, number: u32) -> Option<usize> {
        match self.low_numbers.get(number as usize) {
            Some(&NO_ROW) => None,
            Some(&row) => Some(row as usize),
            None => self.search_number(number),
        }
    }

    /// The row with this number and the bytes of its tag, if the number is a low one.
    #[inline(always)]
    pub(super) fn row_by_head(&self, number: usize, head: u16) -> Option<&'static Field> {
        // No table has as many rows as `NO_ROW` says.
        let field = self.fields.get(usize::from(*self.low_numbers.get(number)?))?;
        (field.head() == head).then_some(field)
    }

    fn search_number(&self, number: u32) -> Option<usize> {
        let rows = self.by_number();
        let place = rows.binary_search_by_key(&number, |&row| self.fields[row as usize].number);
        place.ok().map(|place| rows[place] as usize)
    }
}

const fn last_offset(fields: &[Field]) -> usize {
    let mut last = 0;
    let mut at = 0;
    while at < fields.len() {
        if fields[at].offset > last {
            last = fields[at].offset;
        }
        at += 1;
    }
    last as usize
}

/// A number used twice does not compile.
const fn rows_of_low_numbers(fields: &[Field]) -> [u8; 64] {
    let mut rows = [NO_ROW; 64];
    let mut at = 0;
    while at < fields.len() {
        let number = fields[at].number as usize;
        if number >= rows.len() {
            assert!(!has_number(fields, at + 1, fields[at].number), "two fields have one number");
        } else if number != 0 {
            assert!(rows[number] == NO_ROW, "two fields have one number");
            rows[number] = at as u8;
        }
        at += 1;
    }
    rows
}

/// True if a row from `at` on has the number.
const fn has_number(fields: &[Field], mut at: usize, number: u32) -> bool {
    while at < fields.len() && fields[at].number != number {
        at += 1;
    }
    at < fields.len()
}

/// The indexes of `fields` on the wire by ascending number.
fn order_by_number(fields: &[Field]) -> Box<[u8]> {
    let mut order: Vec<u8> = Vec::with_capacity(fields.len());
    for (row, field) in (0..).zip(fields) {
        if field.number != 0 {
            // Most stand in this order.
            let mut place = order.len();
            while place > 0 && fields[order[place - 1] as usize].number > field.number {
                place -= 1;
            }
            order.insert(place, row);
        }
    }
    order.into()
}
