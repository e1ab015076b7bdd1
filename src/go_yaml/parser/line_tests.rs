use super::Parser;
use crate::go_yaml::error::Error;
use crate::go_yaml::event::{Event, EventKind};

/// The pieces of which lines are composed: common ones, and those that prevent the fast path.
const PIECES: [&str; 40] = [
    "a: ",
    "bc:",
    "- ",
    "- ",
    "x",
    "y-1/z.2",
    "'q'",
    "\"d\"",
    "{}",
    "[]",
    "a b",
    "-1",
    ".",
    ":",
    "?",
    " ",
    "  ",
    "\t",
    "# c",
    " #",
    "|\n",
    ">-\n ",
    "&a ",
    "*a",
    "!t ",
    "é",
    "\u{2028}",
    "'it''s'",
    "\"\\n\"",
    "'",
    "\"",
    "[a, {b: c}]",
    "{",
    "]",
    ",",
    "---",
    "...",
    "%",
    "<<: ",
    "\r",
];

fn number(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).expect("31 bits fit into usize") % below
}

/// Returns a few random lines. If `usual` is true, they contain few of the uncommon pieces.
fn lines(state: &mut u64, usual: bool) -> String {
    let mut text = String::new();
    let mut indent = 0;
    for _ in 0..1 + number(state, 8) {
        indent = (indent + number(state, 5)).saturating_sub(2);
        text += &"      "[..indent.min(6)];
        for _ in 0..1 + number(state, 3) {
            let odd = !usual || number(state, 20) == 0;
            text += PIECES[number(state, if odd { PIECES.len() } else { 12 })];
        }
        text += if number(state, 30) == 0 { "\n\n" } else { "\n" };
    }
    text.truncate(text.len() - number(state, 2));
    text
}

/// Returns the events up to the first error. If `by_tokens` is true, tokens are peeked, which disables the fast path.
fn events(text: &str, by_tokens: bool) -> (Vec<Event<'_>>, Option<Error>) {
    let mut parser = Parser::new(text);
    let mut events = Vec::new();
    loop {
        let looked = if by_tokens { parser.peek().map(drop) } else { Ok(()) };
        match looked.and_then(|()| parser.next()) {
            Ok(event) => events.push(event),
            Err(error) => return (events, Some(error)),
        }
        if let Some(Event { kind: EventKind::StreamEnd, .. }) = events.last() {
            return (events, None);
        }
    }
}

/// Returns a random character boundary.
fn place(state: &mut u64, text: &str) -> usize {
    let places = text.char_indices().map(|(place, _)| place).chain([text.len()]);
    places.clone().nth(number(state, places.count())).expect("the index is below the number of boundaries")
}

/// Returns a few lines of a text with random damage.
fn changed(state: &mut u64, text: &str) -> String {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    lines.drain(..number(state, lines.len()));
    lines.truncate(1 + number(state, 20));
    for _ in 0..number(state, 4) {
        let (line, other) = (number(state, lines.len()), number(state, lines.len()));
        let at = place(state, &lines[line]);
        match number(state, 5) {
            0 => lines.swap(line, other),
            1 => lines[line].truncate(at),
            2 => drop(lines[line].drain(..at)),
            _ => lines[line].insert_str(at, PIECES[number(state, PIECES.len())]),
        }
    }
    lines.concat()
}

/// Returns the number of events up to the end of the first root node.
fn root(events: &[Event<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    let is_last = |event: &Event<'_>| {
        match event.kind {
            EventKind::SequenceStart { .. } | EventKind::MappingStart { .. } => depth += 1,
            EventKind::SequenceEnd | EventKind::MappingEnd => depth -= 1,
            EventKind::DocumentStart => return false,
            _ => {}
        }
        depth == 0
    };
    events.iter().position(is_last)
}

/// Checks that both paths return the same events. Tokens are read ahead, so an error may be reported some events
/// earlier, but not after a complete root node.
#[track_caller]
fn check(text: &str) {
    let ((by_lines, error), (by_tokens, expected)) = (events(text, false), events(text, true));
    assert_eq!(error, expected, "{text:?}");
    assert_eq!(root(&by_lines), root(&by_tokens), "{text:?}");
    let read = if error.is_some() { by_tokens.len().min(by_lines.len()) } else { by_lines.len() };
    assert_eq!(by_lines[..read], by_tokens, "{text:?}");
}

#[test]
fn lines_hold_what_their_tokens_say() {
    let state = &mut 7;
    (0..60_000).for_each(|round| check(&lines(state, round % 2 == 0)));
}

#[test]
fn lines_of_a_manifest_hold_what_their_tokens_say() {
    let manifest = include_str!("../../../examples/manifests/shop-2018.yaml");
    let state = &mut 7;
    (0..20_000).for_each(|_| check(&changed(state, manifest)));
}

#[test]
fn the_first_token_behind_the_root_is_read_with_it() {
    for text in ["  a: 1\n @", "  - 1\n @", " a:\n  - b:\n     c:\n@"] {
        let (events, error) = events(text, false);
        assert!(error.is_some() && root(&events).is_none(), "{text:?}");
    }
}
