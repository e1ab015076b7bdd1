//! Documents decoded directly into a value, compared with values decoded from their JSON form.

use apimachinery::meta::{Bytes, IntOrString, List, Map, Quantity, RawExtension, Str, Time, Unstructured, Value};
use apimachinery::reflect::{Mut, Reflect};
use apimachinery::serializer::{FormatError, Warning, WarningKind, json};
use apimachinery::yaml;

use super::corpus::documents;
use super::for_every_seed;
use super::mutation::mutated;
use super::random::Random;

/// A field of every type, and a recursive one.
#[derive(Clone, Default, PartialEq)]
struct Thing {
    flag: bool,
    small: i32,
    large: Option<i64>,
    real: f64,
    text: Str,
    bytes: Bytes,
    time: Time,
    quantity: Quantity,
    port: IntOrString,
    raw: RawExtension,
    any: Value,
    names: List<Str>,
    labels: Map<Str>,
    things: List<Thing>,
    by_name: Map<Thing>,
}

apimachinery::message! {
    Thing {
        flag => "flag", 1, Never;
        small => "small", 2, Never;
        large => "large", 3, Empty;
        real => "real", 4, Never;
        text => "text", 5, Never;
        bytes => "bytes", 6, Never;
        time => "time", 7, Never;
        quantity => "quantity", 8, Never;
        port => "port", 9, Never;
        raw => "raw", 10, Never;
        any => "any", 0, Never;
        names => "names", 12, Never;
        labels => "labels", 13, Never;
        things => "things", 14, Never;
        by_name => "byName", 15, Never;
    }
}

const KEYS: &[&str] = &[
    "flag", "small", "large", "real", "text", "bytes", "time", "quantity", "port", "raw", "any", "names", "labels",
    "things", "byName", "'small'", "Small", "other", "1", "'1'", "yes", "1.5", "<<", "<<", "? &k key", "*k ", "~",
];

const SCALARS: &[&str] = &[
    "1",
    "-0",
    "0644",
    "1e1",
    "3.0",
    "1.5",
    "2147483648",
    "9223372036854775808",
    "1e20",
    "1e21",
    "1e400",
    ".inf",
    "yes",
    "~",
    "''",
    "x",
    "'1'",
    "!!str 1",
    "!!int x",
    "aGk=",
    "!!binary aGk=",
    "!!binary gIGC",
    "100m",
    "'0.5'",
    "2020-01-02T03:04:05Z",
    "\"\\u00e9<&>\"",
    "*a ",
    "*b ",
    "[]",
    "{}",
];

/// Writes a value in flow style, with anchors on some nodes.
fn write_value(random: &mut Random, levels: usize, out: &mut String) {
    if random.one_in(8) {
        out.push_str(random.pick(&["&a ", "&b "]));
    }
    match random.below(if levels == 0 { 1 } else { 4 }) {
        0 => out.push_str(random.pick(SCALARS)),
        1 => {
            out.push('[');
            for _ in 0..random.below(4) {
                write_value(random, levels - 1, out);
                out.push_str(", ");
            }
            out.push(']');
        }
        _ => {
            out.push('{');
            write_members(random, levels, out);
            out.push('}');
        }
    }
}

fn write_members(random: &mut Random, levels: usize, out: &mut String) {
    for _ in 0..random.below(6) {
        out.push_str(random.pick(KEYS));
        out.push_str(" : ");
        write_value(random, levels - 1, out);
        out.push_str(random.pick(&[", ", ",\n "]));
    }
}

/// Checks that both results are equal. Returns true if there is a value.
fn check<T: Reflect + Default + PartialEq>(document: &[u8]) -> bool {
    let (mut straight, mut detour) = (T::default(), T::default());
    let merged = yaml::merge(Mut::new(&mut straight), document);
    let (text, repeated) = match yaml::to_json_strict(document) {
        Ok(read) => (read.value, read.warnings),
        Err(error) => {
            assert_eq!(merged.expect_err("not YAML").to_string(), error.to_string());
            return false;
        }
    };
    let expected = json::merge(Mut::new(&mut detour), text.as_bytes());
    let shown = || format!("{}\n{text}", document.escape_ascii());
    match (merged, expected) {
        (Ok(warnings), Ok(expected)) => {
            let kinds = |warnings: Vec<Warning>| warnings.into_iter().map(|warning| warning.kind);
            // A key that overrides a merged one is not a loss, and anything without an upstream counterpart is not part
            // of the JSON.
            let lost: Vec<_> = repeated.into_iter().filter(apimachinery::yaml::Warning::is_loss).collect();
            let repeated = apimachinery::yaml::Error::strict(&lost).map(|error| WarningKind::Yaml(error.to_string()));
            let others = lost.iter().filter(|warning| !warning.is_strict()).count();
            let others_found = warnings.iter().filter(|warning| !is_upstream(warning)).count();
            assert_eq!(others_found, others, "{}", shown());
            let warnings = warnings.into_iter().filter(is_upstream).collect();
            assert!(kinds(warnings).eq(repeated.into_iter().chain(kinds(expected))), "{}", shown());
            assert!(straight == detour, "{}", shown());
            true
        }
        (Err(error), Err(expected)) => {
            assert_eq!(sorted_details(&error), sorted_details(&expected), "{}", shown());
            false
        }
        (Ok(_), Err(error)) => panic!("decodes, JSON does not: {error}\n{}", shown()),
        (Err(error), Ok(_)) => panic!("does not decode: {error}\n{}", shown()),
    }
}

/// True for a warning that upstream has as well.
fn is_upstream(warning: &Warning) -> bool {
    match &warning.kind {
        WarningKind::Yaml(message) => message.starts_with("yaml: "),
        WarningKind::UnreadText | WarningKind::InvalidText(_) | WarningKind::ChangedNumber { .. } => false,
        _ => true,
    }
}

/// Returns sorted details, because YAML reports mistakes in the order of the text instead of the keys.
fn sorted_details(error: &FormatError) -> Vec<String> {
    let mut details = error.details();
    details.sort();
    details
}

#[test]
fn what_is_made_by_chance_is_decoded_as_its_json() {
    let mut decoded = 0;
    for_every_seed(5_000, |mut random| {
        let mut document = String::from("{other: &a {small: 1, text: x}, raw: &b [1, yes], ");
        write_members(&mut random, 4, &mut document);
        document.push('}');
        decoded += usize::from(check::<Thing>(document.as_bytes()));
        check::<Value>(document.as_bytes());
    });
    assert!(decoded > 0, "no document is decoded");
}

#[test]
fn warnings_come_in_the_order_of_the_keys() {
    let document = b"things: [{zone: 1, other: 2}]\nzone: 1\nbyName: {z: {other: 1}, a: {zone: 1}}\nother: 2\n";
    assert!(check::<Thing>(document));
}

#[test]
fn what_is_broken_by_chance_is_decoded_as_its_json() {
    let corpus = documents();
    for_every_seed(5_000, |mut random| {
        let document = mutated(&mut random, &corpus);
        check::<Value>(&document);
        check::<Unstructured>(&document);
        check::<Map<List<Str>>>(&document);
        check::<RawExtension>(&document);
    });
}
