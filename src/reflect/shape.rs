//! Tables of structs: their creation, and the search for a row.

use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::prefetch::lines_of;
use super::table::{Field, PLANS, Place, Shape};

/// Marks numbers without a field in `low_numbers`.
const NO_ROW: u8 = u8::MAX;

impl Shape {
    /// Creates a table of `fields`, of which those in JSON come first.
    ///
    /// # Safety
    ///
    /// `fields` are fields of the struct that the shape describes, and so are `places`: all of them, if the struct
    /// implements [`ByTable`](super::generated::ByTable).
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
            copy_plan: OnceLock::new(),
            by_number: OnceLock::new(),
            lines: lines_of(last_offset(fields) + 1),
            low_numbers: rows_of_low_numbers(fields),
            plans: [const { AtomicPtr::new(ptr::null_mut()) }; PLANS],
        }
    }

    /// Makes the table describe a union.
    #[doc(hidden)]
    #[must_use]
    pub const fn union(mut self) -> Self {
        self.union = true;
        self
    }

    /// Returns all fields, if the struct implements [`ByTable`](super::generated::ByTable).
    #[inline]
    pub(super) fn places(&self) -> &'static [Place] {
        self.places
    }

    /// Returns true for a union: a struct that JSON represents by one of its fields, selected by
    /// [`StructRef::variant`](super::StructRef::variant).
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

    /// Returns the name of the struct, without its module, such as `PodSpec`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns all fields: first the fields that appear in JSON, in JSON order, then the fields that only Protobuf has.
    #[must_use]
    pub fn fields(&self) -> &'static [Field] {
        self.fields
    }

    /// Returns the fields that JSON has, in the order in which JSON encodes them. The fields of an inlined struct,
    /// which JSON writes directly in the outer object, take the place of that struct.
    #[must_use]
    pub fn json_fields(&self) -> &'static [Field] {
        self.json_fields
    }

    /// Returns true if the struct contains its kind: its first rows are `kind` and `apiVersion`, which Protobuf does
    /// not have.
    pub(crate) fn says_kind(&self) -> bool {
        let said = |field: &Field, name| field.number() == 0 && field.name() == name;
        matches!(self.json_fields(), [kind, version, ..] if said(kind, "kind") && said(version, "apiVersion"))
    }

    /// Returns the indexes in [`Shape::fields`] of the fields that Protobuf has, by ascending field number.
    #[must_use]
    pub fn by_number(&self) -> &[u8] {
        self.by_number.get_or_init(|| order_by_number(self.fields))
    }

    /// Returns the number of cache lines of a struct, up to the start of its last field.
    #[inline]
    pub(crate) fn lines(&self) -> u8 {
        self.lines
    }

    /// Returns the rows in Protobuf, by ascending number.
    #[inline]
    pub(crate) fn wire_rows(&'static self) -> impl DoubleEndedIterator<Item = &'static Field> {
        self.by_number().iter().map(|&row| &self.fields[row as usize])
    }

    /// Returns the plan in a slot, which `compile` creates in the first call for this slot. It is kept as long as the
    /// program runs. The pointer is one to a `P` if all calls with the same slot have the same `P`.
    #[inline(always)]
    pub(crate) fn plan<P: Send + Sync>(
        &'static self,
        slot: usize,
        compile: fn(&'static Shape) -> *const P,
    ) -> *const P {
        let plan = self.plans[slot].load(Ordering::Acquire);
        if plan.is_null() { self.create_plan(slot, compile) } else { plan.cast() }
    }

    /// Creates a plan, unless another thread has stored its own meanwhile. The plan that is not stored is leaked.
    #[cold]
    fn create_plan<P: Send + Sync>(&'static self, slot: usize, compile: fn(&'static Shape) -> *const P) -> *const P {
        let own = compile(self).cast_mut();
        let stored =
            self.plans[slot].compare_exchange(ptr::null_mut(), own.cast(), Ordering::AcqRel, Ordering::Acquire);
        stored.err().map_or(own, |other| other.cast())
    }

    /// Returns the index in [`Shape::fields`] of the field with this JSON name, or `None` if there is none. Names are
    /// case-sensitive. The search starts at the index `guess` and wraps around, because documents usually have the
    /// order of the struct. A wrong guess, even one beyond the last field, only costs time.
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

    /// Returns the first row from `guess` on whose key `text` starts with, and its index. Documents usually have the
    /// order of the table, so the first row mostly matches.
    #[inline(always)]
    pub(crate) fn row_by_key(&self, text: &[u8], guess: usize) -> Option<(usize, &'static Field)> {
        let word = u64::from_le_bytes(*text.first_chunk()?);
        // No key starts with white space.
        if word as u8 != b'"' {
            return None;
        }
        let mut rows = self.json_fields.get(guess..)?;
        // A closure would become a separate function that is called for every member.
        loop {
            let (row, rest) = rows.split_first()?;
            if row.starts(word, text) {
                return Some((self.json_fields.len() - rows.len(), row));
            }
            rows = rest;
        }
    }

    /// Returns the index in [`Shape::fields`] of the field with this Protobuf number, or `None` if there is none.
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

    /// Returns the row with this number and the bytes of its tag, if the number is low.
    #[inline(always)]
    pub(super) fn row_by_head(&self, number: usize, head: u16) -> Option<&'static Field> {
        // No table has as many rows as the value of `NO_ROW`.
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

/// Returns the rows of low numbers. A repeated number does not compile.
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

/// Returns true if a row from `at` on has the number.
const fn has_number(fields: &[Field], mut at: usize, number: u32) -> bool {
    while at < fields.len() && fields[at].number != number {
        at += 1;
    }
    at < fields.len()
}

/// Returns the indexes of the Protobuf fields among `fields`, by ascending number.
fn order_by_number(fields: &[Field]) -> Box<[u8]> {
    let mut order: Vec<u8> = Vec::with_capacity(fields.len());
    for (row, field) in (0..).zip(fields) {
        if field.number != 0 {
            // Most fields are in this order already.
            let mut place = order.len();
            while place > 0 && fields[order[place - 1] as usize].number > field.number {
                place -= 1;
            }
            order.insert(place, row);
        }
    }
    order.into()
}
