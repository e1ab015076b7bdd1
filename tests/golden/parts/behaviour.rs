//! Fields that are parts of strings, entries of maps, labels or items of lists in the other version.

use std::cell::RefCell;

use apimachinery::conversion::Scope;
use apimachinery::meta::Map;
use apimachinery::reflect::Reflect;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::json;

use super::store::v1beta1::zz_generated_conversion::{item_from_hub, item_to_hub};
use super::store::{internal as hub, v1beta1};
use crate::properties::Kind;

fn version(text: &str) -> v1beta1::Item {
    json::from_str(text).expect("valid JSON")
}

fn hub_item(text: &str) -> hub::Item {
    json::from_str(text).expect("valid JSON")
}

fn text<T: Reflect>(object: &T) -> String {
    json::to_string(object).expect("finite numbers")
}

/// Converts to the hub and returns the paths of the losses.
fn to_hub(mut from: v1beta1::Item) -> (hub::Item, Vec<String>) {
    let (mut to, losses) = (hub::Item::default(), RefCell::default());
    let scope = Scope::new(GroupVersion::new("store.example.com", "v1beta1")).with_losses(&losses);
    item_to_hub(&mut from, &mut to, &scope).expect("a conversion");
    (to, losses.take().into_iter().map(|loss| loss.path).collect())
}

fn from_hub(mut from: hub::Item) -> (v1beta1::Item, Vec<String>) {
    let (mut to, losses) = (v1beta1::Item::default(), RefCell::default());
    let scope = Scope::new(GroupVersion::new("store.example.com", "v1beta1")).with_losses(&losses);
    item_from_hub(&mut from, &mut to, &scope).expect("a conversion");
    (to, losses.take().into_iter().map(|loss| loss.path).collect())
}

/// Converts an object of the version to one of the hub, and back to the same object.
fn check(here: &str, there: &str) {
    let (converted, lost) = to_hub(version(here));
    assert_eq!((text(&converted), lost), (text(&hub_item(there)), Vec::new()), "{here}");
    let (back, lost) = from_hub(hub_item(there));
    assert_eq!((text(&back), lost), (text(&version(here)), Vec::new()), "{there}");
}

#[test]
fn each_field_has_its_counterpart_in_both_directions() {
    let entries = |spec: &str| format!(r#"{{"spec":{{{spec}"parameters":{{"level":"0"}}}}}}"#);
    let check = |here: &str, there: &str| check(&format!(r#"{{"spec":{here}}}"#), &entries(there));
    check("{}", "");
    check(r#"{"endpoint":"a:80"}"#, r#""host":"a","port":80,"#);
    check(r#"{"endpoint":"a"}"#, r#""host":"a","#);
    check(r#"{"endpoint":":80"}"#, r#""port":80,"#);
    check(r#"{"position":"hall / 3"}"#, r#""place":{"room":"hall","row":3},"#);
    check(r#"{"repository":"nginx","tag":"latest"}"#, r#""image":"nginx:latest","#);
    check(r#"{"repository":"nginx"}"#, r#""image":"nginx","#);
    check(r#"{"cpu":9223372036854775807}"#, r#""limits":{"cpu":9223372036854775807},"#);
    check(r#"{"resources":{"memory":-1}}"#, r#""memory":-1,"#);
    check(r#"{"target":{"url":"u"}}"#, r#""targets":[{"address":"u"}],"#);
    check(r#"{"owners":[{"login":"ada"}]}"#, r#""owner":{"name":"ada"},"#);
}

#[test]
fn fields_are_entries_next_to_others() {
    let hub = hub_item(r#"{"spec":{"parameters":{"other":"x","level":"1","replicas":"3","debug":"true"}}}"#);
    let (mut old, lost) = from_hub(hub.clone());
    assert_eq!(lost, Vec::<String>::new());
    assert_eq!((old.spec.replicas, old.spec.debug, old.spec.level), (Some(3), true, 1));
    let (again, _) = to_hub(old.clone());
    assert_eq!(again.spec, hub.spec);
    old.spec.replicas = None;
    old.spec.level = 2;
    let (changed, _) = to_hub(old);
    let expected = Map::from([("debug", "true".into()), ("level", "2".into()), ("other", "x".into())]);
    assert_eq!(changed.spec.parameters, expected, "what the user changed is not restored");
}

#[test]
fn entries_have_one_notation() {
    let mut hub = hub_item(r#"{"spec":{"parameters":{"replicas":"03"}}}"#);
    let scope = Scope::new(GroupVersion::new("store.example.com", "v1beta1"));
    let error = item_from_hub(&mut hub, &mut v1beta1::Item::default(), &scope).expect_err("03 is not 3");
    assert_eq!(error.to_string(), "spec.parameters[replicas]: expected `3`, the only notation of this value");
}

#[test]
fn labels_hold_what_they_can() {
    let (old, lost) = from_hub(hub_item(r#"{"spec":{"tier":"gold","ready":true}}"#));
    assert_eq!(old.metadata.labels["store.example.com/tier"], "gold");
    assert_eq!(old.metadata.labels["store.example.com/ready"], "true");
    assert_eq!(lost, Vec::<String>::new());
    let (again, _) = to_hub(old);
    assert_eq!((again.spec.tier.as_deref(), again.spec.ready), (Some("gold"), true));
    assert!(again.metadata.labels.is_empty());
    let (old, lost) = from_hub(hub_item(r#"{"spec":{"tier":"not a label"}}"#));
    assert!(old.metadata.labels.is_empty());
    assert_eq!(lost, ["metadata.labels[store.example.com/tier]"]);
}

#[test]
fn what_one_direction_drops_is_reported() {
    for (text, path) in [
        (r#"{"host":"a:b"}"#, "spec.host"),
        (r#"{"place":{"room":"","row":0}}"#, ""),
        (r#"{"image":"a:"}"#, "spec.image"),
        (r#"{"image":""}"#, "spec.image"),
        (r#"{"targets":[{"address":"a"},{"address":"b"}]}"#, "spec.targets"),
    ] {
        let (_, lost) = from_hub(hub_item(&format!(r#"{{"spec":{text}}}"#)));
        let expected: Vec<_> = [path].into_iter().filter(|path| !path.is_empty()).collect();
        assert_eq!(lost, expected, "{text}");
    }
    let (_, lost) = to_hub(version(r#"{"spec":{"endpoint":"a:"}}"#));
    assert_eq!(lost, ["spec.endpoint"]);
    let (_, lost) = to_hub(version(r#"{"spec":{"repository":"a:b","owners":[{"login":"a"},{"login":"b"}]}}"#));
    assert_eq!(lost, ["spec.owners", "spec.repository"]);
}

#[test]
fn the_item_of_a_list_keeps_its_other_fields() {
    let hub = hub_item(r#"{"spec":{"targets":[{"address":"a","weight":7}],"parameters":{"level":"0"}}}"#);
    let (old, _) = from_hub(hub.clone());
    assert_eq!(to_hub(old).0.spec, hub.spec);
}

#[test]
fn random_values_are_restored_or_reported() {
    let from_version = Kind {
        there: item_to_hub,
        back: item_from_hub,
        empty_is_unset: &["owners", "target", "position"],
        maps: &["options", "resources"],
        complete: |_: &mut v1beta1::Item| {},
    };
    from_version.check(&[
        "endpoint",
        "position",
        "repository",
        "tag",
        "replicas",
        "debug",
        "level",
        "cpu",
        "options",
        "resources",
        "color",
        "target",
        "owners",
    ]);
    let from_hub = Kind {
        there: item_from_hub,
        back: item_to_hub,
        empty_is_unset: &["place", "owner", "targets", "parameters"],
        maps: &["parameters", "limits", "options"],
        complete: |item: &mut hub::Item| {
            if item.spec.parameters.get("level").is_none() {
                item.spec.parameters.insert("level", "0".into());
            }
        },
    };
    from_hub.check(&[
        "host",
        "port",
        "place",
        "image",
        "parameters",
        "limits",
        "options",
        "memory",
        "tier",
        "ready",
        "targets",
        "owner",
    ]);
}
