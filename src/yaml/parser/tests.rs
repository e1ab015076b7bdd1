use super::Parser;
use crate::yaml::event::{Event, EventKind};
use crate::yaml::token::ScalarStyle;

/// Writes an event in the notation of YAML's test suite.
fn notation(kind: &EventKind<'_>) -> String {
    let with = |mark: &str, value: Option<&str>| value.map(|value| format!(" {mark}{value}")).unwrap_or_default();
    match kind {
        EventKind::StreamEnd => "-STR".into(),
        EventKind::DocumentStart => "+DOC".into(),
        EventKind::DocumentEnd => "-DOC".into(),
        EventKind::Alias(name) => format!("=ALI *{name}"),
        EventKind::Scalar { properties, text, style } => {
            let style = match style {
                ScalarStyle::Plain => ':',
                ScalarStyle::SingleQuoted => '\'',
                ScalarStyle::DoubleQuoted => '"',
                ScalarStyle::Literal => '|',
                ScalarStyle::Folded => '>',
            };
            let (anchor, tag) = (with("&", properties.anchor), with("", properties.tag.as_deref()));
            format!("=VAL{anchor}{tag} {style}{text}")
        }
        EventKind::SequenceStart(properties) => format!("+SEQ{}", with("&", properties.anchor)),
        EventKind::SequenceEnd => "-SEQ".into(),
        EventKind::MappingStart(properties) => format!("+MAP{}", with("&", properties.anchor)),
        EventKind::MappingEnd => "-MAP".into(),
    }
}

fn events(text: &str) -> Vec<Event<'_>> {
    let mut parser = Parser::new(text);
    let mut events = Vec::new();
    while !matches!(events.last(), Some(Event { kind: EventKind::DocumentEnd | EventKind::StreamEnd, .. })) {
        events.push(parser.next().expect("a valid text"));
    }
    events
}

/// Checks the events of a text between the start and the end of its first document.
fn check(text: &str, expected: &str) {
    let found: Vec<_> = events(text).iter().map(|event| notation(&event.kind)).collect();
    assert_eq!(found[1..found.len() - 1].join(", "), expected, "{text:?}");
}

#[test]
fn block_collections() {
    check("- a\n- - b\n  -\n- c: d", "+SEQ, =VAL :a, +SEQ, =VAL :b, =VAL :, -SEQ, +MAP, =VAL :c, =VAL :d, -MAP, -SEQ");
    check("a:\n- b\nc:\n", "+MAP, =VAL :a, +SEQ, =VAL :b, -SEQ, =VAL :c, =VAL :, -MAP");
    check("? a\n? b\n: c\n", "+MAP, =VAL :a, =VAL :, =VAL :b, =VAL :c, -MAP");
    check("a b: c:d # e\nf#: g", "+MAP, =VAL :a b, =VAL :c:d, =VAL :f#, =VAL :g, -MAP");
}

#[test]
fn flow_collections() {
    check(
        "[a, {b: c, d}, e: f, ]",
        "+SEQ, =VAL :a, +MAP, =VAL :b, =VAL :c, =VAL :d, =VAL :, -MAP, +MAP, =VAL :e, =VAL :f, -MAP, -SEQ",
    );
    check("{\"a\":1,b:2,?c}", "+MAP, =VAL \"a, =VAL :1, =VAL :b:2, =VAL :, =VAL :c, =VAL :, -MAP");
    check("{a: b\n c, d: [\n]}", "+MAP, =VAL :a, =VAL :b c, =VAL :d, +SEQ, -SEQ, -MAP");
}

#[test]
fn properties() {
    check("&a !!str b", "=VAL &a tag:yaml.org,2002:str :b");
    check("!x &a", "=VAL &a !x :");
    check("- &a [*a]\n- &b {*b : 1}", "+SEQ, +SEQ &a, =ALI *a, -SEQ, +MAP &b, =ALI *b, =VAL :1, -MAP, -SEQ");
    check("!%C3%A9 a", "=VAL !é :a");
}

#[test]
fn scalars() {
    check("a\n  b\n\n  c", "=VAL :a b\nc");
    check("'it''s'", "=VAL 'it's");
    check("|\n a\n", "=VAL |a\n");
    check(">-\n a\n b", "=VAL >a b");
    check("a\r\n b\u{85} c\u{2028} d", "=VAL :a b c\u{2028}d");
}

#[test]
fn an_empty_flow_collection_is_a_key_only_inside_another() {
    check("{}", "+MAP, -MAP");
    check("[{}: a]", "+SEQ, +MAP, +MAP, -MAP, =VAL :a, -MAP, -SEQ");
}

#[test]
fn documents() {
    check("a\n---\nb\n...\n", "=VAL :a");
    check("--- a\n...\n", "=VAL :a");
    check("---\n", "=VAL :");
    assert!(matches!(events("# c\n")[..], [Event { kind: EventKind::StreamEnd, .. }]));
}

#[test]
fn events_know_where_they_start() {
    let start = |event: &Event<'_>| (notation(&event.kind), event.start.line, event.start.column);
    let found: Vec<_> = events("é: &x 'ü'\nb:\n  - c\n").iter().map(start).collect();
    let expected = [
        ("+DOC", 0, 0),
        ("+MAP", 0, 0),
        ("=VAL :é", 0, 0),
        ("=VAL &x 'ü", 0, 3),
        ("=VAL :b", 1, 0),
        ("+SEQ", 2, 2),
        ("=VAL :c", 2, 4),
        ("-SEQ", 3, 0),
        ("-MAP", 3, 0),
        ("-DOC", 3, 0),
    ];
    assert_eq!(found, expected.map(|(event, line, column)| (event.to_owned(), line, column)));
}
