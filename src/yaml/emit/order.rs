//! The order of keys: go-yaml's natural order, in which `v9` comes before `v10`.

use std::cmp::Ordering;

use crate::wire::category::{is_digit, is_letter};
use crate::yaml::scalar::Scalar;
use crate::yaml::value::Entry;

/// Sorts the entries of a mapping by their keys.
///
/// The order is no total one (`v10` before `v1beta1` before `v2` before `v10`), which the sorts of
/// the standard library may refuse. A merge sort accepts it; that it starts from the order of
/// bytes makes the outcome the same for every order of the input.
pub(super) fn sort(entries: &mut [Entry<'_>]) {
    entries.sort_by(|a, b| byte_order(&a.key, &b.key));
    let mut runs: Vec<usize> = (0..entries.len()).collect();
    let in_order = |pair: &[usize]| compare(&entries[pair[0]].key, &entries[pair[1]].key) != Ordering::Greater;
    if runs.windows(2).all(in_order) {
        return;
    }
    runs = merge_sort(runs, &|a, b| compare(&entries[a].key, &entries[b].key));
    permute(entries, runs);
}

/// Sorts `list`, keeping equal elements in order.
fn merge_sort(list: Vec<usize>, compare: &impl Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted = list;
    let mut width = 1;
    while width < sorted.len() {
        let mut merged = Vec::with_capacity(sorted.len());
        for pair in sorted.chunks(2 * width) {
            let (left, right) = pair.split_at(width.min(pair.len()));
            merge(left, right, compare, &mut merged);
        }
        sorted = merged;
        width *= 2;
    }
    sorted
}

fn merge(mut left: &[usize], mut right: &[usize], compare: &impl Fn(usize, usize) -> Ordering, out: &mut Vec<usize>) {
    while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
        if compare(*second, *first) == Ordering::Less {
            out.push(*second);
            right = right_rest;
        } else {
            out.push(*first);
            left = left_rest;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
}

/// Moves the entry of number `order[n]` to place `n`, for each `n`.
fn permute(entries: &mut [Entry<'_>], mut order: Vec<usize>) {
    for place in 0..entries.len() {
        let mut at = place;
        while order[at] != place {
            let from = order[at];
            entries.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

fn byte_order(a: &Scalar<'_>, b: &Scalar<'_>) -> Ordering {
    match (a, b) {
        (Scalar::Text(a), Scalar::Text(b)) => a.cmp(b),
        _ => compare(a, b),
    }
}

/// Numbers and bools by value, before null, before text.
fn compare(a: &Scalar<'_>, b: &Scalar<'_>) -> Ordering {
    match (a, b) {
        (Scalar::Text(a), Scalar::Text(b)) => natural(a, b),
        _ => rank(a).cmp(&rank(b)).then_with(|| number(a).total_cmp(&number(b))),
    }
}

fn rank(key: &Scalar<'_>) -> u8 {
    match key {
        Scalar::Bool(_) | Scalar::Int(_) | Scalar::Uint(_) | Scalar::Float(_) => 0,
        Scalar::Null => 1,
        Scalar::Bytes(_) => 2,
        Scalar::Text(_) => 3,
    }
}

fn number(key: &Scalar<'_>) -> f64 {
    match key {
        Scalar::Bool(value) => f64::from(u8::from(*value)),
        Scalar::Int(value) => *value as f64,
        Scalar::Uint(value) => *value as f64,
        Scalar::Float(value) => *value,
        _ => 0.0,
    }
}

/// Compares texts from their first difference on: letters by code point, a letter behind anything
/// else, and digits as the numbers they belong to.
fn natural(a: &str, b: &str) -> Ordering {
    let common = common_prefix(a, b);
    let (rest_a, rest_b) = (&a[common..], &b[common..]);
    let (Some(first_a), Some(first_b)) = (rest_a.chars().next(), rest_b.chars().next()) else {
        return rest_a.len().cmp(&rest_b.len());
    };
    match (is_letter(first_a), is_letter(first_b)) {
        (true, true) => first_a.cmp(&first_b),
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) => {
            // A zero counts as a digit of the number before it, if there is one.
            let carry = (first_a == '0' || first_b == '0') && ends_in_number(&a[..common]);
            let numbers = digits(rest_a, carry).cmp(&digits(rest_b, carry));
            numbers.then(first_a.cmp(&first_b))
        }
    }
}

/// The length of the common start, in bytes but never within a character.
fn common_prefix(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    (0..=same).rev().find(|at| a.is_char_boundary(*at) && b.is_char_boundary(*at)).unwrap_or(0)
}

/// Whether `text` ends in digits of which one is not zero.
fn ends_in_number(text: &str) -> bool {
    let digits = text.chars().rev().take_while(|character| is_digit(*character));
    digits.into_iter().any(|digit| digit != '0')
}

/// The value of the digits at the start of `text`, then their count. With `carry` there is a one
/// before them. Large numbers wrap around, as upstream's do.
fn digits(text: &str, carry: bool) -> (i64, usize) {
    let digits = text.chars().take_while(|character| is_digit(*character));
    digits.fold((i64::from(carry), 0), |(value, count), digit| {
        let digit = i64::from(u32::from(digit)) - i64::from(u32::from('0'));
        (value.wrapping_mul(10).wrapping_add(digit), count + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::value::Value;

    fn check(expected: &[&str]) {
        let entry =
            |key: &&str| Entry { key: Scalar::Text(key.to_string().into()), value: Value::Scalar(Scalar::Null) };
        for shift in 0..expected.len() {
            let mut entries: Vec<_> = expected.iter().rev().map(entry).collect();
            entries.rotate_left(shift);
            sort(&mut entries);
            let sorted: Vec<_> = entries.iter().map(|entry| entry.key.clone()).collect();
            let wanted: Vec<_> = expected.iter().map(|key| entry(key).key).collect();
            assert_eq!(sorted, wanted);
        }
    }

    #[test]
    fn natural_order() {
        check(&["a", "a1", "a2", "a10", "a10b", "ab"]);
        check(&["", "_", "A", "Z", "a", "b", "é"]);
        check(&["1", "01", "2", "02", "10"]);
        check(&["a-b", "a.b", "a/b", "a_b", "a0", "ab"]);
        check(&["9", "90", "900", "x"]);
        check(&["²x", "\u{fffd}", "a"]);
        check(&["\u{e35}", "ⓚ", "a"]);
    }

    #[test]
    fn an_order_that_is_none_neither_panics_nor_depends_on_the_input() {
        check(&["v10", "v1beta1", "v2"]);
    }
}
