//! Checks of results.

use std::fmt::Display;

/// Compares two texts and reports only the first difference, because a whole text would fill pages.
pub(crate) fn same(found: &[u8], expected: &[u8]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let at = found.iter().zip(expected).position(|(byte, expected)| byte != expected);
    let at = at.unwrap_or(found.len().min(expected.len()));
    let from = |bytes: &[u8]| bytes[at..].iter().take(60).copied().collect::<Vec<u8>>().escape_ascii().to_string();
    Err(format!("differs at byte {at}: {} instead of {}", from(found), from(expected)))
}

/// Converts an error to the text for reports.
pub(crate) fn text<T, E: Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}
