//! Fields whose string types have different names in two versions.

use apimachinery::conversion::Scope;
use apimachinery::meta::{List, Str};
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::json;

use super::store::v1beta1::zz_generated_conversion::{
    item_from_hub, item_spec_from_hub, item_spec_to_hub, item_to_hub,
};
use super::store::{v1, v1beta1};

fn scope<'a>() -> Scope<'a> {
    Scope::new(GroupVersion::new("store.example.com", "v1beta1"))
}

/// Converts fields of the version to fields of the hub, and back to the same values.
fn check(here: &str, there: &str) {
    let mut version: v1beta1::ItemSpec = json::from_str(here).expect("valid JSON");
    let mut hub: v1::ItemSpec = json::from_str(there).expect("valid JSON");
    let (before, mut converted) = (version.clone(), v1::ItemSpec::default());
    item_spec_to_hub(&mut version, &mut converted, &scope()).unwrap_or_else(|error| panic!("{here}: {error}"));
    assert_eq!(converted, hub, "{here}");
    let mut back = v1beta1::ItemSpec::default();
    item_spec_from_hub(&mut hub, &mut back, &scope()).unwrap_or_else(|error| panic!("{there}: {error}"));
    assert_eq!(back, before, "{there}");
}

#[test]
fn strings_keep_their_content_in_another_type() {
    check(r#"{"shade":"Pink"}"#, r#"{"shade":"Pink"}"#);
    check(r#"{"trim":"Pink"}"#, r#"{"trim":"Pink"}"#);
    check(r#"{"border":""}"#, r#"{"border":""}"#);
    check(r#"{"palette":["Red","Pink"]}"#, r#"{"palette":["Red","Pink"]}"#);
    check(r#"{"palette":[]}"#, r#"{"palette":[]}"#);
    check(r#"{"rooms":{"hall":"Red","attic":""}}"#, r#"{"rooms":{"hall":"Red","attic":""}}"#);
    check(r#"{"ink":"Blue"}"#, r#"{"ink":"Blue"}"#);
}

#[test]
fn rules_apply_to_named_texts() {
    check(r#"{"colour":"Grey"}"#, r#"{"color":"Green"}"#);
    check(r#"{"colour":"Pink"}"#, r#"{"color":"Pink"}"#);
    check(r#"{"layer":"Red"}"#, r#"{"layers":["Red"]}"#);
    check(r#"{"tops":["Red"]}"#, r#"{"top":"Red"}"#);
    check(r#"{"parts":{"a":"Red"}}"#, r#"{"parts":[{"name":"a","color":"Red"}]}"#);
    check(r#"{"labels":["a=Red"]}"#, r#"{"labels":{"a":"Red"}}"#);
    check(r#"{"corners":{"ne":"Red"}}"#, r#"{"corners":{"northEast":"Red"}}"#);
    check(r#"{"number":2}"#, r#"{"number":"2"}"#);
    check(r#"{"place":"Red:80"}"#, r#"{"host":"Red","port":80}"#);
    check(r#"{"extras":{"lining":"Red"}}"#, r#"{"lining":"Red"}"#);
    check(r#"{"count":3}"#, r#"{"extras":{"count":"3"}}"#);
    check(r#"{"extras":{"other":"Red"}}"#, r#"{"extras":{"other":"Red"}}"#);
}

#[test]
fn aliases_can_have_other_types_than_their_fields() {
    check(r#"{"newer":"Red","older":"Red"}"#, r#"{"newer":"Red"}"#);
    check(r#"{"tone":"Red","tones":["Red","Blue"]}"#, r#"{"tones":["Red","Blue"]}"#);
    let mut from = v1beta1::ItemSpec { older: "Red".into(), tone: "Blue".into(), ..Default::default() };
    let mut to = v1::ItemSpec::default();
    item_spec_to_hub(&mut from, &mut to, &scope()).expect("valid");
    assert_eq!((to.newer, to.tones), (Some(v1::Color::RED), List::from(["Blue".into()])));
}

#[test]
fn annotations_hold_named_texts() {
    let mut hub = v1::Item::default();
    hub.spec.mark = Some(v1::Color::GREEN);
    let mut version = v1beta1::Item::default();
    item_from_hub(&mut hub, &mut version, &scope()).expect("valid");
    version.spec.stain = Some(v1beta1::Colour::GREY);
    let mut hub = v1::Item::default();
    item_to_hub(&mut version, &mut hub, &scope()).expect("valid");
    assert_eq!(hub.spec.mark, Some(v1::Color::GREEN));
    assert_eq!(hub.metadata.annotations["store.example.com/stain"], "Grey");
}

#[test]
fn types_of_one_name_are_one_and_have_the_constants_of_all_versions() {
    let gray: v1::Color = v1beta1::Color::GRAY;
    assert_eq!((gray.as_str(), v1::Color::V1BETA1_GREEN.as_str()), ("Gray", "green"));
}

#[test]
fn equal_structs_have_the_fields_of_the_version_that_declares_them() {
    let frame = v1beta1::Frame { color: v1::Color::RED, colors: [v1::Color::GREEN].into() };
    let _: v1::Frame = frame.clone();
    assert_eq!(Str::from(frame.color), "Red");
}
