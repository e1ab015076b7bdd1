//! Formatting of texts in double quotes.

use std::fmt::Write;

use crate::wire::category::is_printable;

/// The number of spaces for each level.
const STEP: usize = 2;

/// The end of an output line that is not a line break of the text.
const FOLD: &str = "\\\n";

pub(super) fn indent(out: &mut String, level: usize) {
    out.extend(std::iter::repeat_n(' ', STEP * level));
}

/// Writes a text. If it has several lines, each one is written on its own line, indented by `level` levels.
pub(super) fn write(out: &mut String, text: &str, level: usize) {
    out.push('"');
    if text.contains('\n') {
        out.push_str(FOLD);
        for line in text.split_inclusive('\n') {
            write_line(out, line, level);
        }
        indent(out, level);
    } else {
        text.chars().for_each(|character| write_character(out, character));
    }
    out.push('"');
}

pub(super) fn write_on_one_line(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => write_character(out, character),
        }
    }
    out.push('"');
}

/// Writes a line of a text. A backslash keeps white space at the start of the line from being read as indentation;
/// other lines have a space in its place.
fn write_line(out: &mut String, line: &str, level: usize) {
    indent(out, level);
    out.push(if line.starts_with([' ', '\t']) { '\\' } else { ' ' });
    let content = line.strip_suffix('\n');
    content.unwrap_or(line).chars().for_each(|character| write_character(out, character));
    if content.is_some() {
        out.push_str("\\n");
    }
    out.push_str(FOLD);
}

fn write_character(out: &mut String, character: char) {
    let short = match character {
        '"' | '\\' => character,
        '\t' => return out.push('\t'),
        _ if is_printable(character) => return out.push(character),
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\u{B}' => 'v',
        '\u{C}' => 'f',
        '\r' => 'r',
        '\u{1B}' => 'e',
        '\u{85}' => 'N',
        '\u{A0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => return write_code(out, u32::from(character)),
    };
    out.extend(['\\', short]);
}

fn write_code(out: &mut String, code: u32) {
    let written = match code {
        ..0x20 | 0x7F => write!(out, "\\x{code:02x}"),
        ..0x10000 => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
    written.expect("writing to a String cannot fail");
}
