//! Every key of conversions, to the hub and back.

use apimachinery::conversion::{Error, Scope};
use apimachinery::meta::Str;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::json;

use super::store::v1beta1::zz_generated_conversion::{item_from_hub, item_to_hub};
use super::store::{internal as hub, v1, v1beta1};

fn scope() -> Scope<'static> {
    Scope::new(GroupVersion::new("store.example.com", "v1beta1"))
}

fn to_hub(json: &str) -> Result<hub::Item, Error> {
    let mut from: v1beta1::Item = json::from_str(json).expect("valid JSON");
    let mut to = hub::Item::default();
    item_to_hub(&mut from, &mut to, &scope()).map(|()| to)
}

fn from_hub(mut from: hub::Item) -> v1beta1::Item {
    let mut to = v1beta1::Item::default();
    item_from_hub(&mut from, &mut to, &scope()).expect("a conversion that cannot fail");
    to
}

fn spec(json: &str) -> hub::ItemSpec {
    to_hub(&format!(r#"{{"spec":{json}}}"#)).expect("a conversion that cannot fail").spec
}

fn back(spec: hub::ItemSpec) -> v1beta1::ItemSpec {
    from_hub(hub::Item { spec, ..Default::default() }).spec
}

fn annotation<'a>(annotations: &'a apimachinery::meta::Map<Str>, key: &str) -> Option<&'a str> {
    annotations.get(&format!("store.example.com/{key}")).map(Str::as_str)
}

#[test]
fn fields_are_renamed_and_moved() {
    let hub = spec(r#"{"count":2,"person":{"name":"Ada"},"street":"Main"}"#);
    assert_eq!((hub.replicas, hub.owner.as_str()), (Some(2), "Ada"));
    assert_eq!(hub.address.as_ref().map(|address| address.street.as_str()), Some("Main"));
    let old = back(hub);
    assert_eq!((old.count, old.street.as_str()), (Some(2), "Main"));
    assert_eq!(old.person, Some(v1beta1::Person { name: "Ada".into() }));
}

#[test]
fn structs_on_the_way_are_made_only_for_values() {
    assert_eq!(spec("{}").address, None);
    assert_eq!(back(hub::ItemSpec::default()).person, None);
}

#[test]
fn values_are_replaced_and_unknown_ones_pass() {
    assert_eq!(spec(r#"{"colour":"red"}"#).color, Some(v1::Color::RED));
    assert_eq!(spec(r#"{"colour":"pink"}"#).color.as_deref(), Some("pink"));
    let old = back(hub::ItemSpec { color: Some("Green".into()), ..Default::default() });
    assert_eq!(old.colour.as_deref(), Some("green"));
}

#[test]
fn emptiness_means_what_the_rule_says() {
    let hub = spec(r#"{"limit":0,"quota":0}"#);
    assert_eq!((hub.limit, hub.quota), (None, 0));
    assert_eq!(spec(r#"{"limit":3}"#).limit, Some(3));
    let old = back(hub::ItemSpec { limit: Some(0), quota: 0, ..Default::default() });
    assert_eq!((old.limit, old.quota), (0, Some(0)));
}

#[test]
fn a_struct_is_dissolved_and_made_again() {
    let hub = spec(r#"{"basic":{"width":3,"height":4}}"#);
    assert_eq!((hub.width, hub.height), (3, 4));
    assert_eq!(back(hub).basic, Some(v1beta1::Basic { width: 3, height: 4 }));
    assert_eq!(back(spec("{}")).basic, Some(v1beta1::Basic::default()));
}

#[test]
fn an_alias_is_a_second_name() {
    assert_eq!(spec(r#"{"remark":"r"}"#).note, "r");
    assert_eq!(spec(r#"{"note":"n","remark":"r"}"#).note, "n");
    let old = back(hub::ItemSpec { note: "n".into(), ..Default::default() });
    assert_eq!((old.note.as_str(), old.remark.as_str()), ("n", "n"));
}

#[test]
fn items_are_converted() {
    let hub = spec(r#"{"ports":[{"name":"a","port":1}],"portsByName":{"b":{"name":"b","port":2}}}"#);
    assert_eq!((hub.ports[0].number, hub.ports[0].protocol.as_str()), (1, "TCP"));
    assert_eq!(hub.ports_by_name["b"].number, 2);
    assert!(spec("{}").ports.is_nil() && !spec(r#"{"ports":[]}"#).ports.is_nil());
    assert_eq!(back(hub).ports_by_name["b"].port, 2);
}

#[test]
fn a_lost_field_of_the_version_lives_in_an_annotation() {
    let hub = to_hub(r#"{"spec":{"legacyTag":"old"}}"#).expect("a conversion that cannot fail");
    assert_eq!(annotation(&hub.metadata.annotations, "legacy-tag"), Some("old"));
    let old = from_hub(hub);
    assert_eq!(old.spec.legacy_tag.as_deref(), Some("old"));
    assert_eq!(annotation(&old.metadata.annotations, "legacy-tag"), None);
}

#[test]
fn a_usual_value_needs_no_annotation() {
    assert_eq!(spec("{}").mode, "Packed");
    let item = |mode: &str| {
        let spec = hub::ItemSpec { mode: mode.into(), ..Default::default() };
        hub::Item { spec, ..Default::default() }
    };
    assert!(from_hub(item("Packed")).metadata.annotations.is_nil());
    for mode in ["Balanced", ""] {
        let old = from_hub(item(mode));
        assert_eq!(annotation(&old.metadata.annotations, "mode"), Some(mode));
        let text = json::to_string(&old).expect("JSON");
        assert_eq!(to_hub(&text).expect("a readable annotation").spec.mode, mode);
    }
}

#[test]
fn a_stale_annotation_goes() {
    let mut item = hub::Item::default();
    item.spec.mode = "Packed".into();
    item.metadata.annotations.insert("store.example.com/flavour", "".into());
    assert!(from_hub(item).metadata.annotations.is_empty());
    let stale = r#"{"metadata":{"annotations":{"store.example.com/legacy-tag":"old"}}}"#;
    let hub = to_hub(stale).expect("a conversion that cannot fail");
    assert!(hub.metadata.annotations.is_empty());
}

#[test]
fn an_object_passes_through_the_old_version_unchanged() {
    let spec = hub::ItemSpec {
        replicas: Some(1),
        color: Some("Red".into()),
        owner: "Ada".into(),
        address: Some(v1::Address { street: "Main".into(), city: "York".into() }),
        flavour: Some("mint".into()),
        mode: "Balanced".into(),
        quota: 7,
        width: 1,
        ..Default::default()
    };
    let status = Some(v1::ItemStatus { ready: true });
    let item = hub::Item { spec, status, ..Default::default() };
    let text = json::to_string(&from_hub(item.clone())).expect("JSON");
    let mut again = to_hub(&text).expect("a conversion that cannot fail");
    assert!(again.metadata.annotations.is_empty());
    again.metadata.annotations = Default::default();
    assert_eq!(again, item);
}
