//! A type with a field of every kind, and a document that sets them all.

use apimachinery::meta::{Bytes, Duration, IntOrString, List, Map, Quantity, RawExtension, Str, Time, TypeMeta};
use apimachinery::serializer::json;

/// One field of every kind, recursive ones included.
pub(crate) struct Everything {
    pub(crate) type_meta: TypeMeta,
    pub(crate) flag: bool,
    pub(crate) small: i32,
    pub(crate) large: i64,
    pub(crate) share: f64,
    pub(crate) text: Str,
    pub(crate) bytes: Bytes,
    pub(crate) time: Time,
    pub(crate) wait: Option<Duration>,
    pub(crate) size: Quantity,
    pub(crate) port: IntOrString,
    pub(crate) any: RawExtension,
    pub(crate) maybe: Option<i32>,
    pub(crate) inlined: Inlined,
    pub(crate) child: Option<Box<Everything>>,
    pub(crate) children: List<Everything>,
    pub(crate) texts: List<Str>,
    pub(crate) numbers: List<i64>,
    pub(crate) labels: Map<Str>,
    pub(crate) named: Map<Everything>,
    pub(crate) lists: Map<List<Str>>,
    pub(crate) either: Option<Choice>,
}

/// A union, represented in JSON by one of its fields.
pub(crate) struct Choice {
    pub(crate) any: bool,
    pub(crate) one: Option<Box<Everything>>,
    pub(crate) texts: List<Str>,
}

pub(crate) struct Inlined {
    pub(crate) inner: Option<Str>,
}

apimachinery::message! {
    Inlined {
        inner => "inner", 1, Empty;
    } fields { inner }
}

apimachinery::message! {
    Choice: union {
        any => "any", 1, Empty;
        one => "one", 2, Empty;
        texts => "texts", 3, Empty;
    } fields { any, one, texts }
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
        either => "either", 21, Empty;
        inlined => "", 13, Never;
    } fields {
        type_meta, flag, small, large, share, text, bytes, time, wait, size, port, any, maybe, inlined,
        child, children, texts, numbers, labels, named, lists, either
    }
}

/// A document that sets every field, with nulls, a repeated key and white space.
pub(crate) const JSON: &str = r#"{"kind":"Everything","apiVersion":"v1","flag":true,"small":-1,"large":9007199254740993,"share":0.5,
    "text":"a longer text than stands inline","bytes":"aGk=","time":"2018-06-01T10:00:00Z","wait":"1m30s","size":"1.5Gi",
    "port":"http","any":{"b": 1, "a": [2]},"maybe":0,"inner":"in","child":{"text":"c"},"children":[{"small":1},{},null],
    "texts":["x",null],"numbers":[1,-2],"labels":{"b":"2","a":"1","b":"3"},"named":{"z":{"text":"z"},"y":null},
    "lists":{"k":["v"],"e":[]},"either":{"text":"o","either":["m"]}}"#;

/// Returns the value of [`JSON`].
pub(crate) fn everything() -> Everything {
    json::from_str(JSON).expect("the document fits the type")
}
