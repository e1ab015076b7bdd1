//! Finds the comments of a text.

use std::ops::Range;

use super::refusal::{Cause, Refusal};
use crate::go_yaml::{Error, EventKind, ScalarStyle, Text};

/// Returns the ranges of all comments in a text, from `#` to the end of the line.
///
/// # Errors
///
/// Returns a refusal if the text is not YAML.
pub(super) fn find(text: &Text<'_>) -> Result<Vec<Range<usize>>, Refusal> {
    match scan(text) {
        (found, None) => Ok(found),
        (_, Some(error)) => Err(Refusal::new(Cause::Invalid, error.to_string()).at(error.position())),
    }
}

/// Returns the ranges of the comments in a text that may be invalid. After the place where it cannot be read, the ranges
/// may be parts of scalars.
pub(super) fn readable(text: &Text<'_>) -> Vec<Range<usize>> {
    scan(text).0
}

fn scan(text: &Text<'_>) -> (Vec<Range<usize>>, Option<Error>) {
    let mut found = Vec::new();
    let mut last = 0;
    let mut failure = None;
    for event in text.events() {
        let event = match event {
            Ok(event) => event,
            Err(error) => {
                failure = Some(error);
                break;
            }
        };
        let (span, content) = (event.span(), event.content());
        if let EventKind::Scalar { style, .. } = event.kind {
            // Anchor and tag cannot contain a comment, but one can follow them.
            search(text, last..content.start, &mut found);
            if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
                let header = text[content.clone()].find('\n').map_or(content.end, |feed| content.start + feed);
                search(text, content.start..header, &mut found);
            }
            last = span.end;
        } else if matches!(event.kind, EventKind::Alias(_)) {
            search(text, last..span.start, &mut found);
            last = span.end;
        }
        if event.kind == EventKind::DocumentEnd {
            break;
        }
    }
    search(text, last..text.len(), &mut found);
    (found, failure)
}

/// Adds the comments in a range without scalars.
fn search(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let mut at = range.start;
    while let Some(sign) = text.get(at..range.end).and_then(|rest| rest.find('#')) {
        let start = at + sign;
        let before = text[..start].chars().next_back();
        let length = text[start..].find(['\n', '\r']).unwrap_or(text.len() - start);
        // A sign inside an anchor or a tag starts no comment.
        if before.is_none_or(|before| before.is_whitespace() || "[]{},:-?\u{FEFF}".contains(before)) {
            found.push(start..start + length);
            at = start + length;
        } else {
            at = start + 1;
        }
    }
}
