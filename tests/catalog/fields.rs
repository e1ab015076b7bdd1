//! Names and numbers of the fields of every kind, compared with the facts.

use std::collections::{BTreeMap, BTreeSet};

use apimachinery::apis;
use apimachinery::reflect::{Field, Mut, Omit, ViewMut};
use apimachinery::schema::GroupVersionKind;
use serde_json::Value;

use super::facts;

/// The Go import path, the release and the structs of a package.
type Package<'a> = (&'a str, &'a str, &'a Value);

/// The JSON name of a member, its field number, and whether its empty value is omitted, or `None` if JSON has no
/// choice.
type Member = (String, u64, Option<bool>);

/// The comparison of type tables with facts, and its findings.
struct Comparison<'a> {
    /// Packages from the newest release on, because types that still exist have the fields of the newest one.
    packages: Vec<Package<'a>>,
    seen: BTreeSet<(String, usize)>,
    fields: usize,
    problems: Vec<String>,
}

impl<'a> Comparison<'a> {
    /// Returns the struct of a Go type with the path and release of its package, or `None` for other types.
    fn structure(&self, go: &'a str, of: (&'a str, &'a str)) -> Option<(Package<'a>, &'a Value)> {
        let name = go.trim_start_matches(['*', '[', ']']);
        let name = name.strip_prefix("map[").and_then(|map| map.split_once(']')).map_or(name, |(_, value)| value);
        let (path, name) = name.trim_start_matches(['*', '[', ']']).rsplit_once('.').unwrap_or((of.0, name));
        let name = name.trim_start_matches(['*', '[', ']']);
        let near = self.packages.iter().filter(|package| (package.0, package.1) == of);
        let all = self.packages.iter().chain(near).filter(|package| package.0 == path);
        all.map(|package| (*package, &package.2[name])).find(|(_, found)| !found.is_null())
    }

    /// Returns the members of a struct, including inlined ones, and the field numbers that exist only in Protobuf.
    fn members(&self, structure: &'a Value, package: Package<'a>) -> (Vec<(Member, &'a str, Package<'a>)>, Vec<u64>) {
        let (mut members, mut wire) = (Vec::new(), Vec::new());
        for field in structure["fields"].as_array().into_iter().flatten() {
            let (go, number) = (text(&field["type"]), field["proto"].as_u64().unwrap_or_default());
            let of = (package.0, package.1);
            if field["inline"] == true {
                wire.extend((number > 0).then_some(number));
                let Some((of, inner)) = self.structure(go, of) else { continue };
                let (inner, _) = self.members(inner, of);
                // In Protobuf, the fields of an embedded message belong to that message.
                members.extend(inner.into_iter().map(|((name, _, omit), go, of)| ((name, 0, omit), go, of)));
            } else if field["json"].as_str().is_some_and(|name| name != "-") {
                let is_struct = !go.starts_with(['*', '[']) && !go.starts_with("map[") && !is_scalar(go);
                let omit = (!is_struct).then(|| field["omit"].is_string());
                members.push(((text(&field["json"]).to_owned(), number, omit), go, package));
            }
        }
        (members, wire)
    }

    /// Compares a struct, and recursively every struct in it.
    fn compare(&mut self, place: &str, value: Mut<'_>, go: &'a str, of: (&'a str, &'a str)) {
        match value.view() {
            ViewMut::Option(option) => self.compare(place, option.make(), go, of),
            ViewMut::List(mut list) => self.compare(place, list.push(), go, of),
            ViewMut::Map(mut map) => self.compare(place, map.append("key"), go, of),
            ViewMut::Struct(mut object) => {
                let shape = object.shape();
                // The JSON form of a union has no members.
                let Some((package, structure)) = self.structure(go, of).filter(|_| !shape.is_union()) else { return };
                if !self.seen.insert((go.to_owned(), std::ptr::from_ref(shape).addr())) {
                    return;
                }
                let (theirs, wire) = self.members(structure, package);
                let ours: BTreeMap<&str, (usize, &Field)> =
                    shape.json_fields().iter().enumerate().map(|(at, field)| (field.name(), (at, field))).collect();
                let names: BTreeSet<&str> = theirs.iter().map(|((name, ..), ..)| name.as_str()).collect();
                if names != ours.keys().copied().collect() {
                    self.problems.push(format!("{place} ({go}): {names:?}, ours {:?}", ours.keys()));
                    return;
                }
                let only: Vec<u64> =
                    shape.fields()[shape.json_fields().len()..].iter().map(|field| field.number().into()).collect();
                if only != wire {
                    self.problems.push(format!("{place} ({go}): numbers {wire:?}, ours {only:?}"));
                }
                for ((name, number, omit), go, package) in theirs {
                    let (at, field) = ours[name.as_str()];
                    self.fields += 1;
                    let ours = (u64::from(field.number()), omit.map(|_| field.omit() != Omit::Never));
                    if ours != (number, omit) {
                        let problem = format!("{place}.{name} ({go}): expected {:?}, found {ours:?}", (number, omit));
                        self.problems.push(problem);
                    }
                    self.compare(&format!("{place}.{name}"), object.field(at), go, (package.0, package.1));
                }
            }
            _ => {}
        }
    }
}

fn is_scalar(go: &str) -> bool {
    ["bool", "string", "int32", "int64", "float64"].contains(&go)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Compares the kinds of a file with the facts. `known` lists all expected differences.
fn check(file: &str, fields: usize, known: &[&str]) {
    let (today, legacy, chosen) = (facts("types.json"), facts("legacy.json"), facts(file));
    let all = [&today, &legacy].into_iter().flat_map(|facts| facts.as_array().expect("a list of packages"));
    let packages =
        all.map(|package| (text(&package["path"]), text(&package["release"]), &package["structs"])).collect();
    let mut comparison = Comparison { packages, seen: BTreeSet::new(), fields: 0, problems: Vec::new() };
    let scheme = apis::scheme();
    for package in chosen.as_array().expect("a list of packages") {
        for kind in package["kinds"].as_array().into_iter().flatten() {
            let gvk = GroupVersionKind::new(text(&package["group"]), text(&package["version"]), text(&kind["kind"]));
            // The hub type is the type of another version, which is compared itself.
            if gvk.version.is_empty() || gvk.is_internal() {
                continue;
            }
            let mut object = scheme.new_object(&gvk).expect("a registered kind");
            let of = (text(&package["path"]), text(&package["release"]));
            comparison.compare(&gvk.to_string(), object.cursor_mut(), text(&kind["type"]), of);
        }
    }
    assert_eq!(comparison.problems, known, "{}", comparison.problems.join("\n"));
    assert_eq!(comparison.fields, fields, "fields compared");
}

#[test]
fn fields_of_removed_kinds_have_their_names_and_numbers() {
    // Types that still exist have the fields of the newest release.
    let known = [
        "/v1, Kind=NodeConfigSource (NodeConfigSource): {\"configMap\"}, ours [\"apiVersion\", \"configMap\", \"kind\"]",
        "admissionregistration.k8s.io/v1alpha1, Kind=ExternalAdmissionHookConfiguration.externalAdmissionHooks.rules ([]RuleWithOperations): {\"apiGroups\", \"apiVersions\", \"operations\", \"resources\"}, ours [\"apiGroups\", \"apiVersions\", \"operations\", \"resources\", \"scope\"]",
        "admissionregistration.k8s.io/v1alpha1, Kind=InitializerConfiguration.initializers.rules ([]Rule): {\"apiGroups\", \"apiVersions\", \"resources\"}, ours [\"apiGroups\", \"apiVersions\", \"resources\", \"scope\"]",
    ];
    check("legacy.json", 1928, &known);
}

#[test]
fn fields_of_todays_kinds_have_their_names_and_numbers() {
    // One type is both a field and, until 1.10, a kind.
    let known = [
        "/v1, Kind=Node.spec.configSource (*NodeConfigSource): {\"configMap\"}, ours [\"apiVersion\", \"configMap\", \"kind\"]",
    ];
    check("types.json", 4108, &known);
}
