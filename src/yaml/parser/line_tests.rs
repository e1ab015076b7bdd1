use super::Parser;
use crate::yaml::error::Error;
use crate::yaml::event::{Event, EventKind};

/// What lines are made of: the usual, and whatever makes them unusual.
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
    usize::try_from(*state >> 33).expect("31 bits") % below
}

/// A few lines by chance; with few of the odd pieces if it is `usual`.
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

/// The events up to the first error, if there is one. A parser that looked at a token takes that.
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

/// Tokens are read ahead, and so an error comes some events earlier.
#[test]
fn lines_hold_what_their_tokens_say() {
    let state = &mut 7;
    for round in 0..60_000 {
        let text = lines(state, round % 2 == 0);
        let ((by_lines, error), (by_tokens, expected)) = (events(&text, false), events(&text, true));
        assert_eq!(error, expected, "{text:?}");
        let read = if error.is_some() { by_tokens.len().min(by_lines.len()) } else { by_lines.len() };
        assert_eq!(by_lines[..read], by_tokens, "{text:?}");
    }
}
