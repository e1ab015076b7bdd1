//! Objects of every kind. The first bytes choose a kind, a seed and a format; the rest are changes of the encoding.
//!
//! A decoded object is stable in every format, and conversions never panic.
#![no_main]

use apimachinery::meta::Object;
use apimachinery::schema::GroupVersionKind;
use apimachinery::serializer::Format;
use apimachinery_fuzz::{Choices, FORMATS, decode, encode, kinds, scheme, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut choices = Choices::new(data);
    let gvk = choices.one(kinds());
    let mut object = scheme().new_object(gvk).expect("a registered kind");
    apimachinery::testing::fill(&mut *object, choices.number() as u64);
    let format = *choices.one(&FORMATS);
    let Ok(mut bytes) = encode(&*object, gvk, format) else { return };
    let is_changed = choices.mutate(&mut bytes);
    let Ok(found) = decode(&bytes, gvk, format) else {
        return assert!(is_changed, "{gvk} cannot read its own {format:?}: {}", text(&bytes));
    };
    // A changed document can have another kind.
    let gvk = &found.gvk;
    for format in FORMATS {
        round_trip(&*found.object, gvk, format);
    }
    convert(&*found.object, gvk);
});

/// Checks that an object is stable once it was encoded and decoded, which normalizes raw values.
fn round_trip(object: &dyn Object, gvk: &GroupVersionKind, format: Format) {
    let Ok(first) = encode(object, gvk, format) else { return };
    // Raw values are not examined before they are written unchanged.
    let Ok(settled) = decode(&first, gvk, format) else { return };
    let Ok(second) = encode(&*settled.object, gvk, format) else { return };
    let again =
        decode(&second, gvk, format).unwrap_or_else(|error| panic!("{gvk} {format:?}: {error}: {}", text(&second)));
    let third = encode(&*again.object, gvk, format).expect("it was encoded before");
    assert_eq!(text(&third), text(&second), "{gvk} {format:?}");
}

/// Checks that a converted object can be encoded in every format, or fails with an error.
fn convert(object: &dyn Object, gvk: &GroupVersionKind) {
    for version in scheme().versions_for_group_kind(&gvk.group_kind()) {
        let Ok(converted) = scheme().convert_to_version(object, &version) else { continue };
        let kind = version.with_kind(gvk.kind.clone());
        for format in [Format::Json, Format::Protobuf] {
            round_trip(&*converted, &kind, format);
        }
    }
}
