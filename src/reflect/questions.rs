//! Which rows JSON writes of a struct. Most fields of most objects are empty, and so are many of those that
//! tables have: they are asked before anything is written, all of one kind together, and not each in its turn.

use super::cursor::StructRef;
use super::omit::Omit;
use super::prefetch::prefetch_start;
use super::row::Field;
use super::types::{ListType, MapType, OptionType, Type};
use super::vector::Vector;
use crate::field::Str;
use crate::order::sort_by;

/// What sixty-four rows, one behind the other, ask of a struct.
pub(super) struct Questions {
    /// Rows that are written whatever they hold.
    always: u64,
    /// Rows of a box in an option, of which most are empty.
    pointers: Box<[Place]>,
    /// The rest, by the way that is found out: a long run of the same question is soon known.
    asked: Box<[Asked]>,
}

struct Asked {
    place: Place,
    question: Question,
}

/// Where the field of a row is.
struct Place {
    offset: u32,
    /// Of the sixty-four.
    row: u8,
}

#[derive(Clone, Copy)]
pub(super) enum Question {
    Text,
    Bool,
    Int32,
    Int64,
    /// A list or map that lies as a vector.
    Vector,
    List(&'static ListType),
    Map(&'static MapType),
    Option(&'static OptionType),
    Other(&'static Field),
}

/// Rows that one [`Questions`] is for.
pub(super) const MOST: usize = u64::BITS as usize;

impl Questions {
    /// Of rows that each say where their field is and what is asked of it.
    pub(super) fn of(rows: impl Iterator<Item = (u32, Option<Question>)>) -> Questions {
        let (mut always, mut pointers, mut asked) = (0, Vec::new(), Vec::new());
        for (row, of) in (0..).zip(rows) {
            match of {
                (offset, Some(Question::Option(ty))) if ty.boxed().is_some() => pointers.push(Place { offset, row }),
                (offset, Some(question)) => asked.push(Asked { place: Place { offset, row }, question }),
                (_, None) => always |= 1 << row,
            }
        }
        sort_by(&mut asked, &|a: &Asked, b: &Asked| a.question.rank().cmp(&b.question.rank()));
        Questions { always, pointers: pointers.into(), asked: asked.into() }
    }

    /// The rows that are written, a bit each.
    #[inline]
    pub(super) fn written(&self, value: StructRef<'_>) -> u64 {
        let mut rows = self.always;
        for Place { offset, row } in &self.pointers {
            // SAFETY: an option of a box is at the offset (invariant 1), which is a pointer, null for `None`.
            let there = unsafe { value.at.add(*offset as usize).cast::<*const u8>().read() };
            rows |= u64::from(is_ahead(there)) << row;
        }
        for Asked { place: Place { offset, row }, question } in &self.asked {
            // SAFETY: the question is that of the field at the offset (invariant 1).
            let there = unsafe { question.is_there(value.at.add(*offset as usize), value) };
            rows |= u64::from(there) << row;
        }
        rows
    }
}

impl Question {
    /// What JSON asks of a field; nothing of one that is always written.
    pub(super) fn in_json(field: &'static Field) -> Option<Self> {
        Some(match (field.omit(), field.ty()) {
            (Omit::Never, _) | (Omit::Empty, Type::Struct(_) | Type::Leaf(_)) => return None,
            (Omit::Empty, Type::Str) => Question::Text,
            (Omit::Empty, Type::Bool) => Question::Bool,
            (Omit::Empty, Type::Int32) => Question::Int32,
            (Omit::Empty, Type::Int64) => Question::Int64,
            (Omit::Empty, ty) => Question::of_container(ty).unwrap_or(Question::Other(field)),
            (Omit::Zero, _) => Question::Other(field),
        })
    }

    /// Whether something is in it.
    fn of_container(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::List(ty) if Vector::fit_list(ty) => Question::Vector,
            Type::List(ty) => Question::List(ty),
            Type::Map(ty) if Vector::fit_map(ty) => Question::Vector,
            Type::Map(ty) => Question::Map(ty),
            Type::Option(ty) => Question::Option(ty),
            _ => return None,
        })
    }

    /// Where it stands among the others: those of one kind together.
    fn rank(self) -> u8 {
        match self {
            Question::Text => 0,
            Question::Bool => 1,
            Question::Int32 => 2,
            Question::Int64 => 3,
            Question::Vector => 4,
            Question::List(_) => 5,
            Question::Map(_) => 6,
            Question::Option(_) => 7,
            Question::Other(_) => 8,
        }
    }

    /// # Safety
    ///
    /// At the place, in `value`, is a live field for which the question was made.
    #[inline(always)]
    unsafe fn is_there(self, at: *const u8, value: StructRef<'_>) -> bool {
        // SAFETY: each question is named after the type of the field, or has its functions (invariant 3).
        unsafe {
            match self {
                Question::Text => !(&*at.cast::<Str>()).is_empty(),
                Question::Bool => at.cast::<bool>().read(),
                Question::Int32 => at.cast::<i32>().read() != 0,
                Question::Int64 => at.cast::<i64>().read() != 0,
                Question::Vector => {
                    let (items, length) = Vector::items(at);
                    is_ahead(items) && length != 0
                }
                Question::List(ty) => {
                    let (items, length) = (ty.items)(at);
                    is_ahead(items) && length != 0
                }
                Question::Map(ty) => {
                    let (entries, length) = (ty.entries)(at);
                    is_ahead(entries) && length != 0
                }
                Question::Option(ty) => !ty.value(at).is_null(),
                Question::Other(field) => !value.project(field).is_omitted(field.omit()),
            }
        }
    }
}

/// Whether a pointer points to something, which will soon be looked at.
#[inline]
fn is_ahead(at: *const u8) -> bool {
    prefetch_start(at);
    !at.is_null()
}
