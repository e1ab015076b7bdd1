//! Encoded messages and their computed lengths, compared with the simplest possible encoder, which handles one row at a
//! time and encodes each message before its length.

use apimachinery::meta::{Bytes, List, Map, Str};
use apimachinery::reflect::{Message, Ref, View, WireType};
use apimachinery::serializer::protobuf::{from_slice, to_vec};

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn head(out: &mut Vec<u8>, number: u32, wire: WireType) {
    varint(out, u64::from(number) << 3 | wire as u64);
}

fn bytes(out: &mut Vec<u8>, number: u32, value: &[u8]) {
    head(out, number, WireType::Length);
    varint(out, value.len() as u64);
    out.extend_from_slice(value);
}

/// Appends a field that is set: the value of an option, or an item.
fn field(out: &mut Vec<u8>, number: u32, value: View<'_>) {
    match value {
        View::Bool(value) => (head(out, number, WireType::Varint), varint(out, value.into())).1,
        View::Int32(value) => (head(out, number, WireType::Varint), varint(out, i64::from(value) as u64)).1,
        View::Int64(value) => (head(out, number, WireType::Varint), varint(out, value as u64)).1,
        View::Double(value) => {
            head(out, number, WireType::Fixed64);
            out.extend_from_slice(&value.to_le_bytes());
        }
        View::Str(value) => bytes(out, number, value.as_bytes()),
        View::Bytes(value) => bytes(out, number, value),
        View::Struct(_) => bytes(out, number, &message(value)),
        View::Option(value) => value.into_iter().for_each(|value| field(out, number, value.view())),
        View::List(_) => bytes(out, number, &wrapped(value)),
        View::Map(_) | View::Leaf(_) => panic!("not in these tests"),
    }
}

/// Encodes a list that is itself an item.
fn wrapped(list: View<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    row(&mut out, 1, list);
    out
}

fn row(out: &mut Vec<u8>, number: u32, value: View<'_>) {
    match value {
        View::List(list) => list.iter().for_each(|item| field(out, number, item.view())),
        View::Map(map) => map.iter().for_each(|(key, value)| {
            let mut entry = Vec::new();
            bytes(&mut entry, 1, key.as_bytes());
            field(&mut entry, 2, value.view());
            bytes(out, number, &entry);
        }),
        View::Bytes(bytes) if bytes.is_nil() => {}
        value => field(out, number, value),
    }
}

fn message(value: View<'_>) -> Vec<u8> {
    let View::Struct(value) = value else { panic!("a struct") };
    let mut out = Vec::new();
    for &index in value.shape().by_number() {
        row(&mut out, value.shape().fields()[index as usize].number(), value.field(index.into()).view());
    }
    out
}

#[cfg(feature = "prost")]
trait Counted: prost::Message + Message {}

#[cfg(feature = "prost")]
impl<T: prost::Message + Message> Counted for T {}

#[cfg(not(feature = "prost"))]
trait Counted: Message {}

#[cfg(not(feature = "prost"))]
impl<T: Message> Counted for T {}

fn check<T: Counted>(value: &T) {
    let expected = message(Ref::new(value).view());
    assert!(to_vec(value).expect("the value can be encoded as Protobuf") == expected, "{} bytes", expected.len());
    #[cfg(feature = "prost")]
    assert_eq!(value.encoded_len(), expected.len());
    let again: T = from_slice(&expected).expect("written output can be read");
    assert!(to_vec(&again).expect("the value can be encoded as Protobuf") == expected, "{} bytes read", expected.len());
}

#[derive(Clone, Default, PartialEq)]
struct Leaflet {
    text: Str,
    flag: bool,
}

apimachinery::message! { Leaflet { text => "text", 1, Empty; flag => "flag", 2000, Empty; } }

/// A struct with all features of a table: tags of one and two bytes, and pointers both in runs of four and alone.
#[derive(Clone, Default, PartialEq)]
struct Kinds {
    text: Str,
    far: Str,
    int: i32,
    long: i64,
    flag: bool,
    ratio: f64,
    raw: Bytes,
    inner: Leaflet,
    maybe_text: Option<Str>,
    maybe_int: Option<i32>,
    maybe_long: Option<i64>,
    maybe_flag: Option<bool>,
    maybe_ratio: Option<f64>,
    maybe_inner: Option<Leaflet>,
    pointers: Pointers,
    texts: List<Str>,
    longs: List<i64>,
    inners: List<Leaflet>,
    lists: List<List<Str>>,
    pairs: Map<Str>,
    numbers: Map<i32>,
    named: Map<Leaflet>,
}

apimachinery::message! {
    Kinds {
        text => "text", 1, Empty;
        far => "far", 536870911, Empty;
        int => "int", 3, Empty;
        long => "long", 40, Empty;
        flag => "flag", 5, Empty;
        ratio => "ratio", 6, Empty;
        raw => "raw", 7, Empty;
        inner => "inner", 8, Empty;
        maybe_text => "maybeText", 9, Empty;
        maybe_int => "maybeInt", 10, Empty;
        maybe_long => "maybeLong", 11, Empty;
        maybe_flag => "maybeFlag", 12, Empty;
        maybe_ratio => "maybeRatio", 13, Empty;
        maybe_inner => "maybeInner", 14, Empty;
        pointers => "pointers", 15, Empty;
        texts => "texts", 16, Empty;
        longs => "longs", 17, Empty;
        inners => "inners", 18, Empty;
        lists => "lists", 19, Empty;
        pairs => "pairs", 20, Empty;
        numbers => "numbers", 21, Empty;
        named => "named", 22, Empty;
    }
}

#[derive(Clone, Default, PartialEq)]
struct Pointers {
    a: Option<Box<Leaflet>>,
    b: Option<Box<Leaflet>>,
    c: Option<Box<Pointers>>,
    d: Option<Box<Leaflet>>,
    e: Option<Box<Leaflet>>,
    f: Option<Box<Leaflet>>,
}

apimachinery::message! {
    Pointers {
        a => "a", 1, Empty; b => "b", 2, Empty; c => "c", 3, Empty; d => "d", 4, Empty; e => "e", 5, Empty; f => "f", 6, Empty;
    }
}

fn leaflet(length: usize) -> Leaflet {
    Leaflet { text: "x".repeat(length).into(), flag: length.is_multiple_of(2) }
}

#[test]
fn what_is_empty_is_written_as_upstream_does() {
    check(&Kinds::default());
    check(&Kinds {
        raw: vec![].into(),
        texts: List::from([]),
        pairs: Map::from([("", "")].map(|(key, value)| (key, Str::from(value)))),
        inners: List::from([]),
        maybe_text: Some("".into()),
        maybe_inner: Some(Leaflet::default()),
        lists: List::from([List::nil(), List::from(["".into()])]),
        ..Kinds::default()
    });
}

#[test]
fn numbers_of_all_lengths_are_written_and_counted() {
    for shift in (0..64).step_by(if cfg!(miri) { 9 } else { 1 }) {
        for value in [1_i64 << shift, (1_i64 << shift).wrapping_sub(1), -1_i64 << shift] {
            check(&Kinds {
                int: value as i32,
                long: value,
                maybe_int: Some(value as i32),
                maybe_long: Some(value),
                maybe_flag: Some(shift % 2 == 0),
                maybe_ratio: Some(value as f64),
                longs: List::from([value, 0]),
                numbers: [("a", value as i32)].into(),
                ..Kinds::default()
            });
        }
    }
}

#[test]
fn texts_of_all_lengths_are_written_and_counted() {
    let long = [2047, 2048, 16_380, 16_383, 16_384, 70_000];
    for length in (0..140).step_by(if cfg!(miri) { 11 } else { 1 }).chain(long.into_iter().filter(|_| !cfg!(miri))) {
        let text = Str::from("x".repeat(length));
        check(&Kinds {
            text: text.clone(),
            far: "y".repeat(length / 2).into(),
            raw: text.as_bytes().to_vec().into(),
            inner: leaflet(length),
            maybe_text: Some(text.clone()),
            maybe_inner: Some(leaflet(length / 3)),
            texts: List::from(["".into(), text.clone(), "z".into()]),
            inners: (0..3).map(|more| leaflet(length + more)).collect::<Vec<_>>().into(),
            lists: List::from([List::from([text.clone()]), List::nil()]),
            pairs: [("a", text.clone()), (&text, "b".into())].into(),
            named: [("n", leaflet(length))].into(),
            ..Kinds::default()
        });
    }
}

#[test]
fn pointers_are_found_wherever_they_are() {
    for set in (0_usize..64).step_by(if cfg!(miri) { 7 } else { 1 }) {
        let leaf = |bit: usize| (set >> bit & 1 == 1).then(|| Box::new(leaflet(bit + set)));
        let inner = Pointers { a: leaf(5), f: leaf(0), ..Pointers::default() };
        let c = (set & 4 != 0).then(|| Box::new(inner));
        check(&Pointers { a: leaf(0), b: leaf(1), c, d: leaf(3), e: leaf(4), f: leaf(5) });
    }
}

#[test]
fn depth_costs_a_length_a_level() {
    let mut value = Pointers { b: Some(Box::new(leaflet(3))), ..Pointers::default() };
    for level in 0..40 {
        value = Pointers { a: Some(Box::new(leaflet(level))), c: Some(Box::new(value)), ..Pointers::default() };
        check(&value);
    }
}

macro_rules! wide {
    ($($name:ident $json:literal $number:literal,)*) => {
        #[derive(Clone, Default, PartialEq)]
        struct Wide { $($name: i32,)* }
        apimachinery::message! { Wide { $($name => $json, $number, Empty;)* } }
    };
}

wide! {
    a1 "a1" 1, a2 "a2" 2, a3 "a3" 3, a4 "a4" 4, a5 "a5" 5, a6 "a6" 6, a7 "a7" 7, a8 "a8" 8, a9 "a9" 9, a10 "a10"
    10, a11 "a11" 11, a12 "a12" 12, a13 "a13" 13, a14 "a14" 14, a15 "a15" 15, a16 "a16" 16, a17 "a17" 17, a18
    "a18" 18, a19 "a19" 19, a20 "a20" 20, a21 "a21" 21, a22 "a22" 22, a23 "a23" 23, a24 "a24" 24, a25 "a25" 25,
    a26 "a26" 26, a27 "a27" 27, a28 "a28" 28, a29 "a29" 29, a30 "a30" 30, a31 "a31" 31, a32 "a32" 32, a33 "a33"
    33, a34 "a34" 34, a35 "a35" 35, a36 "a36" 36, a37 "a37" 37, a38 "a38" 38, a39 "a39" 39, a40 "a40" 40, a41
    "a41" 41, a42 "a42" 42, a43 "a43" 43, a44 "a44" 44, a45 "a45" 45, a46 "a46" 46, a47 "a47" 47, a48 "a48" 48,
    a49 "a49" 49, a50 "a50" 50, a51 "a51" 51, a52 "a52" 52, a53 "a53" 53, a54 "a54" 54, a55 "a55" 55, a56 "a56"
    56, a57 "a57" 57, a58 "a58" 58, a59 "a59" 59, a60 "a60" 60, a61 "a61" 61, a62 "a62" 62, a63 "a63" 63, a64
    "a64" 64, a65 "a65" 65, a66 "a66" 66,
}

#[test]
fn there_may_be_more_rows_than_fit_a_word() {
    check(&Wide::default());
    check(&Wide { a1: 1, a2: 200, a3: -3, a65: 65, a66: 66, ..Wide::default() });
}
