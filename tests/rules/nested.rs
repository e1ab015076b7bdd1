//! Objects inside objects, and objects that are not converted: rules without a recorded result.
//!
//! Upstream's `List` does not decode its items; each type decides whether it decodes nested objects
//! (`NestedObjectDecoder`). Ours always does.

use std::sync::{Arc, LazyLock};

use apimachinery::apis::meta::v1::List;
use apimachinery::meta::{Object, Str, TypeMeta, Unknown};
use apimachinery::schema::{DisabledGroupVersioner, GroupVersion, GroupVersionKind};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{
    CodecFactory, CodecFactoryOptions, Decoded, Decoder, Encoder, Format, JsonSerializer, VersioningEncoder,
};

static CODECS: LazyLock<CodecFactory> = LazyLock::new(|| CodecFactory::new(apimachinery::apis::scheme()));

const LIST: &str = r#"{"kind":"List","apiVersion":"v1","metadata":{},"items":[
    {"kind":"ConfigMap","apiVersion":"v1","data":{"a":"b"}},
    {"kind":"Gadget","apiVersion":"example.com/v1","b":[1, 2]},
    {"a":1},
    {"kind":"Deployment","apiVersion":"extensions/v1beta1"},
    null
]}"#;

fn v1() -> GroupVersion {
    GroupVersion::new("", "v1")
}

fn decode(data: &str) -> Decoded {
    let decoder = CODECS.decoder_to_version(CODECS.universal_deserializer(), v1());
    decoder.decode(data.as_bytes(), None).expect("a list")
}

fn items(list: &List) -> Vec<Option<TypeMeta>> {
    list.items.iter().map(|item| item.object.as_ref().map(|object| object.type_meta())).collect()
}

#[test]
fn nested_objects_are_decoded_by_their_own_kind_without_conversion() {
    let list = decode(LIST).downcast::<List>().expect("a List").object;
    let said = items(&list);
    assert_eq!(said[0], Some(TypeMeta::new("v1", "ConfigMap")));
    assert_eq!(said[1], Some(TypeMeta::new("example.com/v1", "Gadget")));
    assert_eq!(said[2], Some(TypeMeta::default()));
    assert_eq!(said[3], Some(TypeMeta::new("extensions/v1beta1", "Deployment")));
    assert_eq!(said[4], None);
}

#[test]
fn nested_objects_of_unknown_kinds_are_unknown_with_their_bytes() {
    let list = decode(LIST).downcast::<List>().expect("a List").object;
    let gadget = Unknown {
        type_meta: TypeMeta::new("example.com/v1", "Gadget"),
        raw: r#"{"kind":"Gadget","apiVersion":"example.com/v1","b":[1, 2]}"#.into(),
        content_type: Unknown::JSON.into(),
        ..Unknown::default()
    };
    assert!(list.items[1].object.as_deref().expect("an object").dyn_eq(&gadget));
}

#[test]
fn nested_objects_are_encoded_with_the_list_in_every_format() {
    let json = r#"{"kind":"List","apiVersion":"v1","metadata":{},"items":[{"kind":"ConfigMap","apiVersion":"v1","metadata":{},"data":{"a":"b"}},{"kind":"Gadget","apiVersion":"example.com/v1","b":[1,2]}]}"#;
    for format in [Format::Json, Format::Yaml, Format::Protobuf] {
        let encoder = CODECS.encoder_for_version(CODECS.serializer(format).clone(), v1());
        let list = decode(json).object;
        let before = list.clone();
        let bytes = encoder.encode_to_vec(&*list).expect("an encoded list");
        assert!(list.dyn_eq(&*before), "encoding leaves the list as it is");
        let mut moved = Vec::new();
        encoder.encode_owned(list, &mut moved).expect("an encoded list");
        assert_eq!(moved, bytes);
        if format == Format::Json {
            assert_eq!(String::from_utf8(bytes.clone()).expect("text").trim_end(), json);
        }
        let again = CODECS.decoder_to_version(CODECS.universal_deserializer(), v1()).decode(&bytes, None);
        let again = again.expect("output just written is valid").downcast::<List>().expect("a List").object;
        assert_eq!(items(&again), items(&before_list(&*before)), "{format:?}");
    }
}

fn before_list(list: &dyn Object) -> List {
    let list: &dyn std::any::Any = list;
    list.downcast_ref::<List>().expect("a List").clone()
}

#[test]
fn what_nested_objects_drop_is_reported_or_refused_with_its_place() {
    let data =
        r#"{"kind":"List","apiVersion":"v1","lost":1,"items":[{"kind":"ConfigMap","apiVersion":"v1","dat":{}}]}"#;
    let found: Vec<_> = decode(data).warnings.iter().map(ToString::to_string).collect();
    assert_eq!(found, [r#"unknown field "lost""#, r#"unknown field "items[0].dat""#]);

    let options = CodecFactoryOptions::default().with_strict(true);
    let strict = CodecFactory::with_options(CODECS.scheme().clone(), options);
    let error = strict.universal_decoder(&[v1()]).decode(data.as_bytes(), None).unwrap_err();
    let expected = r#"strict decoding error: unknown field "lost", unknown field "items[0].dat""#;
    assert_eq!(error.to_string(), expected);
    assert!(error.into_decoded().is_some_and(|decoded| decoded.object.as_list().is_some_and(|list| list.len() == 1)));
}

#[test]
fn a_nested_object_with_values_of_a_wrong_type_fails_the_list() {
    let data = r#"{"kind":"List","apiVersion":"v1","items":[{"kind":"ConfigMap","apiVersion":"v1","data":{"a":1}}]}"#;
    let error = CODECS.universal_decoder(&[v1()]).decode(data.as_bytes(), None).unwrap_err();
    assert_eq!(error.to_string(), "items[0]: data.a: expected string, found number");
    assert_eq!(error.gvk(), Some(&GroupVersionKind::new("", "v1", "List")));
}

/// An object that must not be cloned.
#[derive(Default, PartialEq)]
struct Precious {
    type_meta: TypeMeta,
    name: Str,
}

impl Clone for Precious {
    fn clone(&self) -> Self {
        panic!("a copy of {}", self.name);
    }
}

apimachinery::message! {
    Precious: kind {
        name => "name", 1, Empty;
    }
}

#[test]
fn an_object_that_needs_no_conversion_is_not_copied() {
    let mut builder = Scheme::builder();
    builder.known_type::<Precious>(GroupVersionKind::new("example.com", "v1", "Precious"));
    let codecs = CodecFactory::new(builder.build());
    let object = Precious { name: "x".into(), ..Default::default() };
    let encoder =
        codecs.encoder_for_version(codecs.serializer(Format::Json).clone(), GroupVersion::new("example.com", "v1"));
    let expected = "{\"kind\":\"Precious\",\"apiVersion\":\"example.com/v1\",\"name\":\"x\"}\n";
    assert_eq!(encoder.encode_to_vec(&object).expect("text"), expected.as_bytes());
    assert!(object.type_meta.kind.is_empty());
    let mut moved = Vec::new();
    encoder.encode_owned(Box::new(object), &mut moved).expect("text");
    assert_eq!(moved, expected.as_bytes());
}

#[test]
fn an_object_of_an_unversioned_type_is_written_with_its_first_kind() {
    let mut builder = Scheme::builder();
    builder.unversioned_type::<Precious>(&GroupVersion::new("example.com", "v1"));
    let scheme = Arc::new(builder.build());
    let json: Arc<dyn Encoder> = Arc::new(JsonSerializer::new(scheme.clone()));
    let other = GroupVersion::new("other.com", "v2");
    for encoder in [
        VersioningEncoder::new(scheme.clone(), json.clone(), Some(Arc::new(other))),
        VersioningEncoder::new(scheme.clone(), json.clone(), Some(Arc::new(DisabledGroupVersioner))),
        VersioningEncoder::new(scheme, json, None),
    ] {
        let text = encoder.encode_to_vec(&Precious::default()).expect("text");
        assert_eq!(text, b"{\"kind\":\"Precious\",\"apiVersion\":\"example.com/v1\"}\n");
    }
}
