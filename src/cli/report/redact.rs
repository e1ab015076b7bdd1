//! The parts of a text that excerpts show.
//!
//! Values can be secret, and the kind is not reliable: a Secret can lack its kind, or have a syntax error before it.
//! Excerpts therefore show only keys and punctuation. Values, comments, anchors and everything after a syntax error are
//! masked, except in well-formed manifests without any word that a Secret requires.

use std::ops::Range;

use crate::cli::text::is_json;
use crate::go_yaml::{self, EventKind};
use crate::reflect::Raw;
use crate::wire::json::decode_utf8;

/// Returns the ranges of keys and punctuation that overlap one of `lines`, in ascending order. `lines` must be
/// ascending, too. If the text is harmless, returns the whole text.
pub(super) fn shown_ranges(text: &[u8], lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let Some(end) = lines.last().map(|line| line.end) else { return Vec::new() };
    let is_harmless = is_harmless(text);
    let mut found = Keys { text, lines, found: Vec::new() };
    if is_json(text) {
        if is_harmless && Raw::new(&decode_utf8(text)).is_some() {
            return vec![Range { start: 0, end: text.len() }];
        }
        found.of_json(end);
    } else if let Ok(decoded) = go_yaml::Text::decode(text)
        && decoded.len() == text.len()
    {
        if is_harmless && go_yaml::read(&decoded).is_ok() {
            return vec![Range { start: 0, end: text.len() }];
        }
        found.of_yaml(&decoded, end);
    }
    found.found
}

/// Returns true if a text looks like a manifest and contains none of the words of a Secret with values: its kind, and
/// `data` or `stringData`. Texts with escapes are never harmless, because escapes could hide these words.
fn is_harmless(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text).to_ascii_lowercase().replace("metadata", "");
    ["apiversion", "kind"].iter().all(|word| text.contains(word))
        && ["secret", "data", "\\"].iter().all(|word| !text.contains(word))
}

/// An open YAML collection, and the role of the next node in it.
#[derive(Clone, Copy)]
enum Collection {
    Sequence,
    /// A mapping before a key.
    Key,
    /// A mapping before a value.
    Value,
    /// A collection that is a key. All its nodes are treated as values, because `{{ x }}` is a template.
    InKey,
}

impl Collection {
    /// Returns the role of the next node, and advances to the one after it.
    fn advance(&mut self) -> Collection {
        let place = *self;
        *self = match place {
            Collection::Key => Collection::Value,
            Collection::Value => Collection::Key,
            other => other,
        };
        place
    }
}

struct Keys<'a> {
    text: &'a [u8],
    lines: &'a [Range<usize>],
    found: Vec<Range<usize>>,
}

impl Keys<'_> {
    fn add(&mut self, span: Range<usize>) {
        if self.lines.iter().any(|line| span.start < line.end && line.start < span.end) {
            self.found.push(span);
        }
    }

    /// Adds the punctuation in the text between two nodes, without comments, which end with their line.
    fn add_gap(&mut self, gap: Range<usize>) {
        let mut start = gap.start;
        for line in self.text[gap].split_inclusive(|&byte| byte == b'\n') {
            let is_punctuation = |byte: &u8| b" \t\r\n-?:,[]{}.".contains(byte);
            let length = line.iter().position(|byte| !is_punctuation(byte)).unwrap_or(line.len());
            self.add(start..start + length);
            start += line.len();
        }
    }

    /// Adds the keys of a YAML document up to its first error.
    fn of_yaml(&mut self, text: &go_yaml::Text<'_>, end: usize) {
        let mut open: Vec<Collection> = Vec::new();
        let mut last = 0;
        for event in text.events().map_while(Result::ok).take_while(|event| event.span().start < end) {
            let span = event.span();
            self.add_gap(last..span.start.max(last));
            last = span.end.max(last);
            let place = if event.properties().is_some() || matches!(event.kind, EventKind::Alias(_)) {
                open.last_mut().map_or(Collection::Sequence, Collection::advance)
            } else {
                Collection::Sequence
            };
            match event.kind {
                EventKind::Scalar { .. } if matches!(place, Collection::Key) && self.is_key(span.end) => {
                    self.add(event.content());
                }
                EventKind::SequenceStart { .. } | EventKind::MappingStart { .. } => {
                    self.add(event.content());
                    open.push(match (place, &event.kind) {
                        (Collection::Key | Collection::InKey, _) => Collection::InKey,
                        (_, EventKind::MappingStart { .. }) => Collection::Key,
                        _ => Collection::Sequence,
                    });
                }
                EventKind::SequenceEnd | EventKind::MappingEnd => {
                    open.pop();
                    self.add(span);
                }
                _ => {}
            }
        }
    }

    /// Returns true if a colon follows. A value without one in braces, as in `{a}`, is not shown.
    fn is_key(&self, end: usize) -> bool {
        self.text[end..].trim_ascii_start().starts_with(b":")
    }

    /// Adds the keys of a JSON value up to its first error. An unterminated string ends at its line feed, so that its
    /// content is not mistaken for a key.
    fn of_json(&mut self, end: usize) {
        let (text, mut at, mut after_value) = (self.text, 0, false);
        while at < end.min(text.len()) {
            let token = at..at + token_length(&text[at..]);
            at = token.end;
            match text[token.start] {
                b' ' | b'\t' | b'\r' | b'\n' => self.add(token),
                b'{' | b'[' if !after_value => self.add(token),
                b'}' | b']' => {
                    self.add(token);
                    after_value = true;
                }
                b',' if after_value => {
                    self.add(token);
                    after_value = false;
                }
                b'"' if !after_value && is_closed(&text[token.clone()]) => {
                    let blank = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                    after_value = text.get(at + blank) != Some(&b':');
                    if !after_value {
                        at += blank + 1;
                        self.add(token.start..at);
                    }
                }
                b'-' | b'0'..=b'9' | b'a'..=b'z' if !after_value => after_value = true,
                _ => return,
            }
        }
    }
}

/// Returns the length of the JSON token at the start of `text`: a string, a word, or one byte.
fn token_length(text: &[u8]) -> usize {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    match text[0] {
        b'"' => {
            let mut at = 1;
            while at < text.len() && text[at] != b'"' && text[at] != b'\n' {
                at += if text[at] == b'\\' { 2 } else { 1 };
            }
            (at + 1).min(text.len())
        }
        first if is_word(&first) => text.iter().take_while(|byte| is_word(byte)).count(),
        _ => 1,
    }
}

/// Returns true for a string that is terminated on the same line.
fn is_closed(string: &[u8]) -> bool {
    string.len() > 1 && string.ends_with(b"\"") && !string.contains(&b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the shown parts of a text, with `…` for the rest.
    fn check(text: &str, expected: &str) {
        let whole = 0..text.len();
        let mut shown = String::new();
        let mut last = 0;
        for key in shown_ranges(text.as_bytes(), std::slice::from_ref(&whole)) {
            if key.start > last {
                shown.push('…');
            }
            shown.push_str(&text[key.clone()]);
            last = key.end;
        }
        if !text[last..].trim().is_empty() {
            shown.push('…');
        }
        assert_eq!(shown.trim_end(), expected.trim_end(), "{text}");
    }

    #[test]
    fn values_of_yaml_are_masked() {
        check("a: b c # d\ne: {f: 'g', \"h\": [i, -1]}", "a: … …e: {f: …, \"h\": […, …]}");
        check("- a: &x !t b\n- *x\n- |\n  c: d\n- e\n", "- a: …\n- …\n- …- …\n");
        check("? a\n: b\n", "? a\n: …\n");
        check("a: {{ b }}\nc: {d}\n? [e: f]\n: g", "a: {{ … }}\nc: {…}\n? […: …]\n: …");
        check("a: \"b\n  c: d\"\ne: f", "a: …\ne: …");
    }

    #[test]
    fn values_of_harmless_manifests_are_shown() {
        let manifest = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n";
        check(manifest, manifest);
        check("{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}", "{\"apiVersion\":\"v1\",\"kind\":\"Pod\"}");
        let hidden = "apiVersion: …\nkind: …\nmetadata: {name: …}\n";
        check(&format!("{manifest}data: 1"), &format!("{hidden}data: …"));
        check(&format!("{manifest}\"d\\x61ta\": 1"), &format!("{hidden}\"d\\x61ta\": …"));
        check(&manifest.replace("Deployment", "sECRET"), hidden);
        check(&format!("{manifest}a: ["), &format!("{hidden}a: ["));
    }

    #[test]
    fn nothing_is_shown_after_an_error() {
        check("a: b\nc: \"d\ne: f\n", "a: …\nc…");
        check("a: [b\nc: d\n", "a: […");
        check("a\nb: c: d\n", "…");
        check("{\"a\": \"b\", \"c\": [1, true], \"d\": {}}", "{\"a\": …, \"c\": […, …], \"d\": {}}");
        check("{\"a: \"b\", \"c\": 1", "{…");
        check("{\"a\": \"b\nc\": 1, \"d\": 2}", "{\"a\": …");
        check("{\"a\" \"b\"}", "{… …");
        check("{\"a\":1} x", "{\"a\":…} …");
    }
}
