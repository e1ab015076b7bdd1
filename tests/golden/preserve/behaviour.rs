//! Fields that an old version lacks, preserved in one annotation.

use std::cell::RefCell;

use apimachinery::conversion::Scope;
use apimachinery::meta::{List, Map};
use apimachinery::schema::GroupVersion;

use super::store::v1alpha1::zz_generated_conversion::{crate_from_hub, crate_to_hub, item_from_hub, item_to_hub};
use super::store::{internal as hub, v1, v1alpha1};

const KEY: &str = "store.example.com/v1-fields";

fn scope() -> Scope<'static> {
    Scope::new(GroupVersion::new("store.example.com", "v1alpha1"))
}

fn to_hub(mut from: v1alpha1::Item) -> hub::Item {
    let mut to = hub::Item::default();
    item_to_hub(&mut from, &mut to, &scope()).expect("a readable annotation");
    to
}

fn from_hub(mut from: hub::Item) -> v1alpha1::Item {
    let mut to = v1alpha1::Item::default();
    item_from_hub(&mut from, &mut to, &scope()).expect("a conversion that cannot fail");
    to
}

fn item() -> hub::Item {
    let port = |name: &str, number| v1::Port { name: name.into(), number, protocol: "UDP".into() };
    let spec = v1::ItemSpec {
        name: "n".into(),
        labels: Map::from([("k", "v".into())]),
        mode: "fast".into(),
        ports: List::from([port("a", 1), port("b", 2)]),
        steps: List::from([v1::Step { run: "r".into(), quiet: true }]),
        shelves: Map::from([("top", v1::Shelf { length: 1, height: Some(2) })]),
        place: Some(v1::Place { room: "hall".into(), row: "3".into() }),
        owner: None,
        shape: "flat".into(),
        size: 1,
        tags: List::from(["plain".into()]),
    };
    let status = v1::ItemStatus { ready: true, since: Some("2020-01-02T03:04:05Z".parse().expect("a time")) };
    hub::Item { spec, status: Some(status), ..Default::default() }
}

#[test]
fn nothing_is_lost() {
    let old = from_hub(item());
    assert_eq!(
        old.metadata.annotations[KEY],
        concat!(
            r#"{"spec":{"labels":{"k":"v"},"mode":"fast","#,
            r#""ports":[{"name":"a","number":1,"protocol":"UDP"},{"name":"b","number":2,"protocol":"UDP"}],"#,
            r#""steps":[{"run":"r","quiet":true}],"shelves":{"top":{"height":2}},"place.row":"3","shape":"flat","size":1},"#,
            r#""status":{"since":"2020-01-02T03:04:05Z"}}"#
        )
    );
    let mut again = to_hub(old);
    assert!(again.metadata.annotations.is_empty());
    again.metadata.annotations = Map::default();
    assert_eq!(again, item());
}

#[test]
fn only_what_the_version_cannot_hold_comes_back() {
    let mut old = from_hub(item());
    old.spec.title = "renamed".into();
    old.spec.ports = List::from([v1alpha1::Port { name: "b".into(), number: 9 }]);
    old.spec.steps.insert(0, v1alpha1::Step { run: "new".into() });
    old.spec.shelves.remove("top");
    old.status = None;
    let hub = to_hub(old).spec;
    assert_eq!((hub.name.as_str(), hub.mode.as_str()), ("renamed", "fast"));
    assert_eq!(hub.ports[..], [v1::Port { name: "b".into(), number: 9, protocol: "UDP".into() }]);
    let steps: Vec<_> = hub.steps.iter().map(|step| (step.run.as_str(), step.quiet)).collect();
    assert_eq!(steps, [("new", false), ("r", true)], "an item was inserted");
    assert!(hub.shelves.is_empty());
}

#[test]
fn a_field_of_the_old_version_survives_in_the_hub() {
    let spec = v1alpha1::ItemSpec { title: "t".into(), shade: "dark".into(), ..Default::default() };
    let old = v1alpha1::Item { spec, ..Default::default() };
    let hub = to_hub(old.clone());
    assert_eq!(hub.metadata.annotations[KEY], r#"{"spec":{"shade":"dark"}}"#);
    let mut again = from_hub(hub);
    again.metadata.annotations = Map::default();
    assert_eq!(again, old);
}

#[test]
fn a_required_field_has_a_value_unless_it_is_preserved() {
    assert_eq!(to_hub(v1alpha1::Item::default()).spec.shape, "round");
    assert_eq!(to_hub(from_hub(item())).spec.shape, "flat");
}

#[test]
fn an_empty_value_is_preserved_if_a_rule_would_set_another_one() {
    for tags in [List::nil(), List::from([]), List::from(["plain".into()]), List::from(["a".into()])] {
        let spec = v1::ItemSpec { tags, ..Default::default() };
        let hub = hub::Item { spec, ..Default::default() };
        let mut again = to_hub(from_hub(hub.clone()));
        again.metadata.annotations = Map::default();
        assert_eq!(again, hub);
    }
    let new = to_hub(v1alpha1::Item::default()).spec;
    assert_eq!((new.shape.as_str(), new.size, new.tags.len()), ("round", 1, 1));
}

#[test]
fn values_for_which_no_item_is_left_are_reported() {
    let port = |name: &str, protocol: &str| v1::Port { name: name.into(), number: 1, protocol: protocol.into() };
    let spec = v1::ItemSpec {
        ports: List::from([port("a", "UDP"), port("b", "UDP"), port("a", "TCP")]),
        ..Default::default()
    };
    let mut old = from_hub(hub::Item { spec, ..Default::default() });
    old.spec.ports.remove(0);
    let (losses, mut hub) = (RefCell::default(), hub::Item::default());
    item_to_hub(&mut old, &mut hub, &scope().with_losses(&losses)).expect("a readable annotation");
    let protocols: Vec<_> = hub.spec.ports.iter().map(|port| port.protocol.as_str()).collect();
    assert_eq!(protocols, ["UDP", ""], "the other item is found");
    let losses: Vec<_> = losses.take().into_iter().map(|loss| (loss.path, loss.reason)).collect();
    let reason = "an annotation stores values for 2 items with this key, but the list has 1";
    assert_eq!(losses, [("spec.ports[1]".to_owned(), reason.to_owned())]);
}

#[test]
fn recursive_types_and_items_with_equal_keys_lose_nothing() {
    let node = |label: &str, child| v1::Node { label: label.into(), color: "red".into(), child };
    let port = |protocol: &str| v1::Port { name: "same".into(), number: 1, protocol: protocol.into() };
    let object = hub::Crate {
        ports: List::from([port("UDP"), port(""), port("TCP")]),
        tree: Some(node("a", Some(Box::new(node("b", None))))),
        ..Default::default()
    };
    let (mut old, mut again) = (v1alpha1::Crate::default(), hub::Crate::default());
    crate_from_hub(&mut object.clone(), &mut old, &scope()).expect("a conversion that cannot fail");
    crate_to_hub(&mut old, &mut again, &scope()).expect("a readable annotation");
    again.metadata.annotations = Map::default();
    assert_eq!(again, object);
}

#[test]
fn a_field_with_a_rule_of_its_own_is_not_preserved() {
    let mut hub = item();
    hub.spec.owner = Some("ada".into());
    let mut old = from_hub(hub);
    assert!(!old.metadata.annotations[KEY].contains("owner"));
    old.metadata.annotations.insert("store.example.com/owner", "grace".into());
    assert_eq!(to_hub(old).spec.owner.as_deref(), Some("grace"), "the change of the user");
}

#[test]
fn a_field_with_a_rule_at_one_place_is_preserved_at_the_others() {
    let door = |lock: &str| v1::Door { name: "d".into(), lock: lock.into() };
    let side = Some(v1::Side { door: door("b") });
    let object = hub::Crate { front: Some(door("a")), side, ..Default::default() };
    let mut old = v1alpha1::Crate::default();
    crate_from_hub(&mut object.clone(), &mut old, &scope()).expect("a conversion that cannot fail");
    assert_eq!(old.metadata.annotations[KEY], r#"{"side":{"door":{"lock":"b"}}}"#);
    let locks = |mut old: v1alpha1::Crate| {
        let mut again = hub::Crate::default();
        crate_to_hub(&mut old, &mut again, &scope()).expect("a readable annotation");
        (again.front.expect("a door").lock, again.side.expect("a side").door.lock)
    };
    assert_eq!(locks(old.clone()), ("a".into(), "b".into()));
    old.metadata.annotations.insert("store.example.com/lock", "c".into());
    assert_eq!(locks(old.clone()), ("c".into(), "b".into()), "the change of the user");
    old.metadata.annotations.remove("store.example.com/lock");
    assert_eq!(locks(old), ("".into(), "b".into()), "the user removed it");
}

#[test]
fn the_struct_of_a_list_of_one_keeps_its_fields() {
    let lid = v1::Door { name: "d".into(), lock: "l".into() };
    let object = hub::Crate { lids: List::from([lid.clone(), v1::Door::default()]), ..Default::default() };
    let (mut old, mut again) = (v1alpha1::Crate::default(), hub::Crate::default());
    crate_from_hub(&mut object.clone(), &mut old, &scope()).expect("a conversion that cannot fail");
    assert_eq!(old.metadata.annotations[KEY], r#"{"lids":[{"lock":"l"}]}"#);
    crate_to_hub(&mut old, &mut again, &scope()).expect("a readable annotation");
    assert_eq!(again.lids[..], [lid]);
}
