//! From keys and values in the JSON that a YAML text became back to their places in the YAML.

use super::compose::{NodeKind, Tree};
use super::json::key_text;
use super::mark::Mark;
use super::resolve::resolve;
use crate::wire::escape::string_length;
use crate::wire::raw::Raw;

/// Where the key or value starts that is at the byte `place` of `json`. If the tree has none, the
/// innermost value around it counts; no tree, no place.
pub(super) fn locate(tree: &Tree<'_>, json: &str, place: usize) -> Option<Mark> {
    let mut found = tree.nodes.first()?;
    let mut node = 0;
    for step in way_to(json, place) {
        let Some(part) = part(tree, node, &step) else { break };
        node = part;
        found = &tree.nodes[node];
    }
    Some(found.start)
}

/// A step from a collection to one of its parts. Keys are as they stand in the JSON, in quotes.
#[derive(Debug, PartialEq)]
enum Step<'j> {
    Item(usize),
    Value(&'j str),
    Key(&'j str),
}

/// The steps from the root of compact JSON to the key or value at `place`.
fn way_to(json: &str, place: usize) -> Vec<Step<'_>> {
    let bytes = json.as_bytes();
    let mut steps = Vec::new();
    let mut at = 0;
    while at < place.min(bytes.len()) {
        let mut end = at + 1;
        match (bytes[at], steps.last_mut()) {
            (b'[', _) => steps.push(Step::Item(0)),
            (b'{', _) => steps.push(Step::Value("")),
            (b']' | b'}', _) => drop(steps.pop()),
            (b',', Some(Step::Item(index))) => *index += 1,
            (b'"', step) => {
                end = at + string_length(&bytes[at..]);
                // Also of the values that are text: the next key comes before the next value.
                if let Some(Step::Value(key)) = step {
                    *key = &json[at..end];
                }
            }
            _ => {}
        }
        at = end;
    }
    if let (Some(step @ Step::Value(_)), Some(b'{' | b',')) = (steps.last_mut(), bytes[..at].last()) {
        *step = Step::Key(&json[at..at + string_length(&bytes[at..])]);
    }
    steps
}

fn part(tree: &Tree<'_>, node: usize, step: &Step<'_>) -> Option<usize> {
    let node = tree.target(node);
    match (&tree.nodes[node].kind, step) {
        (NodeKind::List { end }, Step::Item(index)) => tree.parts(node + 1, *end).nth(*index),
        (NodeKind::Map { .. }, Step::Value(key)) => member(tree, node, key).map(|key| key + 1),
        (NodeKind::Map { .. }, Step::Key(key)) => member(tree, node, key),
        _ => None,
    }
}

/// The key of this name in a mapping; its value is the next node. Of several the last one counts,
/// wherever it comes from.
fn member(tree: &Tree<'_>, map: usize, name: &str) -> Option<usize> {
    let name = Raw::checked(name).as_str()?;
    let mut keys = Vec::new();
    push_keys(tree, map, &mut keys);
    while let Some(key) = keys.pop() {
        if tree.is_merge_key(key) {
            let sources = tree.merge_sources(key + 1);
            sources.into_iter().rev().for_each(|source| push_keys(tree, source, &mut keys));
        } else if is_named(tree, key, &name) {
            return Some(key);
        }
    }
    None
}

fn push_keys(tree: &Tree<'_>, map: usize, keys: &mut Vec<usize>) {
    let map = tree.target(map);
    if let NodeKind::Map { end } = tree.nodes[map].kind {
        keys.extend(tree.parts(map + 1, end).step_by(2));
    }
}

fn is_named(tree: &Tree<'_>, key: usize, name: &str) -> bool {
    let NodeKind::Scalar { text, tag } = &tree.nodes[tree.target(key)].kind else { return false };
    resolve(*tag, text).is_ok_and(|key| key_text(&key).is_ok_and(|key| key == name))
}

#[cfg(test)]
mod tests {
    use super::{Step, way_to};
    use crate::yaml::{locate, to_json};

    /// Checks where in `yaml` the value stands that starts `part` in its JSON: line and column.
    fn check(yaml: &str, part: &str, expected: (usize, usize)) {
        let json = to_json(yaml.as_bytes()).expect("valid YAML");
        let place = json.find(part).expect("a part of the JSON");
        let mut position = (1, json[..place].chars().count() + 1);
        locate(yaml.as_bytes(), &json, [&mut position]);
        assert_eq!(position, expected, "{yaml:?} {json}");
    }

    #[test]
    fn ways() {
        let json = r#"{"a":{},"b\"":[[],"{",{"c":"[","d":1}]}"#;
        let way = |part| way_to(json, json.find(part).expect("a part"));
        assert_eq!(way(r#"{"a"#), []);
        assert_eq!(way("{}"), [Step::Value("\"a\"")]);
        assert_eq!(way(r#""{""#), [Step::Value(r#""b\"""#), Step::Item(1)]);
        assert_eq!(way("1}"), [Step::Value(r#""b\"""#), Step::Item(2), Step::Value("\"d\"")]);
        assert_eq!(way("\"a\""), [Step::Key("\"a\"")]);
        assert_eq!(way("\"d\""), [Step::Value(r#""b\"""#), Step::Item(2), Step::Key("\"d\"")]);
    }

    #[test]
    fn values() {
        check("b: 1\na: x\n", "\"x\"", (2, 4));
        check("# c\n---\na:\n  b:\n  - 1\n  - é: {d: x}\n", "\"x\"", (6, 12));
        check("a:\n  b: 1\n", "{\"b", (2, 3));
        check("a:\n- b\n", "[", (2, 1));
        check("a: &x !!str 1\n", "\"1\"", (1, 4));
        check("a: |\n  text\n", "\"text", (1, 4));
        check("- 1\n-\n", "null", (2, 2));
        check("x", "\"x\"", (1, 1));
        check("", "null", (1, 1));
    }

    #[test]
    fn keys() {
        check("b: 1\nc: {d: 2,\n  'e': 3}\n", "\"e\"", (3, 3));
        check("d: &d {a: 1}\nf: {<<: *d}\n", "\"a\":1}}", (1, 8));
        check("- a: 1\n  ? b\n  : 2\n", "\"b\"", (2, 5));
    }

    #[test]
    fn keys_are_known_by_what_json_makes_of_them() {
        check("a.b: {c/<d: 1}", "1", (1, 13));
        check("0644: a\n'644': b", "\"a\"", (1, 7));
        check("yes: a\n'1.50': b\n1.50: c", "\"c\"", (3, 7));
        check("k: 1\nk: a", "\"a\"", (2, 4));
        check("? &k a\n: 1\n*k : 2\n", "2", (3, 6));
    }

    #[test]
    fn what_aliases_and_merges_bring_stands_at_its_anchor() {
        let yaml = "d: &d {a: 1, b: 2}\ne: *d\nf: {a: 3, <<: *d}\ng: {<<: *d, a: 4}\nh: {<<: [{b: 5}, *d]}\n";
        check(yaml, r#"{"a":1,"b":2},"f"#, (2, 4));
        check(yaml, r#"1,"b":2},"f"#, (1, 11));
        check(yaml, r#"1,"b":2},"g"#, (1, 11));
        check(yaml, "4", (4, 16));
        check(yaml, "5", (5, 14));
        check(yaml, r#"1,"b":5"#, (1, 11));
    }
}
