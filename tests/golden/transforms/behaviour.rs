//! Conversions of values to other representations, in both directions.

use std::cell::RefCell;

use apimachinery::conversion::{Error, Scope};
use apimachinery::meta::{List, Map, Str};
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::json;

use super::store::v1beta1::zz_generated_conversion::{
    item_from_hub, item_spec_from_hub, item_spec_to_hub, item_to_hub,
};
use super::store::{internal as hub, v1, v1beta1};
use crate::properties::Kind;

fn scope<'a>() -> Scope<'a> {
    Scope::new(GroupVersion::new("store.example.com", "v1beta1"))
}

fn to_hub(text: &str) -> Result<hub::ItemSpec, Error> {
    let mut from: v1beta1::ItemSpec = json::from_str(text).expect("valid JSON");
    let mut to = hub::ItemSpec::default();
    item_spec_to_hub(&mut from, &mut to, &scope()).map(|()| to)
}

fn from_hub(text: &str) -> Result<v1beta1::ItemSpec, Error> {
    let mut from: hub::ItemSpec = json::from_str(text).expect("valid JSON");
    if !text.contains("policy") {
        from.policy = "Allow".into();
    }
    let mut to = v1beta1::ItemSpec::default();
    item_spec_from_hub(&mut from, &mut to, &scope()).map(|()| to)
}

/// Converts a field of the version to one of the hub, and back to the same value.
fn check(here: &str, there: &str) {
    let version: v1beta1::ItemSpec = json::from_str(here).expect("valid JSON");
    let hub: hub::ItemSpec = json::from_str(there).expect("valid JSON");
    let mut converted = to_hub(here).unwrap_or_else(|error| panic!("{here}: {error}"));
    if !there.contains("policy") {
        converted.policy = Default::default();
    }
    assert_eq!(std::mem::take(&mut converted.tier), "basic");
    assert_eq!(converted, hub, "{here}");
    let mut back = from_hub(there).unwrap_or_else(|error| panic!("{there}: {error}"));
    assert_eq!(std::mem::take(&mut back.flavor), "plain");
    assert_eq!(back, version, "{there}");
}

#[test]
fn each_value_has_its_counterpart_in_both_directions() {
    check(r#"{"forbid":true}"#, r#"{"policy":"Forbid"}"#);
    check(r#"{"forbid":false}"#, r#"{"policy":"Allow"}"#);
    check(r#"{"level":1}"#, r#"{"level":"Low"}"#);
    check(r#"{"level":2}"#, r#"{"level":"High"}"#);
    check(r#"{"timeoutSeconds":90}"#, r#"{"timeout":"1m30s"}"#);
    check(r#"{"timeoutSeconds":-2147483648}"#, r#"{"timeout":"-596523h14m8s"}"#);
    check(r#"{"timeoutSeconds":0}"#, r#"{"timeout":"0s"}"#);
    check(r#"{"memoryMi":1536}"#, r#"{"memory":"1536Mi"}"#);
    check(r#"{"cpuMillis":1500}"#, r#"{"cpu":"1500m"}"#);
    check(r#"{"seconds":3}"#, r#"{"millis":3000}"#);
    check(r#"{"seconds":-2147483648}"#, r#"{"millis":-2147483648000}"#);
    check(r#"{"port":8080}"#, r#"{"port":"8080"}"#);
    check(r#"{"address":"a"}"#, r#"{"addresses":["a"]}"#);
    check(r#"{"limits":[{"resource":"a","amount":1},{"resource":"b","amount":2}]}"#, r#"{"limits":{"a":1,"b":2}}"#);
    check(r#"{"limits":[]}"#, r#"{"limits":{}}"#);
    check(r#"{"variables":["a=1","b=c=d"]}"#, r#"{"variables":{"a":"1","b":"c=d"}}"#);
    check(r#"{"capacity":{"cpu":"1","disk":"2"}}"#, r#"{"capacity":{"CPU":"1","disk":"2"}}"#);
    check(r#"{"grace":"1m0s"}"#, r#"{"grace":60}"#);
    check(r#"{"hosts":["a"]}"#, r#"{"host":"a"}"#);
    check(r#"{"labels":{"a":"1"}}"#, r#"{"labels":[{"name":"a","text":"1"}]}"#);
    check(r#"{"modes":["write","read"]}"#, r#"{"modes":["Write","Read"]}"#);
    check(r#"{"modes":[]}"#, r#"{"modes":[]}"#);
    check(r#"{"levels":{"a":1,"b":2}}"#, r#"{"levels":{"a":"Low","b":"High"}}"#);
    check(r#"{"waitSeconds":[90,0,-1]}"#, r#"{"waits":["1m30s","0s","-1s"]}"#);
    check(r#"{"sizes":{"a":[1,9223372036854775807],"b":[]}}"#, r#"{"sizes":{"a":["1","9223372036854775807"],"b":[]}}"#);
    check(r#"{"engine":"fast"}"#, r#"{"engine":"Fast"}"#);
    check(r#"{"engine":"legacy"}"#, r#"{"engine":"legacy"}"#);
    check(r#"{"queue":"long"}"#, r#"{"queue":2}"#);
    check("{}", "{}");
}

#[test]
fn values_without_a_counterpart_are_errors() {
    let check = |text: &str, expected: &str| {
        let error = from_hub(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    };
    check(r#"{"sizes":{"a":["1","x"]}}"#, "sizes.a[1]: expected an integer");
    check(r#"{"waits":["1s","600000h"]}"#, "waits[1]: the number is too large");
    check(r#"{"levels":{"a":"Middle"}}"#, "levels.a: the value has no counterpart");
    check(r#"{"policy":""}"#, "policy: the value has no counterpart");
    check(r#"{"level":""}"#, "level: the value has no counterpart");
    check(r#"{"policy":"Ask"}"#, "policy: the value has no counterpart in the other version");
    check(r#"{"level":"Middle"}"#, "level: the value has no counterpart");
    check(r#"{"timeout":"600000h"}"#, "timeout: the number is too large");
    check(r#"{"millis":9223372036854775807}"#, "millis: the number is too large");
    check(r#"{"port":"http"}"#, "port: expected an integer in decimal notation");
    check(r#"{"port":"0x10"}"#, "port: expected an integer");
    check(r#"{"variables":{"a=":"1"}}"#, "variables: a key contains the separator");
    check(r#"{"capacity":{"cpu":"1"}}"#, "capacity: a key of the map is a name of another key");
    assert!(to_hub(r#"{"level":3}"#).is_err());
    assert!(to_hub(r#"{"capacity":{"CPU":"1"}}"#).is_err());
}

/// Returns the losses of a conversion from the hub.
fn lost_from_hub(text: &str) -> Vec<String> {
    let mut from: hub::ItemSpec = json::from_str(text).expect("valid JSON");
    from.policy = "Allow".into();
    let losses = RefCell::default();
    let scope = scope().with_losses(&losses);
    item_spec_from_hub(&mut from, &mut v1beta1::ItemSpec::default(), &scope).expect("a conversion");
    losses.take().iter().map(ToString::to_string).collect()
}

#[test]
fn what_one_direction_drops_is_reported() {
    for (text, path) in [
        (r#"{"timeout":"1.5s"}"#, "timeout"),
        (r#"{"memory":"1.5Mi"}"#, "memory"),
        (r#"{"cpu":"100u"}"#, "cpu"),
        (r#"{"millis":1001}"#, "millis"),
        (r#"{"addresses":["a","b"]}"#, "addresses"),
        (r#"{"waits":["1s","1.5s"]}"#, "waits[1]"),
        (r#"{"tier":"premium"}"#, "tier"),
        (r#"{"engine":"Hybrid"}"#, "engine"),
        (r#"{"modes":["read"]}"#, "modes"),
        (r#"{"queue":3}"#, "queue"),
        (r#"{"labels":[{"name":"b","text":""},{"name":"a","text":""}]}"#, "labels"),
    ] {
        let lost = lost_from_hub(text);
        assert!(lost.len() == 1 && lost[0].contains(path), "{text}: {lost:?}");
    }
    for text in [
        r#"{"timeout":"2s"}"#,
        r#"{"memory":"1Gi"}"#,
        r#"{"addresses":["a"]}"#,
        r#"{"cpu":"1"}"#,
        r#"{"tier":"basic"}"#,
    ] {
        assert_eq!(lost_from_hub(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn values_of_this_version_alone_are_reported() {
    for (text, path) in
        [(r#"{"flavor":"sweet"}"#, "flavor"), (r#"{"engine":"legacy"}"#, "engine"), (r#"{"queue":"none"}"#, "queue")]
    {
        let mut from: v1beta1::ItemSpec = json::from_str(text).expect("valid JSON");
        let losses = RefCell::default();
        let scope = scope().with_losses(&losses);
        item_spec_to_hub(&mut from, &mut hub::ItemSpec::default(), &scope).expect("a conversion");
        let lost: Vec<_> = losses.take().into_iter().map(|loss| loss.path).collect();
        assert_eq!(lost, [path], "{text}");
    }
}

#[test]
fn lists_and_maps_keep_all_entries() {
    let limits = (0..100).map(|n| v1beta1::Limit { resource: format!("{n:03}").into(), amount: n });
    let limits = limits.collect::<Vec<_>>().into();
    let spec = v1beta1::ItemSpec { limits, flavor: "plain".into(), ..Default::default() };
    let mut hub = hub::ItemSpec::default();
    item_spec_to_hub(&mut spec.clone(), &mut hub, &scope()).expect("a conversion");
    assert_eq!(hub.limits.len(), 100);
    let mut again = v1beta1::ItemSpec::default();
    item_spec_from_hub(&mut hub, &mut again, &scope()).expect("a conversion");
    assert_eq!(again, spec);
    assert_eq!((List::<Str>::nil(), Map::<Str>::nil()), (again.variables, again.capacity));
    let _: Option<v1::Label> = None;
}

#[test]
fn random_values_are_restored_or_reported() {
    let from_version = Kind {
        there: item_to_hub,
        back: item_from_hub,
        empty_is_unset: &["limits", "variables", "hosts", "labels"],
        maps: &["capacity", "labels", "levels", "sizes"],
        complete: |item: &mut v1beta1::Item| {
            if item.spec.flavor.is_empty() {
                item.spec.flavor = "plain".into();
            }
        },
    };
    from_version.check(&[
        "forbid",
        "level",
        "timeoutSeconds",
        "memoryMi",
        "cpuMillis",
        "seconds",
        "port",
        "address",
        "limits",
        "variables",
        "capacity",
        "grace",
        "hosts",
        "labels",
        "modes",
        "levels",
        "waitSeconds",
        "sizes",
        "engine",
        "queue",
    ]);
    let from_hub = Kind {
        there: item_from_hub,
        back: item_to_hub,
        empty_is_unset: &["host", "limits", "variables", "addresses", "labels", "cpu"],
        maps: &["limits", "variables", "capacity", "levels", "sizes"],
        complete: |item: &mut hub::Item| {
            if item.spec.policy.is_empty() {
                item.spec.policy = "Allow".into();
            }
            if item.spec.tier.is_empty() {
                item.spec.tier = "basic".into();
            }
        },
    };
    from_hub.check(&[
        "policy",
        "level",
        "timeout",
        "memory",
        "cpu",
        "millis",
        "port",
        "addresses",
        "limits",
        "variables",
        "capacity",
        "grace",
        "host",
        "labels",
        "modes",
        "levels",
        "waits",
        "sizes",
        "engine",
        "queue",
    ]);
}
