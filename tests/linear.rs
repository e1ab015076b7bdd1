//! Work grows as its input does, and no faster, however the input is made: each format reads and writes hostile
//! shapes of one size and of 16 times that size.

#[path = "linear/cost.rs"]
mod cost;
#[path = "linear/shapes.rs"]
mod shapes;

use apimachinery::meta::{List, Map, Str, Value};
use apimachinery::serializer::{cbor, json, protobuf};
use apimachinery::yaml;

use cost::{GROWTH, complaint};
use shapes::{SHAPES, Shape, YAML};

#[derive(Clone, Default, PartialEq)]
struct Thing {
    name: Str,
    labels: Map<Str>,
    args: List<Str>,
    things: List<Thing>,
}

apimachinery::message! {
    Thing {
        name => "name", 1, Empty;
        labels => "labels", 2, Empty;
        args => "args", 3, Empty;
        things => "things", 4, Empty;
    }
}

/// Something that is done with an input.
type Work = (&'static str, fn(&[u8]));

fn check(shape: &Shape, input: impl Fn(String) -> Vec<u8>, works: &[Work]) -> Vec<String> {
    let [small, large] = [shape.size / GROWTH, shape.size].map(|size| input((shape.json)(size)));
    let complaints = works.iter().filter_map(|(name, work)| {
        let complaint = complaint(|| work(&small), || work(&large))?;
        Some(format!("{name}, {}: {complaint}", shape.name))
    });
    complaints.collect()
}

/// Whether an input is good or bad does not matter.
fn done<T>(result: T) {
    drop(std::hint::black_box(result));
}

fn value(text: &str) -> Value {
    json::from_str(text).expect("any JSON")
}

const JSON: [Work; 5] = [
    ("typed from JSON", |input| done(json::from_slice::<Thing>(input))),
    ("typed from JSON, strictly", |input| done(json::from_slice_strict::<Thing>(input))),
    ("value from JSON", |input| done(json::from_slice::<Value>(input))),
    ("JSON laid out", |input| done(json::indent(input, 0))),
    ("YAML from JSON", |input| done(yaml::json_to_yaml(input))),
];

const FROM_YAML: [Work; 4] = [
    ("typed from YAML", |input| done(apimachinery::serializer::yaml::from_slice::<Thing>(input))),
    ("typed from YAML, strictly", |input| done(apimachinery::serializer::yaml::from_slice_strict::<Thing>(input))),
    ("JSON from YAML", |input| done(yaml::to_json_strict(input))),
    ("documents of YAML", |input| done(yaml::documents(input).count())),
];

const CBOR: [Work; 4] = [
    ("typed from CBOR", |input| done(cbor::from_slice::<Thing>(input))),
    ("typed from CBOR, strictly", |input| done(cbor::from_slice_strict::<Thing>(input))),
    ("value from CBOR and back", |input| done(cbor::from_slice::<Value>(input).map(|value| cbor::to_vec(&value)))),
    ("JSON from CBOR", |input| done(cbor::from_slice::<Value>(input).map(|value| json::to_string(&value)))),
];

const PROTOBUF: [Work; 1] =
    [("Protobuf and back", |input| done(protobuf::from_slice::<Thing>(input).map(|thing| protobuf::to_vec(&thing))))];

/// The fields of a Protobuf message, as [`Thing`] numbers them, in the order of the JSON members.
fn fields(thing: &str) -> Vec<u8> {
    let texts = |text: &str| text.split('"').skip(1).step_by(2).map(str::to_string).collect::<Vec<_>>();
    let texts = texts(thing);
    match texts.split_first() {
        Some((name, members)) if name == "labels" => {
            let entries = members.chunks_exact(2).map(|pair| [field(1, &pair[0]), field(2, &pair[1])].concat());
            entries.flat_map(|entry| field(2, &entry)).collect()
        }
        Some((name, members)) if name == "args" => members.iter().flat_map(|text| field(3, text)).collect(),
        Some((_, members)) => members.iter().flat_map(|text| field(1, text)).collect(),
        None => Vec::new(),
    }
}

fn field(number: u8, bytes: impl AsRef<[u8]>) -> Vec<u8> {
    let mut out = vec![number << 3 | 2];
    let mut length = bytes.as_ref().len();
    while length > 0x7f {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend_from_slice(bytes.as_ref());
    out
}

/// Other tests on other threads would count in the same allocator.
#[test]
fn no_shape_costs_more_than_its_size() {
    let mut complaints = Vec::new();
    for shape in &SHAPES {
        complaints.extend(check(shape, String::into_bytes, &JSON));
        complaints.extend(check(shape, String::into_bytes, &FROM_YAML));
        let block = |text: String| yaml::json_to_yaml(text.as_bytes()).expect("any JSON").into_bytes();
        complaints.extend(check(shape, block, &FROM_YAML));
        complaints.extend(check(shape, |text| cbor::to_vec(&value(&text)).expect("any value"), &CBOR));
        complaints.extend(check(shape, |text| fields(&text), &PROTOBUF));
    }
    for shape in &YAML {
        complaints.extend(check(shape, String::into_bytes, &FROM_YAML));
    }
    assert!(complaints.is_empty(), "work grows faster than its input:\n  {}", complaints.join("\n  "));
}
