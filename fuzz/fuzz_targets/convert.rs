//! Arbitrary objects, converted to all versions of their kind. An object written with the defaults of its version
//! converts to itself.
#![no_main]

use std::sync::LazyLock;

use apimachinery::schema::GroupVersion;
use apimachinery::serializer::{Codec, Format};
use libfuzzer_sys::fuzz_target;

static CODEC: LazyLock<Codec> = LazyLock::new(|| Codec::new(apimachinery::apis::scheme()));

fuzz_target!(|data: &[u8]| {
    let Ok(hub) = CODEC.decode_into_hub(data) else { return };
    let kind = hub.gvk.group_kind();
    for version in CODEC.scheme().versions_for_group_kind(&kind) {
        // The target's defaults are applied when it is decoded; encoding applies none.
        let Some(bare) = convert(data, &version, Format::Json) else { continue };
        let object = convert(&bare, &version, Format::Json).expect("a version converts to itself");
        let again = convert(&object, &version, Format::Json).expect("a version converts to itself");
        assert_eq!(text(&again), text(&object), "{version}");
        let stored =
            convert(&object, &version, Format::Protobuf).expect("an object of a version can be encoded as Protobuf");
        let back = convert(&stored, &version, Format::Json).expect("our own Protobuf");
        assert_eq!(text(&back), text(&object), "{version}");
    }
});

fn convert(data: &[u8], version: &GroupVersion, format: Format) -> Option<Vec<u8>> {
    let hub = CODEC.decode_into_hub(data).ok()?;
    CODEC.encode_to_version(hub, version, format).ok().map(|encoded| encoded.bytes)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("JSON is UTF-8")
}
