//! What brings the entries of a map into order, whatever their values are.

use crate::field::Str;

/// The order of entries that were appended.
pub(super) struct Order {
    /// For each place the entry that belongs there: first the map's own, then those that later ones replaced.
    entries: Vec<usize>,
    /// How many are the map's own.
    pub(super) kept: usize,
}

impl Order {
    /// The order of so many entries with these keys; of equal keys the last entry stays.
    pub(super) fn of<'a>(length: usize, key: &dyn Fn(usize) -> &'a Str) -> Self {
        let mut entries: Vec<usize> = (0..length).collect();
        entries.sort_by(|&a, &b| key(a).cmp(key(b)));
        let mut replaced = Vec::new();
        let mut kept = 0;
        for place in 0..length {
            let entry = entries[place];
            if entries.get(place + 1).is_some_and(|&next| key(next) == key(entry)) {
                replaced.push(entry);
            } else {
                entries[kept] = entry;
                kept += 1;
            }
        }
        entries[kept..].copy_from_slice(&replaced);
        Order { entries, kept }
    }

    /// Brings the entries into this order by swapping two at a time.
    pub(super) fn apply(&mut self, swap: &mut dyn FnMut(usize, usize)) {
        for first in 0..self.entries.len() {
            // Round the circle of places that take each other's entry; those that are done hold their own.
            let mut place = first;
            while self.entries[place] != first {
                let next = std::mem::replace(&mut self.entries[place], place);
                swap(place, next);
                place = next;
            }
            self.entries[place] = place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_keys_the_last_stays() {
        let mut entries: Vec<(Str, usize)> =
            ["c", "a", "b", "a", "c", "d", "a"].into_iter().map(Str::from).zip(0..).collect();
        let mut order = Order::of(entries.len(), &|at| &entries[at].0);
        order.apply(&mut |a, b| entries.swap(a, b));
        let kept: Vec<_> = entries[..order.kept].iter().map(|(key, at)| (key.as_str(), *at)).collect();
        assert_eq!(kept, [("a", 6), ("b", 2), ("c", 4), ("d", 5)]);
    }

    #[test]
    fn every_order_of_entries_ends_in_one() {
        for seed in 0..2_000_usize {
            let digits = (0..6).map(|at| seed / 3_usize.pow(at) % 5);
            let mut entries: Vec<(Str, usize)> = digits.map(|digit| Str::from(digit.to_string())).zip(0..).collect();
            let expected: std::collections::BTreeMap<_, _> = entries.iter().cloned().collect();
            let mut order = Order::of(entries.len(), &|at| &entries[at].0);
            order.apply(&mut |a, b| entries.swap(a, b));
            assert_eq!(entries[..order.kept], *expected.into_iter().collect::<Vec<_>>());
        }
    }
}
