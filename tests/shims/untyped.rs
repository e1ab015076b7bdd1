//! serde implementations of untyped values and of leaves.

use apimachinery::meta::{Quantity, RawExtension, Time, Unknown, Unstructured, UnstructuredList, Value};
use apimachinery::serializer::json;
use serde::Serialize;
use serde::de::DeserializeOwned;

const LIST: &str =
    r#"{"apiVersion":"v1","items":[{"apiVersion":"v1","kind":"A"}],"kind":"AList","metadata":{"x":[1,2.5,"y",null]}}"#;

fn goes_there_and_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, expected: &str) {
    let expected: serde_json::Value = serde_json::from_str(expected).expect("JSON");
    let found = serde_json::to_value(value).expect("a value");
    assert_eq!(found, expected);
    assert_eq!(&serde_json::from_value::<T>(found).expect("written output is valid"), value);
    let text = serde_json::to_string(value).expect("JSON");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("written output is valid"), value);
}

#[test]
fn what_stands_alone_has_serdes_traits() {
    goes_there_and_back(&json::from_str::<Value>(LIST).expect("a value"), LIST);
    goes_there_and_back(&json::from_str::<Unstructured>(LIST).expect("an object"), LIST);
    goes_there_and_back(&json::from_str::<UnstructuredList>(LIST).expect("a list"), LIST);
    goes_there_and_back(&json::from_str::<Unknown>(LIST).expect("an object"), LIST);
    goes_there_and_back(&RawExtension::from(r#"{"a":2,"b":1}"#), r#"{"a":2,"b":1}"#);
    goes_there_and_back(&"1500m".parse::<Quantity>().expect("a quantity"), r#""1500m""#);
    goes_there_and_back(&"2006-01-02T15:04:05Z".parse::<Time>().expect("a time"), r#""2006-01-02T15:04:05Z""#);
}

#[test]
fn values_too_deep_for_serde_are_errors() {
    let work = || {
        let text = "[".repeat(10_000) + &"]".repeat(10_000);
        let deep: Value = json::from_str(&text).expect("our own reader");
        assert!(serde_json::to_string(&deep).is_ok_and(|written| written == text), "our own writer");
        assert!(serde_json::from_str::<Value>(&text).is_ok_and(|read| read == deep), "our own reader");
        assert!(serde_json::to_string_pretty(&deep).unwrap_err().to_string().contains("exceeded max depth"));
        assert!(serde_json::to_value(&deep).is_err());
        let allowed: Value = json::from_str(&("[".repeat(400) + &"]".repeat(400))).expect("our own reader");
        let mut bytes = Vec::new();
        ciborium::into_writer(&allowed, &mut bytes).expect("not too deep");
        assert!(!bytes.is_empty());
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).expect("a thread").join().expect("no overflow");
}
