//! Declarations other than fields and rules: merged files, hub types with other names, defaults of fields, and kinds
//! that are the same in every version.

use std::sync::Arc;

use apimachinery::conversion::Scope;
use apimachinery::defaulting::Defaulting;
use apimachinery::meta::{Object, TypeMeta};
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Decoder, Encoder, JsonSerializer};

use super::store::{internal, v1, v1beta1};

fn scope() -> Scope<'static> {
    Scope::new(GroupVersion::new("store.example.com", "v1"))
}

#[test]
fn files_of_a_version_merge() {
    let mut item = v1::Item::default();
    v1::zz_generated_defaults::set_defaults_item(&mut item, &Defaulting::default());
    assert_eq!(item.spec.replicas, Some(2), "said at the field");
    assert_eq!(item.spec.retention.map(|retention| retention.days), Some(7), "said in the other file");
}

#[test]
fn a_struct_of_the_hub_lies_flat_in_the_version() {
    let mut old = v1beta1::Spec { days: 3, ..Default::default() };
    let mut hub = internal::ItemSpec::default();
    v1beta1::zz_generated_conversion::spec_to_hub(&mut old, &mut hub, &scope()).expect("it converts");
    assert_eq!(hub.retention.as_ref().map(|retention| retention.days), Some(3));
    let mut again = v1beta1::Spec::default();
    v1beta1::zz_generated_conversion::spec_from_hub(&mut hub, &mut again, &scope()).expect("it converts");
    assert_eq!(again.days, 3);

    let mut hub = internal::ItemSpec::default();
    let mut empty = v1beta1::Spec::default();
    v1beta1::zz_generated_conversion::spec_to_hub(&mut empty, &mut hub, &scope()).expect("it converts");
    assert_eq!(hub.retention, None);
}

#[test]
fn an_unversioned_kind_is_found_by_its_name() {
    let mut builder = Scheme::builder().named("declared");
    super::register(&mut builder);
    let scheme = builder.build();
    let answer = scheme.new_object(&GroupVersionKind::new("nowhere", "v9", "Answer")).expect("a valid version");
    assert_eq!(scheme.is_unversioned(&*answer), Some(true));
    let served = |version| {
        let info = scheme.info(&GroupVersionKind::new("store.example.com", version, "Item"));
        info.expect("a registered kind").served
    };
    assert!(served("v1") && !served("v1beta1"));
}

#[test]
fn a_kind_without_type_meta_says_nothing_of_itself() {
    let mut builder = Scheme::builder().named("declared");
    super::register(&mut builder);
    let gvk = GroupVersionKind::new("store.example.com", "v1", "Change");
    let scheme = Arc::new(builder.build());
    let mut change = scheme.new_object(&gvk).expect("a registered kind");
    change.set_type_meta(TypeMeta::from(&gvk));
    assert_eq!(change.type_meta(), TypeMeta::default());

    let change = v1::Change { verb: "sold".into(), item: None };
    let mut out = Vec::new();
    JsonSerializer::new(scheme.clone()).encode_as(&change, &gvk, &mut out).expect("JSON");
    assert_eq!(out, b"{\"verb\":\"sold\"}\n");
    let again = JsonSerializer::new(scheme).decode(&out, Some(&gvk)).expect("an object of the requested kind");
    assert!(again.object.dyn_eq(&change));
}
