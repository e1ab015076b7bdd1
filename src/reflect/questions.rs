//! Which rows JSON and CBOR write of a struct. Most fields of most objects are empty, and so are many of those that
//! tables have: they are asked before anything is written, all of one kind together, and not each in its turn.

use super::cursor::StructRef;
use super::omit::Omit;
use super::prefetch::prefetch_start;
use super::row::Field;
use super::text::OWN;
use super::types::Type;
use super::vector::Vector;
use super::wire_steps::{first_of_four, place};
use crate::field::Str;
use crate::order::sort_by;

/// What sixty-four rows, one behind the other in the order of a format, ask of a struct.
pub(super) struct Questions {
    /// Rows that are written whatever they hold.
    always: u64,
    /// Behind the last place of each [`Kind`].
    ends: [u8; 6],
    /// In the order of their kinds.
    places: Box<[Place]>,
    rest: Box<[(Place, Question)]>,
}

/// What many fields are, which are asked in a loop.
enum Kind {
    Text,
    /// A list or map that lies as a vector.
    Vector,
    /// Four boxes in options, of which most are empty, that lie one behind the other.
    Four,
    /// A box in an option.
    Pointer,
    Int32,
    Bool,
}

/// Where the field of a row is, or the first of four fields.
#[derive(Clone, Copy)]
struct Place {
    offset: u32,
    rows: [u8; 4],
}

/// What is asked of fields of which few are there, those of one kind behind each other.
#[derive(Clone, Copy)]
enum Question {
    Int64,
    OptionalBool,
    OptionalInt32,
    OptionalInt64,
    OptionalDouble,
    OptionalText,
    /// What finds the value of another option, null for `None`.
    Option(unsafe fn(*const u8) -> *const u8),
    Other(&'static Field),
}

/// Rows that one [`Questions`] is for.
pub(super) const MOST: usize = u64::BITS as usize;

impl Questions {
    /// Of rows, at most so many.
    pub(super) fn of(fields: impl Iterator<Item = &'static Field>) -> Questions {
        let (mut always, mut rest) = (0, Vec::new());
        let mut kinds = [const { Vec::new() }; 6];
        for (row, field) in (0..).zip(fields) {
            let place = Place { offset: field.offset, rows: [row; 4] };
            if field.omit() == Omit::Never
                || matches!((field.omit(), field.ty()), (Omit::Empty, Type::Struct(_) | Type::Leaf(_)))
            {
                always |= 1 << row;
            } else if let Some(kind) = Kind::of(field) {
                kinds[kind as usize].push(place);
            } else {
                rest.push((place, Question::of(field)));
            }
        }
        sort_by(&mut rest, &|a: &(Place, Question), b: &(Place, Question)| a.1.rank().cmp(&b.1.rank()));
        let pointers = std::mem::take(&mut kinds[Kind::Pointer as usize]);
        [kinds[Kind::Four as usize], kinds[Kind::Pointer as usize]] = fours(pointers);
        let mut end = 0;
        let ends = kinds.each_ref().map(|places| {
            end += places.len() as u8;
            end
        });
        Questions { always, ends, places: kinds.concat().into(), rest: rest.into() }
    }

    /// The places of a kind.
    #[inline(always)]
    fn places(&self, kind: Kind) -> &[Place] {
        let kind = kind as usize;
        let start = kind.checked_sub(1).map_or(0, |before| self.ends[before].into());
        // SAFETY: each end is the number of places up to there, so they ascend.
        unsafe { self.places.get_unchecked(start..self.ends[kind].into()) }
    }

    /// The rows that are written, a bit each.
    #[inline]
    pub(super) fn written(&self, value: StructRef<'_>) -> u64 {
        let mut rows = self.always;
        // SAFETY: the fields of the places are in the struct (invariant 1), of the types that the kinds are named after; an
        // option of a box is a pointer, null for `None`.
        unsafe {
            for place in self.places(Kind::Text) {
                rows |= place.bit(is_text(place.of(value)));
            }
            for place in self.places(Kind::Vector) {
                // Nil is found by a branch anyway.
                let (items, len) = Vector::items(place.of(value));
                if !items.is_null() {
                    prefetch_start(items);
                    rows |= place.bit(len != 0);
                }
            }
            for place in self.places(Kind::Four) {
                let pointers = place.of::<[*const u8; 4]>(value).read();
                if pointers.iter().fold(0, |all, pointer| all | pointer.addr()) != 0 {
                    let bit = |(&pointer, row)| u64::from(is_ahead(pointer)) << row;
                    rows |= pointers.iter().zip(place.rows).fold(0, |rows, one| rows | bit(one));
                }
            }
            for place in self.places(Kind::Pointer) {
                rows |= place.bit(is_ahead(place.of::<*const u8>(value).read()));
            }
            for place in self.places(Kind::Int32) {
                rows |= place.bit(*place.of::<i32>(value) != 0);
            }
            for place in self.places(Kind::Bool) {
                rows |= place.bit(*place.of::<bool>(value));
            }
            for (place, question) in &self.rest {
                rows |= place.bit(question.is_there(*place, value));
            }
        }
        rows
    }
}

impl Kind {
    /// Of a field that is left out if it is empty.
    fn of(field: &'static Field) -> Option<Kind> {
        match field.ty() {
            _ if field.omit() != Omit::Empty => None,
            Type::Str => Some(Kind::Text),
            Type::List(ty) if Vector::fit_list(ty) => Some(Kind::Vector),
            Type::Map(ty) if Vector::fit_map(ty) => Some(Kind::Vector),
            Type::Option(ty) => ty.boxed().map(|_| Kind::Pointer),
            Type::Int32 => Some(Kind::Int32),
            Type::Bool => Some(Kind::Bool),
            _ => None,
        }
    }
}

impl Place {
    /// The row, if it is written.
    #[inline(always)]
    fn bit(self, is_written: bool) -> u64 {
        u64::from(is_written) << self.rows[0]
    }

    /// # Safety
    ///
    /// The place is that of a field of the struct.
    #[inline(always)]
    unsafe fn of<T>(self, value: StructRef<'_>) -> *const T {
        // SAFETY: as the caller says.
        unsafe { place(value.at, self.offset) }
    }
}

impl Question {
    fn of(field: &'static Field) -> Self {
        match (field.omit(), field.ty()) {
            (Omit::Empty, Type::Int64) => Question::Int64,
            (Omit::Empty, Type::Option(ty)) => match ty.inner {
                Type::Bool => Question::OptionalBool,
                Type::Int32 => Question::OptionalInt32,
                Type::Int64 => Question::OptionalInt64,
                Type::Double => Question::OptionalDouble,
                Type::Str => Question::OptionalText,
                _ => Question::Option(ty.get),
            },
            _ => Question::Other(field),
        }
    }

    fn rank(self) -> u8 {
        match self {
            Question::Int64 => 0,
            Question::OptionalBool => 1,
            Question::OptionalInt32 => 2,
            Question::OptionalInt64 => 3,
            Question::OptionalDouble => 4,
            Question::OptionalText => 5,
            Question::Option(_) => 6,
            Question::Other(_) => 7,
        }
    }

    /// # Safety
    ///
    /// At the place, in `value`, is a field for which the question was made.
    #[inline(always)]
    unsafe fn is_there(self, place: Place, value: StructRef<'_>) -> bool {
        // SAFETY: each question is named after the type of the field, or has its functions (invariant 3).
        unsafe {
            match self {
                Question::Int64 => *place.of::<i64>(value) != 0,
                Question::OptionalBool => (*place.of::<Option<bool>>(value)).is_some(),
                Question::OptionalInt32 => (*place.of::<Option<i32>>(value)).is_some(),
                Question::OptionalInt64 => (*place.of::<Option<i64>>(value)).is_some(),
                Question::OptionalDouble => (*place.of::<Option<f64>>(value)).is_some(),
                Question::OptionalText => (*place.of::<Option<Str>>(value)).is_some(),
                Question::Option(get) => !get(place.of(value)).is_null(),
                Question::Other(field) => !value.project(field).is_omitted(field.omit()),
            }
        }
    }
}

/// Fours of the places of pointers that lie one behind the other, and the places of others.
fn fours(mut pointers: Vec<Place>) -> [Vec<Place>; 2] {
    sort_by(&mut pointers, &|a: &Place, b: &Place| a.offset.cmp(&b.offset));
    let (mut fours, mut others) = (Vec::new(), Vec::new());
    let mut rest = &pointers[..];
    while let [place, behind @ ..] = rest {
        if let Some(four) = rest.first_chunk::<4>()
            && let Some(offset) = first_of_four(four.map(|place| Some(place.offset)))
        {
            fours.push(Place { offset, rows: four.map(|place| place.rows[0]) });
            rest = &rest[4..];
        } else {
            others.push(*place);
            rest = behind;
        }
    }
    [fours, others]
}

/// Whether a text has content. Its last byte says how long it is, if that is in the text itself, and is that of the empty one
/// for no other.
///
/// # Safety
///
/// A live text is there.
#[inline(always)]
unsafe fn is_text(at: *const Str) -> bool {
    // SAFETY: it is a byte of the text, and no part of a pointer.
    unsafe { at.cast::<u8>().add(OWN - 1).read() != EMPTY }
}

/// The last byte of the empty text.
const EMPTY: u8 = {
    // SAFETY: a text has so many bytes, and no pointer among them if it is empty.
    let bytes = unsafe { std::mem::transmute::<Str, [u8; OWN]>(Str::EMPTY) };
    bytes[OWN - 1]
};

/// Whether a pointer points to something, which will soon be looked at.
#[inline(always)]
fn is_ahead(at: *const u8) -> bool {
    prefetch_start(at);
    !at.is_null()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_empty_texts_are_none() {
        // SAFETY: called with texts.
        let is_there = |text: &Str| unsafe { is_text(text) };
        let mut text = String::with_capacity(100);
        let empty = [Str::EMPTY, Str::default(), "".into(), text.clone().into(), Announced.collect()];
        assert!(empty.iter().all(|text| text.is_empty() && !is_there(text) && !is_there(&text.clone())));
        for c in ['\0', 'a', '\u{7f}', '\u{bf}', '\u{c0}', '\u{10ffff}'] {
            text.clear();
            while text.len() < 60 {
                text.push(c);
                let mut grown = Str::EMPTY;
                grown.push_str(&text);
                let made = [Str::from(&*text), text.clone().into(), text.chars().collect(), grown];
                assert!(made.iter().all(|made| is_there(made) && is_there(&made.clone())), "{text:?}");
            }
        }
        assert!(is_there(&Str::from_static("thirty letters, more than fit in")));
    }

    /// No characters, of which many are said to come.
    struct Announced;

    impl Iterator for Announced {
        type Item = char;

        fn next(&mut self) -> Option<char> {
            None
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (100, None)
        }
    }
}
