use apimachinery::serializer::{Codec, Format};

use super::{Work, each};
use crate::candidates::{Deployments, Family, Objects};

/// Old Deployments to apps/v1: decode, default, hub, target, encode. No Rust peer can do it; what
/// stands beside is k8s-openapi that only decodes and encodes the new ones.
#[must_use]
pub fn convert<'a>(old: &'a [String], new: &'a Objects<Deployments>, codec: &'a Codec) -> Work<'a> {
    let target = "apps/v1".parse().expect("a version");
    let ours = move |text: &String| {
        let hub = codec.decode_to_hub(text.as_bytes()).expect("an old Deployment");
        codec.encode_to_version(hub, &target, Format::Json).expect("a new Deployment")
    };
    let decode_and_encode = |text: &String| {
        let object: <Deployments as Family>::OpenApi = serde_json::from_slice(text.as_bytes()).expect("JSON");
        serde_json::to_vec(&object).expect("JSON")
    };
    Work {
        name: "convert extensions/v1beta1 to apps/v1".into(),
        bytes: old.iter().map(String::len).sum(),
        objects: old.len(),
        candidates: vec![
            each("k8s-openapi, decode and encode only", &new.json, decode_and_encode),
            each("apimachinery", old, ours),
        ],
    }
}
