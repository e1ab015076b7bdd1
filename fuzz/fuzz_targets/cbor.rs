//! Arbitrary bytes as CBOR: decoded values can be encoded and are stable from then on, and all decoders agree about
//! valid items.
#![no_main]

use std::sync::LazyLock;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::meta::{Unstructured, Value};
use apimachinery::serializer::framer::{CborFramer, FrameReader, Framer};
use apimachinery::serializer::{CborSerializer, Decoder, cbor, json};
use libfuzzer_sys::fuzz_target;

static SERIALIZER: LazyLock<CborSerializer> = LazyLock::new(|| CborSerializer::new(apimachinery::apis::scheme()));

fuzz_target!(|data: &[u8]| {
    let value = cbor::from_slice::<Value>(data);
    if let Ok(value) = &value {
        let item = cbor::to_vec(value).expect("the value was decoded from an item");
        assert_eq!(&cbor::from_slice::<Value>(&item).expect("our own item"), value);
        json::to_string(value).expect("JSON has all numbers in this CBOR");
    }
    if let Ok(object) = cbor::from_slice::<Deployment>(data) {
        typed(&object);
    }
    let strict = cbor::from_slice_strict::<Deployment>(data);
    assert!(strict.is_err() || cbor::from_slice::<Deployment>(data).is_ok());
    // Both may fail, but neither accepts input that the other rejects.
    let _ = SERIALIZER.decode(data, None);
    let untyped = SERIALIZER.decode_into(data, None, &mut Unstructured::default());
    assert!(untyped.is_err() || value.is_ok());
    frames(data, value.is_ok());
});

/// Checks a typed object. Raw fields can contain values that cannot be encoded, which is an error and nothing worse. A
/// raw `null` is written but read as an unset field, as upstream, so the second encoding is the stable one.
fn typed(object: &Deployment) {
    let Ok(item) = cbor::to_vec(object) else { return };
    let settled = again(&item);
    assert_eq!(again(&settled), settled);
}

fn again(item: &[u8]) -> Vec<u8> {
    let object: Deployment = cbor::from_slice(item).expect("our own item");
    cbor::to_vec(&object).expect("the value was decoded from an item")
}

fn frames(data: &[u8], is_one: bool) {
    let mut frames = CborFramer::default().reader(Box::new(data));
    let (mut frame, mut found) = (Vec::new(), 0);
    while let Ok(true) = frames.read_frame(&mut frame) {
        found += 1;
        assert!(found <= data.len(), "a frame takes at least a byte of the stream");
    }
    assert!(!is_one || found == 1);
}
