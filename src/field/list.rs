use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::{ManuallyDrop, replace};
use std::ops::{Deref, DerefMut};
use std::{slice, vec};

/// A list, like Go's `[]T`: a vector that distinguishes nil from empty and is no larger than `Vec<T>`.
///
/// It dereferences to a slice, so indexing, iteration and every slice method work. `Default` is nil; `From<Vec<T>>`,
/// `collect()` and [`List::make`] create a non-nil list, even if it is empty. For fields that are not omitted when
/// empty, JSON represents nil as `null` and empty as `[]`, and defaulting can treat the two differently. Protobuf omits
/// both, so both decode to nil.
///
/// `==` distinguishes nil from empty, too; compare slices to compare only the items.
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
/// ```
// The type tables describe a list by the layout of its `Option<Vec<T>>`.
#[repr(transparent)]
#[derive(Eq, PartialOrd, Ord)]
pub struct List<T>(ManuallyDrop<Option<Vec<T>>>);

impl<T> List<T> {
    /// Creates a nil list. Same as `Default`, but usable in constants.
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

    /// True if the list is nil; false for any other list, even an empty one.
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

    /// Returns the vector for modification. Nil becomes an empty list, even if nothing is added.
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

    /// Appends an item. Nil becomes a list, as with Go's `append`.
    pub fn push(&mut self, item: T) {
        self.make().push(item);
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
        if let Some(items) = &mut *self.0 {
            items.retain(keep);
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

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &*self.0 {
            Some(items) => items,
            None => &[],
        }
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut *self.0 {
            Some(items) => items,
            None => &mut [],
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            None => f.write_str("nil"),
            Some(items) => items.fmt(f),
        }
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        List(ManuallyDrop::new(Some(items)))
    }
}

impl<T, const N: usize> From<[T; N]> for List<T> {
    fn from(items: [T; N]) -> Self {
        List::from(Vec::from(items))
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        List::from(Vec::from_iter(items))
    }
}

impl<T> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.make().extend(items);
    }
}

impl<T> IntoIterator for List<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'a, T> IntoIterator for &'a List<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut List<T> {
    type Item = &'a mut T;
    type IntoIter = slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: PartialEq> PartialEq<[T]> for List<T> {
    fn eq(&self, other: &[T]) -> bool {
        **self == *other
    }
}
