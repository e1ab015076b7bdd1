//! The functions in the tables of containers: an instance of each for every type that one holds. So they are plain
//! functions (a closure would come with a second one, which calls it) and call as little as they can.
//!
//! All are called with a pointer to a live container of exactly their type, borrowed as the pointer's kind says.

pub(super) mod option {
    #[inline]
    pub(in super::super) unsafe fn get<T>(at: *const u8) -> *const u8 {
        // SAFETY: as the module says.
        match unsafe { &*(at as *const Option<T>) } {
            Some(value) => value as *const T as *const u8,
            None => std::ptr::null(),
        }
    }

    pub(in super::super) unsafe fn make<T: Default>(at: *mut u8) -> *mut u8 {
        // SAFETY: as the module says.
        let option = unsafe { &mut *(at as *mut Option<T>) };
        match option {
            Some(value) => value as *mut T as *mut u8,
            None => option.insert(T::default()) as *mut T as *mut u8,
        }
    }

    pub(in super::super) unsafe fn clear<T>(at: *mut u8) {
        // SAFETY: as the module says.
        unsafe { *(at as *mut Option<T>) = None }
    }
}

pub(super) mod list {
    use crate::field::List;

    pub(in super::super) unsafe fn items<T>(at: *const u8) -> (*const u8, usize) {
        // SAFETY: as the module says.
        let list = unsafe { &*(at as *const List<T>) };
        if list.is_nil() { (std::ptr::null(), 0) } else { (list.as_ptr() as *const u8, list.len()) }
    }

    pub(in super::super) unsafe fn items_mut<T>(at: *mut u8) -> (*mut u8, usize) {
        // SAFETY: as the module says.
        let items: &mut [T] = unsafe { &mut *(at as *mut List<T>) };
        (items.as_mut_ptr() as *mut u8, items.len())
    }

    /// The place holds no live item.
    pub(in super::super) unsafe fn zero<T: Default>(place: *mut u8) {
        // SAFETY: as said above.
        unsafe { (place as *mut T).write(T::default()) }
    }

    pub(in super::super) unsafe fn push<T: Default>(at: *mut u8) -> *mut u8 {
        // SAFETY: as the module says.
        let items = unsafe { &mut *(at as *mut List<T>) }.make();
        items.push(T::default());
        // SAFETY: there is a last item.
        unsafe { items.as_mut_ptr().add(items.len() - 1) as *mut u8 }
    }

    /// The list has so many items, or will have: those behind the first `length` are forgotten.
    pub(in super::super) unsafe fn set_len<T>(at: *mut u8, length: usize) {
        // SAFETY: as the module says, and as said above.
        unsafe { (*(at as *mut List<T>)).make().set_len(length) }
    }

    pub(in super::super) unsafe fn clear<T>(at: *mut u8) {
        // SAFETY: as the module says.
        unsafe { *(at as *mut List<T>) = List::nil() }
    }

    /// The place holds no live list, and the items are as many in memory of their own.
    pub(in super::super) unsafe fn adopt<T>(at: *mut u8, items: *mut u8, len: usize) {
        // SAFETY: as said above.
        unsafe { (at as *mut List<T>).write(List::from(Vec::from_raw_parts(items as *mut T, len, len))) }
    }
}

pub(super) mod map {
    use crate::field::{Map, Str};

    pub(in super::super) unsafe fn entries<T>(at: *const u8) -> (*const u8, usize) {
        // SAFETY: as the module says.
        let map = unsafe { &*(at as *const Map<T>) };
        if map.is_nil() { (std::ptr::null(), 0) } else { (map.entries().as_ptr() as *const u8, map.entries().len()) }
    }

    /// The place holds no live entry.
    pub(in super::super) unsafe fn zero<T: Default>(place: *mut u8) {
        // SAFETY: as said above.
        unsafe { (place as *mut (Str, T)).write((Str::EMPTY, T::default())) }
    }

    pub(in super::super) unsafe fn append<T: Default>(at: *mut u8, key: &str) -> (*mut u8, bool) {
        // SAFETY: as the module says.
        let (value, unordered) = unsafe { &mut *(at as *mut Map<T>) }.append(key, T::default());
        (value as *mut T as *mut u8, unordered)
    }

    pub(in super::super) unsafe fn restore_order<T>(at: *mut u8) {
        // SAFETY: as the module says.
        unsafe { &mut *(at as *mut Map<T>) }.restore_order()
    }

    pub(in super::super) unsafe fn make<T>(at: *mut u8) {
        // SAFETY: as the module says.
        unsafe { &mut *(at as *mut Map<T>) }.make();
    }

    pub(in super::super) unsafe fn clear<T>(at: *mut u8) {
        // SAFETY: as the module says.
        unsafe { *(at as *mut Map<T>) = Map::nil() }
    }

    /// The place holds no live map, and the entries are as many in order, in memory of their own.
    pub(in super::super) unsafe fn adopt<T>(at: *mut u8, entries: *mut u8, len: usize) {
        // SAFETY: as said above.
        unsafe { (at as *mut Map<T>).write(Map::from_entries(Vec::from_raw_parts(entries as *mut (Str, T), len, len))) }
    }
}
