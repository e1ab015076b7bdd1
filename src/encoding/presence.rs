//! Conditions that decide which rows of a struct JSON and CBOR write. Most fields of most objects are empty, so the
//! fields of one type are checked together before anything is written.

use super::pointer_run::run_start;
use crate::order::sort_by;
use crate::reflect::{Field, Omit, OptionGetter, StructRef, Type, Vector, emptiness_byte, field_at, prefetch_start};

/// The conditions of 64 consecutive rows in the order of a format.
pub(super) struct PresencePlan {
    /// Rows that are always written, one bit for each.
    always: u64,
    /// The fields with conditions, ordered by kind.
    conditions: Box<[Condition]>,
    /// The index after the last condition of each [`ConditionKind`].
    ends: [u8; 5],
    /// Further conditions, if any.
    rare: Option<Box<RareConditions>>,
}

/// Conditions that are rare or require a call. They are separate, so that the other conditions are evaluated in
/// registers.
struct RareConditions {
    runs: Box<[PointerRun]>,
    /// Options, with the function that returns a pointer to the value, which is null for `None`.
    options: Box<[(Condition, OptionGetter)]>,
    others: Box<[(Condition, &'static Field)]>,
}

/// Types that many fields have, each checked in a loop.
enum ConditionKind {
    /// A field whose emptiness is visible in one byte.
    Byte,
    /// A list or map with the layout of a vector.
    Vector,
    /// An `Option<Box<_>>`.
    Pointer,
    Int32,
    Int64,
}

/// The field of a row.
#[derive(Clone, Copy)]
struct Condition {
    offset: u32,
    row: u8,
    /// The value of the decisive byte in an empty field.
    empty: u8,
}

/// Four adjacent `Option<Box<_>>` fields, most of which are `None`.
struct PointerRun {
    offset: u32,
    rows: [u8; 4],
}

/// The number of rows that one [`PresencePlan`] covers.
pub(super) const MAX_ROWS: usize = u64::BITS as usize;

impl PresencePlan {
    /// Compiles the conditions of at most [`MAX_ROWS`] rows.
    pub(super) fn of(fields: impl Iterator<Item = &'static Field>) -> PresencePlan {
        let (mut always, mut options, mut others) = (0, Vec::new(), Vec::new());
        let mut kinds = [const { Vec::new() }; 5];
        for (row, field) in (0..).zip(fields) {
            let condition = Condition { offset: field.offset(), row, empty: 0 };
            if field.omit() == Omit::Never
                || matches!((field.omit(), field.ty()), (Omit::Empty, Type::Struct(_) | Type::Leaf(_)))
            {
                always |= 1 << row;
            } else if let Some((at, empty)) = emptiness_byte(field) {
                kinds[ConditionKind::Byte as usize].push(Condition { offset: field.offset() + at as u32, row, empty });
            } else if let Some(kind) = ConditionKind::of(field) {
                kinds[kind as usize].push(condition);
            } else if let (Omit::Empty, Type::Option(ty)) = (field.omit(), field.ty()) {
                options.push((condition, ty.getter()));
            } else {
                others.push((condition, field));
            }
        }
        let runs = take_runs(&mut kinds[ConditionKind::Pointer as usize]);
        let mut end = 0;
        let ends = kinds.each_ref().map(|conditions| {
            end += conditions.len() as u8;
            end
        });
        let rare = RareConditions { runs: runs.into(), options: options.into(), others: others.into() };
        let rare = (!rare.is_empty()).then(|| Box::new(rare));
        PresencePlan { always, conditions: kinds.concat().into(), ends, rare }
    }

    /// Returns the conditions of a kind.
    #[inline(always)]
    fn conditions(&self, kind: ConditionKind) -> &[Condition] {
        let kind = kind as usize;
        let start = kind.checked_sub(1).map_or(0, |before| self.ends[before].into());
        // SAFETY: each end is the number of conditions up to there, so they ascend. The checks would be 4 % of the instructions
        // for writing pods as JSON.
        unsafe { self.conditions.get_unchecked(start..self.ends[kind].into()) }
    }

    /// Returns the rows that are written, one bit for each.
    #[inline]
    pub(super) fn written(&self, value: StructRef<'_>) -> u64 {
        let mut rows = self.always;
        // SAFETY: the fields of the conditions are in the struct (invariant 1), of the types that the kinds are named after; an
        // option of a box is a pointer, null for `None`.
        unsafe {
            for condition in self.conditions(ConditionKind::Byte) {
                rows |= bit(condition.row, *condition.of::<u8>(value) != condition.empty);
            }
            for condition in self.conditions(ConditionKind::Vector) {
                // The branch for nil is needed in any case.
                let (items, len) = Vector::items(condition.of(value));
                if !items.is_null() {
                    prefetch_start(items);
                    rows |= bit(condition.row, len != 0);
                }
            }
            for condition in self.conditions(ConditionKind::Pointer) {
                rows |= bit(condition.row, is_ahead(condition.of::<*const u8>(value).read()));
            }
            for condition in self.conditions(ConditionKind::Int32) {
                rows |= bit(condition.row, *condition.of::<i32>(value) != 0);
            }
            for condition in self.conditions(ConditionKind::Int64) {
                rows |= bit(condition.row, *condition.of::<i64>(value) != 0);
            }
        }
        match &self.rare {
            None => rows,
            Some(rare) => rare.written(value, rows),
        }
    }
}

impl RareConditions {
    fn is_empty(&self) -> bool {
        self.runs.is_empty() && self.options.is_empty() && self.others.is_empty()
    }

    /// Adds the rows that are written.
    #[inline(never)]
    fn written(&self, value: StructRef<'_>, mut rows: u64) -> u64 {
        // SAFETY: the conditions are those of the struct's table (invariant 4), whose fields are in the struct (invariant 1); an
        // option's function is that of its type (invariant 3).
        unsafe {
            for run in &self.runs {
                let pointers = field_at::<[*const u8; 4]>(value.as_ptr(), run.offset).read();
                if pointers.iter().fold(0, |all, pointer| all | pointer.addr()) != 0 {
                    let one = |(&pointer, row)| bit(row, is_ahead(pointer));
                    rows |= pointers.iter().zip(run.rows).fold(0, |rows, pointer| rows | one(pointer));
                }
            }
            for (condition, get) in &self.options {
                rows |= bit(condition.row, !get(condition.of(value)).is_null());
            }
            for (condition, field) in &self.others {
                rows |= bit(condition.row, !value.project(field).is_omitted(field.omit()));
            }
        }
        rows
    }
}

impl ConditionKind {
    /// Returns the kind of a field that is omitted if it is empty.
    fn of(field: &'static Field) -> Option<ConditionKind> {
        match field.ty() {
            _ if field.omit() != Omit::Empty => None,
            Type::List(ty) if ty.is_vector() => Some(ConditionKind::Vector),
            Type::Map(ty) if ty.is_vector() => Some(ConditionKind::Vector),
            Type::Option(ty) => ty.boxed().map(|_| ConditionKind::Pointer),
            Type::Int32 => Some(ConditionKind::Int32),
            Type::Int64 => Some(ConditionKind::Int64),
            _ => None,
        }
    }
}

/// Returns the bit of the row if the row is written.
#[inline(always)]
fn bit(row: u8, is_written: bool) -> u64 {
    u64::from(is_written) << row
}

impl Condition {
    /// Returns the address of the field in a struct.
    #[inline(always)]
    fn of<T>(self, value: StructRef<'_>) -> *const T {
        field_at(value.as_ptr(), self.offset)
    }
}

/// Removes groups of four adjacent pointers and returns them.
fn take_runs(pointers: &mut Vec<Condition>) -> Vec<PointerRun> {
    sort_by(pointers, &|a: &Condition, b: &Condition| a.offset.cmp(&b.offset));
    let (mut runs, mut others) = (Vec::new(), Vec::new());
    let mut rest = &pointers[..];
    while let [condition, behind @ ..] = rest {
        if let Some(run) = rest.first_chunk::<4>()
            && let Some(offset) = run_start(run.map(|condition| Some(condition.offset)))
        {
            runs.push(PointerRun { offset, rows: run.map(|condition| condition.row) });
            rest = &rest[4..];
        } else {
            others.push(*condition);
            rest = behind;
        }
    }
    *pointers = others;
    runs
}

/// Prefetches the target of a pointer. Returns true if the pointer is not null.
#[inline(always)]
fn is_ahead(at: *const u8) -> bool {
    prefetch_start(at);
    !at.is_null()
}
