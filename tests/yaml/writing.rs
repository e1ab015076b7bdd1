//! YAML written from JSON, which reads as the same values.

use apimachinery::yaml;
use serde_json::Value;

use super::for_every_seed;
use super::values::{escaped, has_long_key, value};

/// Converts numbers to floats, because YAML does not distinguish `1.0` from `1`.
fn plain(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().expect("it is an item");
            let whole = number as i128;
            if whole as f64 == number && number.abs() < 1e21 { whole.to_string().into() } else { number.into() }
        }
        Value::Number(number) => number.to_string().into(),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        Value::Object(members) => members.into_iter().map(|(key, value)| (key, plain(value))).collect(),
        other => other,
    }
}

#[test]
fn what_is_written_reads_the_same() {
    for_every_seed(8_000, |mut random| {
        let value = value(&mut random, 4);
        if has_long_key(&value) {
            return;
        }
        let json = escaped(&value);
        let text = yaml::json_to_yaml(json.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{json}"));
        let found = yaml::to_json(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{json}\n{text}"));
        let again: Value = serde_json::from_str(&found).unwrap_or_else(|error| panic!("{error}\n{found}"));
        assert_eq!(plain(again), plain(value), "{text}");
        let settled = yaml::json_to_yaml(found.as_bytes()).expect("our own JSON");
        assert_eq!(yaml::to_json(settled.as_bytes()).as_ref(), Ok(&found), "{settled}");
        assert_eq!(yaml::to_json(json.as_bytes()).as_ref(), Ok(&found), "JSON is YAML");
    });
}

#[test]
fn lines_are_folded_at_spaces_behind_column_80() {
    for_every_seed(5_000, |mut random| {
        let words: Vec<String> = (0..random.below(60)).map(|_| "x".repeat(1 + random.below(30))).collect();
        let text = yaml::json_to_yaml(format!("{{\"key\":\"{}\"}}", words.join(" ")).as_bytes()).expect("YAML");
        for line in text.lines() {
            let before = line.trim_end().rsplit_once(' ').map_or(0, |(before, _)| before.len());
            assert!(before <= 80, "{line}");
        }
    });
}
