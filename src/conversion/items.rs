//! Values of list items that an annotation keeps, and that are found again by the keys of the items.

use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;

use super::Scope;
use crate::field::List;

/// Returns a text that identifies a list item by the values of its keys. Equal values have equal texts.
///
/// ```
/// use apimachinery::private::conversion::item_key;
///
/// assert_eq!(item_key(&("http", 80)), item_key(&("http", 80)));
/// assert_ne!(item_key(&("http", 80)), item_key(&("http", 8080)));
/// ```
#[must_use]
pub fn item_key(values: &dyn Debug) -> String {
    format!("{values:?}")
}

/// Returns the parts of list items that have to be kept: those that are not empty. If several items have the same key,
/// all of their parts are kept or none, because they are told apart by their order.
///
/// ```
/// use apimachinery::private::conversion::{item_key, keep_items};
///
/// let kept = |parts: [(&'static str, i32); 3]| {
///     keep_items(parts.into_iter(), |part| part.1 == 0, |part| item_key(&part.0))
/// };
/// assert_eq!(kept([("a", 1), ("b", 0), ("c", 2)])[..], [("a", 1), ("c", 2)]);
/// assert_eq!(kept([("a", 1), ("a", 0), ("c", 0)])[..], [("a", 1), ("a", 0)]);
/// ```
pub fn keep_items<P>(
    parts: impl Iterator<Item = P>,
    is_empty: impl Fn(&P) -> bool,
    key: impl Fn(&P) -> String,
) -> List<P> {
    let parts: Vec<(String, P)> = parts.map(|part| (key(&part), part)).collect();
    let mut filled: HashMap<&str, bool> = HashMap::new();
    for (key, part) in &parts {
        *filled.entry(key).or_default() |= !is_empty(part);
    }
    let keep: Vec<bool> = parts.iter().map(|(key, _)| filled[key.as_str()]).collect();
    parts.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|((_, part), _)| part).collect()
}

/// Restores the parts of list items that [`keep_items`] returned: calls `restore` for each item with the part that has
/// its key. Items with equal keys get their parts in order, but only if their number is unchanged. Otherwise, a part
/// could be restored to the wrong item: none of them is restored, and `scope` reports the loss. `name` is the name of
/// the list.
///
/// ```
/// use apimachinery::conversion::Scope;
/// use apimachinery::meta::List;
/// use apimachinery::private::conversion::{item_key, restore_items};
/// use apimachinery::schema::GroupVersion;
///
/// let scope = Scope::new(GroupVersion::new("example.com", "v1"));
/// let mut items = List::from([("new", 0), ("b", 0), ("a", 0)]);
/// let key = |part: &(&'static str, i32)| item_key(&part.0);
/// let kept = List::from([("a", 1), ("b", 2)]);
/// restore_items(&scope, "items", kept, key, &mut items, key, |part, item| item.1 = part.1);
/// assert_eq!(items[..], [("new", 0), ("b", 2), ("a", 1)]);
/// ```
pub fn restore_items<P, T>(
    scope: &Scope<'_>,
    name: &str,
    parts: List<P>,
    part_key: impl Fn(&P) -> String,
    items: &mut List<T>,
    item_key: impl Fn(&T) -> String,
    restore: impl Fn(P, &mut T),
) {
    let mut kept: HashMap<String, VecDeque<P>> = HashMap::new();
    for part in parts {
        kept.entry(part_key(&part)).or_default().push_back(part);
    }
    if kept.is_empty() {
        return;
    }
    let mut present: HashMap<String, usize> = HashMap::new();
    for item in items.iter() {
        *present.entry(item_key(item)).or_default() += 1;
    }
    for (index, item) in items.iter_mut().enumerate() {
        let key = item_key(item);
        let Some(parts) = kept.get_mut(&key) else { continue };
        // The first item with this key decides for all of them.
        let count = present.remove(&key);
        if count.is_some_and(|count| count != parts.len()) {
            scope.lose(&format!("{name}[{index}]"), &changed_number(parts.len(), count.unwrap_or_default()));
            kept.remove(&key);
        } else if let Some(part) = parts.pop_front() {
            let before = scope.count();
            restore(part, item);
            scope.place_item(before, name, index);
        }
    }
}

#[cold]
fn changed_number(before: usize, now: usize) -> String {
    format!("an annotation stores values for {before} items with this key, but the list has {now}")
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::schema::GroupVersion;

    type Item = (&'static str, i32);

    /// Keeps the numbers of the first items and restores them in the second ones.
    fn check<const N: usize>(before: &[Item], names: [&'static str; N], expected: [i32; N], lost: &[&str]) {
        let key = |item: &Item| item_key(&item.0);
        let kept = keep_items(before.iter().copied(), |part| part.1 == 0, key);
        let mut items: List<Item> = names.map(|name| (name, 0)).into();
        let losses = RefCell::default();
        let scope = Scope::new(GroupVersion::new("example.com", "v1")).with_losses(&losses);
        restore_items(&scope, "items", kept, key, &mut items, key, |part, item| item.1 = part.1);
        let losses = losses.take();
        assert_eq!(losses.iter().map(|loss| loss.path.as_str()).collect::<Vec<_>>(), lost, "{before:?} {names:?}");
        assert_eq!(items.iter().map(|item| item.1).collect::<Vec<_>>(), expected, "{before:?} {names:?}");
    }

    #[test]
    fn items_are_found_wherever_they_are() {
        check(&[("a", 1), ("b", 2)], ["b", "a"], [2, 1], &[]);
        check(&[("a", 1), ("b", 2)], ["c", "b"], [0, 2], &[]);
        check(&[("a", 1), ("b", 0)], [], [], &[]);
    }

    #[test]
    fn items_with_equal_keys_are_told_apart_by_their_order() {
        check(&[("a", 1), ("a", 2)], ["a", "a"], [1, 2], &[]);
        check(&[("a", 0), ("a", 2)], ["a", "b", "a"], [0, 0, 2], &[]);
        check(&[("a", 1), ("a", 2)], ["a"], [0], &["items[0]"]);
        check(&[("a", 1), ("a", 2)], ["b"], [0], &[]);
        check(&[("a", 1), ("a", 0)], ["b", "a", "a", "a"], [0, 0, 0, 0], &["items[1]"]);
    }
}
