//! Hand-written functions for fields, types and defaults.

use apimachinery::conversion::Scope;
use apimachinery::defaulting::Defaulting;
use apimachinery::meta::{Duration, List};
use apimachinery::schema::GroupVersion;

use super::store::v1::zz_generated_defaults::set_defaults_item;
use super::store::v1beta1::zz_generated_conversion::{item_from_hub, item_to_hub};
use super::store::{internal as hub, v1, v1beta1};

fn scope() -> Scope<'static> {
    Scope::new(GroupVersion::new("store.example.com", "v1beta1"))
}

fn old() -> v1beta1::Item {
    let spec = v1beta1::ItemSpec {
        size: "10x20".into(),
        timeout_seconds: Some(2),
        port: Some(80),
        backend_port: "8080".into(),
        name: "Ada Lovelace".into(),
    };
    v1beta1::Item { spec, ..Default::default() }
}

#[test]
fn functions_convert_there_and_back() {
    let mut hub = hub::Item::default();
    item_to_hub(&mut old(), &mut hub, &scope()).expect("valid values");
    let backend = v1::Backend { service: "".into(), port: 8080 };
    let expected = v1::ItemSpec {
        size: v1::Size { width: 10, height: 20 },
        timeout: Some(Duration::from_nanos(2_000_000_000)),
        ports: List::from([80]),
        backend: Some(backend),
        first: "Ada".into(),
        last: "Lovelace".into(),
        extra: "".into(),
    };
    assert_eq!(hub.spec, expected);
    let mut again = v1beta1::Item::default();
    item_from_hub(&mut hub, &mut again, &scope()).expect("valid values");
    assert_eq!(again, old());
}

#[test]
fn a_struct_on_the_way_is_made_only_for_a_value() {
    let mut from = old();
    from.spec.backend_port = "".into();
    let mut hub = hub::Item::default();
    item_to_hub(&mut from, &mut hub, &scope()).expect("valid values");
    assert_eq!(hub.spec.backend, None);
}

#[test]
fn errors_name_the_field() {
    let mut from = old();
    from.spec.size = "wide".into();
    let error = item_to_hub(&mut from, &mut hub::Item::default(), &scope()).expect_err("a wrong size");
    assert_eq!(error.to_string(), "spec.size: no size");
}

#[test]
fn functions_in_place_know_the_version() {
    let mut item = v1::Item::default();
    let scope = Scope::new(GroupVersion::new("store.example.com", "v1"));
    v1::zz_generated_conversion::item_to_hub(&mut item, &scope).expect("a conversion that cannot fail");
    assert_eq!(item.spec.extra, "from store.example.com/v1");
    v1::zz_generated_conversion::item_from_hub(&mut item, &scope).expect("a conversion that cannot fail");
    assert_eq!(item.spec.extra, "");
}

#[test]
fn defaults_call_functions() {
    let mut item = v1::Item::default();
    set_defaults_item(&mut item, &Defaulting::default().with_gate("Extra", true));
    assert_eq!((item.metadata.name.as_str(), item.spec.extra.as_str()), ("item", "on"));
}
