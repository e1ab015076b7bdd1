//! Conditions that decide which rows of a struct JSON and CBOR write. Most fields of most objects are empty, so the
//! fields of one type are checked together before anything is written.

use super::pointer_run::first_of_four;
use crate::order::sort_by;
use crate::reflect::{Field, Omit, StructRef, Type, Vector, field_at, prefetch_start, telling_byte};

/// The conditions of 64 consecutive rows in the order of a format.
pub(super) struct Questions {
    /// Rows that are always written, one bit for each.
    always: u64,
    /// The fields with conditions, ordered by kind.
    places: Box<[Place]>,
    /// The index after the last place of each [`Kind`].
    ends: [u8; 5],
    /// Further conditions, if any.
    more: Option<Box<More>>,
}

/// Conditions that are rare or require a call. They are separate, so that the other conditions are evaluated in
/// registers.
struct More {
    fours: Box<[Four]>,
    /// Options, with the function that returns a pointer to the value, which is null for `None`.
    options: Box<[(Place, Get)]>,
    others: Box<[(Place, &'static Field)]>,
}

type Get = unsafe fn(*const u8) -> *const u8;

/// Types that many fields have, each checked in a loop.
enum Kind {
    /// A field whose emptiness is visible in one byte.
    Telling,
    /// A list or map with the layout of a vector.
    Vector,
    /// An `Option<Box<_>>`.
    Pointer,
    Int32,
    Int64,
}

/// The field of a row.
#[derive(Clone, Copy)]
struct Place {
    offset: u32,
    row: u8,
    /// The value of the decisive byte in an empty field.
    empty: u8,
}

/// Four adjacent `Option<Box<_>>` fields, most of which are `None`.
struct Four {
    offset: u32,
    rows: [u8; 4],
}

/// The number of rows that one [`Questions`] covers.
pub(super) const MOST: usize = u64::BITS as usize;

impl Questions {
    /// Compiles the conditions of at most [`MOST`] rows.
    pub(super) fn of(fields: impl Iterator<Item = &'static Field>) -> Questions {
        let (mut always, mut options, mut others) = (0, Vec::new(), Vec::new());
        let mut kinds = [const { Vec::new() }; 5];
        for (row, field) in (0..).zip(fields) {
            let place = Place { offset: field.offset(), row, empty: 0 };
            if field.omit() == Omit::Never
                || matches!((field.omit(), field.ty()), (Omit::Empty, Type::Struct(_) | Type::Leaf(_)))
            {
                always |= 1 << row;
            } else if let Some((at, empty)) = telling_byte(field) {
                kinds[Kind::Telling as usize].push(Place { offset: field.offset() + at as u32, row, empty });
            } else if let Some(kind) = Kind::of(field) {
                kinds[kind as usize].push(place);
            } else if let (Omit::Empty, Type::Option(ty)) = (field.omit(), field.ty()) {
                options.push((place, ty.getter()));
            } else {
                others.push((place, field));
            }
        }
        let fours = take_fours(&mut kinds[Kind::Pointer as usize]);
        let mut end = 0;
        let ends = kinds.each_ref().map(|places| {
            end += places.len() as u8;
            end
        });
        let more = More { fours: fours.into(), options: options.into(), others: others.into() };
        let more = (!more.is_empty()).then(|| Box::new(more));
        Questions { always, places: kinds.concat().into(), ends, more }
    }

    /// Returns the places of a kind.
    #[inline(always)]
    fn places(&self, kind: Kind) -> &[Place] {
        let kind = kind as usize;
        let start = kind.checked_sub(1).map_or(0, |before| self.ends[before].into());
        // SAFETY: each end is the number of places up to there, so they ascend.
        unsafe { self.places.get_unchecked(start..self.ends[kind].into()) }
    }

    /// Returns the rows that are written, one bit for each.
    #[inline]
    pub(super) fn written(&self, value: StructRef<'_>) -> u64 {
        let mut rows = self.always;
        // SAFETY: the fields of the places are in the struct (invariant 1), of the types that the kinds are named after; an
        // option of a box is a pointer, null for `None`.
        unsafe {
            for place in self.places(Kind::Telling) {
                rows |= bit(place.row, *place.of::<u8>(value) != place.empty);
            }
            for place in self.places(Kind::Vector) {
                // The branch for nil is needed in any case.
                let (items, len) = Vector::items(place.of(value));
                if !items.is_null() {
                    prefetch_start(items);
                    rows |= bit(place.row, len != 0);
                }
            }
            for place in self.places(Kind::Pointer) {
                rows |= bit(place.row, is_ahead(place.of::<*const u8>(value).read()));
            }
            for place in self.places(Kind::Int32) {
                rows |= bit(place.row, *place.of::<i32>(value) != 0);
            }
            for place in self.places(Kind::Int64) {
                rows |= bit(place.row, *place.of::<i64>(value) != 0);
            }
        }
        match &self.more {
            None => rows,
            Some(more) => more.written(value, rows),
        }
    }
}

impl More {
    fn is_empty(&self) -> bool {
        self.fours.is_empty() && self.options.is_empty() && self.others.is_empty()
    }

    /// Adds the rows that are written.
    #[inline(never)]
    fn written(&self, value: StructRef<'_>, mut rows: u64) -> u64 {
        // SAFETY: as for [`Questions::written`]; an option's function is that of its type (invariant 3).
        unsafe {
            for four in &self.fours {
                let pointers = field_at::<[*const u8; 4]>(value.as_ptr(), four.offset).read();
                if pointers.iter().fold(0, |all, pointer| all | pointer.addr()) != 0 {
                    let one = |(&pointer, row)| bit(row, is_ahead(pointer));
                    rows |= pointers.iter().zip(four.rows).fold(0, |rows, pointer| rows | one(pointer));
                }
            }
            for (place, get) in &self.options {
                rows |= bit(place.row, !get(place.of(value)).is_null());
            }
        }
        for (place, field) in &self.others {
            // SAFETY: the row is one of the struct's table.
            let value = unsafe { value.project(field) };
            rows |= bit(place.row, !value.is_omitted(field.omit()));
        }
        rows
    }
}

impl Kind {
    /// Returns the kind of a field that is omitted if it is empty.
    fn of(field: &'static Field) -> Option<Kind> {
        match field.ty() {
            _ if field.omit() != Omit::Empty => None,
            Type::List(ty) if ty.is_vector() => Some(Kind::Vector),
            Type::Map(ty) if ty.is_vector() => Some(Kind::Vector),
            Type::Option(ty) => ty.boxed().map(|_| Kind::Pointer),
            Type::Int32 => Some(Kind::Int32),
            Type::Int64 => Some(Kind::Int64),
            _ => None,
        }
    }
}

/// Returns the bit of the row if the row is written.
#[inline(always)]
fn bit(row: u8, is_written: bool) -> u64 {
    u64::from(is_written) << row
}

impl Place {
    /// # Safety
    ///
    /// The struct has a field of type `T` at the place's offset.
    #[inline(always)]
    unsafe fn of<T>(self, value: StructRef<'_>) -> *const T {
        // SAFETY: the struct has a field at the place's offset, so the result stays in the struct.
        unsafe { field_at(value.as_ptr(), self.offset) }
    }
}

/// Removes groups of four adjacent pointers and returns them.
fn take_fours(pointers: &mut Vec<Place>) -> Vec<Four> {
    sort_by(pointers, &|a: &Place, b: &Place| a.offset.cmp(&b.offset));
    let (mut fours, mut others) = (Vec::new(), Vec::new());
    let mut rest = &pointers[..];
    while let [place, behind @ ..] = rest {
        if let Some(four) = rest.first_chunk::<4>()
            && let Some(offset) = first_of_four(four.map(|place| Some(place.offset)))
        {
            fours.push(Four { offset, rows: four.map(|place| place.row) });
            rest = &rest[4..];
        } else {
            others.push(*place);
            rest = behind;
        }
    }
    *pointers = others;
    fours
}

/// Prefetches the target of a pointer. Returns true if the pointer is not null.
#[inline(always)]
fn is_ahead(at: *const u8) -> bool {
    prefetch_start(at);
    !at.is_null()
}
