//! Unions that differ between versions: by a discriminator or by presence, with other names, and as fields without a
//! union.

use apimachinery::meta::TypeMeta;
use apimachinery::schema::InternalGroupVersioner;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Codec, Format};
use apimachinery::testing::roundtrip;

use super::store::{v1, v1beta1};

fn scheme() -> Scheme {
    let mut builder = Scheme::builder().named("members");
    super::register(&mut builder);
    builder.build()
}

fn old(spec: v1beta1::ItemSpec) -> v1::ItemSpec {
    let codec = Codec::new(scheme());
    let bytes = codec.encode_as(&v1beta1::Item { spec, ..Default::default() }, Format::Json).unwrap();
    codec.decode_converted::<v1::Item>(&bytes).unwrap().object.spec
}

#[test]
fn a_union_by_presence_becomes_one_with_a_discriminator() {
    let mut probe = v1beta1::Probe::default();
    probe.set_http_get("/healthz".into());
    let mut action = v1beta1::Action::default();
    action.set_delete(60);
    let new = old(v1beta1::ItemSpec { probe: Some(probe), action, bucket: Some("b".into()), ..Default::default() });
    let probe = new.probe.unwrap();
    assert!(matches!(probe.member(), Ok(v1::ProbeMember::Http(http)) if http.path == "/healthz"));
    assert!(matches!(new.action.member(), Ok(v1::ActionMember::Delete(_))));
    assert_eq!(new.source.member().unwrap(), v1::SourceMember::Bucket(&"b".into()));
}

/// Converts an object of v1 to v1beta1, changes it there, and converts it back.
fn changed(spec: v1::ItemSpec, change: impl FnOnce(&mut v1beta1::ItemSpec)) -> v1::ItemSpec {
    let codec = Codec::new(scheme());
    let bytes = codec.encode_as(&v1::Item { spec, ..Default::default() }, Format::Json).unwrap();
    let mut object = codec.decode_converted::<v1beta1::Item>(&bytes).unwrap().object;
    change(&mut object.spec);
    let bytes = codec.encode_as(&object, Format::Json).unwrap();
    codec.decode_converted::<v1::Item>(&bytes).unwrap().object.spec
}

#[test]
fn a_preserved_discriminator_is_restored_if_the_member_is_the_same() {
    let mut probe = v1::Probe::default();
    probe.set_http(v1::Http { path: "/".into(), port: 80 });
    let spec = v1::ItemSpec { probe: Some(probe), ..Default::default() };
    let same = changed(spec.clone(), |_| {}).probe.unwrap();
    assert_eq!(same.type_, "HTTP");
    let other = changed(spec, |spec| spec.probe.as_mut().unwrap().set_exec(v1beta1::Exec::default())).probe.unwrap();
    assert!(matches!(other.member(), Ok(v1::ProbeMember::Exec(_))), "{other:?}");
}

#[test]
fn a_preserved_member_gives_way_to_one_that_was_set_later() {
    let mut probe = v1::Probe::default();
    probe.set_grpc(v1::Grpc { service: Some("health".into()) });
    let spec = v1::ItemSpec { probe: Some(probe.clone()), ..Default::default() };
    assert_eq!(changed(spec.clone(), |_| {}).probe, Some(probe));

    let codec = Codec::new(scheme());
    let bytes = codec.encode_as(&v1::Item { spec, ..Default::default() }, Format::Json).unwrap();
    let mut old = codec.decode_converted::<v1beta1::Item>(&bytes).unwrap().object;
    old.spec.probe.as_mut().unwrap().set_tcp_port(80);
    old.type_meta = TypeMeta::new("store.example.com/v1beta1", "Item");
    let (hub, losses) = scheme().convert_with_losses(Box::new(old), &InternalGroupVersioner).unwrap();
    let losses: Vec<_> = losses.iter().map(ToString::to_string).collect();
    assert_eq!(
        losses,
        [r#"field "spec.probe.grpc" is lost in the conversion: another member of the union has been set"#]
    );
    let hub = (hub as Box<dyn std::any::Any>).downcast::<v1::Item>().expect("the hub type of the kind");
    assert_eq!(hub.spec.probe.unwrap().member().unwrap(), v1::ProbeMember::Port(&80));
}

#[test]
fn contradictions_are_preserved() {
    let probe = v1::Probe { type_: "Exec".into(), port: Some(1), ..Default::default() };
    let spec = v1::ItemSpec { probe: Some(probe.clone()), ..Default::default() };
    assert_eq!(changed(spec, |_| {}).probe, Some(probe));
}

#[test]
fn no_member_is_lost() {
    assert_eq!(roundtrip(&scheme()).cases(300).run().unwrap().pairs, 2);
}
