//! The test kit on our own definitions: every kind and version that has a hub.

use apimachinery::apis::meta::v1::ObjectMeta;
use apimachinery::meta::{Str, TypeMeta};
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;
use apimachinery::testing::roundtrip;

use super::number_from;

#[test]
fn versions_and_hubs_return_what_they_hold() {
    let scheme = apimachinery::apis::scheme();
    let test = roundtrip(&scheme).seed(number_from("ROUNDTRIP_SEED", 1)).cases(number_from("ROUNDTRIP_OBJECTS", 12));
    let done = test.run().unwrap();
    assert!(done.refused * 2 < done.objects, "{done:?}");
}

#[derive(Clone, Default, PartialEq)]
struct Shop {
    type_meta: TypeMeta,
    metadata: ObjectMeta,
    name: Str,
    closed: bool,
}

apimachinery::message! {
    Shop: kind {
        metadata => "metadata", 1, Never;
        name => "name", 2, Never;
        closed => "closed", 3, Empty;
    }
}

/// A version whose functions forget what they know nothing of.
#[derive(Clone, Default, PartialEq)]
struct OldShop {
    type_meta: TypeMeta,
    metadata: ObjectMeta,
    title: Str,
}

apimachinery::message! {
    OldShop: kind {
        metadata => "metadata", 1, Never;
        title => "title", 2, Never;
    }
}

#[test]
fn what_is_forgotten_is_found_and_made_small() {
    let mut builder = Scheme::builder();
    builder.known_type::<OldShop>(GroupVersionKind::new("example.com", "v1beta1", "Shop")).convert::<Shop>(
        |old, hub, _| {
            (hub.metadata, hub.name) = (std::mem::take(&mut old.metadata), std::mem::take(&mut old.title));
            Ok(())
        },
        |hub, old, _| {
            (old.metadata, old.title) = (std::mem::take(&mut hub.metadata), std::mem::take(&mut hub.name));
            Ok(())
        },
    );
    builder.hub::<Shop>("example.com", "Shop");
    let scheme = builder.build();

    let failures = roundtrip(&scheme).run().unwrap_err();
    assert_eq!(failures.iter().len(), 1);
    let failure = failures.iter().next().expect("one");
    let text = format!(
        "example.com/v1beta1 Shop, from the hub to the version and back: `closed` differs
  before: true
  after:  false
  of the smallest object:
    closed: true
    metadata: {{}}
    name: \"\"
  again: .only(\"example.com/v1beta1\", \"Shop\").seed({}).cases(1)",
        failure.seed
    );
    assert_eq!(failure.to_string(), text);
    let again = roundtrip(&scheme).only("example.com/v1beta1", "Shop").seed(failure.seed).cases(1).run().unwrap_err();
    assert_eq!(again.iter().next().map(ToString::to_string), Some(text));

    let allowed = roundtrip(&scheme).allow("example.com/v1beta1", "closed").run().expect("nothing else is lost");
    assert_eq!((allowed.pairs, allowed.objects, allowed.refused), (1, 300, 0));
}
