//! A group whose kinds moved to another one: a shared Rust type with separate defaults.

use apimachinery::defaulting::Defaulting;
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;

use super::{new, old};

#[test]
fn the_types_are_the_same() {
    let item: old::v1beta1::Item = new::v1::Item::default();
    let _: old::internal::Item = item;
}

#[test]
fn each_group_has_its_own_defaults() {
    let (mut first, mut second) = (new::v1::Item::default(), old::v1beta1::Item::default());
    new::v1::zz_generated_defaults::set_defaults_item(&mut first, &Defaulting::default());
    old::v1beta1::zz_generated_defaults::set_defaults_item(&mut second, &Defaulting::default());
    assert_eq!((first.spec.color, second.spec.color), (new::v1::Color::RED, old::v1beta1::Color::BLUE));
}

#[test]
fn both_groups_know_the_kind() {
    let mut builder = Scheme::builder().named("peers");
    super::register(&mut builder);
    let scheme = builder.build();
    let kinds: Vec<String> = scheme.kinds().map(|info| info.group_version_kind().to_string()).collect();
    assert_eq!(kinds[0], "new.example.com/v1, Kind=Item");
    let old = scheme.info(&GroupVersionKind::new("old.example.com", "v1beta1", "Item")).expect("a registered kind");
    assert_eq!(old.lifecycle.replacement, Some(GroupVersionKind::new("new.example.com", "v1", "Item")));
}
