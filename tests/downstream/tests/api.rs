//! The generated API of another crate, used like its author would use it.

use apimachinery::conversion::Scope;
use apimachinery::defaulting::Defaulting;
use apimachinery::meta::Object;
use apimachinery::schema::GroupVersion;
use apimachinery::scheme::Scheme;
use apimachinery::serializer::{Codec, Format, json, protobuf};
use downstream::apis::farm::{internal as hub, v1, v1beta1};

const OLD: &str = r#"
apiVersion: farm.example.com/v1beta1
kind: Field
metadata:
  name: north
spec:
  plant: Wheat
  size: 10x20
  rows: [1, 3]
  worker:
    spec:
      containers:
      - name: tractor
        image: tractor:2
"#;

const NEW: &str = r#"apiVersion: farm.example.com/v1
kind: Field
metadata:
  name: north
spec:
  area:
    length: 10
    width: 20
  crop: Wheat
  rows:
  - 1
  - 3
  worker:
    metadata: {}
    spec:
      containers:
      - image: tractor:2
        name: tractor
        resources: {}
"#;

fn codec() -> Codec {
    let mut builder = Scheme::builder().named("downstream");
    downstream::apis::register(&mut builder);
    Codec::new(builder.build())
}

fn v1() -> GroupVersion {
    GroupVersion::new("farm.example.com", "v1")
}

fn new_field() -> v1::Field {
    let codec = codec();
    let decoded = codec.decode(OLD.as_bytes()).expect("a known kind");
    codec.convert(decoded, &v1()).expect("a valid object").downcast().expect("a Field of v1").object
}

#[test]
fn an_old_manifest_becomes_a_new_one() {
    let codec = codec();
    let decoded = codec.decode(OLD.as_bytes()).expect("a known kind");
    let yaml = codec.encode_to_version(decoded, &v1(), Format::Yaml).expect("a valid object");
    assert_eq!(String::from_utf8(yaml.bytes).expect("text"), NEW);
}

#[test]
fn every_format_goes_there_and_back() {
    let codec = codec();
    for format in [Format::Json, Format::Yaml, Format::Protobuf] {
        let decoded = codec.decode(NEW.as_bytes()).expect("a known kind");
        let bytes = codec.encode(&decoded, format).expect("an object");
        let again = codec.decode(&bytes).expect("output just written is valid");
        assert!(again.object.dyn_eq(&*decoded.object), "{format:?}");
    }
    let field = new_field();
    assert_eq!(
        protobuf::from_slice::<v1::Field>(&protobuf::to_vec(&field).expect("the value can be encoded")).expect("valid bytes"),
        without_names(field)
    );
}

/// Removes apiVersion and kind, which are not part of the Protobuf form.
fn without_names(mut field: v1::Field) -> v1::Field {
    field.type_meta = Default::default();
    field
}

#[test]
fn defaults_are_those_of_the_version() {
    let mut field = v1beta1::Field::default();
    v1beta1::zz_generated_defaults::set_defaults_field(&mut field, &Defaulting::default());
    assert_eq!(field.spec.plant, "Barley");
    let mut field = v1::Field::default();
    v1::zz_generated_defaults::set_defaults_field(&mut field, &Defaulting::default());
    assert_eq!(field.spec.crop, v1::Crop::WHEAT);
    assert_eq!(field.spec.worker.spec.dns_policy, "ClusterFirst");
}

#[test]
fn functions_by_hand_are_called_and_their_errors_have_a_path() {
    let scope = Scope::new(GroupVersion::new("farm.example.com", "v1beta1"));
    let convert = |size: &str| {
        let spec = v1beta1::FieldSpec { size: size.into(), ..Default::default() };
        let mut hub = hub::Field::default();
        v1beta1::zz_generated_conversion::field_to_hub(
            &mut v1beta1::Field { spec, ..Default::default() },
            &mut hub,
            &scope,
        )
        .map(|()| hub.spec.area)
    };
    assert_eq!(convert("3x4"), Ok(v1::Area { length: 3, width: 4 }));
    assert_eq!(convert("wide").expect_err("not a size").to_string(), "spec.size: a size looks like 10x20");
}

#[test]
fn literals_need_no_other_crate() {
    let area = v1::Area { length: 1, width: 2 };
    let spec = v1::FieldSpec { crop: v1::Crop::BARLEY.into(), area, ..Default::default() };
    assert_eq!(json::to_string(&spec.area).expect("JSON"), r#"{"length":1,"width":2}"#);
    assert_eq!(spec.crop, "Barley");
}
