//! Truncated and modified bytes.

use apimachinery::meta::Value;
use apimachinery::serializer::{Format, cbor};

use super::random::Random;
use super::{codec, number_from};

const MANIFEST: &str = r#"{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"w\u00e9b \ud83d\ude00","creationTimestamp":
"2024-01-02T03:04:05Z","labels":{"a":"b","\n":"\\"},"managedFields":[{"fieldsV1":{"f:x":{".":{}}},"time":null}]},"spec":{"replicas":-1,
"selector":{"matchExpressions":[{"key":"k","operator":"In","values":["é","日本"]}]},"strategy":{"rollingUpdate":{"maxSurge":"25%",
"maxUnavailable":1}},"template":{"metadata":{},"spec":{"containers":[{"name":"c","resources":{"limits":{"cpu":"100m","memory":1.5}},
"ports":[{"containerPort":80}],"securityContext":{"privileged":true}}],"terminationGracePeriodSeconds":30}}},"status":{"bogus":[{}]}}"#;

fn forms() -> [Vec<u8>; 4] {
    let decoded = codec().decode(MANIFEST.as_bytes()).expect("a manifest");
    let encoded = |format| codec().encode(&decoded, format).expect("every format can encode it");
    [MANIFEST.into(), encoded(Format::Yaml), encoded(Format::Protobuf), encoded(Format::Cbor)]
}

#[test]
fn no_prefix_panics() {
    let codec = codec();
    for data in forms() {
        let is_whole = data[0] == b'{' || data[0] == 0xd9;
        for end in 0..data.len() {
            let decoded = codec.decode(&data[..end]);
            assert!(!is_whole || end == 0 || decoded.is_err(), "half of a document decodes: {end}");
        }
        assert!(codec.decode(&data).is_ok());
    }
}

#[test]
fn no_change_panics() {
    let codec = codec();
    let mut random = Random::new(number_from("ROUNDTRIP_SEED", 1));
    for data in forms() {
        for _ in 0..number_from("ROUNDTRIP_OBJECTS", 6) * 500 {
            let mut changed = data.clone();
            for _ in 0..1 + random.below(3) {
                let at = random.below(changed.len());
                match random.below(3) {
                    0 => changed[at] = random.next() as u8,
                    1 => drop(changed.remove(at)),
                    _ => changed.insert(at, random.pick(b"{}[],:\"\\\0\xff-0e.")),
                }
            }
            if let Ok(mut decoded) = codec.decode(&changed) {
                codec.apply_defaults(&mut decoded);
                for format in [Format::Json, Format::Yaml, Format::Protobuf, Format::Cbor] {
                    let _ = codec.encode(&decoded, format);
                }
            }
        }
    }
}

/// Uses the seeds of the CBOR fuzzer, hand-written inputs of every kind.
#[test]
fn items_read_and_write_the_same() {
    let mut read = 0;
    for entry in std::fs::read_dir("fuzz/seeds/cbor").expect("the folder of seeds exists") {
        let data = std::fs::read(entry.expect("a file").path()).expect("a file");
        let _ = codec().decode(&data);
        let Ok(value) = cbor::from_slice::<Value>(&data) else { continue };
        let item = cbor::to_vec(&value).expect("the value was read from an item");
        assert_eq!(cbor::from_slice::<Value>(&item).expect("our own item"), value);
        read += 1;
    }
    assert!(read > 20, "{read} seeds are items");
}
