//! Reflection under Miri (`.ci/miri`): every kind of field, through every format and back. It also
//! runs as an ordinary test.

use apimachinery::meta::{
    Bytes, Duration, IntOrString, List, Map, Object, Quantity, RawExtension, Str, Time, TypeMeta,
};
use apimachinery::serializer::{json, protobuf};

/// One field of every kind, recursion included.
#[derive(Clone, Default, PartialEq)]
struct Everything {
    type_meta: TypeMeta,
    flag: bool,
    small: i32,
    large: i64,
    share: f64,
    text: Str,
    bytes: Bytes,
    time: Time,
    wait: Option<Duration>,
    size: Quantity,
    port: IntOrString,
    any: RawExtension,
    maybe: Option<i32>,
    inlined: Inlined,
    child: Option<Box<Everything>>,
    children: List<Everything>,
    texts: List<Str>,
    numbers: List<i64>,
    labels: Map<Str>,
    named: Map<Everything>,
    lists: Map<List<Str>>,
}

#[derive(Clone, Default, PartialEq)]
struct Inlined {
    inner: Option<Str>,
}

apimachinery::message! {
    Inlined {
        inner => "inner", 1, Empty;
    }
}

apimachinery::message! {
    Everything: kind {
        flag => "flag", 1, Empty;
        small => "small", 2, Empty;
        large => "large", 3, Empty;
        share => "share", 4, Empty;
        text => "text", 5, Empty;
        bytes => "bytes", 6, Empty;
        time => "time", 7, Zero;
        wait => "wait", 8, Empty;
        size => "size", 9, Empty;
        port => "port", 10, Empty;
        any => "any", 11, Empty;
        maybe => "maybe", 12, Empty;
        inlined.inner => "inner", 0, Empty;
        child => "child", 14, Empty;
        children => "children", 15, Empty;
        texts => "texts", 16, Never;
        numbers => "numbers", 17, Empty;
        labels => "labels", 18, Empty;
        named => "named", 19, Empty;
        lists => "lists", 20, Empty;
        inlined => "", 13, Never;
    }
}

const JSON: &str = r#"{"kind":"Everything","apiVersion":"v1","flag":true,"small":-1,"large":9007199254740993,"share":0.5,
    "text":"a longer text than stands inline","bytes":"aGk=","time":"2018-06-01T10:00:00Z","wait":"1m30s","size":"1.5Gi",
    "port":"http","any":{"b": 1, "a": [2]},"maybe":0,"inner":"in","child":{"text":"c"},"children":[{"small":1},{},null],
    "texts":["x",null],"numbers":[1,-2],"labels":{"b":"2","a":"1","b":"3"},"named":{"z":{"text":"z"},"y":null},
    "lists":{"k":["v"],"e":[]}}"#;

fn everything() -> Everything {
    json::from_str(JSON).expect("the document fits the type")
}

#[test]
fn json_goes_in_and_out() {
    let value = everything();
    assert_eq!(value.children.len(), 3);
    assert_eq!(value.labels["b"], "3");
    assert_eq!(value.inlined.inner.as_deref(), Some("in"));
    let text = json::to_string(&value).expect("JSON can say it");
    let again: Everything = json::from_str(&text).expect("what was written is read");
    assert_eq!(json::to_string(&again).expect("JSON can say it"), text);
}

#[test]
fn protobuf_goes_in_and_out() {
    let value = everything();
    let bytes = protobuf::to_vec(&value).expect("it has a form");
    let again: Everything = protobuf::from_slice(&bytes).expect("what was written is read");
    assert_eq!(protobuf::to_vec(&again).expect("it has a form"), bytes);
    for length in (0..bytes.len()).step_by(if cfg!(miri) { 37 } else { 1 }) {
        // Cut off anywhere it must not panic, whether or not the rest is a message.
        let _ = protobuf::from_slice::<Everything>(&bytes[..length]);
    }
}

#[test]
fn decoding_over_a_value_clears_replaces_and_merges() {
    let mut value = everything();
    let over = r#"{"children":[{"large":5}],"labels":null,"named":{"z":{"small":2}},"maybe":null,"child":{"small":3}}"#;
    json::merge(value.cursor_mut(), over.as_bytes()).expect("the document fits the type");
    assert_eq!((value.children.len(), value.children[0].small, value.children[0].large), (1, 1, 5));
    assert!(value.labels.is_nil() && value.maybe.is_none());
    assert_eq!((value.named["z"].small, value.named["z"].text.as_str()), (2, ""));
    assert_eq!(value.child.as_ref().map(|child| (child.small, child.text.as_str())), Some((3, "c")));
}

#[test]
fn objects_clone_compare_and_show_themselves() {
    let value = everything();
    let copy: Box<dyn Object> = value.clone_box();
    assert!(value.dyn_eq(&*copy));
    assert!(format!("{copy:?}").starts_with("Everything { kind: \"Everything\""));
}

#[test]
fn a_cut_off_document_is_an_error() {
    for length in (0..JSON.len()).step_by(if cfg!(miri) { 41 } else { 1 }) {
        assert!(json::from_str::<Everything>(&JSON[..length]).is_err(), "the first {length} bytes");
    }
}
