//! Data as messages show it: the diagnostic notation of RFC 8949.

use std::fmt::Write;

use super::head::Head;
use super::reader::invalid_utf8;
use super::{Fault, Left, Major, Reader};
use crate::wire::float::write_json_float;

/// An item that was checked, as messages show it; as hexadecimal digits if a text in it is not UTF-8, for which upstream
/// takes U+FFFD, too.
pub(crate) fn diagnose(data: &[u8]) -> String {
    let mut out = String::new();
    match write_items(&mut out, &mut Reader::new(data)) {
        Ok(()) => out,
        Err(_) => hex(data),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        // Writing to a text cannot fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// An item whose parts are being written.
struct Open {
    left: Left,
    /// What ends it.
    end: char,
    /// What stands between its parts, in turns.
    separators: [&'static str; 2],
    written: usize,
}

fn write_items(out: &mut String, reader: &mut Reader<'_>) -> Result<(), Fault> {
    let mut open: Vec<Open> = Vec::new();
    begin(out, reader, &mut open)?;
    while let Some(parts) = open.last_mut() {
        // An entry of a map is two parts.
        let is_value = parts.separators[0] != parts.separators[1] && parts.written % 2 == 1;
        if is_value || reader.more(&mut parts.left) {
            if parts.written > 0 {
                out.push_str(parts.separators[parts.written % 2]);
            }
            parts.written += 1;
            begin(out, reader, &mut open)?;
        } else {
            out.push(parts.end);
            open.pop();
        }
    }
    Ok(())
}

/// Writes an item without parts, or what stands before the parts.
fn begin(out: &mut String, reader: &mut Reader<'_>, open: &mut Vec<Open>) -> Result<(), Fault> {
    let head = reader.head();
    let mut enter = |start: &str, end, separators, left| {
        out.push_str(start);
        open.push(Open { left, end, separators, written: 0 });
    };
    let (list, left) = ([", "; 2], Left::behind(head));
    match (head.major, head.is_indefinite()) {
        (Major::Bytes | Major::Text, true) if reader.is_break() => {
            reader.head();
            out.push_str(if head.major == Major::Bytes { "''_" } else { "\"\"_" });
        }
        (Major::Bytes | Major::Text, true) => enter("(_ ", ')', list, left),
        (Major::List, true) => enter("[_ ", ']', list, left),
        (Major::List, false) => enter("[", ']', list, left),
        (Major::Map, true) => enter("{_ ", '}', [", ", ": "], left),
        (Major::Map, false) => enter("{", '}', [", ", ": "], left),
        (Major::Tag, _) => enter(&format!("{}(", head.value), ')', list, Left::one()),
        (Major::Bytes, false) => write_bytes(out, &reader.bytes(head))?,
        (Major::Text, false) => write_text(out, &reader.text(head)?, '"')?,
        _ => write_number(out, head),
    }
    Ok(())
}

fn write_number(out: &mut String, head: Head) {
    if let Some(number) = head.float() {
        return write_float(out, number);
    }
    // Writing to a text cannot fail.
    let _ = match (head.integer(), head.value) {
        (Some(number), _) => write!(out, "{number}"),
        (None, 20) => write!(out, "false"),
        (None, 21) => write!(out, "true"),
        (None, 22) => write!(out, "null"),
        (None, 23) => write!(out, "undefined"),
        (None, other) => write!(out, "simple({other})"),
    };
}

/// Always with a point.
fn write_float(out: &mut String, number: f64) {
    let mut digits = Vec::new();
    write_json_float(&mut digits, number);
    let digits = String::from_utf8_lossy(&digits);
    let (number, exponent) = digits.split_at(digits.find('e').unwrap_or(digits.len()));
    out.push_str(number);
    if !number.contains('.') {
        out.push_str(".0");
    }
    out.push_str(exponent);
}

fn write_bytes(out: &mut String, bytes: &[u8]) -> Result<(), Fault> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.is_empty() => write_text(out, text, '\''),
        _ => {
            let _ = write!(out, "h'{}'", hex(bytes));
            Ok(())
        }
    }
}

fn write_text(out: &mut String, text: &str, quote: char) -> Result<(), Fault> {
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return Err(invalid_utf8());
    }
    out.push(quote);
    for c in text.chars() {
        match c {
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if c == '\\' || c == quote => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            }),
        }
    }
    out.push(quote);
    Ok(())
}
