//! Limits on the cost of hostile inputs.

use std::io::Write;

use super::support::{program, run};

/// Returns the number of messages and the last line.
fn messages(err: &str) -> (usize, &str) {
    (err.lines().filter(|line| line.starts_with("<stdin>:")).count(), err.lines().last().unwrap_or_default())
}

#[test]
fn a_document_has_a_limited_number_of_messages() {
    let map = format!("apiVersion: v1\nkind: ConfigMap\ndata:\n{}", "  a: x\n".repeat(5_000));
    for arguments in [&["decode"][..], &["decode", "--strict"], &["convert", "-o", "yaml"], &["encode", "-o", "json"]] {
        let answer = run(arguments, &map);
        let (count, last) = messages(&answer.err);
        assert!((101..=102).contains(&count), "{arguments:?}: {count}");
        assert!(last.ends_with("and 4,899 more"), "{arguments:?}: {last}");
    }
    let answer = run(&["yaml-to-json", "--strict"], &map);
    assert!(answer.code == 1 && answer.err.len() < 10_000 && answer.err.contains("and 4,899 more"), "{}", answer.err);
}

#[test]
fn a_list_has_a_limited_number_of_messages() {
    let item = r#"{"apiVersion":"v1","kind":"Pod","spec":{"containers":1}}"#;
    let list = format!(r#"{{"apiVersion":"v1","kind":"List","items":[{}]}}"#, vec![item; 3_000].join(","));
    let answer = run(&["decode"], &list);
    let (count, last) = messages(&answer.err);
    assert_eq!((answer.code, count), (1, 101));
    assert!(last.ends_with("and 2,900 more"), "{last}");
}

#[test]
fn what_cannot_be_a_document_is_not_read_to_its_end() {
    for arguments in
        [&["decode"][..], &["convert", "-o", "yaml"], &["encode"], &["lint"], &["yaml-to-json"], &["json-to-yaml"]]
    {
        let mut child = program(arguments).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("piped");
        let window = vec![0; 1 << 20];
        // The loop ends because writing to a pipe without a reader fails.
        let written = (0..1_000).take_while(|_| stdin.write_all(&window).is_ok()).count();
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        assert!(written < 1_000, "{arguments:?} reads everything");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
