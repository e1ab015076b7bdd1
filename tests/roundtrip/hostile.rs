//! Documents of maximum depth, decoded on a small stack.

use apimachinery::meta::{List, Map, Value};
use apimachinery::serializer::{cbor, json, protobuf};
use apimachinery::yaml;

use super::codec;

/// Maximum depth of untyped values.
const RAW: usize = 10_000;

/// Maximum depth of values of a recursive type.
const TYPED: usize = 500;

/// A type that contains itself in every possible way.
#[derive(Clone, Default, PartialEq)]
struct Knot {
    next: Option<Box<Knot>>,
    list: List<Knot>,
    map: Map<Knot>,
}

apimachinery::message! {
    Knot {
        next => "next", 1, Empty;
        list => "list", 2, Empty;
        map => "map", 3, Empty;
    }
}

/// Runs on a stack of 2 MB, the default of threads.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
    thread.join().expect("no panic, no overflow");
}

fn nested(open: &str, middle: &str, close: &str, levels: usize) -> String {
    format!("{}{middle}{}", open.repeat(levels), close.repeat(levels))
}

fn deployment(place: &str, value: &str) -> String {
    let head = r#"{"apiVersion":"apps/v1","kind":"Deployment","#;
    match place {
        "raw" => format!(r#"{head}"metadata":{{"managedFields":[{{"fieldsV1":{value}}}]}}}}"#),
        name => format!(r#"{head}"{name}":{value}}}"#),
    }
}

#[test]
fn untyped_values_nest_ten_thousand_levels() {
    on_a_small_stack(|| {
        for place in ["raw", "bogus", "metadata"] {
            for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
                let levels = (RAW - 4) / open.matches(['[', '{']).count();
                let decoded = codec().decode(deployment(place, &nested(open, "1", close, levels)).as_bytes());
                // Only metadata rejects a list.
                assert_eq!(decoded.is_ok(), place != "metadata" || open == "{\"a\":", "{place} {open}");
                let too_deep = deployment(place, &nested(open, "1", close, RAW + 1));
                assert!(codec().decode(too_deep.as_bytes()).is_err(), "{place} {open}");
                let unfinished = deployment(place, &open.repeat(100_000));
                assert!(codec().decode(unfinished.as_bytes()).is_err(), "{place} {open}");
            }
        }
    });
}

#[test]
fn deep_yaml_is_an_error() {
    on_a_small_stack(|| {
        for text in [nested("[", "", "]", 100_000), "- ".repeat(100_000), "a: {".repeat(50_000), "? ".repeat(50_000)] {
            assert!(yaml::to_json(text.as_bytes()).is_err());
            assert!(codec().decode(text.as_bytes()).is_err());
        }
        let deep = nested("[", "", "]", 9_000);
        assert_eq!(yaml::to_json(deep.as_bytes()).expect("below the limit"), deep);
    });
}

#[test]
fn typed_values_nest_five_hundred_levels() {
    on_a_small_stack(|| {
        for (open, close) in [("{\"next\":", "}"), ("{\"list\":[", "]}"), ("{\"map\":{\"k\":", "}}")] {
            let text = nested(open, "{}", close, TYPED - 1);
            let knot: Knot = json::from_str(&text).unwrap_or_else(|error| panic!("{open}: {error}"));
            let copy = knot.clone();
            assert!(copy == knot);
            assert_eq!(json::to_string(&copy).expect("the value can be encoded as JSON"), text);
            assert!(!format!("{copy:?}").is_empty());
            let stored = protobuf::to_vec(&copy).expect("the value can be encoded");
            assert!(protobuf::from_slice::<Knot>(&stored).expect("our own Protobuf") == knot);
            let item = cbor::to_vec(&copy).expect("the value can be encoded");
            assert!(cbor::from_slice::<Knot>(&item).expect("our own CBOR") == knot);

            let too_deep = nested(open, "{}", close, TYPED);
            let error = json::from_str::<Knot>(&too_deep).expect_err("one level too many");
            assert!(error.to_string().contains("exceeded max depth"), "{error}");
            assert!(json::from_str::<Knot>(&nested(open, "{}", close, RAW / 2 - 1)).is_err());
        }
    });
}

#[test]
fn deep_cbor_is_an_error() {
    let nested =
        |open: &[u8], levels, close: &[u8]| [&open.repeat(levels), &[0xf6][..], &close.repeat(levels)].concat();
    on_a_small_stack(move || {
        for (open, close) in [(&b"\x81"[..], &b""[..]), (b"\xa1\x41a", b""), (b"\x9f", b"\xff"), (b"\xd8\x63", b"")] {
            let item = nested(open, RAW, close);
            let value: Value = cbor::from_slice(&item).expect("the maximum depth");
            assert!(cbor::from_slice::<Value>(&cbor::to_vec(&value).expect("CBOR")).expect("our own CBOR") == value);
            assert!(cbor::from_slice::<Knot>(&[b"\xa1\x41x", &*nested(open, RAW - 1, close)].concat()).is_ok());
            assert!(codec().decode(&[b"\xd9\xd9\xf7\xa1\x41x", &*nested(open, RAW - 2, close)].concat()).is_err());

            let error = cbor::from_slice::<Value>(&nested(open, RAW + 2, close)).expect_err("too deep");
            assert_eq!(error.to_string(), "cbor: exceeded max nested level 10000");
            assert!(cbor::from_slice::<Value>(&open.repeat(1_000_000)).is_err());
        }
        for open in [&b"\xa1\x44next"[..], b"\xa1\x44list\x81", b"\xa1\x43map\xa1\x41k"] {
            assert!(cbor::from_slice::<Knot>(&nested(open, TYPED, b"")).is_ok());
            let error = cbor::from_slice::<Knot>(&nested(open, TYPED + 1, b"")).expect_err("too deep").to_string();
            assert_eq!(error, "exceeded max depth");
        }
        // The maximum length that a head can declare, without any content.
        for head in [&b"\x9a\x7f\xff\xff\xff"[..], b"\xba\x00\x20\x00\x00", b"\x5b\x7f\xff\xff\xff\xff\xff\xff\xff"] {
            assert_eq!(cbor::from_slice::<Value>(head).expect_err("truncated input").to_string(), "unexpected EOF");
        }
    });
}

#[test]
fn deep_protobuf_is_an_error() {
    on_a_small_stack(|| {
        for field in 1..=3 {
            let mut message = Vec::new();
            for level in 0..20_000 {
                message = wrapped(field, &message);
                let decoded = protobuf::from_slice::<Knot>(&message);
                if level < 400 {
                    assert!(decoded.is_ok(), "field {field}, level {level}");
                } else if level > TYPED {
                    let error = decoded.expect_err("too deep").to_string();
                    assert!(error.contains("exceeded max depth"), "{error}");
                    break;
                }
            }
        }
    });
}

/// Returns a message with one field that contains `inner`; field 3 is a map, whose entry has `inner` as its value.
fn wrapped(field: u8, inner: &[u8]) -> Vec<u8> {
    let message = |number: u8, body: &[u8]| {
        let mut out = vec![number << 3 | 2];
        let mut length = body.len();
        while length > 0x7f {
            out.push(length as u8 | 0x80);
            length >>= 7;
        }
        out.push(length as u8);
        out.extend_from_slice(body);
        out
    };
    match field {
        3 => message(3, &message(2, inner)),
        field => message(field, inner),
    }
}
