//! Random mutations of documents, mostly with tokens that have a meaning in YAML.

use super::random::Random;

/// Texts with a meaning in YAML, or similar to such texts.
const TOKENS: &[&str] = &[
    ": ",
    ":",
    "- ",
    "-",
    "? ",
    "?",
    ",",
    "[",
    "]",
    "{",
    "}",
    "#",
    " #c",
    "&a ",
    "*a",
    "*a ",
    "&",
    "*",
    "!",
    "!!str ",
    "!!int ",
    "!!float ",
    "!!bool ",
    "!!null ",
    "!!binary ",
    "!!set ",
    "!<tag:yaml.org,2002:str> ",
    "!e!x ",
    "|",
    ">",
    "|-\n",
    ">+\n",
    "|2\n",
    ">1-\n",
    "'",
    "\"",
    "%",
    "%YAML 1.1\n",
    "%TAG ! tag:x,2000:\n",
    "---",
    "...",
    "\n---\n",
    "\n...\n",
    "--- ",
    "@",
    "`",
    "\t",
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u{85}",
    "\u{2028}",
    "\u{a0}",
    "\u{feff}",
    "\u{7f}",
    "\0",
    "\u{fffe}",
    "\\",
    "\\x41",
    "\\u00e9",
    "\\U0001F600",
    "\\ud83d",
    "\\/",
    "\\'",
    "\\\n",
    "<<: ",
    "<<: *a\n",
    "<<",
    "=",
    "~",
    "null",
    "yes",
    "y",
    "0644",
    "0x1F",
    "0b1",
    "1_000",
    "1e3",
    "1.",
    ".inf",
    ".nan",
    "12:30",
    "2001-01-01",
    "9223372036854775808",
    "é",
    "日",
    "😀",
    "a",
    "a: 1\n",
    "key: ",
    "\n  ",
    "\n- ",
    "\n    ",
    "''",
    "\"\"",
    "[]",
    "{}",
    "[a, b]",
    "{a: 1, b}",
    "0",
    "-0",
    "+1",
];

/// Returns a document of the corpus after one to five changes.
pub(crate) fn mutated(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut document = corpus[random.below(corpus.len())].clone();
    for _ in 0..1 + random.below(5) {
        change(random, &mut document, corpus);
    }
    document
}

fn change(random: &mut Random, document: &mut Vec<u8>, corpus: &[Vec<u8>]) {
    let (from, to) = range(random, document);
    match random.below(8) {
        0 => drop(document.drain(from..to)),
        1 => {
            let piece = document[from..to].to_vec();
            insert(random, document, &piece);
        }
        2 => {
            let other = &corpus[random.below(corpus.len())];
            let (from, to) = range(random, other);
            insert(random, document, &other[from..to]);
        }
        3 if from < to => document[from] = random.pick(b" \n:-#,[]{}'\"\\&*!|>%?\t0a~"),
        4 if from < to => drop(document.remove(from)),
        5 => document.truncate(to),
        _ => {
            let token = random.pick(TOKENS);
            insert(random, document, token.as_bytes());
        }
    }
}

/// Returns an offset and another one, usually shortly after it.
fn range(random: &mut Random, document: &[u8]) -> (usize, usize) {
    let from = random.below(document.len() + 1);
    let length = if random.one_in(4) { random.below(60) } else { random.below(5) };
    (from, (from + length).min(document.len()))
}

fn insert(random: &mut Random, document: &mut Vec<u8>, piece: &[u8]) {
    let at = random.below(document.len() + 1);
    document.splice(at..at, piece.iter().copied());
}
