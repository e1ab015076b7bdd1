//! Invariants of the events of any text.

use apimachinery::yaml::{CollectionStyle, Event, EventKind, Mark, Properties, ScalarStyle, Text};

/// Checks the events up to the first error.
///
/// # Panics
///
/// Panics if the text at the position of an event is not that event.
pub(crate) fn check(document: &[u8]) {
    let Ok(text) = Text::decode(document) else { return };
    let events: Vec<_> = text.events().map_while(Result::ok).collect();
    let mut place = Place { text: &text, offset: 0, mark: Mark::new(1, 1) };
    for event in &events {
        place.check(event.span().start, event.start());
        place.check(event.span().end, event.end());
        assert!(event.span().start <= event.content().start && event.content().end == event.span().end, "{event:?}");
    }
    for (index, event) in events.iter().enumerate() {
        match &event.kind {
            EventKind::Scalar { text: value, style, .. } => check_scalar(&text[event.content()], value, *style),
            EventKind::SequenceStart { style: CollectionStyle::Flow, .. }
            | EventKind::MappingStart { style: CollectionStyle::Flow, .. } => check_flow(&text, &events[index..]),
            _ => {}
        }
    }
}

/// A position that moves through a text, with an independent count of lines and columns.
struct Place<'a> {
    text: &'a str,
    offset: usize,
    mark: Mark,
}

impl Place<'_> {
    fn check(&mut self, offset: usize, mark: Mark) {
        let passed = self.text.get(self.offset..offset);
        let passed = passed.unwrap_or_else(|| panic!("{mark:?} after {:?}", self.mark));
        let mut characters = passed.chars().chain(self.text[offset..].chars().next()).peekable();
        for _ in 0..passed.chars().count() {
            let character = characters.next().expect("they were counted");
            let is_break = match character {
                '\r' => characters.peek() != Some(&'\n'),
                _ => matches!(character, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}'),
            };
            match is_break {
                true => (self.mark.line, self.mark.column) = (self.mark.line + 1, 1),
                false => self.mark.column += 1,
            }
        }
        self.offset = offset;
        // The end of a last line without a line break counts as another line, as upstream.
        let is_behind_last_line = offset == self.text.len() && mark.line == self.mark.line + 1;
        if is_behind_last_line {
            self.mark = mark;
        }
        assert_eq!(mark, self.mark, "{:?}", self.text);
    }
}

/// Checks that the text of a scalar has exactly this value and style.
fn check_scalar(source: &str, value: &str, style: ScalarStyle) {
    let is_relative = source.lines().next().is_some_and(|header| header.contains(|c: char| c.is_ascii_digit()));
    match style {
        ScalarStyle::Plain => {
            assert!(source.split_whitespace().eq(value.split_whitespace()), "{source:?} {value:?}");
            assert!(source == value || source.contains(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']), "{source:?}");
        }
        ScalarStyle::Literal | ScalarStyle::Folded if is_relative || value.trim().is_empty() => {}
        _ => {
            let found = read(source);
            let (_, whole) = found.get(1).unwrap_or_else(|| panic!("{source:?} is empty"));
            assert_eq!(
                found[1].0,
                outline(&EventKind::Scalar { properties: Properties::default(), text: value.into(), style })
            );
            assert_eq!(whole, source);
        }
    }
}

/// Checks that the text of a collection in brackets has the same nodes.
fn check_flow(text: &str, events: &[Event<'_>]) {
    let mut depth = 0_usize;
    let end = events.iter().position(|event| {
        match event.kind {
            EventKind::SequenceStart { .. } | EventKind::MappingStart { .. } => depth += 1,
            EventKind::SequenceEnd | EventKind::MappingEnd => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(end) = end else { return };
    let source = &text[events[0].content().start..events[end].span().end];
    let names_handle = events[..end].iter().any(|event| event.properties().is_some_and(|node| node.tag().is_some()));
    // The brackets can belong to its first key.
    let is_pair = events.get(1).is_some_and(|first| first.span().start == events[0].content().start);
    // After a `?` without a key one token is lost, as upstream; which one depends on the text that follows.
    if !source.starts_with(['[', '{']) || names_handle || is_pair || source.contains('?') {
        return;
    }
    let expected = events[1..=end].iter().map(|event| (outline(&event.kind), text[event.span()].to_owned()));
    let found = read(source);
    assert!(found.get(2..end + 2).is_some_and(|found| expected.eq(found.iter().cloned())), "{source:?} in {text:?}");
}

/// Returns the events of a text with their texts, up to the first error.
fn read(source: &str) -> Vec<(String, String)> {
    let text = Text::decode(source.as_bytes()).expect("a part of a valid text");
    text.events().map_while(Result::ok).map(|event| (outline(&event.kind), text[event.span()].to_owned())).collect()
}

fn outline(kind: &EventKind<'_>) -> String {
    let given = |properties: &Properties<'_>| format!("{:?} {:?}", properties.anchor(), properties.tag());
    match kind {
        EventKind::Scalar { properties, text, style } => format!("{text:?} {style:?} {}", given(properties)),
        EventKind::SequenceStart { properties, style } => format!("sequence {style:?} {}", given(properties)),
        EventKind::MappingStart { properties, style } => format!("mapping {style:?} {}", given(properties)),
        other => format!("{other:?}"),
    }
}
