//! What brings the entries of a map into order, whatever their values are.

use crate::field::Str;

/// The swaps, one after the other, that bring entries with these keys into order, and how many of the entries are then
/// the map: of equal keys the last one stays, the others are behind.
pub(super) fn swaps(keys: &[&Str]) -> (Vec<(usize, usize)>, usize) {
    let mut sorted: Vec<usize> = (0..keys.len()).collect();
    sorted.sort_by_key(|&at| keys[at]);
    let is_kept = |place: &usize| sorted.get(place + 1).is_none_or(|&next| keys[next] != keys[sorted[*place]]);
    let (kept, replaced): (Vec<usize>, Vec<usize>) = (0..sorted.len()).partition(is_kept);
    let goals: Vec<usize> = kept.iter().chain(&replaced).map(|&place| sorted[place]).collect();

    // Who is where, and where is who, while the swaps go on.
    let mut entry_at: Vec<usize> = (0..keys.len()).collect();
    let mut place_of = entry_at.clone();
    let mut swaps = Vec::new();
    for (place, &entry) in goals.iter().enumerate() {
        let from = place_of[entry];
        if from != place {
            swaps.push((place, from));
            let displaced = entry_at[place];
            (entry_at[from], place_of[displaced]) = (displaced, from);
        }
    }
    (swaps, kept.len())
}
