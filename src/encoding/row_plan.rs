//! The rows of a table in the order of a format, with their keys and the conditions under which they are written.

use super::cbor_key::cbor_order;
use super::presence::{MAX_ROWS, PresencePlan};
use super::row_key::RowKey;
use crate::reflect::{Field, StructRef};

/// Up to 64 rows in the order of a format, with the conditions under which they are omitted. The struct fits a cache
/// line.
#[repr(align(64))]
pub(super) struct RowPlan {
    presence: PresencePlan,
    keys: Box<[RowKey]>,
    /// The rows after the first 64, which hardly any struct has.
    pub(super) next: Option<Box<RowPlan>>,
}

impl RowPlan {
    /// The rows that JSON writes.
    pub(super) fn json(fields: &'static [Field]) -> RowPlan {
        let rows: Vec<_> = (0..).zip(fields).collect();
        RowPlan::of(&rows, RowKey::json)
    }

    /// The rows that CBOR writes.
    pub(super) fn cbor(fields: &'static [Field]) -> RowPlan {
        RowPlan::of(&cbor_order(fields), RowKey::cbor)
    }

    /// Returns these rows, followed by the rows after the first 64.
    #[inline]
    pub(super) fn parts(&self) -> impl Iterator<Item = &RowPlan> {
        std::iter::successors(Some(self), |part| part.next.as_deref())
    }

    /// Returns the rows of a struct that are written, one bit for each.
    #[inline(always)]
    pub(super) fn written(&self, value: StructRef<'_>) -> u64 {
        self.presence.written(value)
    }

    /// Returns the keys of all rows.
    #[inline(always)]
    pub(super) fn keys(&self) -> &[RowKey] {
        &self.keys
    }

    fn of(rows: &[(usize, &'static Field)], key: fn(usize, &'static Field) -> RowKey) -> RowPlan {
        let (rows, behind) = rows.split_at(rows.len().min(MAX_ROWS));
        RowPlan {
            presence: PresencePlan::of(rows.iter().map(|(_, field)| *field)),
            keys: rows.iter().map(|(row, field)| key(*row, field)).collect(),
            next: (!behind.is_empty()).then(|| Box::new(RowPlan::of(behind, key))),
        }
    }
}
