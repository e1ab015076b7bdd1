mod traits;

use std::hash::{Hash, Hasher};
use std::mem::{ManuallyDrop, replace};
use std::ops::RangeBounds;

/// A list, the counterpart of Go's `[]T`: a vector that can also be nil (Go's unset list), which differs from empty. It
/// is not larger than `Vec<T>`.
///
/// It dereferences to a slice, so indexing, iteration, sorting and every other slice method work; the methods that
/// change the length correspond to those of `Vec`, and [`List::make`] returns the vector itself. `Default` is nil;
/// `From<Vec<T>>`, `collect()` and [`List::make`] create a non-nil list, even if it is empty. For fields that are not
/// omitted when empty, JSON represents nil as `null` and empty as `[]`, and defaulting can treat the two differently.
/// Protobuf omits both, so both decode to nil.
///
/// Adding an item to nil creates a list, as with Go's `append`. Operations that add nothing, such as `extend` with an
/// empty iterator, and operations that remove items leave nil as it is. The exception is [`clear`](List::clear). A list
/// that loses its last item is empty, not nil.
///
/// `==` between two lists distinguishes nil from empty, too. Comparisons with slices, arrays and vectors compare only
/// the items.
///
/// ```
/// use apimachinery::meta::List;
///
/// let mut ports: List<i32> = List::default();
/// assert!(ports.is_nil() && ports.is_empty());
/// ports.push(80);
/// assert_eq!(ports[0], 80);
///
/// let empty = List::from(vec![]);
/// assert!(!empty.is_nil() && empty != List::<i32>::nil());
/// assert_eq!(empty[..], List::<i32>::nil()[..]);
/// assert!(empty == [0; 0] && List::<i32>::nil() == [0; 0]);
/// ```
// The type tables describe a list by the layout of its `Option<Vec<T>>`.
#[repr(transparent)]
#[derive(Eq, PartialOrd, Ord)]
pub struct List<T>(ManuallyDrop<Option<Vec<T>>>);

impl<T> List<T> {
    /// Creates a nil list, the value of an unset field. Same as `Default`, but usable in constants.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// const NONE: List<i32> = List::nil();
    /// assert_eq!(NONE, List::default());
    /// assert_eq!(NONE.iter().count(), 0);
    /// ```
    #[must_use]
    pub const fn nil() -> Self {
        List(ManuallyDrop::new(None))
    }

    /// Creates an empty list with space for `capacity` items. It is not nil, even if the capacity is 0.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let list: List<i32> = List::with_capacity(10);
    /// assert!(list.is_empty() && !list.is_nil());
    /// ```
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        List::from(Vec::with_capacity(capacity))
    }

    /// Returns true if the list is nil; false for any other list, even an empty one.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// assert!(List::<i32>::default().is_nil());
    /// assert!(!Vec::<i32>::new().into_iter().collect::<List<i32>>().is_nil());
    /// ```
    #[must_use]
    pub fn is_nil(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the items as a vector for modification. Nil becomes an empty list, even if nothing is added.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args: List<i32> = List::nil();
    /// args.make().insert(0, 1);
    /// assert_eq!(args, List::from([1]));
    /// ```
    pub fn make(&mut self) -> &mut Vec<T> {
        if self.0.is_none() {
            // `Option::get_or_insert_with` would add one more generic function for every item type.
            self.0 = ManuallyDrop::new(Some(Vec::new()));
        }
        match &mut *self.0 {
            Some(items) => items,
            None => unreachable!("the list was created above"),
        }
    }

    /// Drops the items and leaves the list nil.
    #[inline]
    pub(crate) fn set_nil(&mut self) {
        if self.0.is_some() {
            T::drop_items(self);
        }
    }

    /// Returns the vector, or `None` for nil.
    fn vec_mut(&mut self) -> Option<&mut Vec<T>> {
        self.0.as_mut()
    }

    /// Appends `item`. Nil becomes a list, as with Go's `append`. Takes O(1), amortized.
    pub fn push(&mut self, item: T) {
        self.make().push(item);
    }

    /// Removes the last item and returns it. Returns `None` if the list is nil or empty.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args = List::from([1]);
    /// assert_eq!(args.pop(), Some(1));
    /// assert_eq!(args.pop(), None);
    /// assert!(!args.is_nil());
    /// ```
    pub fn pop(&mut self) -> Option<T> {
        self.vec_mut()?.pop()
    }

    /// Inserts `item` before the one at `index`; an index equal to the length appends it. Nil becomes a list. Takes
    /// O(n).
    ///
    /// # Panics
    ///
    /// Panics if `index` is greater than the length, like [`Vec::insert`].
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args: List<&str> = List::nil();
    /// args.insert(0, "--verbose");
    /// args.insert(0, "run");
    /// assert_eq!(args, ["run", "--verbose"]);
    /// ```
    pub fn insert(&mut self, index: usize, item: T) {
        self.make().insert(index, item);
    }

    /// Removes the item at `index` and returns it. All items after it move, which takes O(n); see
    /// [`swap_remove`](List::swap_remove) if the order does not matter.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the length, like [`Vec::remove`].
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args = List::from([1, 2, 3]);
    /// assert_eq!(args.remove(0), 1);
    /// assert_eq!(args, [2, 3]);
    /// ```
    pub fn remove(&mut self, index: usize) -> T {
        self.in_bounds(index).remove(index)
    }

    /// Removes the item at `index`, replaces it by the last one, and returns it. Takes O(1).
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the length, like [`Vec::swap_remove`].
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args = List::from([1, 2, 3]);
    /// assert_eq!(args.swap_remove(0), 1);
    /// assert_eq!(args, [3, 2]);
    /// ```
    pub fn swap_remove(&mut self, index: usize) -> T {
        self.in_bounds(index).swap_remove(index)
    }

    /// Returns the vector if it has an item at `index`. Panics otherwise, before nil becomes a list.
    fn in_bounds(&mut self, index: usize) -> &mut Vec<T> {
        let length = self.len();
        assert!(index < length, "index {index} is out of range for a list of length {length}");
        self.make()
    }

    /// Removes all items after the first `length`. Does nothing if the list is not longer. Nil stays nil.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args = List::from([1, 2, 3]);
    /// args.truncate(1);
    /// assert_eq!(args, [1]);
    /// ```
    pub fn truncate(&mut self, length: usize) {
        if let Some(items) = self.vec_mut() {
            items.truncate(length);
        }
    }

    /// Removes the items in a range of indices, and returns an iterator over them. Items that the iterator has not
    /// returned when it is dropped are removed, too.
    ///
    /// # Panics
    ///
    /// Panics if the range exceeds the list, like [`Vec::drain`].
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args = List::from([1, 2, 3]);
    /// assert!(args.drain(..2).eq([1, 2]));
    /// assert_eq!(args, [3]);
    /// ```
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> impl DoubleEndedIterator<Item = T> + '_ {
        let range = (range.start_bound().cloned(), range.end_bound().cloned());
        // Nil has no vector that would check the range.
        let _: &[T] = &self[range];
        self.vec_mut().map(|items| items.drain(range)).into_iter().flatten()
    }

    /// Removes all items. Nil becomes an empty list; to get nil, assign [`List::nil`].
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut args = List::from([1, 2]);
    /// args.clear();
    /// assert!(args.is_empty() && !args.is_nil());
    /// ```
    pub fn clear(&mut self) {
        self.make().clear();
    }

    /// Keeps only the items for which `keep` returns true, in their order. Nil stays nil; a list that loses all items
    /// is empty, not nil.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut ports = List::from([80, 8080, 443]);
    /// ports.retain(|port| *port < 1024);
    /// assert_eq!(ports, List::from([80, 443]));
    /// ports.retain(|_| false);
    /// assert!(ports.is_empty() && !ports.is_nil());
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        if let Some(items) = self.vec_mut() {
            items.retain(keep);
        }
    }

    /// Keeps only the items for which `keep` returns true, like [`retain`](List::retain). `keep` receives mutable
    /// references and can modify the items.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// let mut counts = List::from([1, 2, 3]);
    /// counts.retain_mut(|count| {
    ///     *count -= 1;
    ///     *count > 0
    /// });
    /// assert_eq!(counts, [1, 2]);
    /// ```
    pub fn retain_mut(&mut self, keep: impl FnMut(&mut T) -> bool) {
        if let Some(items) = self.vec_mut() {
            items.retain_mut(keep);
        }
    }

    /// Converts to a vector without copying. Nil becomes an empty vector.
    ///
    /// ```
    /// use apimachinery::meta::List;
    ///
    /// assert_eq!(List::from(["a"]).into_vec(), vec!["a"]);
    /// assert!(List::<i32>::nil().into_vec().is_empty());
    /// ```
    #[must_use]
    pub fn into_vec(mut self) -> Vec<T> {
        self.take().unwrap_or_default()
    }

    fn take(&mut self) -> Option<Vec<T>> {
        ManuallyDrop::into_inner(replace(&mut self.0, ManuallyDrop::new(None)))
    }
}

/// Drops the items of a list. As a method of the item type it is compiled once, in that type's module, where the drop
/// code of an item is compiled anyway, and not again in each module that drops such a list.
trait DropItems: Sized {
    fn drop_items(list: &mut List<Self>);
}

impl<T> DropItems for T {
    /// Leaves the list nil. Not inlined: dropping a list takes a lot of machine code, and a struct has many lists.
    #[inline(never)]
    fn drop_items(list: &mut List<T>) {
        *list.0 = None;
    }
}

impl<T> Drop for List<T> {
    #[inline]
    fn drop(&mut self) {
        self.set_nil();
    }
}

// The following impls are instantiated for every list of every kind and struct, including each standard library helper
// that they call. Therefore they use plain loops.

impl<T: Clone> Clone for List<T> {
    fn clone(&self) -> Self {
        let Some(items) = &*self.0 else { return List::nil() };
        let mut copy = Vec::with_capacity(items.len());
        for item in items {
            copy.push(item.clone());
        }
        List::from(copy)
    }
}

impl<T: PartialEq> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        let (Some(items), Some(others)) = (&*self.0, &*other.0) else { return self.is_nil() && other.is_nil() };
        let mut at = 0;
        while at < items.len() && at < others.len() && items[at] == others[at] {
            at += 1;
        }
        at == items.len() && at == others.len()
    }
}

impl<T: Hash> Hash for List<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List::nil()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Str;

    #[test]
    fn nothing_added_and_nothing_removed_leave_nil() {
        let mut list: List<i32> = List::nil();
        list.extend([]);
        list.truncate(3);
        list.retain(|_| true);
        list.retain_mut(|_| true);
        assert_eq!((list.pop(), list.drain(..).count()), (None, 0));
        list.sort_by(|a, b| b.cmp(a));
        assert!(list.is_nil());
    }

    #[test]
    fn an_emptied_list_is_not_nil() {
        let emptied: [fn(&mut List<i32>); 8] = [
            |list| assert_eq!(list.pop(), Some(1)),
            |list| assert_eq!(list.remove(0), 1),
            |list| assert_eq!(list.swap_remove(0), 1),
            |list| list.truncate(0),
            |list| assert!(list.drain(..).eq([1])),
            |list| list.retain(|_| false),
            |list| list.retain_mut(|_| false),
            List::clear,
        ];
        for (number, empty) in emptied.iter().enumerate() {
            let mut list = List::from([1]);
            empty(&mut list);
            assert!(list.is_empty() && !list.is_nil(), "operation {number}");
        }
    }

    #[test]
    fn an_added_item_makes_nil_a_list() {
        let added: [fn(&mut List<i32>); 3] = [|list| list.push(1), |list| list.insert(0, 1), |list| list.extend([1])];
        for add in added {
            let mut list = List::nil();
            add(&mut list);
            assert_eq!(list, List::from([1]));
        }
    }

    #[test]
    fn items_outside_a_list_are_refused() {
        let refused: [fn(&mut List<i32>); 5] = [
            |list| list.insert(1, 1),
            |list| _ = list.remove(0),
            |list| _ = list.swap_remove(0),
            |list| _ = list.drain(..1),
            |list| _ = list[0],
        ];
        for (number, refuse) in refused.into_iter().enumerate() {
            let outcome = std::panic::catch_unwind(|| refuse(&mut List::nil()));
            assert!(outcome.is_err(), "operation {number}");
        }
    }

    #[test]
    fn comparisons_with_other_sequences_ignore_nil() {
        let (nil, list) = (List::<Str>::nil(), List::from([Str::from("a"), Str::from("b")]));
        assert_ne!(nil, List::from([]));
        assert_eq!(nil, Vec::<Str>::new());
        assert_eq!(nil, <[Str; 0]>::default());
        assert_eq!(list, ["a", "b"]);
        assert_eq!(list, vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(list, &list[..]);
        assert_ne!(list, ["a"]);
        assert_ne!(list, ["b", "a"]);
    }

    #[test]
    fn a_dropped_drain_removes_the_rest() {
        let mut list = List::from([1, 2, 3, 4]);
        assert_eq!(list.drain(1..=2).next_back(), Some(3));
        assert_eq!(list, [1, 4]);
        assert_eq!(Vec::from(list.clone()), [1, 4]);
        assert_eq!(List::from(&list[1..]), [4]);
    }
}
