//! Rules within the hub: for its base version, and for all versions.

use apimachinery::conversion::Scope;
use apimachinery::meta::{IntOrString, List, Map, TypeMeta};
use apimachinery::schema::{GroupKind, GroupVersion, GroupVersionKind, InternalGroupVersioner};
use apimachinery::scheme::Scheme;

use super::store::v1::zz_generated_conversion as functions;
use super::store::{internal as hub, v1, v1beta1};

fn scope(version: &'static str) -> Scope<'static> {
    Scope::new(GroupVersion::new("store.example.com", version))
}

fn to_hub(mut spec: v1::BoxSpec) -> v1::BoxSpec {
    functions::box_spec_to_hub(&mut spec, &scope("v1")).expect("a conversion that cannot fail");
    spec
}

fn from_hub(mut spec: v1::BoxSpec) -> v1::BoxSpec {
    functions::box_spec_from_hub(&mut spec, &scope("v1")).expect("a conversion that cannot fail");
    spec
}

fn address(ip: &str) -> v1::Address {
    v1::Address { ip: ip.into(), zone: Some("z".into()) }
}

#[test]
fn a_second_name_fills_the_first() {
    let old = v1::BoxSpec { old_account: "a".into(), ..Default::default() };
    assert_eq!(to_hub(old).account, "a");
    let both = v1::BoxSpec { account: "a".into(), old_account: "b".into(), ..Default::default() };
    let hub = to_hub(both);
    assert_eq!(hub.account, "a");
    assert_eq!(from_hub(hub).old_account, "a");
}

#[test]
fn a_single_name_wins_over_a_first_item_that_differs() {
    let with = |single: &str, ips: &[&str]| v1::BoxSpec {
        address: single.into(),
        addresses: ips.iter().map(|ip| address(ip)).collect(),
        range: single.into(),
        ranges: ips.iter().map(|&ip| ip.into()).collect(),
        ..Default::default()
    };
    let ips = |spec: &v1::BoxSpec| -> Vec<String> {
        assert!(spec.addresses.iter().map(|address| &address.ip).eq(&spec.ranges));
        spec.ranges.iter().map(ToString::to_string).collect()
    };
    assert_eq!(ips(&to_hub(with("1", &["1", "2"]))), ["1", "2"]);
    assert_eq!(ips(&to_hub(with("3", &["1", "2"]))), ["3"]);
    assert_eq!(ips(&to_hub(with("3", &[]))), ["3"]);
    assert_eq!(ips(&to_hub(with("", &["1"]))), ["1"]);
    assert_eq!(to_hub(with("1", &["1"])).addresses[0].zone.as_deref(), Some("z"));

    let back = from_hub(with("old", &["1", "2"]));
    assert_eq!((back.address.as_str(), back.range.as_str()), ("1", "1"));
    assert_eq!(from_hub(with("old", &[])).address, "");
}

#[test]
fn rules_reach_what_is_below() {
    let part = |name: &str| v1::Part { name: name.into() };
    let inner = v1::BoxSpec { parts: Map::from([("k", part("p"))]), ..Default::default() };
    let outer = v1::BoxSpec { inner: Some(Box::new(inner)), ..Default::default() };
    let hub = to_hub(outer);
    assert!(hub.context.is_some());
    let inner = hub.inner.as_ref().expect("an inner box");
    assert!(inner.context.is_some());
    assert_eq!(inner.parts["k"], part("p+"));
    assert_eq!(from_hub(hub).inner.expect("an inner box").parts["k"], part("p"));
}

#[test]
fn shared_rules_hold_in_every_version() {
    let spec = v1::ItemSpec {
        window: Some(v1::Window::default()),
        ports: List::from([v1::Port { name: "a".into() }]),
        ..Default::default()
    };
    let (mut from, mut to) = (v1::Item { spec, ..Default::default() }, hub::Item::default());
    functions::item_to_hub(&mut from, &mut to, &scope("v1")).expect("a conversion that cannot fail");
    assert_eq!(to.spec.window, Some(v1::Window { size: Some(IntOrString::from(0)) }));
    assert_eq!(to.spec.ports[0].name, "a of v1");

    let mut old = v1beta1::Item::default();
    let convert = v1beta1::zz_generated_conversion::item_from_hub;
    convert(&mut to, &mut old, &scope("v1beta1")).expect("a conversion that cannot fail");
    assert_eq!(old.spec.ports[0].name, "a");
    let convert = v1beta1::zz_generated_conversion::item_to_hub;
    convert(&mut old, &mut to, &scope("v1beta1")).expect("a conversion that cannot fail");
    assert_eq!(to.spec.ports[0].name, "a of v1beta1");
}

#[test]
fn kinds_of_one_type_convert_through_the_scheme() {
    let mut builder = Scheme::builder().named("in_place");
    super::register(&mut builder);
    let scheme = builder.build();
    let kind = GroupVersionKind::new("store.example.com", "v1", "Box");
    assert!(scheme.info(&kind).is_some_and(|info| info.resource.as_ref().is_some_and(|r| r.plural == "boxes")));

    let stored = |name| scheme.storage_version(&GroupKind::new("store.example.com", name));
    assert_eq!(stored("Item"), Some(GroupVersion::new("store.example.com", "v1beta1")));
    assert_eq!(stored("Box"), Some(GroupVersion::new("store.example.com", "v1")));

    let item = v1::Item { type_meta: TypeMeta::new("store.example.com/v1", "Item"), ..Default::default() };
    let hub = scheme.convert_to_version(&item, &InternalGroupVersioner).expect("a conversion to the hub");
    assert_eq!(hub.type_meta(), TypeMeta::default());
    let kinds = scheme.object_kinds(&*hub).expect("a registered type").kinds;
    assert!(kinds.iter().all(GroupVersionKind::is_internal), "{kinds:?}");
}
