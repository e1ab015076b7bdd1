//! Files larger than the memory of the program, which reads windows of 256 KB on several threads. The output does not
//! depend on the boundaries of the windows.

use std::fmt::Write as _;
use std::io::Write;

use super::support::{Folder, GADGET, OLD, kind, lines, program, run, without_places};

/// A size of several windows.
const LARGE: usize = 1 << 20;

/// Returns documents of unknown kinds, numbered from 1, of slightly less than `size` bytes in total.
fn gadgets(size: usize, separator: &str) -> Vec<String> {
    let each = |number: usize| format!("{}{separator}", kind("Gadget", &format!("g{number}")));
    let longest = each(size).len();
    (1..=size / longest).map(each).collect()
}

fn names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("  name: g{number}")).collect()
}

fn warnings(file: &str, numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().fold(String::new(), |mut text, number| {
        writeln!(text, "{file}: document {number}: warning: unknown kind example.com/v1 Gadget, passed through")
            .expect("memory");
        text
    })
}

#[test]
fn documents_messages_and_numbers_stay_in_order() {
    let documents = gadgets(LARGE, "---\n");
    let answer = run(&["convert", "-o", "yaml"], documents.concat());
    assert_eq!(lines(answer.text(), "name:"), names(documents.len()));
    assert_eq!(answer.text().matches("---\n").count(), documents.len() - 1);
    answer.check(0, &warnings("<stdin>", 1..=documents.len()));
}

#[test]
fn a_mistake_far_behind_has_its_place() {
    let mut documents = gadgets(LARGE, "---\r\n");
    let at = documents.len() * 3 / 4;
    let line = documents[..at].concat().matches('\n').count();
    documents[at] = format!("# why?\r\n{}---\r\n", OLD.replace("  template:", "  paused: 1\n  template:"));
    documents[at + 7] = "a: [1\r\n---\r\n".to_string();
    let answer = run(&["convert", "-o", "yaml"], documents.concat());
    assert_eq!(answer.code, 1);
    assert_eq!(lines(answer.text(), "kind:").len(), documents.len() - 2);
    let paused = format!("<stdin>:{}:11: document {}: error: spec.paused: expected bool", line + 7, at + 1);
    let broken = format!(": document {}: error: yaml: did not find expected ',' or ']'", at + 8);
    for message in [paused, broken] {
        assert!(answer.err.contains(&message), "{message}");
    }
    assert!(answer.err.contains(&format!("\n{} |   paused: 1\n", line + 7)));
    let last = warnings("<stdin>", [documents.len()]);
    assert!(without_places(&answer.err).ends_with(&last));
}

#[test]
fn a_separator_with_more_behind_it_ends_the_file() {
    let mut documents = gadgets(LARGE, "---\n");
    documents[20] = kind("Gadget", "g21") + "--- wrong\n";
    let answer = run(&["convert", "-o", "yaml"], documents.concat());
    assert_eq!(lines(answer.text(), "name:"), names(20));
    let line = documents[..=20].concat().matches('\n').count();
    let error =
        "document 21: error: text on the line of the document separator `---`; start the document on the next line\n";
    assert!(answer.err.ends_with(&format!("<stdin>:{line}:1: {error}")), "{}", answer.err);
    answer.check(1, &(warnings("<stdin>", 1..=20) + "<stdin>: " + error));
}

#[test]
fn documents_may_be_larger_than_a_window() {
    let text = "    x: |\n      ---\n".repeat(LARGE / 18);
    let large = format!("{}data: |\n{text}", kind("Gadget", "g2"));
    let input = format!("{}---\n{large}---\n{}", kind("Gadget", "g1"), kind("Gadget", "g3"));
    let answer = run(&["convert", "-o", "yaml"], &input);
    assert_eq!(lines(answer.text(), "name:"), names(3));
    assert_eq!(answer.text().matches("  ---\n").count(), LARGE / 18);
    answer.check(0, &warnings("<stdin>", 1..=3));
}

#[test]
fn a_large_document_may_come_alone() {
    let note = format!("metadata:\n  annotations:\n    note: |\n{}", "      ---\n".repeat(LARGE / 10));
    let large = OLD.replace("metadata:\n  name", &format!("{note}  name"));
    let asked = ["convert", "-o", "yaml", "--output-version", "batch.example.com/v1"];
    let answer = run(&asked, &large);
    assert!(answer.out.is_empty());
    assert!(answer.err.starts_with("<stdin>:2:7: document 1: error: batch.example.com/v1 has no kind Deployment"));
    let answer = run(&asked, format!("{large}---\n{OLD}"));
    assert_eq!((answer.code, lines(answer.text(), "kind:").len()), (0, 2));
}

#[test]
fn values_of_json_have_their_places_too() {
    let value = "{\"kind\": \"Gadget\", \"apiVersion\": \"example.com/v1\", \"note\": \"}é{\"} ";
    let count = LARGE / value.len();
    let stream = format!("{}{{\"kind\" 1}}\n{value}\n---\n{GADGET}", value.repeat(count));
    let answer = run(&["decode"], stream);
    assert_eq!(lines(answer.text(), "kind:").len(), count + 2);
    let column = value.chars().count() * count + 9;
    let message = "couldn't get version/kind; json parse error: invalid character '1' after object key";
    let error = format!("<stdin>:1:{column}: document {}: error: {message}\n", count + 1);
    assert!(answer.err.contains(&error), "{}", &answer.err[answer.err.len() - 500..]);
    assert!(without_places(&answer.err).ends_with(&warnings("<stdin>", [count + 2, count + 3])));
}

#[test]
fn stored_objects_come_apart_again() {
    let config = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  text: k8s";
    let count = 3000;
    let documents = format!("{config}{}\n---\n", "x".repeat(200)).repeat(count);
    let expected = run(&["decode", "-o", "json"], &documents);
    assert_eq!(lines(expected.clean(), "\"kind\":").len(), count);
    for format in ["pb", "cbor", "json"] {
        let packed = run(&["encode", "-o", format], &documents);
        assert_eq!((packed.code, &*packed.err), (0, ""));
        assert!(packed.out.len() > 2 * (256 << 10));
        assert!(run(&["decode", "-o", "json"], &packed.out).clean() == expected.text(), "{format}");
    }
}

#[test]
fn every_file_is_counted_by_itself() {
    let folder = Folder::new("stream-files");
    let (first, second) = (gadgets(LARGE / 2, "---\n"), gadgets(LARGE / 3, "---\n"));
    let [a, b] = [folder.file("a.yaml", &first.concat()), folder.file("b.yaml", &second.concat())];
    let empty = folder.file("empty.yaml", "# nothing\n");
    let answer = run(&["convert", "-o", "yaml", "-f", &a, &format!("{b}.gone"), &empty, &b], "");
    assert_eq!(lines(answer.text(), "name:"), [names(first.len()), names(second.len())].concat());
    let (before, behind) = answer.err.split_once(&format!("{b}.gone: error: ")).expect("a missing file");
    assert_eq!(without_places(before), warnings(&a, 1..=first.len()));
    let behind = behind.split_once('\n').expect("a line").1;
    assert_eq!(without_places(behind), format!("{empty}: warning: no documents\n{}", warnings(&b, 1..=second.len())));
    assert_eq!(answer.code, 1);
}

#[test]
fn a_folder_of_many_files_comes_in_order() {
    let folder = Folder::new("stream-folder");
    let padding = format!("note: {}\n", "x".repeat(500));
    for number in 100..900 {
        folder.file(&format!("{number}.yaml"), &(kind("Gadget", &format!("g{number}")) + &padding));
    }
    let answer = run(&["convert", "-o", "yaml", "-f", &folder.path()], "");
    let expected: Vec<_> = (100..900).map(|number| format!("  name: g{number}")).collect();
    assert_eq!(lines(answer.text(), "name:"), expected);
    let (found, expected) = (run(&["lint", "-f", &folder.path()], ""), lines(&answer.err, "").len());
    assert_eq!((found.code, found.out.len(), found.err.lines().count()), (0, 0, expected));
}

#[test]
fn findings_are_counted_in_the_whole_file() {
    let mut documents = gadgets(LARGE, "---\n");
    let at = documents.len() - 5;
    documents[at] = format!("{OLD}---\n");
    let answer = run(&["lint", "-o", "json"], documents.concat());
    assert_eq!(answer.code, 4);
    let line = documents[..at].concat().matches('\n').count() + 1;
    let found = answer.json();
    assert_eq!((&found[0]["document"], &found[0]["line"]), (&(at + 1).into(), &line.into()));
    assert_eq!(found.as_array().map(Vec::len), Some(1));
}

/// The program does not hold the whole input in memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    let mut child = program(&["convert", "-o", "yaml"]).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let documents = format!("{}---\n", format!("# {}\n", "x".repeat(1000)).repeat(64)).repeat(16);
    for _ in 0..(100 << 20) / documents.len() {
        stdin.write_all(documents.as_bytes()).expect("the program reads");
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the program runs");
    drop(stdin);
    let peak = lines(&status, "VmHWM:")[0].split_whitespace().nth(1).expect("kilobytes").parse::<usize>();
    assert!(peak.as_ref().is_ok_and(|peak| *peak < 50 << 10), "{peak:?} KB for 100 MB");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "<stdin>: warning: no documents\n");
}
