//! A PEM reader: blocks of base64 between two lines with a label.

use memchr::memmem;

use crate::wire::base64;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"\n-----END ";
const DASHES: &[u8] = b"-----";

/// Returns the contents of the first valid block if it has this label. Text around blocks is allowed.
pub(super) fn contents(text: &[u8], label: &str) -> Option<Vec<u8>> {
    let mut rest = text;
    while let Some(end) = memmem::find(rest, END) {
        let (before, after) = (&rest[..=end], &rest[end + END.len()..]);
        if let Some((found, contents)) = block(before, after) {
            return (found == label.as_bytes()).then_some(contents);
        }
        rest = after;
    }
    None
}

/// Returns the label and contents of a block, given the text before and after the `END ` of its last line.
fn block<'a>(before: &'a [u8], after: &[u8]) -> Option<(&'a [u8], Vec<u8>)> {
    let begin = memmem::rfind(before, BEGIN)?;
    if begin > 0 && before[begin - 1] != b'\n' {
        return None;
    }
    let mut lines = before[begin + BEGIN.len()..].split_inclusive(|&byte| byte == b'\n').map(trimmed);
    let label = lines.next()?.strip_suffix(DASHES)?;
    let behind = after.strip_prefix(label)?.strip_prefix(DASHES)?;
    if !behind.split_inclusive(|&byte| byte == b'\n').next().is_none_or(|rest| trimmed(rest).is_empty()) {
        return None;
    }
    let mut lines = lines.peekable();
    while lines.next_if(|line| line.contains(&b':')).is_some() {
        // A header, which cannot be the last line.
        lines.peek()?;
    }
    let digits = lines.flatten().copied().filter(|byte| !b" \t".contains(byte));
    let digits = String::from_utf8(digits.collect()).ok()?;
    Some((label, base64::decode(&digits).ok()?))
}

/// Returns a line without trailing spaces.
fn trimmed(line: &[u8]) -> &[u8] {
    let end = [&b"\r\n"[..], b"\n"];
    let mut line = end.iter().find_map(|end| line.strip_suffix(*end)).unwrap_or(line);
    while let [rest @ .., b' ' | b'\t'] = line {
        line = rest;
    }
    line
}
