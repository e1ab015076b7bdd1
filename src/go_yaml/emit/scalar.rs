use std::borrow::Cow;

use memchr::memchr2_iter;

use super::document::Kind;
use super::output::{Output, STEP};
use super::style::{Style, is_break, is_special};

/// Keys of more than this many bytes are written on separate lines.
const MAX_KEY_LENGTH: usize = 128;

/// Writes a value.
#[inline]
pub(super) fn write_value(out: &mut Output<'_>, kind: Kind, text: &str) {
    write(out, kind, text, Style::of(kind, text), true);
}

/// Writes a key and its colon.
#[inline]
pub(super) fn write_key(out: &mut Output<'_>, kind: Kind, text: &str) {
    let style = Style::of(kind, text);
    if text.len() <= MAX_KEY_LENGTH && (style == Style::Plain || !text.contains(is_break)) {
        write(out, kind, text, style, false);
        out.put(':');
    } else {
        out.entry_indicator('?');
        write(out, kind, text, style, true);
        out.start_line();
        out.entry_indicator(':');
    }
}

/// Writes a scalar. If `folds` is true, long text is broken at spaces.
#[inline]
fn write(out: &mut Output<'_>, kind: Kind, text: &str, style: Style, folds: bool) {
    if kind == Kind::Binary {
        write_word(out, "!!binary");
    }
    if style == Style::Plain && !(folds && out.may_fold(text.len())) {
        write_word(out, text);
    } else {
        write_styled(out, text, style, folds);
    }
}

fn write_styled(out: &mut Output<'_>, text: &str, style: Style, folds: bool) {
    // Continuation lines are indented more than the parent of the scalar.
    let indent = out.indent;
    out.indent = indent.max(0) + STEP;
    match style {
        Style::Plain => write_plain(out, text, folds),
        Style::SingleQuoted => write_single_quoted(out, text, folds),
        Style::DoubleQuoted => write_double_quoted(out, text, folds),
        Style::Literal => write_literal(out, text),
    }
    out.indent = indent;
}

/// Writes text that stays on the current line.
pub(super) fn write_word(out: &mut Output<'_>, word: &str) {
    out.space();
    out.put_str(word);
    out.use_line();
}

fn write_plain(out: &mut Output<'_>, text: &str, folds: bool) {
    out.space();
    out.use_line();
    write_words(out, text, folds);
    out.use_line();
}

fn write_single_quoted(out: &mut Output<'_>, text: &str, folds: bool) {
    out.space();
    out.put('\'');
    out.use_line();
    let doubled = if text.contains('\'') { Cow::Owned(text.replace('\'', "''")) } else { Cow::Borrowed(text) };
    write_words(out, &doubled, folds);
    out.put('\'');
    out.use_line();
}

/// Writes characters unescaped, with line breaks in place of some single spaces.
fn write_words(out: &mut Output<'_>, text: &str, folds: bool) {
    let mut column = out.column();
    let mut behind_space = false;
    let mut behind_break = false;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let word = &rest[..rest.find(|character| character == ' ' || is_break(character)).unwrap_or(rest.len())];
        if !word.is_empty() {
            if behind_break {
                out.start_line();
                column = out.column();
            }
            out.put_str(word);
            out.only_indentation = false;
            column += word.chars().count();
            (behind_space, behind_break) = (false, false);
        }
        let Some(separator) = rest[word.len()..].chars().next() else { break };
        let before = at + word.len();
        at = before + separator.len_utf8();
        if separator != ' ' {
            out.put_break(separator);
            column = 0;
            behind_break = true;
            continue;
        }
        let is_inner_single = before > 0 && !behind_space && text[at..].starts_with(|next| next != ' ');
        if folds && is_inner_single && Output::is_past_width(column) {
            out.start_line();
            column = out.column();
        } else {
            out.put(' ');
            column += 1;
        }
        behind_space = true;
    }
}

fn write_double_quoted(out: &mut Output<'_>, text: &str, folds: bool) {
    out.space();
    out.put('"');
    out.use_line();
    // If a text starts with a byte order mark, upstream escapes every character.
    let escapes_all = text.starts_with('\u{FEFF}');
    let mut column = out.column();
    let mut behind_space = false;
    let mut written = 0;
    for (at, character) in text.char_indices() {
        let next = at + character.len_utf8();
        let escaped = escapes_all || is_escaped(character);
        let is_space = character == ' ' && !escaped;
        if escaped {
            // The range is empty if one escape directly follows another.
            if written < at {
                out.put_str(&text[written..at]);
            }
            column += write_escape(out, character);
            written = next;
        } else if is_space && folds && !behind_space && Output::is_past_width(column) && at > 0 && next < text.len() {
            out.put_str(&text[written..at]);
            written = next;
            out.start_line();
            if text.as_bytes()[next] == b' ' {
                out.put('\\');
            }
            out.use_line();
            column = out.column();
        } else {
            column += 1;
        }
        behind_space = is_space;
    }
    out.put_str(&text[written..]);
    out.put('"');
    out.use_line();
}

fn is_escaped(character: char) -> bool {
    is_special(character) || is_break(character) || matches!(character, '"' | '\\')
}

/// Writes a character as an escape, and returns the number of characters written.
fn write_escape(out: &mut Output<'_>, character: char) -> usize {
    let short = match character {
        '\0' => b'0',
        '\x07' => b'a',
        '\x08' => b'b',
        '\t' => b't',
        '\n' => b'n',
        '\x0B' => b'v',
        '\x0C' => b'f',
        '\r' => b'r',
        '\x1B' => b'e',
        '"' => b'"',
        '\\' => b'\\',
        '\u{85}' => b'N',
        '\u{A0}' => b'_',
        '\u{2028}' => b'L',
        '\u{2029}' => b'P',
        _ => return write_code(out, character.into()),
    };
    out.put_start(&[b'\\', short], 2);
    2
}

/// Writes a character as a numeric escape, and returns the number of characters written.
fn write_code(out: &mut Output<'_>, code: u32) -> usize {
    let (letter, digits) = match code {
        ..0x100 => (b'x', 2),
        0x100..0x10000 => (b'u', 4),
        _ => (b'U', 8),
    };
    let mut escape = [0; 10];
    let length = 2 + digits;
    escape[..2].copy_from_slice(&[b'\\', letter]);
    for (place, digit) in escape[2..length].iter_mut().rev().zip(0..) {
        *place = b"0123456789ABCDEF"[(code >> (4 * digit) & 0xF) as usize];
    }
    out.put_start(&escape, length);
    length
}

fn write_literal(out: &mut Output<'_>, text: &str) {
    out.space();
    out.put('|');
    out.put_str(literal_hints(text));
    out.put_break('\n');
    out.after_space = true;
    let mut start = 0;
    // The other line breaks start with bytes that many characters share.
    for at in memchr2_iter(b'\n', 0xE2, text.as_bytes()) {
        let Some(end) = text[at..].chars().next().filter(|character| is_break(*character)) else { continue };
        write_line(out, &text[start..at]);
        out.put_break(end);
        start = at + end.len_utf8();
    }
    write_line(out, &text[start..]);
}

fn write_line(out: &mut Output<'_>, line: &str) {
    if !line.is_empty() {
        out.start_line();
        out.put_str(line);
        out.only_indentation = false;
    }
}

/// Returns the indicators that must follow `|`: an indentation that the first line does not show, and the treatment of
/// the final line breaks.
fn literal_hints(text: &str) -> &'static str {
    let indented = text.starts_with(|first| first == ' ' || is_break(first));
    let mut before = text.chars();
    let ends_in_break = before.next_back().is_some_and(is_break);
    let keep = ends_in_break && before.next_back().is_none_or(is_break);
    match (indented, ends_in_break, keep) {
        (false, false, _) => "-",
        (true, false, _) => "2-",
        (false, _, true) => "+",
        (true, _, true) => "2+",
        (false, _, false) => "",
        (true, _, false) => "2",
    }
}
