//! Losses in JSON that are not errors: repeated keys, invalid Unicode, and numbers that do not fit into 64 bits.

use std::collections::HashSet;

use memchr::memmem;

use super::findings::{Findings, MAX_FINDINGS};
use super::messages::changed_number;
use super::position::MarkExt;
use crate::go_yaml;
use crate::reflect::{JsonReader, RawKind, SyntaxError};
use crate::serializer::{Warning, WarningKind};
use crate::wire::json::MAX_DEPTH;
use crate::wire::mark::Mark;
use crate::wire::pull::Pull;
use crate::wire::quote::quote;

/// The losses to find in a text.
pub(super) struct Search<'a> {
    /// The warnings of the decoder, or `None` if the text was not decoded. Repeated fields among them are not reported
    /// again; other repeated keys are in raw values, where strict decoding accepts them.
    pub(super) decoded: Option<&'a [Warning]>,
    /// True if strict mode rejects repeated keys in raw values, because these are complete objects.
    pub(super) has_raw_objects: bool,
    /// True if numbers are written as 64-bit integers or floats.
    pub(super) changes_numbers: bool,
    /// True if the items of a list are skipped, because each is searched separately.
    pub(super) skips_items: bool,
    /// True if the text is the output of an encoder, which has no position in the document.
    pub(super) is_output: bool,
}

impl Search<'_> {
    /// Adds the losses in a JSON text that was read without an error.
    pub(super) fn run(&self, json: &str, findings: &mut Findings) {
        let reader = JsonReader::new(json);
        let mut losses = Losses { search: self, json, reader, open: Vec::new(), found: 0, findings };
        // The caller has reported syntax errors already.
        drop(losses.walk());
    }
}

struct Losses<'a, 'f> {
    search: &'f Search<'f>,
    json: &'a str,
    reader: JsonReader<'a>,
    open: Vec<Open>,
    /// The number of losses; position and path are created only for the first ones.
    found: usize,
    findings: &'f mut Findings,
}

/// An open list with the current index, or an open object with the current and the previous names.
enum Open {
    List(usize),
    Object { name: String, seen: HashSet<String> },
}

type Result<T> = std::result::Result<T, SyntaxError>;

impl Losses<'_, '_> {
    /// Reads the whole text, iteratively because untyped values can nest too deeply for recursion.
    fn walk(&mut self) -> Result<()> {
        loop {
            let mut more = self.value()?;
            while !more {
                more = match self.open.last_mut() {
                    None => return Ok(()),
                    Some(Open::List(index)) => {
                        *index += 1;
                        self.reader.more_items()?
                    }
                    Some(Open::Object { .. }) => self.reader.more_members()?,
                };
                if !more {
                    self.open.pop();
                }
            }
            if matches!(self.open.last(), Some(Open::Object { .. })) {
                self.name()?;
            }
        }
    }

    /// Reads a scalar or an empty container, or opens a container and returns true.
    fn value(&mut self) -> Result<bool> {
        let offset = self.reader.next_offset();
        match self.reader.peek() {
            RawKind::List if self.search.skips_items && self.is_items() => self.reader.skip(MAX_DEPTH)?,
            RawKind::List if self.reader.begin_list()? => {
                self.open.push(Open::List(0));
                return Ok(true);
            }
            RawKind::Object if self.reader.begin_object()? => {
                self.open.push(Open::Object { name: String::new(), seen: HashSet::new() });
                return Ok(true);
            }
            RawKind::List | RawKind::Object => {}
            RawKind::Number => {
                let number = self.reader.number()?;
                if self.search.changes_numbers
                    && let Some(result) = go_yaml::changed_number(number)
                {
                    let number = number.to_owned();
                    self.warn(offset, |path| changed_number(&number, path, &result));
                }
            }
            RawKind::String => {
                let text = self.reader.string()?;
                if self.search.is_output && is_late_time(&text) {
                    let message =
                        |path: &str| format!("the time in {} becomes {text}, which cannot be read", quote(path));
                    self.warn(offset, message);
                } else if text.contains(char::REPLACEMENT_CHARACTER)
                    && has_half_pair(&self.json[offset..self.reader.offset()])
                {
                    self.warn(offset, half_pair);
                }
            }
            _ => self.reader.skip(MAX_DEPTH)?,
        }
        Ok(false)
    }

    /// Reads the name of a member.
    fn name(&mut self) -> Result<()> {
        let offset = self.reader.next_offset();
        let name = self.reader.name()?.into_owned();
        let written = &self.json[offset..self.reader.offset()];
        let has_lost = name.contains(char::REPLACEMENT_CHARACTER) && has_half_pair(written);
        let Some(Open::Object { name: last, seen }) = self.open.last_mut() else { return Ok(()) };
        last.clone_from(&name);
        if !seen.insert(name) {
            self.repeated(offset);
        }
        if has_lost {
            self.warn(offset, half_pair);
        }
        Ok(())
    }

    #[cold]
    fn repeated(&mut self, offset: usize) {
        let message = |path: &str| format!("duplicate field {}; the last one counts", quote(path));
        match self.search.decoded {
            None => self.add(offset, message, Findings::lose),
            Some(_) if self.found >= MAX_FINDINGS => {}
            Some(warnings) => {
                let path = self.path();
                if !warnings.iter().any(|warning| is_within(&path, warning)) {
                    let add = if self.search.has_raw_objects { Findings::lose } else { Findings::warn_at };
                    self.add(offset, message, add);
                }
            }
        }
    }

    #[cold]
    fn warn(&mut self, offset: usize, message: impl FnOnce(&str) -> String) {
        self.add(offset, message, Findings::warn_at);
    }

    fn add(
        &mut self,
        offset: usize,
        message: impl FnOnce(&str) -> String,
        add: fn(&mut Findings, Option<Mark>, String),
    ) {
        self.found += 1;
        if self.found > MAX_FINDINGS {
            return add(self.findings, None, String::new());
        }
        let at = (!self.search.is_output).then(|| self.reader.position(offset));
        let message = message(&self.path());
        add(self.findings, at, message);
    }

    fn is_items(&self) -> bool {
        matches!(&self.open[..], [Open::Object { name, .. }] if name == "items")
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for open in &self.open {
            match open {
                Open::List(index) => path += &format!("[{index}]"),
                Open::Object { name, .. } => {
                    path += if path.is_empty() { "" } else { "." };
                    path += name;
                }
            }
        }
        path
    }
}

/// Returns true if the decoder reported the field at `path`, or dropped a field that contains it.
fn is_within(path: &str, warning: &Warning) -> bool {
    let (WarningKind::DuplicateField(known) | WarningKind::UnknownField(known)) = &warning.kind else { return false };
    path.strip_prefix(known.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn half_pair(path: &str) -> String {
    format!("half of a surrogate pair in {} becomes U+FFFD", quote(path))
}

/// Returns true if the JSON source of a string contains an escape that is half of a surrogate pair.
fn has_half_pair(string: &str) -> bool {
    let code = |at: usize| string.get(at..at + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let mut at = 0;
    while let Some(found) = string[at..].find('\\') {
        at += found;
        let is_unicode = string[at + 1..].starts_with('u');
        match code(at + 2).filter(|_| is_unicode) {
            None => at += 2,
            Some(0xd800..0xdc00)
                if string[at + 6..].starts_with("\\u")
                    && code(at + 8).is_some_and(|code| (0xdc00..0xe000).contains(&code)) =>
            {
                at += 12;
            }
            Some(0xd800..0xe000) => return true,
            Some(_) => at += 6,
        }
    }
    false
}

/// Adds times of an encoded object that their time zone moves to a year without exactly four digits. Kubernetes writes
/// such times but cannot read them.
pub(super) fn add_late_times(encoded: &[u8], findings: &mut Findings) {
    let may_have = |start: &str| memmem::find(encoded, format!("\"{start}").as_bytes()).is_some();
    if LATE.into_iter().any(may_have)
        && let Ok(encoded) = str::from_utf8(encoded)
    {
        let search = Search {
            decoded: None,
            has_raw_objects: false,
            changes_numbers: false,
            skips_items: false,
            is_output: true,
        };
        search.run(encoded, findings);
    }
}

/// The days before year 0 and after year 9999. No others are possible, because a zone offset is less than a day.
const LATE: [&str; 2] = ["-0001-12-31T", "10000-01-01T"];

fn is_late_time(text: &str) -> bool {
    text.ends_with('Z') && LATE.into_iter().any(|start| text.starts_with(start))
}

/// Adds a warning for each invalid UTF-8 sequence in a JSON text.
pub(super) fn add_invalid_bytes(text: &[u8], findings: &mut Findings) {
    if simdutf8::basic::from_utf8(text).is_ok() {
        return;
    }
    let mut at = Mark::START;
    for (found, chunk) in text.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).enumerate() {
        // Positions are counted from the previous one, so that the cost is linear in the length of the text.
        at = at.after(chunk.valid().as_bytes());
        let message = if found < MAX_FINDINGS { "bytes that are not UTF-8 become U+FFFD" } else { "" };
        findings.warn_at(Some(at), message);
        at = at.after("?".as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expected: &[(u32, &str)]) {
        let mut findings = Findings::default();
        let search = Search {
            decoded: None,
            has_raw_objects: false,
            changes_numbers: true,
            skips_items: false,
            is_output: false,
        };
        search.run(json, &mut findings);
        let found: Vec<_> =
            findings.iter().map(|found| (found.at.expect("a place").column, found.message.as_str())).collect();
        assert_eq!(found, expected, "{json}");
    }

    #[test]
    fn repeated_keys_are_found_at_any_depth() {
        check(r#"{"a":1,"\u0061":2}"#, &[(8, r#"duplicate field "a"; the last one counts"#)]);
        check(r#"[{"a":[],"b":{"c":{},"d":1,"c":0}}]"#, &[(28, r#"duplicate field "[0].b.c"; the last one counts"#)]);
        check(r#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, &[]);
        let deep = "[".repeat(9_000) + r#"{"a":1,"a":1}"# + &"]".repeat(9_000);
        let mut findings = Findings::default();
        Search { decoded: None, has_raw_objects: false, changes_numbers: false, skips_items: false, is_output: false }
            .run(&deep, &mut findings);
        assert_eq!(findings.iter().count(), 1);
    }

    #[test]
    fn half_pairs_are_found() {
        let message = r#"half of a surrogate pair in "a" becomes U+FFFD"#;
        for text in [r"\ud800", r"\uDC00x", r"\ud83d\ud83d\ude00", r"\ud800\n", r"x\ud800\u0041"] {
            check(&format!(r#"{{"a":"{text}"}}"#), &[(6, message)]);
        }
        for text in [r"\ud83d\ude00", r"\ufffd", "\u{fffd}", r"\\ud800\ufffd"] {
            check(&format!(r#"{{"a":"{text}"}}"#), &[]);
        }
    }

    #[test]
    fn numbers_that_change_are_found() {
        check(r#"{"a":[1,18446744073709551615,1.5,-3]}"#, &[]);
        for number in ["18446744073709551616", "9007199254740993.0", "-0.0"] {
            let mut findings = Findings::default();
            let search = Search {
                decoded: None,
                has_raw_objects: false,
                changes_numbers: true,
                skips_items: false,
                is_output: false,
            };
            search.run(&format!(r#"{{"a":{number}}}"#), &mut findings);
            assert_eq!(findings.iter().count(), 1, "{number}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_have_their_place() {
        let mut findings = Findings::default();
        add_invalid_bytes(b"{\"a\":\n \"\xffx\xc3\"}", &mut findings);
        let found: Vec<_> = findings.iter().map(|found| (found.at, found.message.as_str())).collect();
        let at = |column| Some(Mark { line: 2, column });
        let message = "bytes that are not UTF-8 become U+FFFD";
        assert_eq!(found, [(at(3), message), (at(5), message)]);
    }
}
