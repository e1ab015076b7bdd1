//! Consistency of the serde and prost traits with the codecs of the crate.
#![no_main]

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::apis::core::v1::{ConfigMap, Pod};
use apimachinery::reflect::Message;
use apimachinery::serializer::{json, protobuf};
use apimachinery_fuzz::text;
use libfuzzer_sys::fuzz_target;

trait Shimmed:
    Message + Default + PartialEq + std::fmt::Debug + prost::Message + serde::Serialize + serde::de::DeserializeOwned
{
}

impl<T> Shimmed for T where
    T: Message
        + Default
        + PartialEq
        + std::fmt::Debug
        + prost::Message
        + serde::Serialize
        + serde::de::DeserializeOwned
{
}

fuzz_target!(|data: &[u8]| {
    check::<ConfigMap>(data);
    check::<Pod>(data);
    check::<Deployment>(data);
});

fn check<T: Shimmed>(data: &[u8]) {
    if let Ok(object) = json::from_slice::<T>(data) {
        let own = json::to_vec(&object).expect("a value decoded from JSON can be encoded as JSON");
        let foreign = serde_json::to_vec(&object).expect("a value decoded from JSON can be encoded as JSON");
        assert_eq!(text(&foreign), text(&own));
        let own_again: T = json::from_slice(&own).expect("our own JSON");
        let again: T = serde_json::from_slice(&own).expect("our own JSON");
        assert!(again == own_again, "{}", text(&own));
    }
    let own = protobuf::from_slice::<T>(data);
    let foreign = <T as prost::Message>::decode(data);
    assert_eq!(own.is_ok(), foreign.is_ok(), "{own:?} {foreign:?} {}", text(data));
    if let (Ok(own), Ok(foreign)) = (own, foreign) {
        assert!(own == foreign, "{}", text(data));
        let bytes = protobuf::to_vec(&own).expect("the value was decoded from an item");
        assert_eq!(text(&prost::Message::encode_to_vec(&foreign)), text(&bytes));
        assert_eq!(prost::Message::encoded_len(&foreign), bytes.len());
    }
}
