use super::Parser;
use crate::go_yaml::event::ScalarStyle;
use crate::go_yaml::event::{Event, EventKind};

/// Formats an event in the notation of the YAML test suite.
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
            let (anchor, tag) = (with("&", properties.anchor()), with("", properties.tag()));
            format!("=VAL{anchor}{tag} {style}{text}")
        }
        EventKind::SequenceStart { properties, .. } => format!("+SEQ{}", with("&", properties.anchor())),
        EventKind::SequenceEnd => "-SEQ".into(),
        EventKind::MappingStart { properties, .. } => format!("+MAP{}", with("&", properties.anchor())),
        EventKind::MappingEnd => "-MAP".into(),
    }
}

fn events(text: &str) -> Vec<Event<'_>> {
    let mut parser = Parser::new(text);
    let mut events = Vec::new();
    while !matches!(events.last(), Some(Event { kind: EventKind::DocumentEnd | EventKind::StreamEnd, .. })) {
        events.push(parser.next().expect("the test's text is valid YAML"));
    }
    events
}

/// Checks the events between the start and the end of a text's first document.
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
fn documents_follow_each_other() {
    let notations = |text: &'static str| -> Vec<String> {
        let mut parser = Parser::new(text);
        let mut found = Vec::new();
        while found.last().is_none_or(|last| last != "-STR") {
            found.push(parser.next().map_or_else(|error| error.to_string(), |event| notation(&event.kind)));
            assert!(found.len() < 20, "{found:?}");
            if found.last().is_some_and(|last| last.starts_with("yaml")) {
                break;
            }
        }
        found
    };
    assert_eq!(
        notations("a\n--- b\n...\n...\n%TAG ! x\n---\n!y c\n"),
        ["+DOC", "=VAL :a", "-DOC", "+DOC", "=VAL :b", "-DOC", "+DOC", "=VAL xy :c", "-DOC", "-STR"]
    );
    assert_eq!(
        notations("%TAG !e! x\n--- !e!y a\n--- !e!y b\n"),
        ["+DOC", "=VAL xy :a", "-DOC", "+DOC", "yaml: line 2: found undefined tag handle"]
    );
    let unexpected = "yaml: line 2: did not find expected <document start>";
    assert_eq!(notations("a\n...\nb\n"), ["+DOC", "=VAL :a", "-DOC", unexpected]);
    assert_eq!(notations(""), ["-STR"]);
}

/// Checks the text of each event, and the line and column at which it starts.
fn check_spans(text: &str, expected: &[(&str, &str, usize, usize)]) {
    let found = events(text);
    let found: Vec<_> = found
        .iter()
        .map(|event| (notation(&event.kind), &text[event.span()], event.start.line, event.start.column))
        .collect();
    let found: Vec<_> = found.iter().map(|(kind, text, line, column)| (&kind[..], *text, *line, *column)).collect();
    assert_eq!(found, expected);
}

#[test]
fn block_collections_end_with_their_last_node() {
    check_spans(
        "é: &x 'ü'\nb:\n  - c # d\n\n# e\n",
        &[
            ("+DOC", "", 1, 1),
            ("+MAP", "", 1, 1),
            ("=VAL :é", "é", 1, 1),
            ("=VAL &x 'ü", "&x 'ü'", 1, 4),
            ("=VAL :b", "b", 2, 1),
            ("+SEQ", "", 3, 3),
            ("=VAL :c", "c", 3, 5),
            ("-SEQ", "", 3, 6),
            ("-MAP", "", 3, 6),
            ("-DOC", "", 6, 1),
        ],
    );
}

#[test]
fn brackets_are_part_of_their_collections() {
    check_spans(
        "--- !t\n[ a b , c: {d} ]\n...",
        &[
            ("+DOC", "---", 1, 1),
            ("+SEQ", "!t\n[", 1, 5),
            ("=VAL :a b", "a b", 2, 3),
            ("+MAP", "", 2, 9),
            ("=VAL :c", "c", 2, 9),
            ("+MAP", "{", 2, 12),
            ("=VAL :d", "d", 2, 13),
            ("=VAL :", "", 2, 14),
            ("-MAP", "}", 2, 14),
            ("-MAP", "", 2, 15),
            ("-SEQ", "]", 2, 16),
            ("-DOC", "...", 3, 1),
        ],
    );
}

#[test]
fn nodes_without_text_stand_behind_their_indicator() {
    check_spans(
        "- # c\n- ? a\n\n- &x\n  # d\n",
        &[
            ("+DOC", "", 1, 1),
            ("+SEQ", "", 1, 1),
            ("=VAL :", "", 1, 2),
            ("+MAP", "", 2, 3),
            ("=VAL :a", "a", 2, 5),
            ("=VAL :", "", 4, 1),
            ("-MAP", "", 4, 1),
            ("=VAL &x :", "&x", 4, 3),
            ("-SEQ", "", 4, 5),
            ("-DOC", "", 6, 1),
        ],
    );
}

#[test]
fn block_scalars_end_with_their_last_line() {
    let span = |text: &'static str| &text[events(text)[1].span()];
    assert_eq!(span("|\n a\n b\n\n # c\n\n# d\n"), "|\n a\n b\n\n # c\n");
    assert_eq!(span("|+ # c\n a\n  \n\n# d\n"), "|+ # c\n a\n  \n\n");
    assert_eq!(span(">-\n\n a\n\n b"), ">-\n\n a\n\n b");
    assert_eq!(span("|\n\n# c\n"), "|\n");
    assert_eq!(span("a \n  b # c\n"), "a \n  b");
    assert_eq!(span("\"a \n  b\" # c\n"), "\"a \n  b\"");
}
