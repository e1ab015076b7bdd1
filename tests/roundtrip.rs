//! Properties of every registered kind, on objects filled with odd values by their type tables.
//!
//! The seed is fixed; `ROUNDTRIP_SEED` starts elsewhere, `ROUNDTRIP_OBJECTS` makes more.

#[path = "conformance/difference.rs"]
mod difference;
#[path = "roundtrip/fill.rs"]
mod fill;
#[path = "roundtrip/hostile.rs"]
mod hostile;
#[path = "roundtrip/random.rs"]
mod random;
#[path = "roundtrip/truncated.rs"]
mod truncated;

use apimachinery::meta::{Object, TypeMeta};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::serializer::{Codec, Decoded, Format, Mode};

use difference::difference;
use random::Random;

/// The formats of a kind: a table, whose cells are of any type, has no Protobuf.
fn formats(gvk: &GroupVersionKind) -> &'static [Format] {
    match gvk.kind.as_str() {
        "Table" => &[Format::Json, Format::Yaml],
        _ => &[Format::Json, Format::Yaml, Format::Protobuf],
    }
}

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn codec() -> Codec {
    Codec::new(apimachinery::apis::scheme())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs a property on several objects of every kind; what fails names its kind and seed.
fn for_every_object(property: impl Fn(&Codec, Decoded)) {
    let codec = codec();
    let first = number_from("ROUNDTRIP_SEED", 1);
    let mut objects = 0;
    for info in codec.scheme().kinds() {
        let gvk = info.group_version_kind();
        for seed in first..first + number_from("ROUNDTRIP_OBJECTS", 6) {
            let mut object = codec.scheme().new_object(&gvk).expect("the kind is registered");
            fill::fill_object(&mut Random::new(seed), object.cursor_mut());
            object.set_type_meta(TypeMeta::from(&gvk));
            eprintln!("{gvk}, seed {seed}");
            property(&codec, Decoded { object, gvk: gvk.clone(), warnings: Vec::new() });
            objects += 1;
        }
    }
    assert!(objects > 0, "no kind is registered");
}

fn assert_same(expected: &dyn Object, found: &dyn Object) {
    let debug = |object: &dyn Object| format!("{object:?}").into_bytes();
    assert!(expected == found, "differs {}", difference(&debug(expected), &debug(found)));
}

/// What every format can say: Protobuf knows no empty list, and no kind of an object inside; text knows no fraction of
/// a second.
fn through_the_last(codec: &Codec, decoded: &Decoded) -> Decoded {
    let last = formats(&decoded.gvk).last().expect("there are formats");
    let stored = codec.encode(decoded, *last).expect("it says everything");
    codec.decode(&stored).expect("what we wrote")
}

#[test]
fn json_returns_unchanged() {
    for_every_object(|codec, decoded| {
        let first = codec.encode(&decoded, Format::Json).expect("the values are finite");
        let again = codec.decode(&first).expect("our own JSON");
        let second = codec.encode(&again, Format::Json).expect("the values are finite");
        assert!(first == second, "differs {}", difference(&first, &second));
    });
}

#[test]
fn all_formats_give_the_same_object() {
    for_every_object(|codec, decoded| {
        let decoded = through_the_last(codec, &decoded);
        for &format in formats(&decoded.gvk) {
            let data = codec.encode(&decoded, format).expect("every format can say it");
            let again = codec.decode(&data).unwrap_or_else(|error| panic!("{format:?}: {error}\n{}", text(&data)));
            assert_same(&*decoded.object, &*again.object);
            assert_eq!(again.gvk, decoded.gvk);
        }
    });
}

#[test]
fn strict_accepts_what_we_write() {
    for_every_object(|codec, decoded| {
        let strict = codec.clone().with_mode(Mode::Strict);
        for &format in formats(&decoded.gvk) {
            let data = codec.encode(&decoded, format).expect("every format can say it");
            let again = strict.decode(&data).unwrap_or_else(|error| panic!("{format:?}: {error}\n{}", text(&data)));
            assert!(again.warnings.is_empty());
        }
    });
}

#[test]
fn a_clone_is_equal_and_its_own() {
    for_every_object(|codec, decoded| {
        let mut copy = decoded.object.clone_box();
        assert!(*copy == *decoded.object);
        fill::fill_object(&mut Random::new(0), copy.cursor_mut());
        let original = codec.encode(&decoded, Format::Json).expect("the values are finite");
        drop(copy);
        assert_eq!(codec.encode(&decoded, Format::Json).expect("the values are finite"), original);
    });
}

#[test]
fn defaulting_twice_is_defaulting_once() {
    for_every_object(|codec, mut decoded| {
        codec.default(&mut decoded);
        let once = decoded.object.clone_box();
        codec.default(&mut decoded);
        assert_same(&*once, &*decoded.object);
    });
}

/// As [`for_every_object`], for the kinds that have an internal version: no other converts.
fn for_every_converted_object(property: impl Fn(&Codec, Decoded)) {
    for_every_object(|codec, decoded| {
        let hub = GroupVersion::internal(decoded.gvk.group.clone()).with_kind(decoded.gvk.kind.clone());
        if codec.scheme().recognizes(&hub) {
            property(codec, decoded);
        }
    });
}

/// To a version and back again, by way of the hub.
fn there_and_back(codec: &Codec, from: &Decoded, there: &GroupVersion) -> Decoded {
    let back = from.gvk.group_version();
    let from = Decoded { object: from.object.clone_box(), gvk: from.gvk.clone(), warnings: Vec::new() };
    let there = codec.convert(from, there).expect("every version holds the object");
    codec.convert(there, &back).expect("every version holds the object")
}

/// A field that is plain in the hub and one that has a second name are settled by the first way;
/// going it again changes nothing.
#[test]
fn the_hub_settles_an_object_at_once() {
    for_every_converted_object(|codec, mut decoded| {
        codec.default(&mut decoded);
        let hub = GroupVersion::internal("");
        let once = there_and_back(codec, &decoded, &hub);
        assert_eq!(once.gvk, decoded.gvk);
        assert_same(&*once.object, &*there_and_back(codec, &once, &hub).object);
    });
}

/// What a version makes of nothing, as upstream: there the field cannot be absent.
const MADE: [(&str, &[u8]); 1] = [("StatefulSet", br#""observedGeneration":0,"#)];

fn without_made(gvk: &GroupVersionKind, mut json: Vec<u8>) -> Vec<u8> {
    for (_, made) in MADE.iter().filter(|(kind, _)| gvk.kind.trim_end_matches("List") == *kind) {
        while let Some(at) = json.windows(made.len()).position(|window| window == *made) {
            json.drain(at..at + made.len());
        }
    }
    json
}

/// Items keep the kinds that they say where two versions are one type, and lose them where they are converted.
fn forget_kinds_of_items(object: &mut dyn Object) {
    let Some(items) = object.as_list_mut() else { return };
    for at in 0..items.len() {
        if let Some(item) = items.get_mut(at) {
            item.set_type_meta(TypeMeta::default());
        }
    }
}

/// What one version keeps in an annotation comes back from there.
#[test]
fn no_version_loses_anything() {
    for_every_converted_object(|codec, mut decoded| {
        forget_kinds_of_items(&mut *decoded.object);
        codec.default(&mut decoded);
        let decoded = there_and_back(codec, &decoded, &GroupVersion::internal(""));
        let expected = codec.encode(&decoded, Format::Json).expect("the values are finite");
        let expected = without_made(&decoded.gvk, expected);
        for version in codec.scheme().versions_for_group_kind(&decoded.gvk.group_kind()) {
            let again = there_and_back(codec, &decoded, &version);
            let found = codec.encode(&again, Format::Json).expect("the values are finite");
            let found = without_made(&decoded.gvk, found);
            assert!(expected == found, "by way of {version} differs {}", difference(&expected, &found));
        }
    });
}
