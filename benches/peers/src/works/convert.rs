use apimachinery::serializer::{Codec, Error, Format};

use super::Work;
use crate::candidate::{each, of_go};
use crate::go::Go;

/// Returns the conversion of old Deployments to apps/v1, bytes to bytes: decode, default, hub, target, encode. No Rust
/// peer supports it.
pub(crate) fn convert<'a>(old: &'a [String], codec: &'a Codec, go: Option<&'a Go>) -> Work<'a> {
    let go = of_go(go, "convert", |go| {
        let ours: Result<Vec<Vec<u8>>, Error> = old.iter().map(|text| converted(text, codec)).collect();
        go.writes("convert", &ours.map_err(|error| error.to_string())?)
    });
    let ours = each("apimachinery", old, |text| converted(text, codec), |_, _| Ok(()));
    let bytes = old.iter().map(String::len).sum();
    Work { name: "convert", bytes, objects: old.len(), candidates: go.into_iter().chain([ours]).collect() }
}

fn converted(text: &str, codec: &Codec) -> Result<Vec<u8>, Error> {
    let target = "apps/v1".parse().expect("a version");
    let hub = codec.decode_into_hub(text.as_bytes())?;
    codec.encode_to_version(hub, &target, Format::Json).map(|encoded| encoded.bytes)
}
