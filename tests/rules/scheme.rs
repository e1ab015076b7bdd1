//! The Scheme: its kinds, their order, and conversions between them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use apimachinery::conversion::{Converter, Error, Scope};
use apimachinery::defaulting::Defaulting;
use apimachinery::meta::{List, Str, TypeMeta};
use apimachinery::schema::{GroupVersion, GroupVersionKind, GroupVersioner, InternalGroupVersioner};
use apimachinery::scheme::Scheme;
use serde_json::{Value, json};

use self::small::{Anywhere, InternalThing, OldThing, Stray, Thing, kind, object, shown, type_name};
use super::support::versioners::versioner;
use super::support::{cases, outcome, text};

mod small;

/// The reason why conversions between versions differ from upstream.
const THROUGH_THE_HUB: &str = "between two versions the way goes through the hub";
/// The reason why the errors of conversions differ from upstream.
const NAMES_THE_VERSIONS: &str = "an error of a conversion function says between which versions";

fn kinds(kinds: &[GroupVersionKind]) -> Value {
    kinds.iter().map(|kind| json!(kind.to_string())).collect()
}

fn versions(versions: &[GroupVersion]) -> Value {
    versions.iter().map(|version| json!(version.to_string())).collect()
}

#[test]
fn new_finds_a_kind_and_an_unversioned_one_by_its_name() {
    let scheme = small::scheme();
    cases("scheme", "new_finds_a_kind_and_an_unversioned_one_by_its_name")
        .compare(|input| outcome(scheme.new_object(&kind(text(input))).map(|object| type_name(&*object))));
}

#[test]
fn exactly_the_registered_kinds_are_recognized() {
    let scheme = small::scheme();
    cases("scheme", "exactly_the_registered_kinds_are_recognized")
        .compare(|input| scheme.recognizes(&kind(text(input))));
}

#[test]
fn versions_of_a_kind_are_those_of_its_group_that_have_it() {
    let scheme = small::scheme();
    cases("scheme", "versions_of_a_kind_are_those_of_its_group_that_have_it")
        .compare(|input| versions(&scheme.versions_for_group_kind(&kind(text(input)).group_kind())));
}

#[test]
fn external_versions_are_observed() {
    let scheme = small::scheme();
    cases("scheme", "external_versions_are_observed").compare(|input| {
        let version = kind(text(input)).group_version();
        json!([scheme.is_group_registered(&version.group), scheme.is_version_registered(&version)])
    });
}

#[test]
fn an_object_has_the_kinds_of_its_type_in_order_of_registration() {
    let scheme = small::scheme();
    cases("scheme", "an_object_has_the_kinds_of_its_type_in_order_of_registration").compare(|name| {
        let object = object(text(name));
        let found = scheme.object_kinds(&*object);
        outcome(found.map(|found| json!({ "kinds": kinds(&found.kinds), "unversioned": found.unversioned })))
    });
}

#[test]
fn an_unstructured_object_is_what_it_says() {
    let scheme = small::scheme();
    cases("scheme", "an_unstructured_object_is_what_it_says").compare(|content| {
        let object = small::unstructured(content);
        outcome(scheme.object_kinds(&*object).map(|found| kinds(&found.kinds)))
    });
}

#[test]
fn unversioned_types_are_known() {
    let scheme = small::scheme();
    cases("scheme", "unversioned_types_are_known").compare(|name| {
        let unversioned = scheme.is_unversioned(&*object(text(name)));
        json!([unversioned.unwrap_or(false), unversioned.is_some()])
    });
}

#[test]
fn a_version_knows_its_types_by_kind() {
    let scheme = small::scheme();
    cases("scheme", "a_version_knows_its_types_by_kind").compare(|version| {
        let version = text(version).parse().expect("a version");
        let name = |path: &str| path.rsplit("::").next().map(str::to_owned);
        let types =
            scheme.known_types(&version).map(|known| (known.kind.kind.to_string(), name(known.type_name).into()));
        Value::Object(types.collect())
    });
}

#[test]
fn field_labels_are_converted_by_function_or_only_meta() {
    let scheme = small::scheme();
    cases("scheme", "field_labels_are_converted_by_function_or_only_meta").compare(|input| {
        let converted = scheme.convert_field_label(&kind(text(&input[0])), text(&input[1]), "x");
        outcome(converted.map(|(label, value)| json!([label.as_str(), value.as_str()])))
    });
}

#[test]
fn a_priority_goes_before_the_order_of_registration() {
    cases("scheme", "a_priority_goes_before_the_order_of_registration").compare(|input| {
        let mut builder = Scheme::builder();
        for version in ["g/v1", "g/v2", "h/v1beta1", "g/v3", "g/__internal", "h/v1"] {
            builder.known_type::<Thing>(kind(&format!("{version} Thing")));
        }
        let order: Vec<GroupVersion> =
            text(input).split_whitespace().map(|text| text.parse().expect("a version")).collect();
        let set = builder.set_version_priority(&order);
        let scheme = builder.build();
        let sorted = |mut all: Vec<GroupVersion>| {
            all.sort_by_key(ToString::to_string);
            versions(&all)
        };
        let of_group = |group| versions(&scheme.prioritized_versions_for_group(group));
        outcome(set.map(|()| {
            json!({
                "g": of_group("g"), "h": of_group("h"), "none": of_group("none"),
                "all": sorted(scheme.prioritized_versions_all_groups()),
                "preferred": sorted(scheme.preferred_version_all_groups()),
            })
        }))
    });
}

#[test]
fn groups_come_in_order_of_registration() {
    let mut builder = Scheme::builder();
    for version in ["b/v1", "a/v1", "b/v2"] {
        builder.known_type::<Thing>(kind(&format!("{version} Thing")));
    }
    let registered = ["b/v1", "a/v1", "b/v2"].map(|text| text.parse().expect("a version"));
    assert_eq!(builder.versions(), registered);
    let scheme = builder.build();
    assert_eq!(scheme.prioritized_versions_all_groups(), registered);
    assert_eq!(scheme.preferred_version_all_groups(), registered[..2]);
}

#[test]
fn a_wrong_registration_panics() {
    cases("scheme", "a_wrong_registration_panics").compare(|what| {
        let mut builder = small::builder();
        let version = |text: &str| text.parse().expect("a version");
        let said = catch_unwind(AssertUnwindSafe(|| match text(what) {
            "same twice" => drop(builder.known_type::<Thing>(kind("example.com/v1 Thing"))),
            "other type" => drop(builder.known_type::<Stray>(kind("example.com/v1 Thing"))),
            "no version" => drop(builder.known_type::<Stray>(GroupVersionKind::new("g", "", "Stray"))),
            "unversioned name taken" => drop(builder.unversioned_type::<small::other::Anywhere>(&version("v3"))),
            _ => drop(builder.unversioned_type::<Anywhere>(&version("v1"))),
        }));
        said.err().and_then(|reason| reason.downcast_ref::<String>().cloned())
    });
}

#[test]
fn an_object_is_converted_to_the_chosen_kind() {
    let scheme = small::scheme();
    let hub = |input| (input, THROUGH_THE_HUB);
    let text_of = |input| (input, NAMES_THE_VERSIONS);
    let differ = [
        hub(r#"["Thing","example.com/v1beta1"]"#),
        hub(r#"["OldThing","example.com/v1"]"#),
        hub(r#"["OldThing","multi example.com/v1 a.example.com example.com"]"#),
        hub(r#"["OldThing","coercing example.com/v1"]"#),
        hub(r#"["Unstructured","example.com/v1"]"#),
        hub(r#"["Unstructured","multi example.com/v1 a.example.com example.com"]"#),
        hub(r#"["Unstructured","coercing example.com/v1"]"#),
        hub(r#"["Bad","example.com/v1beta1"]"#),
        text_of(r#"["Bad","internal"]"#),
        text_of(r#"["Bad","example.com/__internal"]"#),
    ];
    cases("scheme", "an_object_is_converted_to_the_chosen_kind").compare_but(&differ, |input| {
        let object = match text(&input[0]) {
            "Unstructured" => small::unstructured_thing("example.com/v1beta1"),
            name => object(name),
        };
        let target = versioner(text(&input[1]));
        let copy = scheme.convert_to_version(&*object, &*target);
        let moved = scheme.convert_into_version(object, &*target);
        let [copy, moved] = [copy, moved].map(|converted| outcome(converted.map(|object| shown(&*object))));
        assert_eq!(copy, moved);
        copy
    });
}

#[test]
fn an_object_is_converted_into_another() {
    let scheme = small::scheme();
    let hub = |input| (input, THROUGH_THE_HUB);
    let differ = [hub(r#"["OldThing","Thing",""]"#), hub(r#"["OldThing","Thing","example.com/v1beta1"]"#)];
    cases("scheme", "an_object_is_converted_into_another").compare_but(&differ, |input| {
        let from = match text(&input[0]) {
            "Unstructured" => small::unstructured_thing("example.com/v1"),
            name => object(name),
        };
        let mut into = small::zero(text(&input[1]));
        let context = Some(text(&input[2])).filter(|name| !name.is_empty()).map(versioner);
        let converted = scheme.convert(from, &mut *into, context.as_deref());
        outcome(converted.map(|()| shown(&*into)))
    });
}

#[test]
fn kinds_of_one_type_are_told_by_what_the_object_says() {
    let mut builder = Scheme::builder();
    builder.known_type::<Thing>(kind("example.com/v1 Thing")).convert_in_place(
        |thing, _| {
            thing.name = format!("{}>", thing.name).into();
            Ok(())
        },
        |thing, _| {
            thing.name = format!("<{}", thing.name).into();
            Ok(())
        },
    );
    builder.hub::<Thing>("example.com", "Thing");
    let scheme = builder.build();

    let hub = Thing { name: "x".into(), ..Thing::default() };
    let external = Thing { type_meta: TypeMeta::new("example.com/v1", "Thing"), ..hub.clone() };
    let kinds = |thing| scheme.object_kinds(thing).expect("a known type").kinds.into_owned();
    assert_eq!(kinds(&hub), [kind("example.com/__internal Thing")]);
    assert_eq!(kinds(&external), [kind("example.com/v1 Thing")]);

    let v1 = GroupVersion::new("example.com", "v1");
    let name = |thing: &Thing, target: &dyn GroupVersioner| {
        shown(&*scheme.convert_to_version(thing, target).expect("a conversion"))["name"].clone()
    };
    assert_eq!(name(&external, &InternalGroupVersioner), "x>");
    assert_eq!(name(&hub, &v1), "<x");
    assert_eq!((name(&external, &v1), name(&hub, &InternalGroupVersioner)), (json!("x"), json!("x")));

    let mut into = Thing { type_meta: external.type_meta.clone(), ..Thing::default() };
    scheme.convert(Box::new(hub), &mut into, None).expect("a conversion");
    assert_eq!((&*into.name, into.type_meta), ("<x", external.type_meta));
}

#[test]
fn defaults_are_those_of_the_kind_and_the_last_ones_registered() {
    let mut builder = small::builder();
    builder.known_type::<Thing>(kind("example.com/v1 Thing")).apply_defaults(|thing, _| thing.name = "first".into());
    builder.known_type::<Thing>(kind("example.com/v1 Thing")).apply_defaults(|thing, _| thing.name = "last".into());
    let scheme = builder.build();
    let mut thing = Thing::default();
    scheme.apply_defaults(&mut thing, &kind("example.com/v1beta1 Thing"), &Defaulting::default());
    assert_eq!(thing.name, "");
    scheme.apply_defaults(&mut thing, &kind("example.com/v1 Thing"), &Defaulting::default());
    assert_eq!(thing.name, "last");
}

#[test]
fn a_scheme_is_called_after_the_line_that_makes_it() {
    let line = line!() + 1;
    let scheme = Scheme::builder().build();
    assert_eq!(scheme.name(), format!("tests/rules/scheme.rs:{line}"));
}

#[test]
fn a_scheme_can_be_shared_between_threads() {
    fn check<T: Send + Sync>(_: &T) {}
    check(&small::scheme());
}

#[test]
fn custom_functions_go_before_generated_ones_in_a_scheme() {
    let mut builder = small::builder();
    builder.converter().register(|_: &mut Thing, hub: &mut InternalThing, scope: &Scope<'_>| {
        let context = scope.context().map(GroupVersioner::identifier);
        hub.name = format!("{} for {}", scope.version(), context.unwrap_or_default()).into();
        Ok(())
    });
    builder.converter().register_ignored::<OldThing, InternalThing>();
    let scheme = builder.build();
    let name =
        |name| shown(&*scheme.convert_to_version(&*object(name), &InternalGroupVersioner).expect("a conversion"));
    assert_eq!(name("Thing")["name"], "example.com/v1 for internal");
    assert_eq!(name("OldThing")["name"], "");
}

#[test]
fn ignored_pairs_go_before_custom_functions_and_those_before_generated_ones() {
    cases("scheme", "ignored_pairs_go_before_custom_functions_and_those_before_generated_ones").compare(|input| {
        let mut converter = Converter::default();
        for word in text(input).split_whitespace() {
            let word: &'static str = Box::leak(word.into());
            let function = move |_: &mut Int, text: &mut Text, _: &Scope<'_>| -> Result<(), Error> {
                text.0 = word.into();
                Ok(())
            };
            match word.trim_end_matches('2') {
                "generated" => converter.register_generated(function),
                "custom" => converter.register(function),
                _ => converter.register_ignored::<Int, Text>(),
            };
        }
        let mut to = Text("as it was".into());
        let converted = converter.convert(&mut Int, &mut to, &Scope::new(GroupVersion::default()));
        // Replaces our type names by Go's.
        let error = |error: Error| {
            error.to_string().replace("rules::scheme::Int", "int").replace("rules::scheme::Text", "string")
        };
        outcome(converted.map(|()| to.0).map_err(error))
    });
}

struct Int;
struct Text(String);

#[test]
fn of_the_texts_of_a_query_the_first_counts() {
    let scheme = small::scheme();
    cases("scheme", "of_the_texts_of_a_query_the_first_counts").compare(|input| {
        let mut texts: List<Str> = input.as_array().expect("texts").iter().map(|item| text(item).into()).collect();
        let scope = Scope::new(GroupVersion::default());
        let (mut first, mut truth, mut number) = (Str::default(), false, 0i64);
        scheme.converter().convert(&mut texts, &mut first, &scope).expect("a text");
        scheme.converter().convert(&mut texts, &mut truth, &scope).expect("a truth");
        let converted = scheme.converter().convert(&mut texts, &mut number, &scope);
        json!([first.as_str(), truth, outcome(converted.map(|()| number))])
    });
}
