//! Round-trip properties of every registered kind, on objects that are filled with unusual values through their type
//! tables.
//!
//! The seed is fixed. `ROUNDTRIP_SEED` selects another one, and `ROUNDTRIP_OBJECTS` sets the number of objects.

#[path = "../conformance/difference.rs"]
mod difference;
mod hostile;
mod kit;
mod losses;
mod pieces;
#[expect(dead_code, reason = "other tests need more of it")]
#[path = "../../src/testing/random.rs"]
mod random;
mod reopened;
mod truncated;

use apimachinery::meta::{Object, TypeMeta};
use apimachinery::schema::GroupVersionKind;
use apimachinery::serializer::{Codec, Decoded, Format, Mode};
use apimachinery::testing::fill;

use difference::difference;

/// Returns the formats of a kind. A Table has no Protobuf form, because its cells can be of any type.
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

/// Checks a property on several objects of every kind. Failures name the kind and the seed.
fn for_every_object(property: impl Fn(&Codec, Decoded)) {
    let codec = codec();
    let first = number_from("ROUNDTRIP_SEED", 1);
    let mut objects = 0;
    for info in codec.scheme().kinds() {
        let gvk = info.group_version_kind();
        for seed in first..first + number_from("ROUNDTRIP_OBJECTS", 6) {
            let mut object = codec.scheme().new_object(&gvk).expect("the kind is registered");
            fill(&mut *object, seed);
            object.set_type_meta(TypeMeta::from(&gvk));
            if object.type_meta() == TypeMeta::default() {
                // An event of a watch contains no kind, so only a stream decoder can read it.
                break;
            }
            eprintln!("{gvk}, seed {seed}");
            property(&codec, Decoded::new(object, gvk.clone()));
            objects += 1;
        }
    }
    assert!(objects > 0, "no kind is registered");
}

fn assert_same(expected: &dyn Object, found: &dyn Object) {
    let debug = |object: &dyn Object| format!("{object:?}").into_bytes();
    assert!(expected == found, "differs {}", difference(&debug(expected), &debug(found)));
}

/// Converts an object through all formats and returns the part that all of them preserve. Protobuf has neither empty
/// lists nor the kinds of embedded objects. The text formats have no fractions of a second and omit empty bytes.
fn through_all(codec: &Codec, decoded: Decoded) -> Decoded {
    formats(&decoded.gvk).iter().fold(decoded, |decoded, format| {
        let data = codec.encode(&decoded, *format).expect("all fields are set");
        codec.decode(&data).expect("our own output is valid")
    })
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
        let decoded = through_all(codec, decoded);
        for &format in formats(&decoded.gvk) {
            let data = codec.encode(&decoded, format).expect("every format can encode it");
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
            let data = codec.encode(&decoded, format).expect("every format can encode it");
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
        fill(&mut *copy, 0);
        let original = codec.encode(&decoded, Format::Json).expect("the values are finite");
        drop(copy);
        assert_eq!(codec.encode(&decoded, Format::Json).expect("the values are finite"), original);
    });
}

#[test]
fn defaulting_twice_is_defaulting_once() {
    for_every_object(|codec, mut decoded| {
        codec.apply_defaults(&mut decoded);
        let once = decoded.object.clone_box();
        codec.apply_defaults(&mut decoded);
        assert_same(&*once, &*decoded.object);
    });
}
