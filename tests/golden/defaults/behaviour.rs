//! Every key of defaults.

use apimachinery::defaulting::Defaulting;
use apimachinery::meta::IntOrString;
use apimachinery::serializer::json;

use super::store::v1::zz_generated_defaults::{set_defaults_item, set_defaults_item_list};
use super::store::v1::{Item, ItemList, ItemSpec};

fn filled(spec: &str) -> ItemSpec {
    let mut item: Item = json::from_str(&format!(r#"{{"spec":{spec}}}"#)).expect("valid JSON");
    set_defaults_item(&mut item, &Defaulting::default());
    item.spec.expect("a spec")
}

#[test]
fn what_is_absent_or_empty_is_filled() {
    let spec = filled("{}");
    assert_eq!((spec.replicas, spec.share, spec.number), (Some(1), Some(1.0), 3));
    assert_eq!((spec.color.as_str(), spec.maybe_color.as_deref()), ("Red", Some("Green")));
    assert_eq!(spec.timeout.map(|timeout| timeout.to_string()).as_deref(), Some("30s"));
    assert_eq!(spec.amount.map(|amount| amount.to_string()).as_deref(), Some("100m"));
    assert_eq!(spec.port, Some(IntOrString::from("http")));
    assert!(spec.empty.is_some());
    assert_eq!(spec.labels["app"], "store");
    assert!(spec.empty_list.is_empty() && !spec.empty_list.is_nil());
    assert!(spec.empty_map.is_empty() && !spec.empty_map.is_nil());
}

#[test]
fn what_is_there_stays() {
    let spec = filled(r#"{"replicas":0,"share":0,"color":"Blue","number":9,"port":80,"labels":{},"words":["w"]}"#);
    assert_eq!((spec.replicas, spec.share, spec.number), (Some(0), Some(0.0), 9));
    assert_eq!((spec.color.as_str(), spec.port), ("Blue", Some(IntOrString::from(80))));
    assert!(spec.labels.is_empty());
    assert_eq!(spec.words.len(), 1);
}

#[test]
fn nil_and_empty_lists_differ_unless_the_step_says_otherwise() {
    let spec = filled(r#"{"policies":[],"words":[]}"#);
    assert!(spec.policies.is_empty());
    assert_eq!(spec.words.len(), 2);
    let policies = filled("{}").policies;
    assert_eq!((policies[0].value, policies[1].value), (Some(4), None));
    assert_eq!(policies[0].tags[0], "a");
}

#[test]
fn conditions_hold_or_not() {
    let spec = filled("{}");
    let update = spec.strategy.rolling_update.expect("a rolling update");
    assert_eq!(update.max_surge, Some(IntOrString::from("25%")));
    assert_eq!((update.max_unavailable, update.name.as_str()), (Some(IntOrString::from(1)), "r"));
    assert_eq!(spec.more_words[0], "warm");

    let spec = filled(r#"{"strategy":{"type":"Recreate"}}"#);
    assert_eq!(spec.strategy.rolling_update, None);
    assert!(spec.more_words.is_nil());
    assert!(filled(r#"{"color":"Blue"}"#).more_words.is_nil());
    assert!(filled(r#"{"origin":{"name":"here"}}"#).more_words.is_nil());
}

#[test]
fn gates_decide() {
    let mut item = Item { spec: Some(ItemSpec::default()), ..Default::default() };
    set_defaults_item(&mut item, &Defaulting::default());
    assert!(!item.spec.as_ref().expect("a spec").frozen);
    set_defaults_item(&mut item, &Defaulting::default().with_gate("FrozenItems", true));
    assert!(item.spec.expect("a spec").frozen);
}

#[test]
fn copies_fill_from_what_is_not_empty() {
    let spec = filled(r#"{"labels":{"k":"v"}}"#);
    assert_eq!(spec.copied["k"], "v");
    assert_eq!(spec.origin.expect("an origin").labels["k"], "v");
    assert_eq!(spec.kind, "r");
    assert_eq!(filled(r#"{"copied":{},"kind":"own"}"#).kind, "own");
    assert!(filled(r#"{"copied":{}}"#).copied.is_empty());
}

#[test]
fn defaults_run_wherever_the_type_occurs() {
    let spec = filled(
        r#"{"items":[{}],"itemsByName":{"k":{}},"budget":{"cpu":"5"},"tree":{"nodes":[{"leaves":1,"named":{"k":{}}}]}}"#,
    );
    assert_eq!(spec.items[0].protocol.as_deref(), Some("TCP"));
    assert_eq!(spec.items_by_name["k"].protocol.as_deref(), Some("TCP"));
    assert_eq!(spec.budget["cpu"].to_string(), "1");
    let tree = spec.tree.expect("a tree");
    assert_eq!((tree.leaves, tree.nodes[0].leaves), (Some(7), Some(1)));
    assert_eq!(tree.nodes[0].named["k"].leaves, Some(7));
}

#[test]
fn twice_is_once() {
    let item: Item = json::from_str(r#"{"spec":{"items":[{}],"tree":{}}}"#).expect("valid JSON");
    let mut list = ItemList { items: vec![item].into(), ..Default::default() };
    set_defaults_item_list(&mut list, &Defaulting::default());
    let once = list.clone();
    set_defaults_item_list(&mut list, &Defaulting::default());
    assert_eq!(list, once);
}
