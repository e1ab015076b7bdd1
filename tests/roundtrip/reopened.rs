//! Maps that a document opens repeatedly.

use apimachinery::meta::{List, Map, Str};
use apimachinery::reflect::Mut;
use apimachinery::serializer::{json, protobuf};

#[derive(Clone, Default, PartialEq)]
struct Node {
    labels: Map<Str>,
    counts: Map<i32>,
    inner: Option<Box<Node>>,
    nodes: List<Node>,
    by_name: Map<Node>,
}

apimachinery::message! {
    Node {
        labels => "labels", 1, Empty;
        counts => "counts", 2, Empty;
        inner => "inner", 3, Empty;
        nodes => "nodes", 4, Empty;
        by_name => "byName", 0, Empty;
    }
}

fn labels<const N: usize>(entries: [(&str, &str); N]) -> Map<Str> {
    entries.into_iter().map(|(key, value)| (key, Str::from(value))).collect()
}

#[test]
fn maps_that_are_opened_again_are_sorted() {
    let text = r#"{"labels":{"c":"1","b":"1"},"counts":{"z":1},"labels":{"b":"2"},"counts":{"y":2,"z":3},
        "labels":{"a":"3"},"inner":{"labels":{"b":"1"}},"inner":{"labels":{"a":"2"}},
        "nodes":[{"labels":{"b":"1"},"labels":{"a":"1"}}],
        "byName":{"x":{"labels":{"b":"1"},"labels":{"a":"1"}}},"byName":{"w":{}}}"#;
    let two = Node { labels: labels([("a", "1"), ("b", "1")]), ..Node::default() };
    let inner = Node { labels: labels([("a", "2"), ("b", "1")]), ..Node::default() };
    let expected = Node {
        labels: labels([("a", "3"), ("b", "2"), ("c", "1")]),
        counts: [("y", 2), ("z", 3)].into(),
        inner: Some(Box::new(inner)),
        nodes: [two.clone()].into(),
        by_name: [("w", Node::default()), ("x", two)].into(),
    };
    assert_eq!(json::from_str::<Node>(text).expect("JSON"), expected);
    assert_eq!(serde_json::from_str::<Node>(text).expect("JSON"), expected);
    assert_eq!(serde_json::from_reader::<_, Node>(text.as_bytes()).expect("JSON"), expected);
}

#[test]
fn entries_apart_from_each_other_are_sorted() {
    let entry = |key: u8, value: u8| [0x0a, 6, 0x0a, 1, key, 0x12, 1, value];
    let count = [0x12, 5, 0x0a, 1, b'k', 0x10, 7];
    let pieces = [entry(b'c', b'1'), entry(b'b', b'1'), entry(b'c', b'2'), entry(b'a', b'3')];
    let message: Vec<u8> = pieces.iter().flat_map(|entry| [&entry[..], &count].concat()).collect();
    let expected = labels([("a", "3"), ("b", "1"), ("c", "2")]);
    let whole = protobuf::from_slice::<Node>(&message).expect("a message");
    assert_eq!(whole.labels, expected);
    let inside = [&[0x1a, message.len() as u8][..], &message].concat();
    let inside = protobuf::from_slice::<Node>(&inside).expect("a message");
    assert_eq!(inside.inner.map(|inner| inner.labels), Some(expected));
}

#[test]
fn maps_are_sorted_after_an_error() {
    let mut node = Node::default();
    let error = json::merge(Mut::new(&mut node), br#"{"labels":{"b":"1"},"labels":{"a":"2"},"nodes":[{"#);
    assert!(error.is_err());
    assert_eq!(node.labels, labels([("a", "2"), ("b", "1")]));
}
