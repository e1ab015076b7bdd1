use std::fmt;

use super::error::Error;
use super::event::{Event, EventKind};
use super::parser::Parser;

/// An iterator over the events of a text, created by [`Text::events`](super::Text::events).
///
/// Events represent only the structure of the text: nothing is resolved, merged or checked for duplicates, and aliases
/// may refer to undefined anchors. The text is parsed lazily, and memory use grows with the depth of the text, not with
/// its length.
///
/// Kubernetes reads the first document of a text, up to its [`EventKind::DocumentEnd`], and ignores the rest. This
/// iterator continues with the other documents; stop after the first one to get what Kubernetes reads. Documents are
/// separated by the rules of YAML itself: for example, `...` ends a document. In contrast,
/// [`documents`](super::documents) splits the stream at lines that begin with `---`, as Go's apimachinery does.
///
/// The last item is [`EventKind::StreamEnd`], or the first error.
///
/// ```
/// use apimachinery::yaml::{EventKind, Text};
///
/// let text = Text::decode(b"a\n---\n'b")?;
/// let mut events = text.events();
/// assert_eq!(events.nth(1).unwrap()?.span(), 0..1);
/// assert_eq!(events.next().unwrap()?.kind, EventKind::DocumentEnd);
/// assert_eq!(events.next().unwrap()?.kind, EventKind::DocumentStart);
/// let error = events.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "yaml: line 3: found unexpected end of stream");
/// assert!(events.next().is_none());
/// # Ok::<(), apimachinery::yaml::Error>(())
/// ```
pub struct Events<'a> {
    parser: Parser<'a>,
    is_over: bool,
}

impl<'a> Events<'a> {
    /// Creates an iterator over the events of a checked text.
    pub(super) fn new(text: &'a str) -> Self {
        Self { parser: Parser::new(text), is_over: false }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Event<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let event = self.parser.next();
        self.is_over = matches!(event, Err(_) | Ok(Event { kind: EventKind::StreamEnd, .. }));
        Some(event)
    }
}

impl fmt::Debug for Events<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").finish_non_exhaustive()
    }
}
