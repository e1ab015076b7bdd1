//! The same structure as another parser sees, which was written for YAML 1.2 by others.

use std::borrow::Cow;
use std::collections::BTreeMap;

use apimachinery::yaml::{EventKind, Text};
use saphyr_parser::{Event, Parser};

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;

/// Whether a text is of a kind.
type IsSuch = fn(&str) -> bool;

/// So many differences are shown.
const SHOWN: usize = 20;

/// Where the two differ, and by what such a text is known.
const DIFFERENCES: &[(&str, IsSuch)] = &[
    ("NEL, LS and PS end lines in YAML 1.1 alone", |text| text.contains(['\u{85}', '\u{2028}', '\u{2029}'])),
    ("a byte order mark inside a text", |text| text.contains('\u{feff}')),
    ("tabs separate in other places", |text| text.contains('\t')),
    ("directives: the version 1.2, unknown ones", |text| text.contains('%')),
    ("the escapes \\/ and \\'", |text| ["\\/", "\\'"].iter().any(|escape| text.contains(escape))),
    ("block scalars: the last line without its break, contents at the column of the parent", |text| {
        text.contains(['|', '>'])
    }),
    ("anchors that are not there, and the characters in their names", |text| text.contains(['*', '&'])),
    ("flow style: indicators inside plain scalars, lines without indentation", |text| text.contains(['[', '{'])),
    ("a bracket that closes nothing ends all", |text| text.contains([']', '}'])),
    ("tags", |text| text.contains('!')),
    ("quoted text: at the column of its parent, or with something behind it", |text| text.contains(['"', '\''])),
    ("the end of a document before its start, and what follows it", |text| text.contains("...")),
    ("a question mark at the end", |text| text.trim_end().ends_with('?')),
    ("comments without a space before them", |text| text.contains('#')),
    ("mappings without a key", |text| {
        text.split(['\n', '[', '{', ',', '-', '?']).any(|part| part.trim_start().starts_with(':'))
    }),
];

/// The first document up to the end of its root: brackets for collections, `*` for an alias, scalars as they read.
#[derive(Default)]
struct Structure {
    found: Vec<Cow<'static, str>>,
    open: usize,
}

impl Structure {
    /// Takes the next part; false behind the root.
    fn take(&mut self, part: impl Into<Cow<'static, str>>) -> bool {
        let part = part.into();
        match &*part {
            "[" | "{" => self.open += 1,
            "]" | "}" => self.open -= 1,
            _ => {}
        }
        self.found.push(part);
        self.open > 0
    }
}

fn ours(text: &Text<'_>) -> Option<Vec<Cow<'static, str>>> {
    let mut structure = Structure::default();
    for event in text.events() {
        let goes_on = match event.ok()?.kind {
            EventKind::DocumentStart => true,
            EventKind::DocumentEnd | EventKind::StreamEnd => false,
            EventKind::Alias(_) => structure.take("*"),
            EventKind::Scalar { text, .. } => structure.take(format!("={text}")),
            EventKind::SequenceStart { .. } => structure.take("["),
            EventKind::SequenceEnd => structure.take("]"),
            EventKind::MappingStart { .. } => structure.take("{"),
            EventKind::MappingEnd => structure.take("}"),
        };
        if !goes_on {
            break;
        }
    }
    Some(structure.found)
}

fn theirs(text: &str) -> Option<Vec<Cow<'static, str>>> {
    let mut structure = Structure::default();
    for event in Parser::new_from_str(text) {
        let goes_on = match event.ok()?.0 {
            Event::Nothing | Event::StreamStart | Event::DocumentStart(_) => true,
            Event::DocumentEnd | Event::StreamEnd => false,
            Event::Alias(_) => structure.take("*"),
            Event::Scalar(text, ..) => structure.take(format!("={text}")),
            Event::SequenceStart(..) => structure.take("["),
            Event::SequenceEnd => structure.take("]"),
            Event::MappingStart(..) => structure.take("{"),
            Event::MappingEnd => structure.take("}"),
        };
        if !goes_on {
            break;
        }
    }
    Some(structure.found)
}

#[test]
fn structure_is_what_another_parser_sees() {
    let corpus = documents();
    let (mut compared, mut same) = (0, 0);
    let mut known = BTreeMap::<&str, usize>::new();
    let mut unknown = Vec::new();
    for_every_seed(5_000, |mut random| {
        let document = mutated(&mut random, &corpus);
        let Ok(text) = Text::decode(&document) else { return };
        compared += 1;
        let (ours, theirs) = (ours(&text), theirs(&text));
        if ours == theirs {
            same += 1;
        } else if let Some((reason, _)) = DIFFERENCES.iter().find(|(_, is_such)| is_such(&text)) {
            *known.entry(reason).or_default() += 1;
        } else {
            unknown.push(format!("{:?}\n  ours   {ours:?}\n  theirs {theirs:?}", &*text));
        }
    });
    println!("{compared} compared, {same} the same, {} unexplained, {known:#?}", unknown.len());
    assert!(same * 100 > compared * 95, "{same} of {compared}");
    unknown.sort_by_key(String::len);
    unknown.truncate(SHOWN);
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}
