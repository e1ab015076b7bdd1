//! Runs of four adjacent `Option<Box<_>>` fields, which are checked for null at once, because nearly all of them are.

use crate::reflect::prefetch_start;

/// Returns true if all pointers of a run are null. Otherwise prefetches their targets.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_null_run(pointers: &[*const u8; 4]) -> bool {
    if pointers.iter().fold(0, |all, pointer| all | pointer.addr()) == 0 {
        return true;
    }
    pointers.iter().for_each(|&pointer| prefetch_start(pointer));
    false
}

/// Inserts a step before every four steps for adjacent pointers, because nearly all pointers are null and four are
/// checked at once. `pointer` returns the offset of the pointer of a step, `four` creates the inserted step.
pub(super) fn insert_run_checks<S>(steps: &mut Vec<S>, pointer: fn(&S) -> Option<u32>, four: fn(u32) -> S) {
    let mut index = 0;
    while index < steps.len() {
        let places = steps[index..].first_chunk().map(|four| four.each_ref().map(pointer));
        if let Some(first) = places.and_then(run_start) {
            steps.insert(index, four(first));
            index += 4;
        }
        index += 1;
    }
}

/// Returns the lowest of four offsets of pointers, given in any order, if the pointers are adjacent. A table can have a
/// field in several rows, so equal offsets are not four pointers.
pub(super) fn run_start([a, b, c, d]: [Option<u32>; 4]) -> Option<u32> {
    const SIZE: u32 = size_of::<usize>() as u32;
    let mut places = [a?, b?, c?, d?];
    places.sort_unstable();
    let first = places[0];
    (places == [0, 1, 2, 3].map(|index| first + index * SIZE)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::run_start;

    #[test]
    fn four_pointers_are_adjacent_and_different() {
        let four = |places: [u32; 4]| run_start(places.map(|place| Some(8 + place * size_of::<usize>() as u32)));
        assert_eq!(four([2, 0, 3, 1]), Some(8));
        assert_eq!(four([0, 0, 1, 3]), None, "the third one would be read where none is");
        assert_eq!(four([0, 1, 2, 4]), None);
        assert_eq!(run_start([Some(0), None, Some(8), Some(16)]), None);
    }
}
