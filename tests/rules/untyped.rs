//! Conversions between typed and untyped objects, raw bytes, and rules for all objects.

use apimachinery::apis::apps::v1::{Deployment, DeploymentList};
use apimachinery::apis::{core, meta};
use apimachinery::meta::unstructured::{from_unstructured, to_unstructured};
use apimachinery::meta::{
    Bytes, Object, RawExtension, TypeMeta, Unknown, Unstructured, UnstructuredList, Value, extract_list, len_list,
    semantic_eq, set_list,
};
use apimachinery::serializer::{json, protobuf, value};
use serde_json::{Value as Json, json};

use super::support::probe::Probe;
use super::support::{cases, content_text, outcome, text, to_json, untyped};

/// Removes the path with which our errors begin.
fn without_path(error: String) -> String {
    match error.split_once(": ") {
        Some((path, rest)) if !path.contains(' ') => rest.to_owned(),
        _ => error,
    }
}

#[test]
fn typed_values_become_untyped_by_the_rules_of_json() {
    cases("untyped", "typed_values_become_untyped_by_the_rules_of_json").compare(|document| {
        let probe: Probe = json::from_str(text(document)).expect("a probe");
        outcome(value::to_value(&probe).and_then(|value| json::to_string(&value)))
    });
}

#[test]
fn typed_objects_become_untyped() {
    cases("untyped", "typed_objects_become_untyped").compare(|document| {
        let document = text(document);
        let object: Box<dyn Object> = match document.contains("DeploymentList") {
            true => Box::new(json::from_str::<DeploymentList>(document).expect("a list")),
            false => Box::new(json::from_str::<Deployment>(document).expect("a deployment")),
        };
        outcome(to_unstructured(&*object).map(|object| content_text(&object.content)))
    });
}

fn probe_of(document: &Json) -> Result<Probe, String> {
    let content = Value::Map(untyped(document));
    value::from_value(&content).map_err(|error| without_path(error.to_string()))
}

#[test]
fn untyped_values_become_typed() {
    cases("untyped", "untyped_values_become_typed")
        .compare(|document| outcome(probe_of(document).map(|probe| json::to_string(&probe).expect("a probe"))));
}

#[test]
fn untyped_values_of_another_type_are_errors() {
    cases("untyped", "untyped_values_of_another_type_are_errors")
        .compare(|document| outcome(probe_of(document).map(|_| Json::Null)));
}

#[test]
fn untyped_values_that_do_not_fit_are_errors() {
    let cut_off = "upstream cuts the number off; nothing is lost here silently";
    let differ = [(r#""{\"small\":4294967296}""#, cut_off), (r#""{\"small\":1e300}""#, cut_off)];
    // The texts differ: upstream reports `unrecognized type: bool` for a string in a boolean field, for example.
    cases("untyped", "untyped_values_that_do_not_fit_are_errors")
        .without_error_texts()
        .compare_but(&differ, |document| outcome(probe_of(document).map(|_| Json::Null)));
}

#[test]
fn errors_name_every_field() {
    let content = json!(r#"{"children":[{"small":1.5},{"text":1}],"flag":"x"}"#);
    let error = value::from_value::<Probe>(&Value::Map(untyped(&content))).unwrap_err();
    let expected = [
        "flag: cannot convert string to bool",
        "children[0].small: cannot convert float64 to int32",
        "children[1].text: cannot convert int64 to string",
    ];
    assert_eq!(error.details(), expected);
}

#[test]
fn fields_that_the_type_lacks_are_sorted() {
    cases("untyped", "fields_that_the_type_lacks_are_sorted").compare(|document| {
        let mut probe = Probe::default();
        let unknown = value::assign(apimachinery::reflect::Mut::new(&mut probe), &Value::Map(untyped(document)));
        outcome(unknown.map(|unknown| {
            let unknown: Vec<String> = unknown.iter().map(ToString::to_string).collect();
            // Go returns nil for an empty list of errors.
            let unknown = if unknown.is_empty() { Json::Null } else { unknown.into() };
            json!({ "unknown": unknown, "value": json::to_string(&probe).expect("a probe") })
        }))
    });
}

#[test]
fn unknown_fields_in_a_map_are_named_with_their_key() {
    // Upstream omits the key: `unknown field "named.x"`.
    let content = untyped(&json!(r#"{"named":{"k":{"x":1}}}"#));
    let mut probe = Probe::default();
    let unknown = value::assign(apimachinery::reflect::Mut::new(&mut probe), &Value::Map(content)).unwrap();
    assert_eq!(unknown[0].to_string(), r#"unknown field "named.k.x""#);
}

#[test]
fn untyped_objects_become_typed() {
    cases("untyped", "untyped_objects_become_typed").compare(|document| {
        let mut object = Deployment::default();
        let filled = from_unstructured(&Unstructured::new(untyped(document)), &mut object);
        outcome(filled.map(|_| json::to_string(&object).expect("a deployment")))
    });
}

/// Removes the name of the method in which an upstream error occurred.
fn without_method(error: &Json) -> Json {
    let mut error = error.clone();
    if let Some(Json::String(text)) = error.get_mut("err") {
        let rest = text.split_once("MarshalJSON for type ").and_then(|(_, rest)| rest.split_once(": "));
        *text = rest.map_or(text.clone(), |(_, rest)| rest.to_owned());
    }
    error
}

#[test]
fn raw_bytes_are_written_as_they_stand() {
    for (raw, theirs) in cases("untyped", "raw_bytes_are_written_as_they_stand").iter() {
        let ours = outcome(json::to_string(&RawExtension::from(text(raw))));
        assert_eq!(ours, without_method(theirs), "{raw}");
    }
}

#[test]
fn unknown_objects_are_written_as_they_stand() {
    for (raw, theirs) in cases("untyped", "unknown_objects_are_written_as_they_stand").iter() {
        let ours = outcome(json::to_string(&Unknown { raw: text(raw).into(), ..Default::default() }));
        assert_eq!(ours, without_method(theirs), "{raw}");
    }
}

fn unknown(content_type: &Json) -> Unknown {
    let type_meta = TypeMeta::new("v1", "A");
    let content_type = text(content_type).into();
    Unknown { type_meta, raw: "{}".into(), content_encoding: "e".into(), content_type }
}

#[test]
fn unknown_objects_of_other_content_have_no_json() {
    cases("untyped", "unknown_objects_of_other_content_have_no_json")
        .compare(|content_type| outcome(json::to_string(&unknown(content_type))));
}

/// Returns bytes in the form that the Go side records.
fn recorded(bytes: Vec<u8>) -> Json {
    to_json(&value::to_value(&Bytes::from(bytes)).expect("bytes"))
}

#[test]
fn unknown_objects_are_the_envelope_on_the_wire() {
    cases("untyped", "unknown_objects_are_the_envelope_on_the_wire").compare(|content_type| {
        let bytes = protobuf::to_vec(&unknown(content_type)).expect("an envelope");
        assert_eq!(protobuf::from_slice::<Unknown>(&bytes).expect("written output is valid"), unknown(content_type));
        recorded(bytes)
    });
}

#[test]
fn raw_json_is_kept_and_null_is_nothing() {
    cases("untyped", "raw_json_is_kept_and_null_is_nothing").compare(|document| {
        let list: meta::v1::List = json::from_str(text(document)).expect("a list");
        outcome(json::to_string(&list))
    });
}

#[test]
fn raw_bytes_are_the_wire() {
    cases("untyped", "raw_bytes_are_the_wire").compare(|document| {
        let list: meta::v1::List = json::from_str(text(document)).expect("a list");
        recorded(protobuf::to_vec(&list).expect("raw bytes can be encoded"))
    });
}

#[test]
fn an_object_stands_in_for_raw_bytes() {
    let mut object = Unstructured::new([("b", Value::Int(1)), ("a", "x".into())].into());
    object.set_kind("A");
    cases("untyped", "an_object_stands_in_for_raw_bytes").compare(|which| {
        let raw = match text(which) {
            "both" => RawExtension { raw: "{}".into(), object: Some(object.clone_box()) },
            "object" => RawExtension::from(object.clone()),
            _ => RawExtension::default(),
        };
        json::to_string(&raw).expect("JSON")
    });
}

#[test]
fn the_wire_has_an_object_as_json() {
    // Upstream's Protobuf omits empty bytes.
    let mut object = Unstructured::default();
    object.set_kind("A");
    let bytes = protobuf::to_vec(&RawExtension::from(object)).expect("an object that can be encoded as JSON");
    assert_eq!(protobuf::from_slice::<RawExtension>(&bytes).expect("raw bytes").raw, Bytes::from(r#"{"kind":"A"}"#));

    let broken = Unstructured::new([("a", Value::Float(f64::NAN))].into());
    let error = protobuf::to_vec(&RawExtension::from(broken)).unwrap_err();
    assert_eq!(error.to_string(), "cannot represent NaN in JSON");
}

#[test]
fn semantic_equality_compares_what_is_meant() {
    cases("untyped", "semantic_equality_compares_what_is_meant").compare(|pair| {
        let probe = |document| json::from_str::<Probe>(text(document)).expect("a probe");
        // A probe is not an object; its fields are compared by the same rules.
        semantic_eq(&Carrier::of(probe(&pair[0])), &Carrier::of(probe(&pair[1])))
    });
}

#[derive(Clone, Default, PartialEq)]
struct Carrier {
    type_meta: TypeMeta,
    probe: Probe,
}

apimachinery::message! {
    Carrier: kind {
        probe => "probe", 0, Never;
    }
}

impl Carrier {
    fn of(probe: Probe) -> Self {
        Carrier { type_meta: TypeMeta::default(), probe }
    }
}

#[test]
fn semantic_equality_of_untyped_content() {
    cases("untyped", "semantic_equality_of_untyped_content").compare(|pair| {
        let object = |document: &Json| match text(document) {
            "nan" => Unstructured::new([("a", Value::Float(f64::NAN))].into()),
            _ => Unstructured::new(untyped(document)),
        };
        semantic_eq(&object(&pair[0]), &object(&pair[1]))
    });
}

fn list(name: &Json) -> Box<dyn Object> {
    let pod = core::v1::Pod::default;
    match text(name) {
        "pods" => Box::new(core::v1::PodList { items: [pod(), pod()].into(), ..Default::default() }),
        "none" => Box::new(core::v1::PodList::default()),
        "pod" => Box::new(pod()),
        "raw" => {
            let items = [RawExtension::from(r#"{"a":1}"#), pod().into()].into();
            Box::new(meta::v1::List { items, ..Default::default() })
        }
        _ => Box::new(UnstructuredList { items: [Unstructured::default()].into(), ..Default::default() }),
    }
}

/// Replaces the names of our types by the ones that Go prints.
fn go_names(error: String) -> String {
    let mut text = error;
    for (ours, theirs) in [
        ("apimachinery::apis::core::v1::", "v1."),
        ("apimachinery::meta::unstructured::object::", "unstructured."),
        ("apimachinery::meta::unknown::", "runtime."),
        ("v1.Pod is not", "*v1.Pod is not"),
    ] {
        text = text.replace(ours, theirs);
    }
    text
}

#[test]
fn lists_have_a_length() {
    cases("untyped", "lists_have_a_length").compare(|name| len_list(&*list(name)));
}

#[test]
fn lists_give_their_items() {
    cases("untyped", "lists_give_their_items").compare(|name| {
        let items = extract_list(&*list(name)).map_err(|error| go_names(error.to_string()));
        outcome(items.map(|items| match &items[..] {
            [] => Json::Null,
            items => items.iter().map(|item| go_names(item.type_name().to_owned())).collect(),
        }))
    });
}

#[test]
fn lists_take_items_of_their_type() {
    cases("untyped", "lists_take_items_of_their_type").compare(|input| {
        let item: Box<dyn Object> = match text(&input[1]) {
            "*v1.Pod" => Box::new(core::v1::Pod::default()),
            _ => Box::new(core::v1::Node::default()),
        };
        let mut target = list(&input[0]);
        let set = set_list(&mut *target, vec![item.clone(), item.clone(), item]);
        outcome(set.map(|()| len_list(&*target)).map_err(|error| go_names(error.to_string())))
    });
}
