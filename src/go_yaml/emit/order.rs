//! The order of keys: go-yaml's natural order, in which `v9` comes before `v10`.

use std::cmp::Ordering;

use super::document::{Entry, Kind, Scalar, Texts};
use crate::go_yaml::resolve::resolve_plain;
use crate::go_yaml::value;
use crate::wire::category::{is_digit, is_letter};

/// Sorts the entries from `first` on by their keys, and keeps only the last entry of each repeated key.
///
/// The order is not a total order (`v10` < `v1beta1` < `v2` < `v10`), so the sorts of the standard library may panic.
/// This merge sort always terminates with some result. Sorting by bytes first makes the result independent of the order
/// of the input.
pub(super) fn sort_entries(entries: &mut Vec<Entry>, first: usize, texts: &Texts<'_>) {
    let own = &mut entries[first..];
    own.sort_by(|a, b| by_bytes(a, b, texts));
    if own.windows(2).all(|pair| is_in_order(&pair[0], &pair[1], texts)) {
        return;
    }
    let mut own = entries.split_off(first);
    own.dedup_by(|later, earlier| {
        let repeated = is_same_text(later.key, earlier.key, texts);
        if repeated {
            std::mem::swap(later, earlier);
        }
        repeated
    });
    let order = merge_sort((0..own.len()).collect(), &|a, b| compare(own[a].key, own[b].key, texts));
    permute(&mut own, order);
    entries.append(&mut own);
}

/// Sorts `list` stably.
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

/// Moves the entry with the index `order[n]` to the index `n`, for each `n`.
fn permute(entries: &mut [Entry], mut order: Vec<usize>) {
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

fn is_same_text(a: Scalar, b: Scalar, texts: &Texts<'_>) -> bool {
    a.kind == Kind::Text && b.kind == Kind::Text && texts.of(a) == texts.of(b)
}

fn by_bytes(a: &Entry, b: &Entry, texts: &Texts<'_>) -> Ordering {
    match (a.key.kind, b.key.kind) {
        (Kind::Text, Kind::Text) => a.first.cmp(&b.first).then_with(|| texts.of(a.key).cmp(texts.of(b.key))),
        _ => compare(a.key, b.key, texts),
    }
}

/// Returns the first eight bytes of a text as a number that compares like the bytes. Missing bytes are zero.
pub(super) fn first_bytes(text: &str) -> u64 {
    match text.as_bytes().first_chunk() {
        Some(first) => u64::from_be_bytes(*first),
        None => text.bytes().rev().fold(0, |first, byte| (first >> 8) | (u64::from(byte) << 56)),
    }
}

/// Returns true if an entry precedes one that follows it in the order of bytes.
fn is_in_order(before: &Entry, behind: &Entry, texts: &Texts<'_>) -> bool {
    // If the first difference is between two letters, the order of bytes equals natural order.
    let different = (before.first ^ behind.first).leading_zeros() & !7;
    let letter_of = |entry: &Entry| (entry.first.unbounded_shl(different) >> 56) as u8;
    let letters = [before, behind].map(letter_of).iter().all(u8::is_ascii_alphabetic);
    letters && before.key.kind == Kind::Text && behind.key.kind == Kind::Text
        || compare(before.key, behind.key, texts) == Ordering::Less
}

/// Compares keys: numbers and bools by value, then null, then binary values, then text.
fn compare(a: Scalar, b: Scalar, texts: &Texts<'_>) -> Ordering {
    match (a.kind, b.kind) {
        (Kind::Text, Kind::Text) => natural(texts.of(a), texts.of(b)),
        _ => {
            let ((rank_a, number_a), (rank_b, number_b)) = (value(a, texts), value(b, texts));
            rank_a.cmp(&rank_b).then_with(|| number_a.total_cmp(&number_b))
        }
    }
}

/// Returns the rank of a key among the kinds of keys, and its value as a number.
fn value(key: Scalar, texts: &Texts<'_>) -> (u8, f64) {
    match key.kind {
        Kind::Text => (3, 0.0),
        Kind::Binary => (2, 0.0),
        Kind::Word => match resolve_plain(texts.of(key)) {
            value::Scalar::Bool(value) => (0, f64::from(u8::from(value))),
            value::Scalar::Int(value) => (0, value as f64),
            value::Scalar::Uint(value) => (0, value as f64),
            value::Scalar::Float(value) => (0, value),
            _ => (1, 0.0),
        },
    }
}

/// Compares texts from their first difference on. Letters are compared by code point and follow all other characters.
/// Digits are compared as the numbers that they form.
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

/// Returns the length of the common prefix in bytes, at a character boundary.
fn common_prefix(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    (0..=same).rev().find(|at| a.is_char_boundary(*at) && b.is_char_boundary(*at)).unwrap_or(0)
}

/// Returns true if `text` ends in digits of which at least one is not zero.
fn ends_in_number(text: &str) -> bool {
    let digits = text.chars().rev().take_while(|character| is_digit(*character));
    digits.into_iter().any(|digit| digit != '0')
}

/// Returns the value of the digits at the start of `text`, and their number. If `carry` is set, a digit 1 precedes
/// them. Large values wrap around, as upstream.
fn digits(text: &str, carry: bool) -> (i64, usize) {
    let digits = text.chars().take_while(|character| is_digit(*character));
    digits.fold((i64::from(carry), 0), |(value, count), digit| {
        let digit = i64::from(u32::from(digit)) - i64::from(u32::from('0'));
        (value.wrapping_mul(10).wrapping_add(digit), count + 1)
    })
}

#[cfg(test)]
mod tests {
    use crate::go_yaml::json_to_yaml;

    /// Checks that keys are written in this order, whatever their order in the input.
    fn check(expected: &[&str]) {
        let lines: String = expected.iter().map(|key| format!("{key}: 0\n")).collect();
        for shift in 0..expected.len() {
            let mut keys: Vec<_> = expected.iter().rev().map(|key| format!("\"{key}\":0")).collect();
            keys.rotate_left(shift);
            let yaml = json_to_yaml(format!("{{{}}}", keys.join(",")).as_bytes()).expect("the keys form valid JSON");
            assert_eq!(yaml.replace(['\'', '"'], ""), lines);
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

    #[test]
    fn of_repeated_keys_the_last_stays() {
        let yaml = json_to_yaml(br#"{"b":1,"a":{"b":0,"b":2},"b":{},"v10":3,"b":4,"v2":5}"#);
        assert_eq!(yaml.as_deref(), Ok("a:\n  b: 2\nb: 4\nv2: 5\nv10: 3\n"));
    }

    #[test]
    fn keys_that_are_no_text_come_first() {
        let yaml = json_to_yaml(b"{a: 1, null: 2, 10: 3, 9.5: 4, true: 5, '3': 6, !!binary gIGC: 7}");
        assert_eq!(yaml.as_deref(), Ok("true: 5\n9.5: 4\n10: 3\nnull: 2\n!!binary gIGC: 7\n\"3\": 6\na: 1\n"));
    }
}
