//! Objects of every kind: a kind, a seed and a format chosen by the first bytes, and changes of the encoding by the
//! rest. What is decoded is written and read back the same in every format, and converts without a panic.
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
    // A changed document can name another kind.
    let gvk = &found.gvk;
    for format in FORMATS {
        round_trip(&*found.object, gvk, format);
    }
    convert(&*found.object, gvk);
});

/// What was written and read once is written the same from then on: raw values are settled by the first time.
fn round_trip(object: &dyn Object, gvk: &GroupVersionKind, format: Format) {
    let Ok(first) = encode(object, gvk, format) else { return };
    // Raw values are not looked into before they are written as they are.
    let Ok(settled) = decode(&first, gvk, format) else { return };
    let Ok(second) = encode(&*settled.object, gvk, format) else { return };
    let again =
        decode(&second, gvk, format).unwrap_or_else(|error| panic!("{gvk} {format:?}: {error}: {}", text(&second)));
    let third = encode(&*again.object, gvk, format).expect("it was written before");
    assert_eq!(text(&third), text(&second), "{gvk} {format:?}");
}

/// An object that converts has every format in the other version, or an error.
fn convert(object: &dyn Object, gvk: &GroupVersionKind) {
    for version in scheme().versions_for_group_kind(&gvk.group_kind()) {
        let Ok(converted) = scheme().convert_to_version(object, &version) else { continue };
        let kind = version.with_kind(gvk.kind.clone());
        for format in [Format::Json, Format::Protobuf] {
            round_trip(&*converted, &kind, format);
        }
    }
}
