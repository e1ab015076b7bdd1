//! Tests of complete conversions between YAML and JSON.

use super::*;

/// Checks the JSON of a YAML text, or the text of the error.
fn json(text: &str, expected: &str) {
    let found = to_json(text.as_bytes()).unwrap_or_else(|error| error.to_string());
    assert_eq!(found, expected, "{text:?}");
}

/// Checks the error that strict reading reports.
fn strict(text: &str, expected: Option<&str>) {
    let parsed = to_json_strict(text.as_bytes()).expect("the test's text is valid except for duplicate keys");
    assert_eq!(parsed.into_strict().err().map(|error| error.to_string()).as_deref(), expected, "{text:?}");
}

/// Checks the YAML of a JSON text, and that reading it returns the same values.
fn yaml(text: &str, expected: &str) {
    let found = json_to_yaml(text.as_bytes()).unwrap_or_else(|error| error.to_string());
    assert_eq!(found, expected, "{text:?}");
    assert_eq!(to_json(found.as_bytes()), to_json(text.as_bytes()));
}

#[test]
fn plain_scalars() {
    json("[y, Yes, on, TRUE, n, No, off, False]", "[true,true,true,true,false,false,false,false]");
    json("[yEs, t, nil, None, nUll, =, 'yes', \"1\"]", r#"["yEs","t","nil","None","nUll","=","yes","1"]"#);
    json("[~, null, Null, NULL, ]", "[null,null,null,null]");
    json("[0644, 0o644, 0x1F, 0b11, 1_000, -0x_1F, +7]", "[420,420,31,3,1000,-31,7]");
    json("[08, 0b-1, 0b2, 0xG, _1, -, --1]", r#"[8,-1,"0b2","0xG","_1","-","--1"]"#);
    json("[1.0, 1e3, .5, -.5_0, 5., 1_0.5, 1e400, 1.2.3]", r#"[1,1000,0.5,-0.5,5,10.5,"1e400","1.2.3"]"#);
    json("[-0, -0.0, 1e21, 0.0000001]", "[0,-0,1e+21,1e-7]");
    json("[9223372036854775807, 9223372036854775808]", "[9223372036854775807,9223372036854775808]");
    json("[18446744073709551616, +9223372036854775808]", "[18446744073709552000,9223372036854776000]");
    json("[2001-01-01, 12:30:45, 1:30]", r#"["2001-01-01","12:30:45","1:30"]"#);
    json("a: .inf", "json: unsupported value: +Inf");
}

#[test]
fn tags() {
    json("[!!str 1, !!str , !!int '0x1F', !!float 1, !!bool yes]", r#"["1","",31,1,true]"#);
    json("[! 1, !foo 1, !!binary aGk=, !!timestamp 2001-1-1]", r#"["1","1","hi","2001-1-1"]"#);
    json("%TAG !e! tag:yaml.org,2002:\n--- !e!str 1", "\"1\"");
    json("!<tag:yaml.org,2002:str> 1", "\"1\"");
    json("!!int 1.5", "yaml: cannot decode !!float `1.5` as a !!int");
    json("a:\n  !e!x 1", "yaml: line 1: found undefined tag handle");
    json("!!binary gIGC", r#""\ufffd\ufffd\ufffd""#);
}

#[test]
fn keys() {
    json("b: 1\na: 2\nb: 3", r#"{"a":2,"b":3}"#);
    json("{1: a, 0644: b, 1.5: c, yes: d, .nan: e}", r#"{".nan":"e","1":"a","1.5":"c","420":"b","true":"d"}"#);
    json("16777217.0: a", r#"{"1.6777216e+07":"a"}"#);
    json("? |\n  a\n: 1\n? b\n", r#"{"a\n":1,"b":null}"#);
    json("~: 1", "unsupported map key of type: %!s(<nil>), key: <nil>, value: 1");
    json("[a, 1]: 1", r#"yaml: invalid map key: []interface {}{"a", 1}"#);
    json(&format!("{}: 1", "é".repeat(1024)), &format!(r#"{{"{}":1}}"#, "é".repeat(1024)));
    json(&format!("{}: 1", "é".repeat(1025)), "yaml: mapping values are not allowed in this context");
}

#[test]
fn strict_reading_reports_every_duplicate() {
    strict("a: 1\nb: 2", None);
    strict(
        "a: 1\na: 2\nb:\n  1: x\n  1: y\na: 3",
        Some(
            "yaml: unmarshal errors:\n  line 2: key \"a\" already set in map\n  line 5: key 1 already set in map\n  \
         line 6: key \"a\" already set in map",
        ),
    );
    strict("{1: a, '1': b, 1.0: c, true: d}", None);
    strict(
        "\"\\u00e9\\n\": 1\n\"é\\n\": 2",
        Some("yaml: unmarshal errors:\n  line 2: key \"é\\n\" already set in map"),
    );
    let many: String = (0..50).map(|number| format!("k{number}: 1\n")).collect();
    strict(&format!("{many}k49: 2\n"), Some("yaml: unmarshal errors:\n  line 51: key \"k49\" already set in map"));
}

#[test]
fn merges_happen_in_place() {
    json("m: &m {x: 1}\na: {<<: *m, z: 2}", r#"{"a":{"x":1,"z":2},"m":{"x":1}}"#);
    json("x: 9\n<<: {x: 1}", r#"{"x":1}"#);
    json("<<: {x: 1}\nx: 9", r#"{"x":9}"#);
    json("<<: [{x: 1}, {x: 2, z: 2}]", r#"{"x":1,"z":2}"#);
    json("'<<': {x: 1}", r#"{"\u003c\u003c":{"x":1}}"#);
    json("!!merge '<<': {x: 1}", r#"{"x":1}"#);
    json("<<: [[{x: 1}]]", "yaml: map merge requires map or sequence of maps as the value");
    strict("x: 9\n<<:\n  x: 1", Some("yaml: unmarshal errors:\n  line 3: key \"x\" already set in map"));
}

#[test]
fn aliases() {
    json("[&a {b: 1}, *a, &a 2, *a]", r#"[{"b":1},{"b":1},2,2]"#);
    json("*a : 1", "yaml: unknown anchor 'a' referenced");
    json("a: &a [*a]", "yaml: anchor 'a' value contains itself");
    json("&k a: 1\nb: {*k : 2}", r#"{"a":1,"b":{"a":2}}"#);
}

#[test]
fn aliases_stay_within_their_budget() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let before = level - 1;
        bomb += &format!("a{level}: &a{level} [{}]\n", vec![format!("*a{before}"); 9].join(", "));
    }
    json(&bomb, "yaml: document contains excessive aliasing");
    let long = format!("a: &a {}\nb: [{}]", "x".repeat(1 << 16), "*a, ".repeat(1 << 12));
    json(&long, "yaml: document contains excessive aliasing");
}

#[test]
fn quoted_scalars() {
    json(r#""\x41\u00e9\U0001F600\e\_\'\ \/""#, "yaml: found unknown escape character");
    json(r#""\x41\u00e9\U0001F600\_\'\t\	x""#, "\"Aé😀\u{a0}'\\t\\tx\"");
    json("\"a \\\n  b\n\n\n  c \"", r#""a b\n\nc ""#);
    json("'a''b\n\n c'", r#""a'b\nc""#);
    json(r#""\ud83d\ude00""#, "yaml: found invalid Unicode character escape code");
    json("a: 'b\n---\n'", "yaml: line 2: found unexpected document indicator");
}

#[test]
fn block_scalars() {
    json("a: |\n  b\n\n  c\n\n", r#"{"a":"b\n\nc\n"}"#);
    json("a: |-\n  b\n", r#"{"a":"b"}"#);
    json("a: |+\n  b\n\n", r#"{"a":"b\n\n"}"#);
    json("a: |\n  b", r#"{"a":"b"}"#);
    json("a: |2-#c\n   b\n", r#"{"a":" b"}"#);
    json("a: >\n  b\n  c\n\n  d\n   e\n  f\n", r#"{"a":"b c\nd\n e\nf\n"}"#);
    json("a: |\n\tb", "yaml: line 2: found a tab character where an indentation space is expected");
}

#[test]
fn documents_and_directives() {
    json("", "null");
    json("# c\n---\n", "null");
    json("a: 1\n--- [\n", r#"{"a":1}"#);
    json("{a: 1} b", r#"{"a":1}"#);
    json("{} : b", "{}");
    json("%YAML 1.1\n---\na: 1", r#"{"a":1}"#);
    json("%YAML 1.2\n---\na: 1", "yaml: found incompatible YAML document");
    json("...", "yaml: did not find expected node content");
}

#[test]
fn output_in_block_style() {
    yaml(r#"{"b":[1,{"a":[[],{}]},[2,[3]]],"a":null}"#, "a: null\nb:\n- 1\n- a:\n  - []\n  - {}\n- - 2\n  - - 3\n");
    yaml(
        r#"["", "yes", "a: b", "*", "a\n", "\u0001", "\t"]"#,
        "- \"\"\n- \"yes\"\n- 'a: b'\n- '*'\n- |\n  a\n- \"\\x01\"\n- \"\\t\"\n",
    );
    yaml(
        "[1.0, 1e6, 0.00001, 1234567.5, 18446744073709551615]",
        "- 1\n- 1e+06\n- 1e-05\n- 1.2345675e+06\n- 18446744073709551615\n",
    );
    yaml("\"a\\n\\n\"", "|+\n  a\n\n");
    yaml(r#"{"v10":1,"v9":1,"a":1,"A":1,"_":1}"#, "_: 1\nA: 1\na: 1\nv9: 1\nv10: 1\n");
}

#[test]
fn output_of_long_text_and_keys() {
    let line = ["word"; 16].join(" ");
    yaml(&format!(r#"["{line} {line}"]"#), &format!("- {line}\n  {line}\n"));
    yaml(&format!(r#"["{line}  {line}"]"#), &format!("- {line}  word\n  {}\n", &line[5..]));
    let long = "k".repeat(129);
    yaml(&format!("{{\"{long}\":[1],\"a\\nb\":{{\"c\":1}}}}"), &format!("? |-\n  a\n  b\n: c: 1\n? {long}\n: - 1\n"));
}

#[test]
fn json_that_is_no_yaml() {
    for (text, expected) in [
        (r#""\/""#, "yaml: found unknown escape character"),
        (r#""\ud83d\ude00""#, "yaml: found invalid Unicode character escape code"),
        ("\"\u{7F}\"", "yaml: control characters are not allowed"),
    ] {
        assert_eq!(json_to_yaml(text.as_bytes()).expect_err("the JSON is not valid YAML").to_string(), expected);
    }
}

/// Runs a closure in a thread with a stack no larger than in Rust's tests and servers.
fn in_small_thread(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("the system can start a thread").join().expect("the closure does not panic");
}

#[test]
fn ten_thousand_levels_and_no_more() {
    in_small_thread(|| {
        for (open, close) in [("[", "]"), ("[a: ", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")] {
            let nested = |levels: usize| open.repeat(levels) + "1" + &close.repeat(levels);
            let result = to_json(nested(10_000).as_bytes()).map_err(|error| error.to_string());
            assert!(result.is_ok() || open == "? ", "{open} {result:?}");
            json(&nested(10_001), "yaml: exceeded max depth of 10000");
        }
        let lists = "[".repeat(10_000) + &"]".repeat(10_000);
        assert_eq!(json_to_yaml(lists.as_bytes()).as_deref(), Ok(&*format!("{}[]\n", "- ".repeat(9_999))));
    });
}

#[test]
fn large_input() {
    let keys: String = (0..100_000).map(|key| format!("k{key}: {key}\n")).collect();
    assert!(to_json(keys.as_bytes()).is_ok_and(|json| json.starts_with(r#"{"k0":0,"k1":1,"k10":10,"#)));
    let line = format!("[{}]", "a: b, ".repeat(1 << 17));
    assert!(to_json(line.as_bytes()).is_ok());
    let unclosed = "[".repeat(1 << 20);
    json(&unclosed, "yaml: exceeded max depth of 10000");
}
