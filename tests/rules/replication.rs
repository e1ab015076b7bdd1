//! Conversions between ReplicationController and ReplicaSet.

use apimachinery::apis::apps::internal::ReplicaSet;
use apimachinery::apis::core::v1::ReplicationController;
use apimachinery::meta::Object;
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::scheme::{Error, Scheme};
use apimachinery::serializer::{Codec, Decoded, Format};
use serde_json::{Value, json};

use super::support::{cases, text};

/// Returns the object as a document of a version, or the part of the error that upstream has: ours begins with the
/// operation and the kinds.
fn outcome(codec: &Codec, converted: Result<(), Error>, object: Box<dyn Object>, is: &str, written_as: &str) -> Value {
    if let Err(error) = converted {
        return json!({ "err": error.to_string().rsplit(": ").next() });
    }
    let (version, kind) = is.rsplit_once('/').expect("a version and a kind");
    let gvk = GroupVersionKind::from_api_version(version, kind);
    let target = written_as.parse::<GroupVersion>().expect("a version");
    let decoded = Decoded::new(object, gvk);
    let written = codec.encode_to_version(decoded, &target, Format::Json).expect("it is written");
    json!({ "ok": String::from_utf8(written.bytes).expect("a text") })
}

fn scheme() -> Scheme {
    apimachinery::apis::scheme()
}

#[test]
fn controllers_become_sets() {
    let (scheme, codec) = (scheme(), Codec::new(scheme()));
    cases("replication", "controllers_become_sets").compare(|input| {
        let mut controller = codec.decode(text(input).as_bytes()).expect("a controller");
        codec.apply_defaults(&mut controller);
        let mut set = ReplicaSet::default();
        let converted = scheme.convert(controller.object, &mut set, None);
        outcome(&codec, converted, Box::new(set), "apps/__internal/ReplicaSet", "apps/v1")
    });
}

#[test]
fn sets_become_controllers() {
    let (scheme, codec) = (scheme(), Codec::new(scheme()));
    cases("replication", "sets_become_controllers").compare(|input| {
        let set = codec.decode_into_hub(text(input).as_bytes()).expect("a set");
        let mut controller = ReplicationController::default();
        let converted = scheme.convert(set.object, &mut controller, None);
        outcome(&codec, converted, Box::new(controller), "v1/ReplicationController", "v1")
    });
}
