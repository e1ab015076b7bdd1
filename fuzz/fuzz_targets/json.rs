//! JSON, decoded and encoded: the result is stable from then on.
#![no_main]

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::serializer::json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(object) = json::from_slice::<Deployment>(data) else { return };
    let text = json::to_string(&object).expect("a value decoded from JSON can be encoded as JSON");
    let again: Deployment = json::from_str(&text).expect("our own JSON");
    assert_eq!(json::to_string(&again).expect("JSON"), text);
    let strict = json::from_slice_strict::<Deployment>(text.as_bytes());
    strict.expect("our own JSON has neither repeated nor unknown fields");
});
