use super::output::{Output, STEP};
use super::style::{Style, is_break, is_special};
use crate::wire::base64;
use crate::wire::float::write_yaml_float;
use crate::yaml::scalar::Scalar;

/// Keys beyond this many bytes stand on lines of their own.
const MAX_KEY_LENGTH: usize = 128;

/// Characters on a line of a `!!binary` value.
const BINARY_WIDTH: usize = 70;

/// Writes a scalar. Where `folds`, long text is broken at spaces.
pub(super) fn write(out: &mut Output, scalar: &Scalar<'_>, folds: bool) {
    match scalar {
        Scalar::Null => write_plain(out, "null", false),
        Scalar::Bool(value) => write_plain(out, &value.to_string(), false),
        Scalar::Int(value) => write_plain(out, &value.to_string(), false),
        Scalar::Uint(value) => write_plain(out, &value.to_string(), false),
        Scalar::Float(value) => write_plain(out, &float_text(*value), false),
        Scalar::Text(text) => write_styled(out, text, Style::of(text), folds),
        Scalar::Bytes(bytes) => {
            write_plain(out, "!!binary", false);
            let text = binary_text(bytes);
            let style = if text.contains('\n') { Style::Literal } else { Style::Plain };
            write_styled(out, &text, style, folds);
        }
    }
}

/// Whether a key can be written as `key: value`.
pub(super) fn is_simple_key(key: &Scalar<'_>) -> bool {
    match key {
        Scalar::Text(text) => text.len() <= MAX_KEY_LENGTH && !text.contains(is_break),
        Scalar::Bytes(bytes) => binary_text(bytes).len() <= BINARY_WIDTH,
        _ => true,
    }
}

fn float_text(value: f64) -> String {
    let mut text = Vec::new();
    write_yaml_float(&mut text, value);
    String::from_utf8(text).expect("numbers are ASCII")
}

/// Base64, with line feeds if one line does not hold it.
fn binary_text(bytes: &[u8]) -> String {
    let mut text = base64::encode(bytes);
    if text.len() > BINARY_WIDTH {
        let lines = text.as_bytes().chunks(BINARY_WIDTH);
        text = lines.map(|line| String::from_utf8_lossy(line) + "\n").collect();
    }
    text
}

fn write_styled(out: &mut Output, text: &str, style: Style, folds: bool) {
    // Further lines are indented more than what the scalar belongs to.
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

fn write_plain(out: &mut Output, text: &str, folds: bool) {
    out.space();
    write_words(out, text, folds);
    out.use_line();
}

fn write_single_quoted(out: &mut Output, text: &str, folds: bool) {
    out.space();
    out.put('\'');
    write_words(out, &text.replace('\'', "''"), folds);
    out.put('\'');
    out.use_line();
}

/// Writes characters as they are, with a line break in place of some single spaces.
fn write_words(out: &mut Output, text: &str, folds: bool) {
    let mut behind_space = false;
    let mut behind_break = false;
    for (at, character) in text.char_indices() {
        match character {
            ' ' if folds && !behind_space && out.is_past_width() && is_inner_single_space(text, at) => {
                out.start_line();
                behind_space = true;
            }
            ' ' => {
                out.put(' ');
                behind_space = true;
            }
            _ if is_break(character) => {
                out.put_break(character);
                behind_break = true;
            }
            _ => {
                if behind_break {
                    out.start_line();
                }
                out.put(character);
                (behind_space, behind_break) = (false, false);
            }
        }
    }
}

fn is_inner_single_space(text: &str, at: usize) -> bool {
    at > 0 && text.as_bytes().get(at + 1).is_some_and(|next| *next != b' ')
}

fn write_double_quoted(out: &mut Output, text: &str, folds: bool) {
    out.space();
    out.put('"');
    // Behind a byte order mark upstream escapes everything.
    let escapes_all = text.starts_with('\u{FEFF}');
    let mut behind_space = false;
    for (at, character) in text.char_indices() {
        let escaped = escapes_all || is_special(character) || is_break(character) || matches!(character, '"' | '\\');
        let is_space = character == ' ' && !escaped;
        if escaped {
            write_escape(out, character);
        } else if is_space && folds && !behind_space && out.is_past_width() && at > 0 && at + 1 < text.len() {
            out.start_line();
            if text.as_bytes()[at + 1] == b' ' {
                out.put('\\');
            }
        } else {
            out.put(character);
        }
        behind_space = is_space;
    }
    out.put('"');
    out.use_line();
}

fn write_escape(out: &mut Output, character: char) {
    let code = u32::from(character);
    let escape = match character {
        '\0' => '0',
        '\x07' => 'a',
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0B' => 'v',
        '\x0C' => 'f',
        '\r' => 'r',
        '\x1B' => 'e',
        '"' | '\\' => character,
        '\u{85}' => 'N',
        '\u{A0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        '\0'..='\u{FF}' => return out.put_str(&format!("\\x{code:02X}")),
        '\0'..='\u{FFFF}' => return out.put_str(&format!("\\u{code:04X}")),
        _ => return out.put_str(&format!("\\U{code:08X}")),
    };
    out.put('\\');
    out.put(escape);
}

fn write_literal(out: &mut Output, text: &str) {
    out.space();
    out.put('|');
    out.put_str(literal_hints(text));
    out.put_break('\n');
    out.after_space = true;
    let mut behind_break = true;
    for character in text.chars() {
        if is_break(character) {
            out.put_break(character);
            behind_break = true;
            continue;
        }
        if behind_break {
            out.start_line();
        }
        out.put(character);
        out.only_indentation = false;
        behind_break = false;
    }
}

/// What must stand behind `|`: an indentation that the first line does not show, and how the text
/// ends.
fn literal_hints(text: &str) -> &'static str {
    let indented = text.starts_with(|first| first == ' ' || is_break(first));
    let breaks = text.chars().rev().take(2).take_while(|last| is_break(*last)).count();
    let keep = breaks == 2 || (breaks == 1 && text.chars().nth(1).is_none());
    match (indented, breaks, keep) {
        (false, 0, _) => "-",
        (true, 0, _) => "2-",
        (false, _, true) => "+",
        (true, _, true) => "2+",
        (false, _, false) => "",
        (true, _, false) => "2",
    }
}
