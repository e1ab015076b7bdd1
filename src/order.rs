//! Sorting with one function for all types: the standard library's sort compiles to two thousand lines of LLVM IR for
//! each type and comparison.

use std::cmp::Ordering;

/// Sorts like `[T]::sort_by`, which is stable.
pub(crate) fn sort_by<T>(items: &mut [T], compare: &dyn Fn(&T, &T) -> Ordering) {
    let order = Order::of(items.len(), &|a, b| compare(&items[a], &items[b]));
    order.apply(&mut |a, b| items.swap(a, b));
}

/// A permutation: the index of the item for each position of a sorted list.
pub(crate) struct Order(Vec<usize>);

impl Order {
    /// Creates the stable order of `count` items. `compare` compares the items at two indices.
    pub(crate) fn of(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Self {
        if (1..length).all(|place| compare(place - 1, place).is_le()) {
            return Order(Vec::new());
        }
        let mut items: Vec<usize> = (0..length).collect();
        items.sort_by(|&a, &b| compare(a, b));
        Order(items)
    }

    /// Returns the index of the item at a sorted position.
    pub(crate) fn item(&self, place: usize) -> usize {
        self.0.get(place).map_or(place, |item| *item)
    }

    /// Moves all but the last one of equal items to the end. Returns the number of items before them.
    pub(crate) fn of_last(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> (Self, usize) {
        let Order(mut items) = Order::of(length, compare);
        if items.is_empty() {
            items.extend(0..length);
        }
        let mut replaced = Vec::new();
        let mut kept = 0;
        for place in 0..length {
            let item = items[place];
            if items.get(place + 1).is_some_and(|&next| compare(next, item).is_eq()) {
                replaced.push(item);
            } else {
                items[kept] = item;
                kept += 1;
            }
        }
        items[kept..].copy_from_slice(&replaced);
        (Order(items), kept)
    }

    /// Sorts the items into this order by swaps.
    pub(crate) fn apply(self, swap: &mut dyn FnMut(usize, usize)) {
        let Order(mut items) = self;
        for first in 0..items.len() {
            // Follow each cycle of positions; positions that are done point to themselves.
            let mut place = first;
            while items[place] != first {
                let next = std::mem::replace(&mut items[place], place);
                swap(place, next);
                place = next;
            }
            items[place] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_key<K: Ord>(entries: &[(K, usize)]) -> impl Fn(usize, usize) -> Ordering {
        move |a, b| entries[a].0.cmp(&entries[b].0)
    }

    #[test]
    fn equal_items_stay_as_they_stand() {
        for seed in 0..2_000_usize {
            let mut items: Vec<(usize, usize)> = (0..6).map(|at| (seed / 3_usize.pow(at) % 5, at as usize)).collect();
            let mut expected = items.clone();
            expected.sort();
            sort_by(&mut items, &|a, b| a.0.cmp(&b.0));
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn of_equal_items_the_last_stays() {
        let mut entries: Vec<(&str, usize)> = ["c", "a", "b", "a", "c", "d", "a"].into_iter().zip(0..).collect();
        let (order, kept) = Order::of_last(entries.len(), &by_key(&entries));
        order.apply(&mut |a, b| entries.swap(a, b));
        assert_eq!(entries[..kept], [("a", 6), ("b", 2), ("c", 4), ("d", 5)]);
    }

    #[test]
    fn every_order_of_entries_ends_in_one() {
        for seed in 0..2_000_usize {
            let mut entries: Vec<(usize, usize)> = (0..6).map(|at| seed / 3_usize.pow(at) % 5).zip(0..).collect();
            let expected: std::collections::BTreeMap<_, _> = entries.iter().copied().collect();
            let (order, kept) = Order::of_last(entries.len(), &by_key(&entries));
            order.apply(&mut |a, b| entries.swap(a, b));
            assert_eq!(entries[..kept], *expected.into_iter().collect::<Vec<_>>());
        }
    }
}
