//! Where the vector of a list or map has its items and their number. It is read where it lies: a call for each of the many
//! that are nil took longer than all else about them.

use super::copy::memory_for;
use super::types::{ListType, MapType};

/// A list or map as it lies in memory, of one that was seen to lie so.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Vector {
    room: usize,
    /// Says nothing of nil, as the length.
    items: *const u8,
    len: usize,
}

/// The room of nil: no vector has so much.
const NIL: usize = 1 << (usize::BITS - 1);

impl Vector {
    /// The items, or the entries of a map, and their number; null for nil.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of a type that lies so: [`Vector::fit_list`] or [`Vector::fit_map`] says it.
    #[inline(always)]
    pub(super) unsafe fn items(at: *const u8) -> (*const u8, usize) {
        let vector = at.cast::<Vector>();
        // SAFETY: as the caller says; of nil the first word alone is read.
        unsafe { if (*vector).room == NIL { (std::ptr::null(), 0) } else { ((*vector).items, (*vector).len) } }
    }

    /// Whether lists of the type lie so.
    pub(super) fn fit_list(ty: &ListType) -> bool {
        let items = memory_for(ty.layout, 2);
        // SAFETY: the memory has room for two items, of which one is made. The place is none's before the list's, which goes
        // in the end.
        unsafe {
            (ty.zero)(items);
            let mut place = Place::default();
            (ty.adopt)(place.at(), items, 1, 2);
            let fits = place.words() == [2, items.addr(), 1];
            (ty.clear)(place.at());
            fits && place.is_nil()
        }
    }

    /// Whether maps of the type lie so.
    pub(super) fn fit_map(ty: &MapType) -> bool {
        let entries = memory_for(ty.layout, 1);
        // SAFETY: the memory is for an entry, and it is made. The place is none's before the map's, which goes in the end.
        unsafe {
            (ty.zero)(entries);
            let mut place = Place::default();
            (ty.adopt)(place.at(), entries, 1, 1);
            let fits = place.words() == [1, entries.addr(), 1];
            (ty.clear)(place.at());
            fits && place.is_nil()
        }
    }
}

/// Room for any list or map, all of which have the size of a vector.
#[derive(Default)]
#[repr(C)]
struct Place([usize; 3]);

impl Place {
    fn at(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// The words of a list that is there.
    fn words(&self) -> [usize; 3] {
        self.0
    }

    fn is_nil(&self) -> bool {
        self.0[0] == NIL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{List, Map, Str};
    use crate::reflect::{Reflect, Type};

    fn list<T: Reflect>() -> &'static ListType {
        let Type::List(ty) = T::TYPE else { panic!("a list") };
        ty
    }

    fn items<T>(value: &T) -> (*const u8, usize) {
        // SAFETY: called with lists and maps that fit.
        unsafe { Vector::items(std::ptr::from_ref(value).cast()) }
    }

    #[test]
    fn lists_and_maps_are_read_where_they_lie() {
        assert!(Vector::fit_list(list::<List<i32>>()) && Vector::fit_list(list::<List<Str>>()));
        assert!(Vector::fit_list(list::<List<List<bool>>>()) && Vector::fit_list(list::<List<Option<i64>>>()));
        let numbers = List::from([1, 2, 3]);
        assert_eq!(items(&numbers), (numbers.as_ptr().cast(), 3));
        assert_eq!(items(&List::<Str>::from([])).1, 0);
        assert_eq!(items(&List::<Str>::nil()), (std::ptr::null(), 0));

        let Type::Map(ty) = <Map<i32>>::TYPE else { panic!("a map") };
        assert!(Vector::fit_map(ty));
        let map: Map<i32> = [("a", 1), ("b", 2)].into();
        assert_eq!(items(&map), (map.entries().as_ptr().cast(), 2));
        assert_eq!(items(&Map::<i32>::nil()), (std::ptr::null(), 0));
    }
}
