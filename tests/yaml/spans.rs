//! Positions of events: the text at the position of an event reads as that event, and byte ranges refer to the input.

use std::ops::Range;

use apimachinery::yaml::{EventKind, Text};

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;
use super::places::check;

#[test]
fn events_of_whole_documents() {
    documents().iter().for_each(|document| check(document));
}

#[test]
fn events_of_broken_documents() {
    let corpus = documents();
    for_every_seed(5_000, |mut random| check(&mutated(&mut random, &corpus)));
}

/// Returns the byte ranges in the input of all scalars, aliases and collections, in the order of their starts, without
/// their anchors and tags.
fn node_ranges(input: &[u8]) -> Vec<Range<usize>> {
    let text = Text::decode(input).expect("an encoded text");
    let (mut nodes, mut open): (Vec<Range<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
    for event in text.events().map_while(Result::ok) {
        let range = text.input_range(event.content());
        match event.kind {
            EventKind::SequenceEnd | EventKind::MappingEnd => {
                nodes[open.pop().expect("a collection ends after it starts")].end = range.end;
            }
            EventKind::SequenceStart { .. } | EventKind::MappingStart { .. } => {
                open.push(nodes.len());
                nodes.push(range);
            }
            EventKind::Scalar { .. } | EventKind::Alias(_) => nodes.push(range),
            EventKind::DocumentStart | EventKind::DocumentEnd | EventKind::StreamEnd => {}
        }
    }
    nodes
}

/// Encodes a unit of UTF-16 in one order of bytes.
type Encode = fn(u16) -> [u8; 2];

/// Decodes a unit of UTF-16.
type Decode = fn([u8; 2]) -> u16;

/// Encodes a text as UTF-16 with a byte order mark.
fn utf16(text: &str, unit: Encode) -> Vec<u8> {
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
}

/// Checks that the ranges of the nodes of a text contain the same characters in every encoding.
fn check_encodings(text: &str) -> Vec<String> {
    let ranges = node_ranges(text.as_bytes());
    let expected: Vec<_> = ranges.into_iter().map(|range| text[range].to_string()).collect();
    let marked = format!("\u{FEFF}{text}");
    let found = node_ranges(marked.as_bytes()).into_iter().map(|range| marked[range].to_string());
    assert_eq!(found.collect::<Vec<_>>(), expected, "{text:?}");
    let units: [(Encode, Decode); 2] = [(u16::to_le_bytes, u16::from_le_bytes), (u16::to_be_bytes, u16::from_be_bytes)];
    for (encode, decode) in units {
        let input = utf16(text, encode);
        let found = node_ranges(&input).into_iter().map(|range| {
            let units: Vec<_> = input[range].chunks_exact(2).map(|pair| decode([pair[0], pair[1]])).collect();
            String::from_utf16(&units).expect("whole characters")
        });
        assert_eq!(found.collect::<Vec<_>>(), expected, "{text:?}");
    }
    expected
}

#[test]
fn ranges_contain_the_text_of_each_node() {
    let check = |text: &str, expected: &[&str]| assert_eq!(check_encodings(text), expected, "{text:?}");
    check(
        "a: 1\r\nb:\r\n- 'x'  # c\r\n\r\nd: e f\r\n",
        &["a: 1\r\nb:\r\n- 'x'  # c\r\n\r\nd: e f", "a", "1", "b", "- 'x'", "'x'", "d", "e f"],
    );
    check(
        "größe: {é: [\"😀\", ü], 東: 京}\n",
        &[
            "größe: {é: [\"😀\", ü], 東: 京}",
            "größe",
            "{é: [\"😀\", ü], 東: 京}",
            "é",
            "[\"😀\", ü]",
            "\"😀\"",
            "ü",
            "東",
            "京",
        ],
    );
    check(
        "a: |\n  b\n\n  c\n# d\ne: >-\r\n  f\r\n",
        &["a: |\n  b\n\n  c\n# d\ne: >-\r\n  f\r\n", "a", "|\n  b\n\n  c\n", "e", ">-\r\n  f\r\n"],
    );
    check(
        "a: &x {b: 1}\nc: *x\nd: !!str 2\ne: &y\n- 3\n",
        &["a: &x {b: 1}\nc: *x\nd: !!str 2\ne: &y\n- 3", "a", "{b: 1}", "b", "1", "c", "*x", "d", "2", "e", "- 3", "3"],
    );
    check(
        "- a:\n  b: 'c\n    d'\n-\n",
        &["- a:\n  b: 'c\n    d'\n-", "a:\n  b: 'c\n    d'", "a", "", "b", "'c\n    d'", ""],
    );
    check("---\n# c\n{\"a\": [1,\t2]}\n...\n", &["{\"a\": [1,\t2]}", "\"a\"", "[1,\t2]", "1", "2"]);
}

#[test]
fn ranges_are_the_same_in_every_encoding() {
    let texts: Vec<_> = documents().into_iter().filter_map(|document| String::from_utf8(document).ok()).collect();
    let whole = texts.iter().filter(|text| !text.starts_with('\u{FEFF}') && Text::decode(text.as_bytes()).is_ok());
    assert!(whole.inspect(|text| drop(check_encodings(text))).count() > 10);
}
