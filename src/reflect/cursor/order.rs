//! Delayed sorting of maps that are opened repeatedly.

use std::cell::Cell;

use super::exclusive::{MapMut, Mut, ViewMut};
use crate::reflect::table::Type;

/// Records whether a decoder left maps unsorted, which it then sorts at the end of the document.
///
/// A repeated JSON member and non-adjacent Protobuf entries open a map again. Sorting it each time would take quadratic
/// time.
#[derive(Default)]
pub(crate) struct Unsorted(Cell<bool>);

impl Unsorted {
    /// Skips sorting a map that had `before` entries when it was opened, unless it was empty; such a map is sorted when
    /// its cursor is dropped.
    #[inline]
    pub(crate) fn leave(&self, map: &mut MapMut<'_>, before: usize) {
        if before > 0 && map.is_unordered() {
            map.leave_unordered();
            self.0.set(true);
        }
    }

    /// Sorts all maps in the decoded value, if some are unsorted.
    #[inline]
    pub(crate) fn sort(self, value: Mut<'_>) {
        if self.0.get() {
            sort(value);
        }
    }
}

#[cold]
fn sort(value: Mut<'_>) {
    match value.view() {
        ViewMut::Struct(mut value) => (0..value.shape().fields().len()).for_each(|index| sort(value.field(index))),
        ViewMut::Option(value) => value.get().into_iter().for_each(sort),
        ViewMut::List(mut list) if may_hold_maps(list.item_type()) => {
            (0..list.len()).for_each(|index| sort(list.item(index)));
        }
        ViewMut::Map(mut map) => {
            map.sort();
            if may_hold_maps(map.value_type()) {
                (0..map.len()).for_each(|index| sort(map.value(index)));
            }
        }
        _ => {}
    }
}

fn may_hold_maps(ty: Type) -> bool {
    matches!(ty, Type::Struct(_) | Type::Boxed(_) | Type::Option(_) | Type::List(_) | Type::Map(_))
}
