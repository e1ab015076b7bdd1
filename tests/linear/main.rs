//! Work grows as its input does, and no faster, however the input is made: each format reads and writes hostile
//! shapes of one size and of 16 times that size.

mod cost;
mod made;
mod shapes;

use apimachinery::meta::{List, Map, Str, Value};
use apimachinery::serializer::{cbor, json, protobuf};
use apimachinery::yaml;

use cost::{GROWTH, complaint};
use made::{Made, field};
use shapes::{SHAPES, Shape, YAML};

#[derive(Clone, Default, PartialEq)]
struct Thing {
    name: Str,
    labels: Map<Str>,
    args: List<Str>,
    things: List<Thing>,
    data: Map<Str>,
    inner: Option<Box<Thing>>,
    by_name: Map<Thing>,
}

apimachinery::message! {
    Thing {
        name => "name", 1, Empty;
        labels => "labels", 2, Empty;
        args => "args", 3, Empty;
        things => "things", 4, Empty;
        data => "data", 5, Empty;
        inner => "inner", 6, Empty;
        by_name => "byName", 0, Empty;
    }
}

/// Something that is done with an input.
type Work = (&'static str, fn(&[u8]));

/// An object of Kubernetes without fields has 2 bytes in a list, with the comma 3.
const MEMORY: usize = 400;

/// A number has one byte in a list, with the comma 2.
const MEMORY_OF_SCALARS: usize = 40;

/// The number of entries in the larger of two inputs that are put together.
const SIZE: usize = 8_000;

/// Buffers that do not grow with the input.
const BUFFERS: usize = 4 << 20;

fn check(shape: &Shape, input: impl Fn(String) -> Vec<u8>, works: &[Work]) -> Vec<String> {
    check_inputs(shape.name, [shape.size / GROWTH, shape.size].map(|size| input((shape.json)(size))), works)
}

fn check_inputs(shape: &str, [small, large]: [Vec<u8>; 2], works: &[Work]) -> Vec<String> {
    let limit = MEMORY * large.len() + BUFFERS;
    let complaints = works.iter().filter_map(|(name, work)| {
        let complaint = complaint(|| work(&small), || work(&large), limit)?;
        Some(format!("{name}, {shape}: {complaint}"))
    });
    complaints.collect()
}

/// Ignores the result, because valid and invalid inputs are equally relevant.
fn done<T>(result: T) {
    drop(std::hint::black_box(result));
}

fn value(text: &str) -> Value {
    json::from_str(text).expect("any JSON")
}

const JSON: [Work; 8] = [
    ("typed from JSON", |input| done(json::from_slice::<Thing>(input))),
    ("typed from JSON, strictly", |input| done(json::from_slice_strict::<Thing>(input))),
    ("value from JSON", |input| done(json::from_slice::<Value>(input))),
    ("JSON laid out", |input| done(json::indent(input, 0))),
    ("YAML from JSON", |input| done(yaml::json_to_yaml(input))),
    ("typed by serde_json", |input| done(serde_json::from_slice::<Thing>(input))),
    ("typed by serde, from a stream", |input| done(serde_json::from_reader::<_, Thing>(input))),
    ("CBOR from JSON", |input| done(json::from_slice::<Value>(input).map(|value| cbor::to_vec(&value)))),
];

const FROM_YAML: [Work; 4] = [
    ("typed from YAML", |input| done(apimachinery::yaml::decode::<Thing>(input))),
    ("typed from YAML, strictly", |input| done(apimachinery::yaml::decode_strict::<Thing>(input))),
    ("JSON from YAML", |input| done(yaml::to_json_strict(input))),
    ("documents of YAML", |input| done(yaml::documents(input).count())),
];

const CBOR: [Work; 4] = [
    ("typed from CBOR", |input| done(cbor::from_slice::<Thing>(input))),
    ("typed from CBOR, strictly", |input| done(cbor::from_slice_strict::<Thing>(input))),
    ("value from CBOR and back", |input| done(cbor::from_slice::<Value>(input).map(|value| cbor::to_vec(&value)))),
    ("JSON from CBOR", |input| done(cbor::from_slice::<Value>(input).map(|value| json::to_string(&value)))),
];

const PROTOBUF: [Work; 2] = [
    ("Protobuf and back", |input| done(protobuf::from_slice::<Thing>(input).map(|thing| protobuf::to_vec(&thing)))),
    ("Protobuf by prost", |input| done(<Thing as prost::Message>::decode(input))),
];

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

/// Other tests on other threads would count in the same allocator.
#[test]
fn no_shape_costs_more_than_its_size() {
    let mut complaints = Vec::new();
    for shape in &SHAPES {
        complaints.extend(check(shape, String::into_bytes, &JSON));
        complaints.extend(check(shape, String::into_bytes, &FROM_YAML));
        // Keys of YAML are shorter than those of JSON can be.
        let block = |text: String| yaml::json_to_yaml(text.as_bytes()).unwrap_or(text).into_bytes();
        complaints.extend(check(shape, block, &FROM_YAML));
        complaints.extend(check(shape, |text| cbor::to_vec(&value(&text)).expect("any value"), &CBOR));
        complaints.extend(check(shape, |text| fields(&text), &PROTOBUF));
    }
    for shape in &YAML {
        complaints.extend(check(shape, String::into_bytes, &FROM_YAML));
    }
    let numbers = |size: usize| format!("args: [{}]\n", vec!["1"; size].join(",")).into_bytes();
    let [small, large] = [12_000, 192_000].map(numbers);
    for (name, work) in &FROM_YAML {
        let complaint = complaint(|| work(&small), || work(&large), MEMORY_OF_SCALARS * large.len() + BUFFERS);
        complaints.extend(complaint.map(|complaint| format!("{name}, a flow list of numbers: {complaint}")));
    }
    for made in Made::all() {
        let inputs = |write: fn(&Made, usize) -> Vec<u8>| [SIZE / GROWTH, SIZE].map(|size| write(&made, size));
        let name = made.to_string();
        complaints.extend(check_inputs(&name, inputs(Made::json), &JSON));
        complaints.extend(check_inputs(&name, inputs(Made::json), &FROM_YAML));
        complaints.extend(check_inputs(&name, inputs(Made::yaml), &FROM_YAML));
        complaints.extend(check_inputs(&name, inputs(Made::cbor), &CBOR));
        complaints.extend(check_inputs(&name, inputs(Made::protobuf), &PROTOBUF));
    }
    assert!(complaints.is_empty(), "work grows faster than its input:\n  {}", complaints.join("\n  "));
}
