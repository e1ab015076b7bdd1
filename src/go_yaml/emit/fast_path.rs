//! Fast path for JSON that YAML reads identically.
//!
//! Upstream reads JSON as YAML. Nearly all JSON has the same meaning in both formats, and parsing it as JSON takes a
//! fraction of the time. The YAML reader handles the rest: characters and escapes that only one of the formats
//! supports, keys that YAML does not recognize, and text that is not valid JSON.

use memchr::{memchr, memrchr};

use super::builder::Builder;
use super::document::{Document, Kind, Scalar};
use crate::go_yaml::resolve::resolve_plain;
use crate::wire::json::{MAX_DEPTH, Reader};
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;

/// The number of characters that YAML allows from the start of a key to its colon.
const MAX_KEY: usize = 1024;

/// Integers of at most this many characters fit into 63 bits.
const SHORT: usize = 18;

/// Reads a JSON text whose values are the same in YAML. Returns `None` for any other text.
pub(super) fn read(json: &[u8]) -> Option<Document<'_>> {
    let source = simdutf8::basic::from_utf8(json).ok()?;
    if !has_no_foreign_character(source) || !has_no_foreign_escape(json) {
        return None;
    }
    let (json, builder) = (Reader::new(source), Builder::new(source));
    let mut reading = Reading { source, json, builder, unescaped: Vec::new() };
    reading.document()?;
    Some(reading.builder.finish())
}

/// Returns true if both formats treat each character alike, in strings and between tokens.
fn has_no_foreign_character(text: &str) -> bool {
    // `fold` is vectorized, `all` is not.
    let ordinary = text.bytes().fold(true, |ordinary, byte| ordinary & !starts_foreign(byte));
    ordinary || !text.contains(is_foreign)
}

/// Returns true if a [foreign](is_foreign) character can start with this byte.
fn starts_foreign(byte: u8) -> bool {
    !matches!(byte, b'\n' | b' '..=b'~' | 0x80..) | matches!(byte, 0xC2 | 0xE2 | 0xEF)
}

/// Returns true for control characters except the line feed, all other line breaks, byte order marks, and
/// noncharacters.
fn is_foreign(character: char) -> bool {
    match character {
        '\n' | ' '..='~' => false,
        ..'\u{A0}' => true,
        _ => matches!(character, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'),
    }
}

/// Returns true if the text contains neither `\/` nor escapes of surrogates, which YAML rejects.
fn has_no_foreign_escape(json: &[u8]) -> bool {
    match memchr(b'\\', json).map(|first| &json[first..]) {
        Some(escapes) => !looks_foreign(escapes) || has_no_foreign_escape_of(escapes),
        None => true,
    }
}

/// Returns true if the text may contain a foreign escape. Escaped backslashes are not recognized, so false positives
/// occur.
fn looks_foreign(json: &[u8]) -> bool {
    let (second, third) = (json.get(1..).unwrap_or_default(), json.get(2..).unwrap_or_default());
    let is_one = |first: u8, second: u8, third: u8| {
        (first == b'\\') & ((second == b'/') | (second == b'u') & (third | 0x20 == b'd'))
    };
    // `fold` is vectorized, `any` is not. At least a quote follows the last escape, so `zip` misses none.
    json.iter().zip(second).zip(third).fold(false, |any, ((a, b), c)| any | is_one(*a, *b, *c))
}

fn has_no_foreign_escape_of(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = memchr(b'\\', rest) {
        match &rest[at + 1..] {
            [b'/', ..] | [b'u', b'd' | b'D', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..] => return false,
            behind => rest = behind.get(1..).unwrap_or_default(),
        }
    }
    true
}

struct Reading<'a> {
    source: &'a str,
    json: Reader<'a>,
    builder: Builder<'a>,
    /// A buffer for strings that the source does not contain unescaped.
    unescaped: Vec<u8>,
}

impl Reading<'_> {
    fn document(&mut self) -> Option<()> {
        loop {
            if self.value()? {
                continue;
            }
            if !self.next_part()? {
                return self.json.end().ok();
            }
        }
    }

    /// Reads a scalar, an empty collection, or the start of a collection. Returns true if a value must follow.
    #[inline]
    fn value(&mut self) -> Option<bool> {
        match self.json.peek() {
            RawKind::Object => return self.open(true),
            RawKind::List => return self.open(false),
            RawKind::String => {
                let text = self.string()?;
                self.builder.scalar(text);
            }
            RawKind::Number => self.number()?,
            RawKind::Bool | RawKind::Null => {
                let word = self.json.literal().ok()?;
                self.word(word);
            }
        }
        Some(false)
    }

    fn open(&mut self, object: bool) -> Option<bool> {
        if self.builder.depth() == MAX_DEPTH {
            return None;
        }
        let has_parts = if object {
            self.builder.open_map();
            self.json.begin_object().ok()?
        } else {
            self.builder.open_list();
            self.json.begin_list().ok()?
        };
        if !has_parts {
            self.builder.close();
        } else if object {
            self.key()?;
        }
        Some(has_parts)
    }

    /// Closes the collections that end after a value. Returns true if another value follows.
    #[inline]
    fn next_part(&mut self) -> Option<bool> {
        while let Some(in_map) = self.builder.in_map() {
            let more = if in_map { self.json.more_members() } else { self.json.more_items() };
            if more.ok()? {
                if in_map {
                    self.key()?;
                }
                return Some(true);
            }
            self.builder.close();
        }
        Some(false)
    }

    /// Reads a key with its colon, if both are on one line and at most [`MAX_KEY`] bytes apart.
    #[inline]
    fn key(&mut self) -> Option<()> {
        self.json.peek();
        let start = self.json.offset();
        let key = self.string()?;
        self.json.expect(b':', "").ok()?;
        let written = &self.source.as_bytes()[start..self.json.offset()];
        let only_text = written.len() == self.builder.texts.of(key).len() + "\"\":".len();
        if written.len() > MAX_KEY || (!only_text && memrchr(b'\n', written).is_some()) {
            return None;
        }
        self.builder.key(key);
        Some(())
    }

    #[inline]
    fn string(&mut self) -> Option<Scalar> {
        match self.json.plain_string() {
            Some(text) => {
                let end = self.json.offset() - 1;
                Some(Builder::in_source(Kind::Text, end - text.len(), end))
            }
            None => Some(self.builder.text(&self.json.string_in(&mut self.unescaped).ok()?)),
        }
    }

    /// Reads a number. Short integers are copied unchanged; the resolver determines how YAML reads all others.
    fn number(&mut self) -> Option<()> {
        let text = self.json.number_text().ok()?;
        let is_integer = text.len() <= SHORT && text != "-0" && !text.contains(['.', 'e', 'E']);
        if is_integer {
            self.word(text);
        } else {
            let number = self.builder.resolved(&resolve_plain(text));
            self.builder.scalar(number);
        }
        Some(())
    }

    /// Adds the word that was just read.
    #[inline]
    fn word(&mut self, word: &str) {
        let end = self.json.offset();
        self.builder.scalar(Builder::in_source(Kind::Word, end - word.len(), end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_foreign_character_is_seen_by_its_first_byte() {
        for character in '\0'..=char::MAX {
            let starts = starts_foreign(character.to_string().as_bytes()[0]);
            assert!(starts || !is_foreign(character), "{character:?}");
        }
        assert!((0x80..0xC0).all(|byte| !starts_foreign(byte)));
    }

    #[test]
    fn foreign_escapes_are_seen_wherever_they_stand() {
        for at in 0..40 {
            for (escape, foreign) in
                [("\\/", true), ("\\ud83d", true), ("\\uDC00", true), ("\\\\/", false), ("\\ud7ff", false)]
            {
                let json = "\\n".repeat(at % 2) + &" ".repeat(at) + escape + "\"";
                assert_eq!(has_no_foreign_escape(json.as_bytes()), !foreign, "{json}");
                assert_eq!(has_no_foreign_escape((json + "\\n").as_bytes()), !foreign);
            }
        }
    }
}
