//! Round trips of every field type through JSON.

use apimachinery::meta::{Bytes, IntOrString, List, Map, Object, Value};
use apimachinery::schema::Release;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::json;

use super::store::v1::{Color, Item, Part, Spec};

const FULL: &str = concat!(
    r#"{"flag":true,"small":1,"large":2,"share":0.5,"text":"t","raw":"AQI=","moment":"2020-01-02T03:04:05Z","#,
    r#""exactMoment":"2020-01-02T03:04:05.000006Z","length":"1m0s","amount":"100m","port":"http","#,
    r#""anything":{"a":[1]},"whatever":{"b":[1,2.5,null]},"whateverElse":["x",false],"maybeFlag":false,"maybeText":"","maybeNumber":0,"maybeAmount":"1","leftOut":"x","#,
    r#""leftOutIfZero":{"name":"z"},"part":{"name":"p"},"maybePart":{"name":""},"parts":[{"name":"a"}],"#,
    r#""maybeParts":[{"name":"b","clusterIPs":["::1"]}],"texts":["a"],"labels":{"k":"v"},"#,
    r#""partsByName":{"k":{"name":"c"}},"color":"light/blue","maybeColor":"Pink","colors":["Red"],"#,
    r#""budget":{"cpu":"2"},"type":"word","deprecatedField":"d"}"#
);

/// The members that are never omitted.
const EMPTY: &str = concat!(
    r#"{"flag":false,"small":0,"large":0,"share":0,"text":"","raw":null,"moment":null,"#,
    r#""exactMoment":null,"length":"0s","amount":"0","port":0,"whatever":null,"maybeNumber":null,"#,
    r#""part":{"name":""},"parts":null,"color":""}"#
);

#[test]
fn every_field_survives() {
    let spec: Spec = json::from_str(FULL).expect("valid JSON");
    assert_eq!(json::to_string(&spec).expect("JSON"), FULL);
    assert_eq!(spec.raw, Bytes::from(vec![1, 2]));
    assert_eq!(spec.port, IntOrString::from("http"));
    assert_eq!(spec.whatever_else, List::from([Value::from("x"), Value::from(false)]));
    assert_eq!(spec.color, Color::LIGHT_BLUE);
    assert_eq!(spec.maybe_parts[0].cluster_ips[0], "::1");
    assert_eq!(spec.type_.as_deref(), Some("word"));
}

#[test]
fn an_empty_struct_has_only_what_is_always_written() {
    assert_eq!(json::to_string(&Spec::default()).expect("JSON"), EMPTY);
}

#[test]
fn literals_are_pleasant() {
    let spec = Spec {
        parts: List::from([Part { name: "a".into(), ..Default::default() }]),
        labels: Map::from([("k", "v".into())]),
        maybe_color: Some(Color::RED),
        ..Default::default()
    };
    assert_eq!(spec.parts[0].name, "a");
    assert_eq!(spec.labels["k"], "v");
}

#[test]
fn kinds_are_registered() {
    let mut builder = Scheme::builder().named("fields");
    super::register(&mut builder);
    let scheme = builder.build();
    let kinds: Vec<&str> = scheme.kinds().map(|info| info.kind).collect();
    assert_eq!(kinds, ["Item", "ItemList", "Shop"]);
    let item = scheme.kinds().next().expect("an item");
    assert_eq!(item.field_labels, [("spec.text", "spec.text")]);
    assert_eq!(item.lifecycle.introduced, Some(Release::new(1, 0)));
    let item = scheme.new_object(&item.group_version_kind()).expect("a registered kind");
    assert!(item.dyn_eq(&Item::default()));
}
