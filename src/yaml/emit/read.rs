//! JSON that YAML reads alike, read as the JSON it is.
//!
//! Upstream reads JSON as YAML. Nearly all JSON means the same in both, and read as JSON it takes a
//! fraction of the time. What differs is left to the reader of YAML: characters and escapes that
//! only one of them has, keys that YAML does not recognise, text that is no JSON at all.

use memchr::{memchr, memrchr};

use super::document::{Builder, Document, Kind, Scalar};
use crate::wire::json::{MAX_DEPTH, Reader};
use crate::wire::pull::Pull;
use crate::wire::raw::RawKind;
use crate::yaml::resolve::resolve_plain;

/// From the start of a key to its colon YAML allows 1,024 characters.
const MAX_KEY: usize = 1024;

/// Integers of no more characters have less than 63 bits.
const SHORT: usize = 18;

/// Reads a JSON text whose values YAML would read alike; `None` for any other text.
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

/// Whether both formats take each character alike, in a string and between tokens.
fn has_no_foreign_character(text: &str) -> bool {
    // `fold` looks at many bytes at once, `all` does not.
    let ordinary = text.bytes().fold(true, |ordinary, byte| ordinary & !starts_foreign(byte));
    ordinary || !text.contains(is_foreign)
}

/// Whether a byte is one of those with which [`foreign`](is_foreign) characters begin.
fn starts_foreign(byte: u8) -> bool {
    !matches!(byte, b'\n' | b' '..=b'~' | 0x80..) | matches!(byte, 0xC2 | 0xE2 | 0xEF)
}

/// Control characters but the line feed, all other line breaks, byte order marks, and what is no character.
fn is_foreign(character: char) -> bool {
    match character {
        '\n' | ' '..='~' => false,
        ..'\u{A0}' => true,
        _ => matches!(character, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'),
    }
}

/// Whether there is neither `\/` nor the escape of a surrogate, which YAML refuses.
fn has_no_foreign_escape(json: &[u8]) -> bool {
    match memchr(b'\\', json).map(|first| &json[first..]) {
        Some(escapes) => !looks_foreign(escapes) || has_no_foreign_escape_of(escapes),
        None => true,
    }
}

/// Whether a foreign escape may be there: of two backslashes the second begins none, which is not seen here.
fn looks_foreign(json: &[u8]) -> bool {
    let (second, third) = (json.get(1..).unwrap_or_default(), json.get(2..).unwrap_or_default());
    let is_one = |first: u8, second: u8, third: u8| {
        (first == b'\\') & ((second == b'/') | (second == b'u') & (third | 0x20 == b'd'))
    };
    // `fold` looks at many bytes at once, `any` does not. The last escape has a quote behind it.
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
    /// Memory for strings that do not stand in the source as they are.
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

    /// A scalar, an empty collection, or the beginning of one: true if a value must follow.
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

    /// After a value: closes what ends here; true if another value follows.
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

    /// A key and its colon, on one line and not too far apart.
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

    /// Short integers stand as they are. For the others the resolver says what YAML makes of them.
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

    /// The word that was just read.
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
