//! Suggestions for misspelled names.

/// Returns the candidate most similar to `word`, ignoring case, if it is similar enough for a typing mistake: at most a
/// third of the characters of `word` may be wrong, but always one. The first of equally similar candidates is returned.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the edit distance between `a` and `b`: the number of characters to insert, remove, replace, or swap with
/// their neighbor. Takes O(`a.len()` · `b.len()`) time and space.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    let near = replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                    if swapped { near.min(table[i - 2][j - 2] + 1) } else { near }
                }
            };
        }
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(word: &str, expected: Option<&str>) {
        assert_eq!(nearest(word, ["machineName", "replicas", "size"]), expected, "{word}");
    }

    #[test]
    fn finds_slips_and_nothing_else() {
        check("machinename", Some("machineName"));
        check("replica", Some("replicas"));
        check("sise", Some("size"));
        check("szie", Some("size"));
        check("colour", None);
    }

    #[test]
    fn a_third_of_the_characters_may_be_wrong_and_always_one() {
        for (word, reach) in [("a", 1), ("abc", 1), ("abcde", 1), ("abcdef", 2), ("abcdefgh", 2), ("abcdefghi", 3)] {
            for wrong in 1..=reach + 1 {
                let candidate = format!("{word}{}", "x".repeat(wrong));
                let expected = (wrong <= reach).then_some(&*candidate);
                assert_eq!(nearest(word, [&*candidate]), expected, "{word}: {wrong} wrong");
            }
        }
    }

    #[test]
    fn distances_are_those_of_damerau() {
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abd", 1),
            ("abc", "ab", 1),
            ("abc", "xabc", 1),
            ("abcd", "abdc", 1),
            ("abcd", "badc", 2),
            ("abc", "cba", 2),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn the_nearest_candidate_wins_and_among_equals_the_first() {
        assert_eq!(nearest("abcdef", ["abcdxy", "abcdex", "abcdey"]), Some("abcdex"));
    }
}
