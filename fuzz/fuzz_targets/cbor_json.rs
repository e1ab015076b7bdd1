//! JSON to an object, to CBOR, to an object and to JSON, typed and untyped, without losses.
#![no_main]

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::meta::Value;
use apimachinery::serializer::{cbor, json};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(value) = json::from_slice::<Value>(data) {
        let item = cbor::to_vec(&value).expect("CBOR represents all numbers of JSON");
        let again: Value = cbor::from_slice(&item).expect("our own item");
        assert_eq!(again, value, "integers and floats are kept apart");
    }
    let Ok(object) = json::from_slice::<Deployment>(data) else { return };
    let text = json::to_string(&object).expect("a value decoded from JSON can be encoded as JSON");
    let Ok(item) = cbor::to_vec(&object) else {
        // Encoding examines raw values for the first time: numbers out of range, and managed fields that are not
        // objects.
        return assert!(text.contains("fieldsV1"), "{text}");
    };
    let again: Deployment = cbor::from_slice(&item).expect("our own item");
    assert_eq!(
        settled(&json::to_string(&again).expect("a value decoded from CBOR can be encoded as JSON")),
        settled(&text)
    );
    assert_eq!(cbor::to_vec(&again).expect("the value was decoded from CBOR"), item);
});

/// Returns the text with raw values as CBOR preserves them: sorted keys and normalized numbers.
fn settled(text: &str) -> String {
    let settle = |text: &str| json::to_string(&json::from_str::<Value>(text).expect("our own JSON")).expect("JSON");
    settle(&settle(text))
}
