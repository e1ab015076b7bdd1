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

const FORMATS: [Format; 3] = [Format::Json, Format::Yaml, Format::Protobuf];

fn number_from(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn codec() -> Codec {
    Codec::new(apimachinery::apis::scheme())
}

fn decoded(object: &dyn Object, gvk: &GroupVersionKind) -> Decoded {
    Decoded { object: object.clone_box(), gvk: gvk.clone(), warnings: Vec::new() }
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
            *object.type_meta_mut() = TypeMeta::from(&gvk);
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

/// What every format can say: Protobuf knows no empty list, and no kind of an object inside.
fn through_protobuf(codec: &Codec, decoded: &Decoded) -> Decoded {
    let stored = codec.encode(decoded, Format::Protobuf).expect("Protobuf says everything");
    codec.decode(&stored).expect("our own Protobuf")
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
        let decoded = through_protobuf(codec, &decoded);
        for format in FORMATS {
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
        for format in FORMATS {
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

/// The way to the hub and back settles what two fields say twice; going it again changes nothing.
#[test]
fn the_way_to_the_hub_and_back_is_settled_after_once() {
    for_every_object(|codec, mut decoded_| {
        codec.default(&mut decoded_);
        let version = decoded_.gvk.group_version();
        let there_and_back = |from: &dyn Object, gvk: &GroupVersionKind| {
            let hub = codec.convert(decoded(from, gvk), &GroupVersion::internal(""))?;
            codec.convert(hub, &version)
        };
        let Ok(once) = there_and_back(&*decoded_.object, &decoded_.gvk) else { return };
        let twice = there_and_back(&*once.object, &once.gvk).expect("it went well before");
        assert_same(&*once.object, &*twice.object);
        assert_eq!(twice.gvk, decoded_.gvk);
    });
}
