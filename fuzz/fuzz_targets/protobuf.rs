//! Protobuf, decoded and encoded: the result is stable from then on.
#![no_main]

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::serializer::{json, protobuf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(object) = protobuf::from_slice::<Deployment>(data) else { return };
    let message = protobuf::to_vec(&object).expect("the value was decoded from an item");
    let again: Deployment = protobuf::from_slice(&message).expect("our own message");
    assert_eq!(protobuf::to_vec(&again).expect("the value was decoded from an item"), message);
    // Raw fields can contain invalid JSON, which is an error and nothing worse.
    let _ = json::to_string(&object);
});
