//! The same verdicts as sigs.k8s.io/yaml on documents broken by chance.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use apimachinery::yaml;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;

/// So many differences are shown.
const SHOWN: usize = 40;

#[test]
fn against_go() {
    let Some(program) = std::env::var_os("APIMACHINERY_GO") else {
        return eprintln!("against_go: no program; build conformance/ with `go build` and name it in APIMACHINERY_GO");
    };
    let corpus = documents();
    let mut asked = Vec::new();
    for_every_seed(20_000, |mut random| asked.push(mutated(&mut random, &corpus)));
    let mut child = Command::new(program)
        .arg("yaml-verdicts")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("its input is ours");
    let verdicts = BufReader::new(child.stdout.take().expect("its output is ours")).lines();
    let texts: Vec<String> = asked.iter().map(|document| STANDARD.encode(document) + "\n").collect();
    let writer = std::thread::spawn(move || texts.iter().try_for_each(|text| input.write_all(text.as_bytes())));
    let mut differences = BTreeMap::<&str, usize>::new();
    let mut shown = Vec::new();
    for (document, verdict) in asked.iter().zip(verdicts) {
        let verdict: Value = serde_json::from_str(&verdict.expect("a line")).expect("a verdict is JSON");
        let found = ours(document);
        if found != verdict {
            let kind = kind_of(document, &verdict, &found);
            *differences.entry(kind).or_default() += 1;
            if kind == UNEXPLAINED && shown.len() < SHOWN {
                shown.push(format!("{}\n  Go   {verdict}\n  ours {found}", document.escape_ascii()));
            }
        }
    }
    writer.join().expect("no panic").expect("the program reads everything");
    assert!(child.wait().is_ok_and(|status| status.success()));
    println!("{} documents, {differences:?}", asked.len());
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

fn ours(document: &[u8]) -> Value {
    match yaml::to_json_strict(document) {
        Ok((json, None)) => json!({ "json": json }),
        Ok((json, Some(error))) => json!({ "json": json, "strict": error.to_string() }),
        Err(error) => json!({ "err": error.to_string() }),
    }
}

const UNEXPLAINED: &str = "unexplained";

/// Why the verdicts differ, if we know.
fn kind_of(document: &[u8], go: &Value, ours: &Value) -> &'static str {
    const OF_CHARACTERS: [&str; 3] = ["control characters", "UTF-8", "UTF-16"];
    let error = ours["err"].as_str().unwrap_or_default();
    let twice = ["\u{feff}\u{feff}".as_bytes(), b"\xff\xfe\xff\xfe", b"\xfe\xff\xfe\xff"];
    if OF_CHARACTERS.iter().any(|name| error.contains(name)) {
        "we look at all characters first; Go at those of a piece when it comes there"
    } else if twice.iter().any(|marks| document.starts_with(marks)) {
        "behind two byte order marks Go loses a character of every line"
    } else if go["json"] != ours["json"] && go["strict"] == ours["strict"] && same_values(go, ours) {
        "bytes that are no UTF-8"
    } else {
        UNEXPLAINED
    }
}

fn same_values(go: &Value, ours: &Value) -> bool {
    let [go, ours] =
        [go, ours].map(|verdict| serde_json::from_str::<Value>(verdict["json"].as_str().unwrap_or_default()));
    go.is_ok_and(|go| ours.is_ok_and(|ours| go == ours))
}
