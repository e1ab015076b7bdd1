//! Keys of conversion rules that exclude each other.

use crate::codegen::load::document::RuleDoc;

/// Returns true if `drop` of a rule is the reason for a partial loss.
pub(super) fn takes_reason(rule: &RuleDoc) -> bool {
    converts(rule) || rule.split.is_some() || rule.label.is_some()
}

/// Returns true if a rule converts the value.
pub(super) fn converts(rule: &RuleDoc) -> bool {
    rule.values.is_some() || rule.function.is_some() || !rule.transforms.is_empty()
}

/// Returns why the keys of a rule under `fields` exclude each other, and a remedy.
pub(super) fn misfit(rule: &RuleDoc) -> Option<(String, &'static str)> {
    if let Some(mistake) = exclusive(rule) {
        return Some(mistake);
    }
    let alone = [
        ("drop", rule.drop.is_some() && !takes_reason(rule)),
        ("annotation", rule.annotation.is_some()),
        ("label", rule.label.is_some()),
        ("alias", rule.alias.is_some()),
    ];
    let moving = rule.to.is_some() || rule.empty.is_some() || converts(rule);
    let ways = rule.transforms.len() + usize::from(rule.values.is_some()) + usize::from(rule.function.is_some());
    let said: Vec<_> = alone.iter().filter(|(_, said)| *said).map(|(word, _)| *word).collect();
    match said[..] {
        _ if rule.set.is_some() && (moving || rule.alias.is_some()) => Some((
            "`set` is only valid for a field that the hub does not have, so it cannot be combined with other keys than `annotation`, `label` and `drop`".to_owned(),
            "remove `set`, or remove the other keys",
        )),
        _ if ways > 1 && !rule.transforms.is_empty() => Some((
            "a rule can have only one of `values`, `unit`, `scale`, `as`, `entries`, `keys` and `fn`".to_owned(),
            "keep one of them",
        )),
        [first, second, ..] => Some(contradiction(first, second)),
        [word] if moving => {
            Some((format!("`{word}` cannot be combined with `to`, `empty`, `values` or `fn`"), "remove the other keys"))
        }
        [] if !moving && rule.set.is_none() && rule.split.is_none() => Some((
            "empty conversion rule".to_owned(),
            "write a path, or one of `to`, `empty`, `values`, `unit`, `scale`, `as`, `entries`, `keys`, `split`, `fn`, `alias`, `annotation`, `label`, `set` and `drop`",
        )),
        [] if rule.function.is_some() && (rule.values.is_some() || rule.empty.is_some()) => Some((
            "`fn` converts the whole value, so it cannot be combined with `values` or `empty`".to_owned(),
            "remove `values` and `empty`",
        )),
        _ => None,
    }
}

/// Returns why other keys exclude `key` or `split`, and a remedy.
fn exclusive(rule: &RuleDoc) -> Option<(String, &'static str)> {
    let others = converts(rule)
        || rule.alias.is_some()
        || rule.annotation.is_some()
        || rule.label.is_some()
        || rule.set.is_some();
    let keys = (rule.key.is_some(), rule.split.is_some());
    match keys {
        (true, _) if rule.to.is_none() => {
            Some(("`key` requires the path of a map".to_owned(), "add `to: <path of the map on the other side>`"))
        }
        (true, split) if others || split || rule.drop.is_some() => Some((
            "`key` can only be combined with `to` and `empty`".to_owned(),
            "remove the other keys, or use a pair of functions: `fn: <name>`",
        )),
        (_, true) if others || rule.to.is_some() || rule.empty.is_some() => Some((
            "`split` can only be combined with `drop`".to_owned(),
            "remove the other keys, or use a pair of functions: `fn: <name>`",
        )),
        _ => None,
    }
}

/// Returns why the keys of a rule under `absent` exclude each other, and a remedy.
pub(super) fn absent_misfit(rule: &RuleDoc) -> Option<(String, &'static str)> {
    if rule.key.is_some() || rule.split.is_some() {
        return exclusive(rule);
    }
    let foreign = [
        ("to", rule.to.is_some()),
        ("empty", rule.empty.is_some()),
        ("values", rule.values.is_some()),
        ("fn", rule.function.is_some()),
        ("unit", !rule.transforms.is_empty()),
        ("alias", rule.alias.is_some()),
    ];
    let words = "write `set`, `annotation`, `label`, `split`, `key` or `drop`";
    if let Some((word, _)) = foreign.iter().find(|(_, said)| *said) {
        return Some((format!("`{word}` is not valid for a field that this version does not have"), words));
    }
    match (&rule.annotation, &rule.set, &rule.drop) {
        (Some(_), ..) if rule.label.is_some() => Some(contradiction("annotation", "label")),
        _ if rule.label.is_some() => None,
        (None, None, None) => Some(("empty conversion rule".to_owned(), words)),
        (Some(_), _, Some(_)) => Some(contradiction("annotation", "drop")),
        _ => None,
    }
}

fn contradiction(first: &str, second: &str) -> (String, &'static str) {
    (format!("`{first}` and `{second}` cannot be combined"), "keep one of them")
}
