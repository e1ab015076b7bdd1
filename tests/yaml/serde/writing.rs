//! Written YAML, which is the YAML of the JSON and reads as the same value.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::yaml;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::corpus;
use super::types::{Adjacent, Closed, External, Internal, Name, Record, Untagged};

/// Checks that the YAML is equivalent to serde_json's JSON, except for characters that YAML rejects or folds.
fn check<T: Serialize>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("JSON");
    let text = yaml::to_string(value).expect("YAML");
    let json = json.replace('\u{85}', "\\u0085").replace('\u{80}', "\\u0080");
    assert_eq!(Ok(&text), yaml::json_to_yaml(json.as_bytes()).as_ref(), "{json}");
    text
}

/// Checks in addition that it is read as the same value, except for one key that upstream writes without quotes.
fn turn<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = check(value);
    if !text.contains("<<:") {
        assert_eq!(yaml::from_str::<T>(&text).as_ref(), Ok(value));
    }
}

#[test]
fn every_value_of_the_corpus() {
    macro_rules! turn_all {
        ($text:ident: $($type:ty),*) => {
            $(yaml::from_str::<$type>(&$text).iter().for_each(turn);)*
        };
    }
    for text in corpus::documents() {
        turn_all! { text:
            Vec<Option<bool>>, BTreeMap<String, Value>, HashMap<u32, Value>, BTreeMap<bool, u8>, BTreeMap<Name, u8>,
            External, Internal, Adjacent, Untagged, Record, Closed, Deployment, f64, Option<char>, ()
        }
    }
}

#[test]
fn every_part_of_the_data_model() {
    turn(&(1u8, -2i16, 3.5f32, 'x', Some("a".to_owned()), ()));
    turn(&[1e6, 1e16, 0.1, 1e-7, 123456789.5, -0.5]);
    turn(&BTreeMap::from([(i64::MIN, "a".to_owned()), (1, "b".to_owned())]));
    turn(&[BTreeMap::from([(false, 1)]), BTreeMap::new()]);
    turn(&vec![
        External::Unit,
        External::Newtype(1),
        External::Tuple(1, "<&>".into()),
        External::Struct { x: 1, z: "\u{2028}\"\\\n\t\u{1}".into() },
    ]);
    check(&(u64::MAX, i128::from(u64::MAX), u128::from(u64::MAX), 0.1f32, f32::MAX, f64::MIN_POSITIVE));
    check(&json!({"v10": 1, "v9": [{}, [], ""], "": null}));
    let raw = RawValue::from_string("{\"b\": [1.50, \"x\"]}".into()).expect("JSON");
    assert_eq!(yaml::to_string(&[raw]).as_deref(), Ok("- b:\n  - 1.5\n  - x\n"));
}

#[test]
fn text_comes_through_as_it_is() {
    for text in
        ["\u{7f}", "a\u{85}b", "\u{80}\u{9f}", "\u{fffe}\u{ffff}", "\u{feff}x", "\u{2028} \u{2029}", "\r\n", "😀"]
    {
        let yaml = yaml::to_string(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(yaml::from_str::<String>(&yaml).as_deref(), Ok(text), "{yaml:?}");
        let map = BTreeMap::from([(text.to_owned(), 1)]);
        let yaml = yaml::to_string(&map).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(yaml::from_str(&yaml), Ok(map), "{yaml:?}");
    }
}

#[test]
fn what_json_has_not_is_an_error() {
    let error = |result: Result<String, yaml::Error>| result.expect_err("not JSON").to_string();
    assert_eq!(error(yaml::to_string(&f64::INFINITY)), "json: unsupported value: +Inf");
    assert_eq!(error(yaml::to_string(&[f32::NAN])), "json: unsupported value: NaN");
    let large = i128::from(i64::MIN) - 1;
    assert_eq!(error(yaml::to_string(&large)), format!("integer {large} exceeds 64 bits and would become a float"));
    for error in [
        error(yaml::to_string(&HashMap::from([(Some([1]), 1)]))),
        error(yaml::to_string(&HashMap::from([(None::<u8>, 1)]))),
        error(yaml::to_string(&BTreeMap::from([(Vec::<u8>::new(), 1)]))),
    ] {
        assert_eq!(error, "unsupported key: expected text, a number or a bool");
    }
    let long = "k".repeat(1_023);
    assert!(yaml::to_string(&BTreeMap::from([(&long[1..], 1)])).is_ok());
    assert!(yaml::to_string(&BTreeMap::from([(&long, 1)])).is_err());
}
