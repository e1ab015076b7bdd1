//! Choice of the style in which a text is written.

use super::document::Kind;
use crate::go_yaml::resolve::is_plain_text;
use crate::wire::words::{self, HIGH, below, zeros};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

impl Style {
    pub(super) fn of(kind: Kind, text: &str) -> Self {
        match kind {
            Kind::Text => Self::of_text(text),
            Kind::Binary if text.contains('\n') => Self::Literal,
            Kind::Word | Kind::Binary => Self::Plain,
        }
    }

    fn of_text(text: &str) -> Self {
        if is_inconspicuous(text) {
            return if is_plain_text(text) { Self::Plain } else { Self::DoubleQuoted };
        }
        let features = Features::of(text);
        if features.special {
            return Self::DoubleQuoted;
        }
        if features.line_feed {
            return if features.forbids_literal() { Self::DoubleQuoted } else { Self::Literal };
        }
        if !is_plain_text(text) || is_base60(text) || features.forbids_single_quotes() {
            return Self::DoubleQuoted;
        }
        if features.forbids_plain() { Self::SingleQuoted } else { Self::Plain }
    }
}

/// The features of a text that affect the choice of its style.
#[derive(Default)]
struct Features {
    /// A sequence that would end the scalar or start another token.
    indicator: bool,
    line_feed: bool,
    line_break: bool,
    /// A character that can only be written as an escape. The text after it is not examined.
    special: bool,
    outer_space: bool,
    trailing_space: bool,
    space_before_break: bool,
    space_after_break: bool,
}

/// Returns true if a text has no features at all.
#[inline]
fn is_inconspicuous(text: &str) -> bool {
    let bytes = text.as_bytes();
    !starts_with_indicator(text)
        && !matches!(bytes, [b' ', ..] | [.., b' '])
        && words::all(bytes, |word| conspicuous(word) == 0, |byte| INCONSPICUOUS[usize::from(byte)])
}

/// True for bytes that cause no feature, whatever their neighbors.
static INCONSPICUOUS: [bool; 256] = inconspicuous();

const fn inconspicuous() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0xC0 {
        // Bytes from 0x80 on continue a character.
        table[byte] = byte >= 0x20 && byte != 0x7F && byte != b':' as usize && byte != b'#' as usize;
        byte += 1;
    }
    table
}

/// Returns a word with the highest bit of each of the eight bytes that is not ASCII or not [`INCONSPICUOUS`]. Bytes
/// above the first match may be false positives.
#[inline]
fn conspicuous(word: u64) -> u64 {
    let is = |byte: u8| zeros(word ^ words::of(byte));
    (word & HIGH) | below(word, 0x20) | is(b':') | is(b'#') | is(0x7F)
}

impl Features {
    fn of(text: &str) -> Self {
        let trailing_space = text.ends_with(' ');
        let mut features = Self {
            indicator: starts_with_indicator(text),
            outer_space: text.starts_with(' ') || trailing_space,
            trailing_space,
            ..Self::default()
        };
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at)
            && !features.special
        {
            if !INCONSPICUOUS[usize::from(byte)] {
                features.add(text, at, byte);
            }
            at += 1;
            // Outside ASCII, scanning by words finds nothing, so characters are examined one by one.
            if byte.is_ascii() {
                at += words::position(&bytes[at..], conspicuous, |byte| !INCONSPICUOUS[usize::from(byte)]);
            }
        }
        features
    }

    /// Adds the features of the character at `at`, which starts with `byte`.
    fn add(&mut self, text: &str, at: usize, byte: u8) {
        let before = || text[..at].chars().next_back();
        match byte {
            b':' => self.indicator |= text[at + 1..].chars().next().is_none_or(is_blank),
            b'#' => self.indicator |= before().is_some_and(|before| is_blank(before) || is_break(before)),
            _ => {
                let mut from_here = text[at..].chars();
                let Some(character) = from_here.next() else { return };
                self.special |= is_special(character);
                self.line_feed |= character == '\n';
                if is_break(character) {
                    self.line_break = true;
                    self.space_before_break |= before() == Some(' ');
                    self.space_after_break |= from_here.next() == Some(' ');
                }
            }
        }
    }

    fn forbids_plain(&self) -> bool {
        self.indicator || self.outer_space || self.line_break
    }

    fn forbids_single_quotes(&self) -> bool {
        self.space_before_break || self.space_after_break
    }

    fn forbids_literal(&self) -> bool {
        self.space_before_break || self.trailing_space
    }
}

/// Returns true if the start of the text prevents it from being a plain scalar.
fn starts_with_indicator(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [b'-' | b'?']
            | [b'-' | b'?', b' ' | b'\t', ..]
            | [b'-', b'-', b'-', ..]
            | [b'.', b'.', b'.', ..]
            | [b'!'..=b'#' | b'%'..=b'\'' | b'*' | b',' | b'>' | b'@' | b'[' | b']' | b'`' | b'{'..=b'}', ..]
    )
}

/// Returns true if other YAML 1.1 readers would read the text as a base-60 number, such as `12:30`.
fn is_base60(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.starts_with(|first: char| first.is_ascii_digit()) {
        return false;
    }
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    whole.split_once(':').is_some_and(|(first, groups)| {
        is_digits_or_underscores(first) && groups.split(':').all(is_sixtieth) && is_digits_or_underscores(fraction)
    })
}

fn is_digits_or_underscores(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
}

fn is_sixtieth(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0'..=b'9'] | [b'0'..=b'5', b'0'..=b'9'])
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

pub(super) fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns true if a character can only be written as an escape.
pub(super) fn is_special(character: char) -> bool {
    !matches!(character, '\n' | ' '..='~' | '\u{A0}'..='\u{FEFE}' | '\u{FF00}'..='\u{FFFD}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles() {
        for (style, texts) in [
            (
                Style::Plain,
                &["a", "a b", "a:b", "a#b", "-a", "?a", ":a", "é", "1.2.3", "a, b", "1:60", "08:61", "a\u{A0}"][..],
            ),
            (
                Style::SingleQuoted,
                &["a: b", "a:", "a #b", "- a", "-", "?", "*a", " a", "a ", " ", "---a", "'", "a\u{2028}b", "#"],
            ),
            (
                Style::DoubleQuoted,
                &["", "~", "yes", "0", "1e3", "2001-01-01", "12:30", "-1_0:2:3.4_", "a\tb", "a\rb", "\u{85}"],
            ),
            (Style::DoubleQuoted, &["😀", "\u{FEFF}a", "a \n", "a\n ", "a\n\t", " \u{2028}", "\u{2028} ", "\u{7F}"]),
            (Style::Literal, &["a\n", "a\nb", "\n", " a\n", "a: b\n#", "yes\n", "\n a", "a\u{2028}\n"]),
        ] {
            for text in texts {
                assert_eq!(Style::of(Kind::Text, text), style, "{text:?}");
            }
        }
    }
}
