//! Names that are also used by the generated code or by Rust: neither side shadows the other.

use apimachinery::conversion::Scope;
use apimachinery::defaulting::Defaulting;
use apimachinery::schema::GroupVersion;
use apimachinery::serializer::json;

use super::store::v1beta1::zz_generated_conversion::{field_from_hub, field_to_hub};
use super::store::{v1, v1beta1};

const FULL: &str = concat!(
    r#"{"metadata":{},"spec":{"type":"a","self":"b","from":{"name":"c","rest":"d","part":"e"},"#,
    r#""to":{"name":"f"},"object":{"rest":"g"},"scope":{"part":"h"},"context":{},"item":[{"part":"i"}],"#,
    r#""value":{"k":{"rest":"j"}},"option":{"some":1,"none":{"new":false}},"box":{"new":true},"#,
    r#""list":{"items":["k"]},"map":{"entries":{"l":"m"}},"str":{"text":"n"},"error":{"message":"o"},"#,
    r#""result":{"ok":{"some":2}},"omit":{"empty":"p"},"take":{"name":"q"},"functions":{"name":"r"},"#,
    r#""conversion":{"name":"s"}}}"#
);

#[test]
fn json_and_the_old_version_hold_everything() {
    let mut field: v1::Field = json::from_str(FULL).expect("valid JSON");
    assert_eq!(json::to_string(&field).expect("JSON"), FULL);

    let scope = Scope::new(GroupVersion::new("store.example.com", "v1beta1"));
    let (mut old, mut again) = (v1beta1::Field::default(), v1::Field::default());
    field_from_hub(&mut field, &mut old, &scope).expect("a conversion that cannot fail");
    assert_eq!(old.spec.from.as_ref().and_then(|shape| shape.title.as_deref()), Some("c"));
    field_to_hub(&mut old, &mut again, &scope).expect("a readable annotation");
    assert_eq!(json::to_string(&again).expect("JSON"), FULL);
}

#[test]
fn defaults_fill_everything() {
    let mut field = v1::Field::default();
    v1::zz_generated_defaults::set_defaults_field(&mut field, &Defaulting::default());
    let name = |shape: &Option<v1::Shape>| shape.as_ref().and_then(|shape| shape.name.clone()).unwrap_or_default();
    let spec = &field.spec;
    let names = [&spec.from, &spec.to, &spec.object, &spec.scope, &spec.context].map(name);
    assert_eq!(names, ["f", "t", "o", "s", "c"]);
    assert_eq!(spec.take.as_ref().map(|shape| (shape.part.as_str(), shape.rest.as_deref())), Some(("p", Some("r"))));
}
