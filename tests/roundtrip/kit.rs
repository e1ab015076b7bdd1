//! The test kit on the built-in definitions: every kind and version that has a hub.

use apimachinery::apis::meta::v1::ObjectMeta;
use apimachinery::conversion::{Error, Scope};
use apimachinery::meta::{Str, TypeMeta};
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;
use apimachinery::testing::{Property, roundtrip};

use super::number_from;

/// The number of objects that conversions reject, with the default seed and number of objects.
const REFUSED: usize = 288;

#[test]
fn versions_and_hubs_return_what_they_hold() {
    let scheme = apimachinery::apis::scheme();
    let test = roundtrip(&scheme).seed(number_from("ROUNDTRIP_SEED", 1)).cases(number_from("ROUNDTRIP_OBJECTS", 12));
    let done = test.run().unwrap();
    eprintln!("{done:?}");
    let is_default = ["ROUNDTRIP_SEED", "ROUNDTRIP_OBJECTS"].iter().all(|name| std::env::var_os(name).is_none());
    if is_default && cfg!(feature = "default") {
        assert_eq!((done.pairs, done.refused), (240, REFUSED), "{done:?}");
    } else {
        assert!(done.refused * 20 < done.objects, "{done:?}");
    }
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

/// A version whose functions drop fields that they do not know.
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
  smallest failing object:
    closed: true
    metadata: {{}}
    name: \"\"
  reproduce with: .only(\"example.com/v1beta1\", \"Shop\").seed({}).cases(1)",
        failure.seed
    );
    assert_eq!(failure.to_string(), text);
    let again = roundtrip(&scheme).only("example.com/v1beta1", "Shop").seed(failure.seed).cases(1).run().unwrap_err();
    assert_eq!(again.iter().next().map(ToString::to_string), Some(text));

    let allowed = roundtrip(&scheme).allow("example.com/v1beta1", "closed").run().expect("no other losses");
    assert_eq!((allowed.pairs, allowed.objects, allowed.refused), (1, 300, 0));
}

/// The annotation in which a version keeps `closed` of the hub.
const KEPT: &str = "example.com/closed";

type ToHub = fn(&mut OldShop, &mut Shop, &Scope<'_>) -> Result<(), Error>;

/// Restores `closed` only if the title is still the one stored with it.
fn restored_with_its_title(old: &mut OldShop, hub: &mut Shop, _: &Scope<'_>) -> Result<(), Error> {
    (hub.metadata, hub.name) = (std::mem::take(&mut old.metadata), std::mem::take(&mut old.title));
    hub.closed = hub.metadata.annotations.remove(KEPT).is_some_and(|title| title == hub.name);
    Ok(())
}

/// Restores `closed` together with the stored title, which overwrites a new one.
fn restored_over_a_new_title(old: &mut OldShop, hub: &mut Shop, _: &Scope<'_>) -> Result<(), Error> {
    (hub.metadata, hub.name) = (std::mem::take(&mut old.metadata), std::mem::take(&mut old.title));
    if let Some(title) = hub.metadata.annotations.remove(KEPT) {
        (hub.name, hub.closed) = (title, true);
    }
    Ok(())
}

fn keeping(to_hub: ToHub) -> Scheme {
    let mut builder = Scheme::builder();
    builder.known_type::<OldShop>(GroupVersionKind::new("example.com", "v1beta1", "Shop")).convert::<Shop>(
        to_hub,
        |hub, old, _| {
            (old.metadata, old.title) = (std::mem::take(&mut hub.metadata), std::mem::take(&mut hub.name));
            if hub.closed {
                old.metadata.annotations.make().insert(KEPT, old.title.clone());
            }
            Ok(())
        },
    );
    builder.hub::<Shop>("example.com", "Shop");
    builder.build()
}

/// Returns the path of the only failure, which occurs only if a field is changed.
fn failure_of_a_change(to_hub: ToHub) -> String {
    let scheme = keeping(to_hub);
    let failures = roundtrip(&scheme).allow("example.com/v1beta1", "metadata.annotations").run().unwrap_err();
    assert_eq!(failures.iter().len(), 1, "{failures}");
    let failure = failures.iter().next().expect("one");
    assert_eq!(failure.property, Property::ChangedOnTheWay);
    let again = roundtrip(&scheme).seed(failure.seed).cases(1).allow("example.com/v1beta1", "metadata.annotations");
    assert_eq!(again.run().unwrap_err().to_string(), failures.to_string());
    failure.path.clone()
}

#[test]
fn a_kept_field_that_a_change_destroys_is_found() {
    assert_eq!(failure_of_a_change(restored_with_its_title), "closed");
}

#[test]
fn a_change_that_a_kept_field_hides_is_found() {
    assert_eq!(failure_of_a_change(restored_over_a_new_title), "title");
}

#[test]
fn a_test_of_nothing_fails() {
    let empty = Scheme::builder().build();
    let text = roundtrip(&empty).run().unwrap_err().to_string();
    assert_eq!(text, "nothing was tested: the Scheme has no kinds with a hub");

    let scheme = keeping(restored_with_its_title);
    let text = roundtrip(&scheme).only("example.com/v1", "Shop").run().unwrap_err().to_string();
    assert_eq!(text, "nothing was tested: the Scheme has no example.com/v1 Shop with a hub");
    let text = roundtrip(&scheme).group("shops.example.com").run().unwrap_err().to_string();
    assert_eq!(text, "nothing was tested: the Scheme has no kinds of the group \"shops.example.com\" with a hub");
}
