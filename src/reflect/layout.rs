//! The assumed layouts of vectors, options and compact_str's strings, with the compile-time checks that guard them.
//!
//! The language does not define these layouts. Each is probed by the compiler; if it differs, functions of the types are
//! called instead.

use std::mem::ManuallyDrop;
use std::{ptr, slice};

use compact_str::CompactString;

use crate::field::Str;

/// True if no layout of types of other crates is assumed, with `--cfg apimachinery_portable_layouts`. CI uses it to
/// test the code for releases of compact_str or the compiler with other layouts.
pub(super) const PORTABLE: bool = cfg!(apimachinery_portable_layouts);

/// A list or map in memory, if its layout is the expected one.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Vector {
    pub(super) capacity: usize,
    /// Undefined for nil, like the length.
    pub(super) items: *const u8,
    pub(super) len: usize,
}

/// The capacity that marks nil, which no vector has. It depends on the compiler.
const NIL: usize = match Vector::nil::<u8>() {
    Some(capacity) => capacity,
    None => 0,
};

impl Vector {
    /// Returns the items or entries, or null for nil, and their number.
    ///
    /// # Safety
    ///
    /// `at` points to a live list or map of a type that fits.
    #[inline(always)]
    pub(crate) unsafe fn items(at: *const u8) -> (*const u8, usize) {
        let vector = at.cast::<Vector>();
        // SAFETY: `at` points to a live list or map with the expected layout; only the first word of nil is read.
        unsafe { if (*vector).capacity == NIL { (ptr::null(), 0) } else { ((*vector).items, (*vector).len) } }
    }

    /// Returns the items of a list, or `None` for nil.
    ///
    /// # Safety
    ///
    /// `at` points to a live list of `T`, borrowed for the lifetime, of a type that fits.
    #[inline(always)]
    pub(crate) unsafe fn slice<'a, T>(at: *const u8) -> Option<&'a [T]> {
        // SAFETY: `at` points to a live list, which has that many items.
        unsafe {
            let (items, len) = Vector::items(at);
            if items.is_null() { None } else { Some(slice::from_raw_parts(items.cast(), len)) }
        }
    }

    /// Returns true if an optional vector has this layout.
    pub(super) const fn fits<T>() -> bool {
        !PORTABLE && matches!(Vector::nil::<T>(), Some(capacity) if capacity == NIL)
    }

    /// Returns the first word of nil if an optional vector has this layout. The compiler is probed, because the
    /// language does not define the layout of a vector, and it has changed before.
    const fn nil<T>() -> Option<usize> {
        // The capacity of a vector of zero-sized items is not stored.
        if size_of::<T>() == 0 || size_of::<Option<Vec<T>>>() != size_of::<Vector>() {
            return None;
        }
        // Three different words, so that each is recognized. The pointer is aligned and larger than the others.
        let (capacity, len, items) = (3, 2, ptr::without_provenance(4 * align_of::<T>()));
        let (vector, null) = (Vector { capacity, items, len }, Vector { capacity, items: ptr::null(), len });
        // SAFETY: the types have equal sizes and alignments. Whatever the order of a vector's words, no word of the first value
        // is null, and each is a valid capacity. Of the second value only the word is read that distinguishes nil, which is
        // the pointer or the capacity. If it is not the pointer, the capacity of nil is initialized.
        unsafe {
            match &*(&raw const vector).cast::<Option<Vec<T>>>() {
                Some(vector) if vector.capacity() == capacity && vector.len() == len => {}
                _ => return None,
            }
            if (*(&raw const null).cast::<Option<Vec<T>>>()).is_none() {
                return None;
            }
            let nil = None::<Vec<T>>;
            let capacity = (&raw const nil).cast::<usize>().read();
            std::mem::forget(nil);
            Some(capacity)
        }
    }
}

/// The capacity of an inline string in bytes.
pub(super) const INLINE: usize = 24;

/// Creates an inline string of the first `length` bytes.
///
/// # Safety
///
/// The bytes are UTF-8, `length` is less than [`INLINE`], and [`CAN_MAKE`] is true.
#[inline(always)]
pub(super) unsafe fn inline(bytes: &[u8; INLINE], length: usize) -> CompactString {
    // Stored as words: loading single stored bytes as one word would wait for the stores.
    let (eights, _) = bytes.as_chunks();
    let word = |at: usize| u64::from_le_bytes(eights[at]);
    let last = word(2) & u64::MAX >> 8 | u64::from(length as u8 | LENGTH) << 56;
    let words = [word(0), word(1), last].map(u64::to_le_bytes);
    // SAFETY: `CAN_MAKE` guarantees that these are the bytes of such a string; those between its end and its length are not
    // part of it.
    unsafe { std::mem::transmute_copy(&words) }
}

/// True if [`inline`] can make a string: the layout is the expected one, in the size of 64-bit targets.
pub(super) const CAN_MAKE: bool = FITS && OWN == INLINE;

/// True if compact_str stores short strings as this module reads them: the bytes first, and in the last byte [`LENGTH`]
/// and the length. The layout is private and any release can change it, so it is probed at compile time. If it differs,
/// strings are read and made by public functions alone.
///
/// The probe cannot make strings on the heap. Their last byte must differ from that of every inline string, since
/// nothing else distinguishes them.
pub(super) const FITS: bool = !PORTABLE && are_inline() && !is_length(byte(CompactString::const_new(LONG), OWN - 1));

/// The number that is added to the length in the last byte of an inline string.
const LENGTH: u8 = 0xc0;

/// A string that is longer than any inline string.
const LONG: &str = "a text that is longer than any inline text";

/// Returns true if strings of every length that fits the last byte are inline.
const fn are_inline() -> bool {
    let mut length = 0;
    while length < OWN && is_inline(length) {
        length += 1;
    }
    length == OWN
}

const fn is_inline(length: usize) -> bool {
    let text = CompactString::const_new(LONG.split_at(length).0);
    if text.as_static_str().is_some() {
        std::mem::forget(text);
        return false;
    }
    let text = ManuallyDrop::new(text);
    // SAFETY: the sizes are equal. The compiler rejects this constant if a byte is uninitialized or part of a pointer.
    let bytes: [u8; OWN] = unsafe { std::mem::transmute_copy(&text) };
    let mut at = 0;
    while at < length && bytes[at] == LONG.as_bytes()[at] {
        at += 1;
    }
    at == length && bytes[OWN - 1] == length as u8 | LENGTH
}

/// Returns true for the last byte of an inline string.
const fn is_length(last: u8) -> bool {
    (last.wrapping_sub(LENGTH) as usize) < OWN
}

/// The size of a string, without memory on the heap.
pub(crate) const OWN: usize = size_of::<Str>();

/// Returns the bytes of an inline string, including the unused ones at the end, and its length. `None` for a string on
/// the heap, a static string, a string that fills all bytes, and for every string if the layout differs.
#[inline(always)]
pub(crate) fn own_bytes(text: &Str) -> Option<(&[u8; OWN], usize)> {
    if !FITS {
        return None;
    }
    let own: *const Str = text;
    // SAFETY: a string is as large as the array, and all bytes of an inline string are initialized, because the
    // evaluation of `FITS` reads them. Of a string on the heap or a static one only the last byte is read, which is
    // initialized because it shows that the string is not inline.
    let bytes: &[u8; OWN] = unsafe { &*own.cast() };
    let length = bytes[OWN - 1].wrapping_sub(LENGTH);
    (usize::from(length) < OWN).then_some((bytes, length.into()))
}

/// Returns a byte of a value. At compile time the byte must be initialized and not part of a pointer; otherwise the
/// compiler reports an error.
pub(super) const fn byte<T>(value: T, at: usize) -> u8 {
    let value = ManuallyDrop::new(value);
    assert!(at < size_of::<T>());
    // SAFETY: the byte is inside the value. This function is only called in constants, where the compiler checks that
    // the byte is initialized.
    unsafe { (&raw const value).cast::<u8>().add(at).read() }
}

/// Returns the last byte of the empty string, which contains the length of an inline string.
pub(super) const EMPTY_TEXT: u8 = LENGTH;

/// Returns the byte with a value that no `T` has but `None` has, for a `T` in which only one byte has such values.
/// Returns `None` if the option has a byte for its tag.
pub(super) const fn niche<T>(none: Option<T>, at: usize) -> Option<(usize, u8)> {
    if PORTABLE || size_of::<Option<T>>() != size_of::<T>() {
        std::mem::forget(none);
        return None;
    }
    Some((at, byte(none, at)))
}

/// Returns the lowest byte of the tag that precedes the number in an option, and its value in `None`.
pub(super) const fn tag<T: Copy>([none, zero]: [Option<T>; 2]) -> Option<(usize, u8)> {
    // All bytes of the number zero are zero, so a byte that differs belongs to the tag.
    if PORTABLE || cfg!(target_endian = "big") || byte(zero, 0) == 0 || byte(none, 0) != 0 {
        return None;
    }
    Some((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{List, Map, Str};

    fn items<T>(value: &T) -> (*const u8, usize) {
        // SAFETY: called with lists and maps that fit.
        unsafe { Vector::items(std::ptr::from_ref(value).cast()) }
    }

    #[test]
    fn lists_and_maps_are_read_where_they_lie() {
        if PORTABLE {
            return assert!(!Vector::fits::<i32>());
        }
        assert!(Vector::fits::<i32>() && Vector::fits::<Str>() && Vector::fits::<(Str, bool)>());
        // Alignments of 1 and 2 as well.
        assert!(Vector::fits::<bool>() && Vector::fits::<u16>());
        assert!(Vector::fits::<List<bool>>() && Vector::fits::<Option<i64>>() && !Vector::fits::<()>());
        let numbers = List::from([1, 2, 3]);
        assert_eq!(items(&numbers), (numbers.as_ptr().cast(), 3));
        assert_eq!(items(&List::<Str>::from([])).1, 0);
        assert_eq!(items(&List::<Str>::nil()), (std::ptr::null(), 0));

        let map: Map<i32> = [("a", 1), ("b", 2)].into();
        assert_eq!(items(&map), (map.entries().as_ptr().cast(), 2));
        assert_eq!(items(&Map::<i32>::nil()), (std::ptr::null(), 0));
    }
}
