//! The entries of a map in the order of CBOR.

use crate::order::Order;
use crate::reflect::MapRef;

/// The order of maps with more entries is kept on the heap.
const FEW: usize = 24;

/// The entries of a map ordered by the length of their keys. The map is sorted by bytes, and entries with keys of equal
/// length keep that order.
pub(super) enum MapOrder {
    Few([u8; FEW]),
    Many(Order),
}

impl MapOrder {
    #[inline]
    pub(super) fn of(map: MapRef<'_>) -> Self {
        match map.len() {
            ..=FEW => MapOrder::Few(few(map)),
            _ => MapOrder::Many(many(map)),
        }
    }

    /// Returns the index in the map of the entry at `place`.
    #[inline]
    pub(super) fn index(&self, place: usize) -> usize {
        match self {
            MapOrder::Few(indexes) => indexes[place].into(),
            MapOrder::Many(order) => order.item(place),
        }
    }
}

#[inline(never)]
fn few(map: MapRef<'_>) -> [u8; FEW] {
    // Each number consists of a length and, in its lowest byte, an index.
    let mut sorted = [0_u64; FEW];
    for (index, (key, _)) in map.iter().enumerate() {
        let entry = (key.len() as u64) << 8 | index as u64;
        let mut place = index;
        while place > 0 && sorted[place - 1] > entry {
            sorted[place] = sorted[place - 1];
            place -= 1;
        }
        sorted[place] = entry;
    }
    sorted.map(|entry| entry as u8)
}

#[inline(never)]
fn many(map: MapRef<'_>) -> Order {
    let lengths: Vec<usize> = map.iter().map(|(key, _)| key.len()).collect();
    Order::of(lengths.len(), &|a, b| lengths[a].cmp(&lengths[b]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Map, Str};
    use crate::reflect::{Ref, View};

    #[test]
    fn shorter_keys_come_first_and_others_stay() {
        for count in [0, 1, 2, FEW - 1, FEW, FEW + 1, 100] {
            let key = |at: usize| Str::from("x".repeat(1 + at * 7 % 5) + &at.to_string());
            let map: Map<i32> = (0..count).map(|at| (key(at), 0)).collect();
            let View::Map(map) = Ref::new(&map).view() else { panic!("a map") };
            let keys: Vec<&str> = map.iter().map(|(key, _)| &**key).collect();
            let order = MapOrder::of(map);
            let mut expected = keys.clone();
            expected.sort_by_key(|key| (key.len(), *key));
            assert!((0..count).map(|place| keys[order.index(place)]).eq(expected), "{count}");
        }
    }
}
