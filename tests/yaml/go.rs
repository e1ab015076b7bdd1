//! Comparison with sigs.k8s.io/yaml on randomly damaged documents and random values.

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
use super::values::{escaped, value};

/// Maximum number of differences shown.
const SHOWN: usize = 20;

/// The reason why a verdict differs, if it is known.
type Reason = Option<&'static str>;

#[test]
fn reading_against_go() {
    let corpus = documents();
    let mut asked = Vec::new();
    for_every_seed(20_000, |mut random| asked.push(mutated(&mut random, &corpus)));
    compare(&[], &asked, read, reason_of_reading);
}

#[test]
fn writing_against_go() {
    let mut asked = Vec::new();
    for_every_seed(20_000, |mut random| asked.push(escaped(&value(&mut random, 4)).into_bytes()));
    compare(&["-from-json"], &asked, written, reason_of_writing);
}

fn read(document: &[u8]) -> Value {
    match yaml::to_json_strict(document) {
        Ok(yaml::Parsed { value: json, warnings, .. }) => match yaml::Error::strict(&warnings) {
            None => json!({ "json": json }),
            Some(error) => json!({ "json": json, "strict": error.to_string() }),
        },
        Err(error) => json!({ "err": error.to_string() }),
    }
}

fn written(json: &[u8]) -> Value {
    match yaml::json_to_yaml(json) {
        Ok(yaml) => json!({ "yaml": yaml }),
        Err(error) => json!({ "err": error.to_string() }),
    }
}

fn reason_of_reading(document: &[u8], go: &Value, ours: &Value) -> Reason {
    const OF_CHARACTERS: [&str; 4] = ["control characters", "UTF-8", "UTF-16", "Unicode character"];
    let error = ours["err"].as_str().unwrap_or_default();
    let twice = ["\u{feff}\u{feff}".as_bytes(), b"\xff\xfe\xff\xfe", b"\xfe\xff\xfe\xff"];
    if OF_CHARACTERS.iter().any(|name| error.contains(name)) {
        Some("we look at all characters first; Go at those of a piece when it comes there")
    } else if twice.iter().any(|marks| document.starts_with(marks)) {
        Some("behind two byte order marks Go loses a character of every line")
    } else if values(go).is_some() && values(go) == values(ours) {
        Some("bytes of a text that are no UTF-8 are an escape or a character")
    } else if error.contains("{...}") {
        Some("the text of a key that nests deeply is cut off")
    } else if has_number_as_key(go) && has_number_as_key(ours) && document.len() < 40 {
        Some("of `1: a` and `'1': b` Go takes either")
    } else {
        None
    }
}

fn reason_of_writing(_: &[u8], go: &Value, ours: &Value) -> Reason {
    let again = |verdict: &Value| yaml::to_json(verdict["yaml"].as_str()?.as_bytes()).ok();
    (again(go).is_some() && again(go) == again(ours))
        .then_some("the natural order of these keys is none, and chance in Go")
}

fn values(verdict: &Value) -> Option<Value> {
    serde_json::from_str(verdict["json"].as_str()?).ok()
}

fn has_number_as_key(verdict: &Value) -> bool {
    let value = values(verdict).unwrap_or_default();
    value.as_object().is_some_and(|members| members.keys().any(|key| key.parse::<f64>().is_ok()))
}

/// Compares our verdicts with the verdicts of the Go program, if it is available.
fn compare(flags: &[&str], asked: &[Vec<u8>], ours: fn(&[u8]) -> Value, reason: fn(&[u8], &Value, &Value) -> Reason) {
    let Some(program) = std::env::var_os("APIMACHINERY_GO") else {
        return eprintln!("no Go: build conformance/ with `go build` and name the program in APIMACHINERY_GO");
    };
    let mut go = Command::new(program);
    go.arg("yaml-verdicts").args(flags);
    let mut reasons = BTreeMap::<&str, usize>::new();
    let mut unexplained = Vec::new();
    answers(go, asked, |document, verdict| {
        let found = ours(document);
        if found == verdict {
        } else if let Some(reason) = reason(document, &verdict, &found) {
            *reasons.entry(reason).or_default() += 1;
        } else {
            unexplained.push(format!("{}\n  Go   {verdict}\n  ours {found}", document.escape_ascii()));
        }
    });
    println!("{} asked, {} unexplained, {reasons:?}", asked.len(), unexplained.len());
    unexplained.truncate(SHOWN);
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}

/// Sends every document to the program, and passes its verdict to `take`.
fn answers(mut program: Command, asked: &[Vec<u8>], mut take: impl FnMut(&[u8], Value)) {
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut input = child.stdin.take().expect("the input is our own");
    let answers = BufReader::new(child.stdout.take().expect("the output is our own")).lines();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for document in asked {
                input.write_all((STANDARD.encode(document) + "\n").as_bytes()).expect("the program reads everything");
            }
        });
        for (document, answer) in asked.iter().zip(answers) {
            take(document, serde_json::from_str(&answer.expect("a line")).expect("a verdict is JSON"));
        }
    });
    assert!(child.wait().is_ok_and(|status| status.success()), "the program fails");
}
