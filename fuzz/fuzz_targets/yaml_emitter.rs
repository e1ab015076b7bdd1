//! YAML written from any JSON value reads as the same value.
#![no_main]

use apimachinery::meta::Value;
use apimachinery::serializer::json;
use apimachinery::yaml;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(value) = json::from_slice::<Value>(data) else { return };
    let text = json::to_string(&value).expect("a value decoded from JSON can be encoded as JSON");
    // As upstream, some JSON is not YAML: control characters, long keys.
    let Ok(expected) = yaml::to_json(text.as_bytes()) else {
        assert!(yaml::json_to_yaml(text.as_bytes()).is_err(), "{text}");
        return;
    };
    let written = yaml::json_to_yaml(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    // A written key `<<` is a merge key, and zero loses its sign.
    if !["\\u003c\\u003c", "-0"].iter().any(|odd| expected.contains(odd)) {
        let found = yaml::to_json(written.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(found, expected, "{written}");
    }
});
