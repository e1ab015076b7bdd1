//! Finds the comments of a text.

use std::ops::Range;

use super::refusal::{Cause, Refusal};
use crate::go_yaml::{Error, Event, EventKind, ScalarStyle, Text};

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
    let mut comments = Comments::new(text);
    let mut failure = None;
    for event in text.events() {
        match event {
            Ok(event) if event.kind == EventKind::DocumentEnd => break,
            Ok(event) => comments.visit(&event),
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    (comments.finish(), failure)
}

/// The comments between the events of a text.
pub(super) struct Comments<'t> {
    text: &'t str,
    found: Vec<Range<usize>>,
    /// The end of the last scalar or alias.
    last: usize,
}

impl<'t> Comments<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Comments { text, found: Vec::new(), last: 0 }
    }

    /// Adds the comments before the next event, and those in the header of a block scalar.
    pub(super) fn visit(&mut self, event: &Event<'_>) {
        let (text, span, content) = (self.text, event.span(), event.content());
        if let EventKind::Scalar { style, .. } = event.kind {
            // Anchor and tag cannot contain a comment, but one can follow them.
            search(text, self.last..content.start, &mut self.found);
            if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
                let header = text[content.clone()].find('\n').map_or(content.end, |feed| content.start + feed);
                search(text, content.start..header, &mut self.found);
            }
            self.last = span.end;
        } else if matches!(event.kind, EventKind::Alias(_)) {
            search(text, self.last..span.start, &mut self.found);
            self.last = span.end;
        }
    }

    /// Returns the comments, with those after the last event.
    pub(super) fn finish(mut self) -> Vec<Range<usize>> {
        search(self.text, self.last..self.text.len(), &mut self.found);
        self.found
    }
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
