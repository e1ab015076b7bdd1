//! What was decoded from Protobuf is written so that it reads and writes the same again.
#![no_main]

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::serializer::{json, protobuf};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(object) = protobuf::from_slice::<Deployment>(data) else { return };
    let message = protobuf::to_vec(&object).expect("it was read from one");
    let again: Deployment = protobuf::from_slice(&message).expect("our own message");
    assert_eq!(protobuf::to_vec(&again).expect("it was read from one"), message);
    // Raw fields may hold what is no JSON; then there is an error, and nothing worse.
    let _ = json::to_string(&object);
});
