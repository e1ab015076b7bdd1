//! Leaves that violate every promise of their trait, and structs with unusual tables or layouts. Results can be wrong
//! and functions can panic, but memory stays valid.
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use apimachinery::meta::{Bytes, List, Map, Str, Value};
use apimachinery::reflect::{Leaf, Mut, ProtoReader, ProtoWriter, Raw, Reflect, WireError};
use apimachinery::serializer::{cbor, json, protobuf, value};
use apimachinery::yaml;

/// A leaf whose every answer differs from the previous one.
#[derive(Debug, Default)]
struct Liar {
    calls: AtomicUsize,
    bytes: Bytes,
    text: Str,
}

impl Clone for Liar {
    fn clone(&self) -> Self {
        Liar { text: "no copy, and longer than an inline text".into(), ..Liar::default() }
    }
}

impl PartialEq for Liar {
    fn eq(&self, _: &Self) -> bool {
        self.next().is_multiple_of(2)
    }
}

impl Liar {
    fn next(&self) -> usize {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }

    /// Modifies the existing output in several ways.
    fn spoil(&self, out: &mut Vec<u8>) -> Result<(), String> {
        match self.next() % 7 {
            0 => out.clear(),
            1 => *out = Vec::new(),
            2 => *out = Vec::with_capacity(1),
            3 => drop(std::mem::take(out)),
            4 => out.truncate(out.len() / 2),
            5 => out.extend([b'x'; 5000]),
            _ => return Err("no".to_owned()),
        }
        out.shrink_to_fit();
        Ok(())
    }
}

impl Leaf for Liar {
    fn is_zero(&self) -> bool {
        self.next().is_multiple_of(2)
    }

    fn write_json(&self, out: &mut Vec<u8>) -> Result<(), String> {
        self.spoil(out)
    }

    fn read_json(&mut self, _: Raw<'_>) -> Result<(), String> {
        // Decodes another document during decoding.
        let inner: Result<Holder, _> = json::from_str(r#"{"texts":["a","b"],"labels":{"b":"1","a":"2"},"liars":[]}"#);
        *self = Liar { text: inner.expect("JSON").texts[1].clone(), ..Liar::default() };
        if self.next() % 3 == 2 { Err("no".to_owned()) } else { Ok(()) }
    }

    fn is_untyped(&self) -> bool {
        self.next().is_multiple_of(3)
    }

    fn write_cbor(&self, out: &mut Vec<u8>) -> Result<(), String> {
        self.spoil(out)
    }

    fn raw_json(&mut self) -> Option<&mut Bytes> {
        self.next().is_multiple_of(2).then_some(&mut self.bytes)
    }

    fn cbor_place(&mut self) -> Option<Mut<'_>> {
        self.next().is_multiple_of(2).then(|| Mut::new(&mut self.text))
    }

    fn write_proto(&self, writer: &mut ProtoWriter) {
        match self.next() % 4 {
            0 => *writer = ProtoWriter::default(),
            1 => drop(std::mem::take(writer)),
            2 => writer.bytes(1, &[7; 3000]),
            _ => writer.length_since(1, usize::MAX),
        }
    }

    fn proto_bytes(&self) -> Option<&Bytes> {
        self.next().is_multiple_of(5).then_some(&self.bytes)
    }

    fn proto_len(&self) -> Option<usize> {
        [None, Some(0), Some(1), Some(70_000)][self.next() % 4]
    }

    fn merge_proto(&mut self, _: ProtoReader<'_>) -> Result<(), WireError> {
        self.bytes = "read".into();
        Ok(())
    }
}

apimachinery::message! { leaf Liar }

#[derive(Clone, Default, PartialEq)]
struct Holder {
    before: Str,
    liar: Liar,
    maybe: Option<Liar>,
    liars: List<Liar>,
    named: Map<Liar>,
    next: Option<Box<Holder>>,
    items: List<Holder>,
    texts: List<Str>,
    labels: Map<Str>,
}

apimachinery::message! {
    Holder {
        before => "before", 1, Empty;
        liar => "liar", 2, Zero;
        maybe => "maybe", 3, Empty;
        liars => "liars", 4, Empty;
        named => "named", 5, Empty;
        next => "next", 6, Empty;
        items => "items", 7, Empty;
        texts => "texts", 8, Empty;
        labels => "labels", 9, Empty;
    }
}

fn holder() -> Holder {
    let pair = || List::from([Liar::default(), Liar::default()]);
    let inner = Holder { liars: pair(), before: "inner".into(), ..Holder::default() };
    Holder {
        before: "a text that is too long to be stored inline".into(),
        maybe: Some(Liar::default()),
        liars: pair(),
        named: [("b", Liar::default()), ("a", Liar::default())].into(),
        next: Some(Box::new(inner.clone())),
        items: List::from([inner.clone(), inner]),
        texts: List::from(["short".into(), "x".repeat(600).into()]),
        labels: [("k", "v")].map(|(key, value)| (key, Str::from(value))).into(),
        ..Holder::default()
    }
}

/// Encodes the value in every format and decodes the results, whole and in part. The only requirement is that it ends.
fn through_every_format<T: Reflect + Default>(value: &T) {
    let formats: [&dyn Fn(&T) -> Vec<u8>; 4] = [
        &|value| json::to_vec(value).unwrap_or_default(),
        &|value| cbor::to_vec(value).unwrap_or_default(),
        &|value| protobuf::to_vec(value).unwrap_or_default(),
        &|value| {
            let untyped = value::to_value(value).unwrap_or(Value::Null);
            drop(value::from_value::<T>(&untyped));
            json::to_vec(&untyped).unwrap_or_default()
        },
    ];
    for write in formats {
        let Ok(bytes) = catch_unwind(AssertUnwindSafe(|| write(value))) else { continue };
        for length in [bytes.len(), bytes.len() / 2] {
            let readers: [&dyn Fn(&[u8]); 4] = [
                &|bytes| drop(json::from_slice::<T>(bytes)),
                &|bytes| drop(yaml::decode::<T>(bytes)),
                &|bytes| drop(cbor::from_slice::<T>(bytes)),
                &|bytes| drop(protobuf::from_slice::<T>(bytes)),
            ];
            for read in readers {
                let _ = catch_unwind(AssertUnwindSafe(|| read(&bytes[..length])));
            }
        }
    }
}

const TIMES: usize = if cfg!(miri) { 2 } else { 500 };

#[test]
fn leaves_may_spoil_the_output() {
    let holder = holder();
    for _ in 0..TIMES {
        through_every_format(&holder);
        let _ = holder.clone() == holder;
    }
}

#[test]
fn leaves_may_read_something_else_and_refuse() {
    let text = r#"{"before":"x","liar":1,"maybe":[2],"liars":["a",{},null,3],"named":{"b":1,"a":2,"b":3},
        "next":{"liars":[1,2,3]},"items":[{"liars":[4]},{"liars":[5,6]}],"texts":["y","z"],"labels":{"q":"r"}}"#;
    let untyped: Value = json::from_str(text).expect("JSON");
    let item = cbor::to_vec(&untyped).expect("the value can be encoded");
    for _ in 0..TIMES {
        let mut holder = Holder::default();
        let _ = json::merge(Mut::new(&mut holder), text.as_bytes());
        let _ = cbor::merge(Mut::new(&mut holder), &item);
        let _ = value::assign(Mut::new(&mut holder), &untyped);
        let _ = yaml::merge(Mut::new(&mut holder), text.as_bytes());
    }
}

/// A struct with one field in several rows, an inlined struct next to the same fields, and boxes that are not adjacent.
#[derive(Clone, Default, PartialEq)]
struct Twice {
    first: Option<Box<Twice>>,
    second: Option<Box<Twice>>,
    apart: Option<i32>,
    third: Option<Box<Twice>>,
    inner: Inner,
    items: List<Twice>,
}

#[derive(Clone, Default, PartialEq)]
struct Inner {
    text: Str,
    labels: Map<Str>,
}

apimachinery::message! {
    Inner {
        text => "text", 1, Empty;
        labels => "labels", 2, Empty;
    }
}

apimachinery::message! {
    Twice {
        first => "first", 1, Empty;
        first => "again", 2, Empty;
        second => "second", 3, Empty;
        third => "third", 4, Empty;
        inner.text => "text", 0, Empty;
        inner.labels => "labels", 0, Empty;
        inner => "inner", 5, Never;
        inner => "twin", 6, Never;
        items => "items", 7, Empty;
        items => "more", 8, Empty;
    }
}

/// A struct with three boxes, and another type in the position of a fourth one.
#[derive(Clone, Default, PartialEq)]
#[repr(C)]
struct Four {
    first: Option<Box<Inner>>,
    second: Option<Box<Inner>>,
    apart: Apart,
    fourth: Option<Box<Inner>>,
}

/// A type of the size of a pointer, for which most bit patterns are invalid.
#[derive(Clone, Default, PartialEq)]
#[repr(align(8))]
struct Apart {
    flag: bool,
}

apimachinery::message! {
    Apart { flag => "flag", 1, Empty; }
}

apimachinery::message! {
    Four {
        first => "a", 1, Empty;
        first => "b", 2, Empty;
        second => "c", 3, Empty;
        fourth => "d", 4, Empty;
        apart => "e", 5, Empty;
    }
}

#[test]
fn a_field_may_be_in_several_rows() {
    let text = r#"{"text":"t","first":{"text":"u"},"again":{"labels":{"b":"1","a":"2"}},"inner":{"text":"v"},
        "twin":{"labels":{"c":"3"}},"items":[{}],"more":[{"second":{}},{"third":{"text":"w"}}]}"#;
    let twice: Twice = json::from_str(text).expect("it fits the type");
    assert!(twice.first.is_some() && twice.items.len() == 2 && twice.apart.is_none());
    through_every_format(&twice);
    through_every_format(&twice.clone());
    for four in [Four::default(), json::from_str(r#"{"b":{"text":"x"},"c":{},"e":{"flag":true}}"#).expect("it fits")] {
        assert!(four.fourth.is_none());
        through_every_format(&four);
        let bytes = protobuf::to_vec(&four).expect("the value can be encoded");
        assert!(protobuf::from_slice::<Four>(&bytes).expect("a message") == four);
    }
}

/// A zero-sized type with the largest alignment, and a packed struct whose fields are aligned nevertheless.
#[derive(Clone, Default, PartialEq)]
struct Nothing {}

#[derive(Clone, Default, PartialEq)]
#[repr(align(256))]
struct Aligned {
    text: Str,
}

#[derive(Clone, Copy, Default, PartialEq)]
#[repr(C, packed)]
struct Packed {
    one: bool,
    other: Option<bool>,
}

#[derive(Clone, Default, PartialEq)]
struct Layouts {
    nothing: Nothing,
    nothings: List<Nothing>,
    boxed: Option<Box<Nothing>>,
    none_by_key: Map<Nothing>,
    aligned: List<Aligned>,
    by_key: Map<Aligned>,
    one: Option<Box<Aligned>>,
    packed: List<Packed>,
    flags: List<bool>,
    deep: Option<Option<List<Option<Map<Bytes>>>>>,
}

apimachinery::message! { Nothing {} }
apimachinery::message! { Aligned { text => "text", 1, Empty; } }
apimachinery::message! {
    Packed {
        one => "one", 1, Empty;
        other => "other", 2, Empty;
    }
}
apimachinery::message! {
    Layouts {
        nothing => "nothing", 1, Never;
        nothings => "nothings", 2, Empty;
        boxed => "boxed", 3, Empty;
        none_by_key => "noneByKey", 4, Empty;
        aligned => "aligned", 5, Empty;
        by_key => "byKey", 6, Empty;
        one => "one", 7, Empty;
        packed => "packed", 8, Empty;
        flags => "flags", 0, Empty;
        deep => "deep", 0, Empty;
    }
}

#[test]
fn layouts_may_be_unusual() {
    let text = r#"{"nothing":{},"nothings":[{},{},{}],"boxed":{},"noneByKey":{"b":{},"a":{},"b":{}},
        "aligned":[{"text":"x"},{},{"text":"y"}],"byKey":{"b":{"text":"z"},"a":{}},"one":{"text":"w"},
        "packed":[{"one":true},{"other":false}],"flags":[true,false],"deep":[{"k":"cmF3"},null]}"#;
    let layouts: Layouts = json::from_str(text).expect("it fits the type");
    assert_eq!((layouts.nothings.len(), layouts.aligned.len(), layouts.none_by_key.len()), (3, 3, 2));
    through_every_format(&layouts);
    let again: Layouts = json::from_slice(&json::to_vec(&layouts).expect("the value can be encoded")).expect("it fits the type");
    assert!(again == layouts && again.clone() == layouts);
}
