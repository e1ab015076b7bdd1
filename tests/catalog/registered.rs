//! Registration of every kind in the facts.

use apimachinery::apis;
use apimachinery::schema::GroupVersionKind;
use serde_json::Value;

use super::facts;

/// Returns the kinds of wire versions; manifests do not name hub versions.
pub(crate) fn kinds(facts: &Value) -> Vec<GroupVersionKind> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages = facts.as_array().expect("a list of packages").iter();
    let kinds = packages.flat_map(|package| {
        let names = package["kinds"].as_array().into_iter().flatten();
        names.map(|kind| GroupVersionKind::new(text(&package["group"]), text(&package["version"]), text(&kind["kind"])))
    });
    kinds.filter(|kind| !kind.version.is_empty() && !kind.is_internal()).collect()
}

fn check(name: &str, expected: usize) {
    let (scheme, kinds) = (apis::scheme(), kinds(&facts(name)));
    let missing: Vec<_> = kinds.iter().filter(|kind| !scheme.recognizes(kind)).map(ToString::to_string).collect();
    assert_eq!(missing, Vec::<String>::new(), "{name}");
    assert_eq!(kinds.len(), expected, "{name}");
}

#[test]
fn every_kind_of_the_newest_release_is_registered() {
    check("types.json", 353);
}

#[test]
fn every_kind_that_is_gone_is_registered() {
    check("legacy.json", 89);
}
