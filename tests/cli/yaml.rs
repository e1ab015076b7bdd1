//! The `yaml-to-json` and `json-to-yaml` commands.

use super::support::{Folder, run};

#[test]
fn any_yaml_becomes_json_and_any_json_yaml() {
    let folder = Folder::new("translate");
    let yaml = "b: {v9: 0644, v10: yes}\na:\n- ~\n- 'x: <y>'\n";
    let json = r#"{"a":[null,"x: \u003cy\u003e"],"b":{"v10":true,"v9":420}}"#;
    assert_eq!(run(&["yaml-to-json"], yaml).clean(), json);
    assert_eq!(run(&["yaml-to-json", "-", "--strict"], yaml).clean(), json);
    let back = run(&["json-to-yaml", &folder.file("values.json", json)], "");
    assert_eq!(back.clean(), "a:\n- null\n- 'x: <y>'\nb:\n  v9: 420\n  v10: true\n");
    assert_eq!(run(&["yaml-to-json"], "").clean(), "null");
    assert_eq!(run(&["json-to-yaml"], "\"\"").clean(), "\"\"\n");
}

#[test]
fn a_text_that_is_no_yaml_fails_with_its_place() {
    let text = "a: 1\nb: [1\nc: 2\n";
    let answer = run(&["yaml-to-json"], text);
    assert!(answer.out.is_empty());
    answer.check(1, "<stdin>:3:1: error: yaml: did not find expected ',' or ']'\n");
    let folder = Folder::new("no-yaml");
    let path = folder.file("wrong.json", r#"{"a": "\/"}"#);
    let message = format!("{path}:1:1: error: yaml: found unknown escape character\n1 | {{\"a\": …}}\n  | ^\n");
    run(&["json-to-yaml", &path], "").check(1, &message);
    run(&["yaml-to-json"], b"\xff\xfea\0b").check(1, "<stdin>:1:1: error: yaml: incomplete UTF-16 character\n");
    run(&["yaml-to-json"], "a: .inf").check(1, "<stdin>:1:1: error: json: unsupported value: +Inf\n");
    let answer = run(&["json-to-yaml", &folder.path()], "");
    assert!(answer.code == 1 && answer.err.starts_with(&format!("{}: error: ", folder.path())), "{}", answer.err);
}

#[test]
fn keys_that_are_there_twice_are_said_or_refused() {
    let text = "a: 1\nb:\n  c: 1\n  c: 2\na: 3\n";
    let answer = run(&["yaml-to-json"], text);
    assert_eq!(answer.text(), r#"{"a":3,"b":{"c":2}}"#);
    answer.check(
        0,
        "<stdin>:4:3: warning: key \"c\" already set in map\n<stdin>:5:1: warning: key \"a\" already set in map\n",
    );
    let answer = run(&["yaml-to-json", "--strict"], text);
    assert!(answer.out.is_empty());
    answer.check(
        1,
        "<stdin>:4:3: error: key \"c\" already set in map\n4 |   c: …\n  |   ^\n\
         <stdin>:5:1: error: key \"a\" already set in map\n5 | a: …\n  | ^\n",
    );
}

#[test]
fn documents_behind_the_first_are_counted() {
    for (text, more) in [
        ("a: 1\n---\n", None),
        ("a: 1\n...\n# end\n", None),
        ("a: 1\n---\nb: 2", Some("one more is ignored")),
        ("a: 1\n--- |\n  x\n---\n--- {b: 2}\n", Some("2 more are ignored")),
        ("a: 1\n---\n[\n---\n\"", Some("2 more are ignored")),
    ] {
        for command in ["yaml-to-json", "json-to-yaml"] {
            let answer = run(&[command], text);
            assert_eq!(answer.text().trim_end().replace(['{', '}', '"', ' '], ""), "a:1", "{text}");
            let warning = more.map(|more| format!("<stdin>: warning: only the first document is read, {more}\n"));
            answer.check(0, &warning.unwrap_or_default());
        }
    }
}
