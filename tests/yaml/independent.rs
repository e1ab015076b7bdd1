//! Comparison with the structure that an independent YAML 1.2 parser reports.

use std::borrow::Cow;
use std::ops::Range;

use apimachinery::yaml::{EventKind, Text};
use saphyr_parser::{Event, Parser};

use super::corpus::recorded_documents;
use super::mutation::mutated;
use super::{for_every_seed, number_from};

/// Maximum number of differences shown.
const SHOWN: usize = 20;

/// Number of mutated documents.
const DOCUMENTS: u64 = 5_000;

/// Number of them that are text and can be compared.
const COMPARED: usize = 4_641;

/// The kind of the first difference between the two parsers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// Only the other parser accepts the text.
    WeRefuse,
    /// Only we accept the text.
    TheyRefuse,
    /// Both report a scalar, with different text.
    Scalar,
    /// They report different kinds of nodes.
    Structure,
}

/// A known difference: its shape, the text at its position, and the number of documents with it.
struct Difference {
    shape: Shape,
    reason: &'static str,
    is_such: fn(&str) -> bool,
    count: usize,
}

const fn known(shape: Shape, count: usize, reason: &'static str, is_such: fn(&str) -> bool) -> Difference {
    Difference { shape, reason, is_such, count }
}

/// Known differences. The first one that applies counts.
const DIFFERENCES: &[Difference] = &[
    known(Shape::WeRefuse, 20, "NEL, LS and PS end lines in YAML 1.1 only", has_line_break_of_1_1),
    known(Shape::WeRefuse, 10, "a directive with another version or another name", |place| has_line(place, "%")),
    known(Shape::WeRefuse, 3, "a key longer than 1,024 characters", |place| place.len() > 1_024),
    known(Shape::WeRefuse, 2, "the escape \\/", |place| place.contains("\\/")),
    known(Shape::WeRefuse, 69, "a value without a key", has_value_without_key),
    known(Shape::WeRefuse, 30, "a tab that indents or separates", |place| place.contains('\t')),
    known(Shape::WeRefuse, 14, "characters in the name of an anchor or alias", |place| place.contains(['&', '*'])),
    known(Shape::WeRefuse, 8, "an indicator in a plain scalar in flow style", |place| place.contains(['[', '{', '}'])),
    known(Shape::WeRefuse, 5, "the end of a document before its start", |place| has_line(place, "...")),
    known(Shape::WeRefuse, 2, "a byte order mark inside a text", |place| place.contains('\u{feff}')),
    known(Shape::WeRefuse, 1, "characters in the name of a tag", |place| place.contains('!')),
    known(Shape::WeRefuse, 1, "text after quoted text", |place| place.contains('"')),
    known(Shape::TheyRefuse, 5, "NEL, LS and PS end lines in YAML 1.1 only", has_line_break_of_1_1),
    known(Shape::TheyRefuse, 13, "a byte order mark inside a text", |place| place.contains('\u{feff}')),
    known(Shape::TheyRefuse, 26, "an alias of an anchor that is missing", |place| place.contains('*')),
    known(Shape::TheyRefuse, 28, "characters in the name of a tag", |place| place.contains('!')),
    known(Shape::TheyRefuse, 27, "quoted text at the column of its parent, or text after it", |place| {
        place.contains(['"', '\''])
    }),
    known(Shape::TheyRefuse, 12, "text after a flow collection, or its lines without indentation", |place| {
        place.contains([']', '}', '['])
    }),
    known(Shape::TheyRefuse, 9, "a block scalar with contents at the column of its parent", |place| {
        place.contains(['|', '>'])
    }),
    known(Shape::TheyRefuse, 4, "a comment without a space before it", |place| place.contains('#')),
    known(Shape::TheyRefuse, 0, "a tab that separates", |place| place.contains('\t')),
    known(Shape::TheyRefuse, 1, "a question mark at the end", |place| place.ends_with('?')),
    known(Shape::Scalar, 24, "NEL, LS and PS end lines in YAML 1.1 only", has_line_break_of_1_1),
    known(Shape::Scalar, 2, "a byte order mark inside a text", |place| place.contains('\u{feff}')),
    known(
        Shape::Scalar,
        21,
        "a block scalar: the line break that is missing, contents at the column of its parent",
        |place| place.contains(['|', '>']),
    ),
    known(Shape::Scalar, 3, "a colon at the end of a plain scalar in flow style", |place| place.contains(['{', '['])),
    known(Shape::Scalar, 1, "characters in the name of an anchor or alias", |place| place.contains('&')),
    known(Shape::Structure, 9, "NEL, LS and PS end lines in YAML 1.1 only", has_line_break_of_1_1),
    known(Shape::Structure, 1, "a byte order mark inside a text", |place| place.contains('\u{feff}')),
    known(Shape::Structure, 3, "characters in the name of an anchor or alias", |place| place.contains('&')),
    known(Shape::Structure, 3, "a flow collection as a key, a colon at the end of a plain scalar in it", |place| {
        place.contains(['{', '['])
    }),
];

fn has_line_break_of_1_1(place: &str) -> bool {
    place.contains(['\u{85}', '\u{2028}', '\u{2029}'])
}

fn has_line(place: &str, start: &str) -> bool {
    place.lines().any(|line| line.starts_with(start))
}

/// True if a line, an item or an entry starts with a colon.
fn has_value_without_key(place: &str) -> bool {
    place.split(['\n', '[', '{', ',', '-', '?']).any(|part| part.trim_start().starts_with(':'))
}

/// A part of a structure, and the range of its text.
type Part = (Cow<'static, str>, Range<usize>);

/// The first document up to the end of its root node: brackets for collections, `*` for aliases, and the values of
/// scalars.
#[derive(Debug, Default)]
struct Structure {
    parts: Vec<Part>,
    /// The position at which the text was rejected.
    refused: Option<usize>,
    open: usize,
}

impl Structure {
    /// Adds the next part. Returns false after the end of the root node.
    fn take(&mut self, part: impl Into<Cow<'static, str>>, at: Range<usize>) -> bool {
        let part = part.into();
        match &*part {
            "[" | "{" => self.open += 1,
            "]" | "}" => self.open -= 1,
            _ => {}
        }
        self.parts.push((part, at));
        self.open > 0
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|(part, _)| &**part)
    }
}

fn ours(text: &Text<'_>) -> Structure {
    let mut structure = Structure::default();
    for event in text.events() {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                let lines = text.split_inclusive('\n').take(error.position().map_or(1, |mark| mark.line as usize));
                structure.refused = Some(lines.map(str::len).sum());
                break;
            }
        };
        let at = event.span();
        let goes_on = match event.kind {
            EventKind::DocumentStart => true,
            EventKind::DocumentEnd | EventKind::StreamEnd => false,
            EventKind::Alias(_) => structure.take("*", at),
            EventKind::Scalar { text, .. } => structure.take(format!("={text}"), at),
            EventKind::SequenceStart { .. } => structure.take("[", at),
            EventKind::SequenceEnd => structure.take("]", at),
            EventKind::MappingStart { .. } => structure.take("{", at),
            EventKind::MappingEnd => structure.take("}", at),
        };
        if !goes_on {
            break;
        }
    }
    structure
}

fn theirs(text: &str) -> Structure {
    let mut structure = Structure::default();
    let byte = |character: usize| text.char_indices().nth(character).map_or(text.len(), |(at, _)| at);
    for event in Parser::new_from_str(text) {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => {
                structure.refused = Some(byte(error.marker().index()));
                break;
            }
        };
        let at = byte(span.start.index())..byte(span.end.index());
        let goes_on = match event {
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => true,
            Event::DocumentEnd | Event::StreamEnd => false,
            Event::Alias(_) => structure.take("*", at),
            Event::Scalar(text, ..) => structure.take(format!("={text}"), at),
            Event::SequenceStart(..) => structure.take("[", at),
            Event::SequenceEnd => structure.take("]", at),
            Event::MappingStart(..) => structure.take("{", at),
            Event::MappingEnd => structure.take("}", at),
        };
        if !goes_on {
            break;
        }
    }
    structure
}

/// Returns the first difference and its position: from the start of the line of the last equal part to the end of the
/// line on which the later of the two parsers reports the end of the difference.
fn difference(text: &str, ours: &Structure, theirs: &Structure) -> Option<(Shape, Range<usize>)> {
    let same = ours.texts().zip(theirs.texts()).take_while(|(one, other)| one == other).count();
    let (our, their) = (ours.parts.get(same), theirs.parts.get(same));
    let shape = match (our, their) {
        _ if ours.refused.is_some() && theirs.refused.is_none() => Shape::WeRefuse,
        _ if theirs.refused.is_some() && ours.refused.is_none() => Shape::TheyRefuse,
        // Parts before a rejection do not count.
        _ if ours.refused.is_some() => return None,
        (None, None) => return None,
        (Some((our, _)), Some((their, _))) if our.starts_with('=') && their.starts_with('=') => Shape::Scalar,
        _ => Shape::Structure,
    };
    let last = same.checked_sub(1).map_or(0, |at| ours.parts[at].1.start);
    let seen = [our.map(|part| part.1.end), their.map(|part| part.1.end), ours.refused, theirs.refused];
    let end = seen.into_iter().flatten().fold(last, usize::max);
    let start = text[..last].rfind('\n').map_or(0, |at| at + 1);
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    Some((shape, start..end))
}

#[test]
fn structure_is_what_another_parser_sees() {
    let corpus = recorded_documents();
    let (mut compared, mut unknown) = (0, Vec::new());
    let mut known = vec![0; DIFFERENCES.len()];
    for_every_seed(DOCUMENTS, |mut random| {
        let document = mutated(&mut random, &corpus);
        let Ok(text) = Text::decode(&document) else { return };
        compared += 1;
        let (ours, theirs) = (ours(&text), theirs(&text));
        let Some((shape, place)) = difference(&text, &ours, &theirs) else { return };
        let place = &text[place];
        match DIFFERENCES.iter().position(|known| known.shape == shape && (known.is_such)(place)) {
            Some(at) => known[at] += 1,
            None => unknown.push(format!("{shape:?} {place:?}\n  ours   {ours:?}\n  theirs {theirs:?}")),
        }
    });
    let (count, known_count) = (unknown.len(), known.iter().sum::<usize>());
    println!("{compared} compared, {known_count} differ as expected");
    unknown.sort_by_key(String::len);
    unknown.truncate(SHOWN);
    assert!(unknown.is_empty(), "{count} unexplained:\n{}", unknown.join("\n"));
    // Other seeds have other counts.
    if (number_from("YAML_SEED", 1), number_from("YAML_DOCUMENTS", DOCUMENTS)) == (1, DOCUMENTS) {
        let expected = DIFFERENCES.iter().map(|difference| (difference.shape, difference.reason, difference.count));
        let found =
            DIFFERENCES.iter().zip(&known).map(|(difference, count)| (difference.shape, difference.reason, *count));
        assert!(expected.clone().eq(found.clone()), "found {:#?}", found.collect::<Vec<_>>());
        assert_eq!(compared, COMPARED, "documents compared");
    }
}
