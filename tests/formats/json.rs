//! JSON encoding and decoding of structs with every kind of field.

use apimachinery::meta::{Bytes, FieldsV1, List, Map, Quantity, Str, Time};
use apimachinery::reflect::{Message, Ref, Type};
use apimachinery::serializer::json::{to_string, write};

#[derive(Clone, Default, PartialEq)]
struct Part {
    name: Str,
    ratio: f64,
}

apimachinery::message! {
    Part {
        name => "name", 1, Empty;
        ratio => "ratio", 2, Empty;
    }
}

#[derive(Clone, Default, PartialEq)]
struct Whole {
    text: Str,
    flag: bool,
    small: i32,
    large: i64,
    flag_or_none: Option<bool>,
    small_or_none: Option<i32>,
    large_or_none: Option<i64>,
    text_or_none: Option<Str>,
    part: Part,
    part_or_none: Option<Box<Part>>,
    unboxed_or_none: Option<Part>,
    parts: List<Part>,
    texts: List<Str>,
    numbers: List<i32>,
    labels: Map<Str>,
    amounts: Map<Quantity>,
    parts_by_name: Map<Part>,
    bytes: Bytes,
    time: Time,
    time_or_none: Option<Time>,
    raw_or_none: Option<FieldsV1>,
}

apimachinery::message! {
    Whole {
        text => "text", 1, Never;
        flag => "flag", 2, Never;
        small => "small", 3, Never;
        large => "large", 4, Never;
        flag_or_none => "flagOrNone", 5, Never;
        small_or_none => "smallOrNone", 6, Never;
        large_or_none => "largeOrNone", 7, Never;
        text_or_none => "textOrNone", 8, Never;
        part => "part", 9, Never;
        part_or_none => "partOrNone", 10, Never;
        unboxed_or_none => "unboxedOrNone", 11, Never;
        parts => "parts", 12, Never;
        texts => "texts", 13, Never;
        numbers => "numbers", 14, Never;
        labels => "labels", 15, Never;
        amounts => "amounts", 16, Never;
        parts_by_name => "partsByName", 17, Never;
        bytes => "bytes", 18, Never;
        time => "time", 19, Never;
        time_or_none => "timeOrNone", 20, Never;
        raw_or_none => "rawOrNone", 21, Never;
    }
}

fn whole() -> Whole {
    let part = Part { name: "a".into(), ratio: 0.5 };
    Whole {
        text: "a<b".into(),
        flag: true,
        small: i32::MIN,
        large: i64::MIN,
        flag_or_none: Some(false),
        small_or_none: Some(0),
        large_or_none: Some(i64::MAX),
        text_or_none: Some(Str::EMPTY),
        part: part.clone(),
        part_or_none: Some(Box::default()),
        unboxed_or_none: Some(part.clone()),
        parts: [Part::default(), part.clone()].into(),
        texts: ["", "a\nb", "0123456789abcdef01234567", "0123456789abcdef012345678"].map(Str::from).into(),
        numbers: [1, -1].into(),
        labels: [("b\"", "c".repeat(600)), ("a", String::new())].map(|(key, text)| (key, Str::from(text))).into(),
        amounts: [("cpu", "100m"), ("memory", "1Gi")].map(|(key, text)| (key, text.parse().unwrap())).into(),
        parts_by_name: [("one", part)].into(),
        bytes: "bytes".into(),
        time: Time::from_unix(0, 0),
        time_or_none: Some(Time::default()),
        raw_or_none: Some(FieldsV1 { raw: r#"{ "f:a": {} }"#.into() }),
    }
}

#[test]
fn fields_with_content() {
    let expected = [
        r#"{"text":"a\u003cb","flag":true,"small":-2147483648,"large":-9223372036854775808,"flagOrNone":false,"#,
        r#""smallOrNone":0,"largeOrNone":9223372036854775807,"textOrNone":"","part":{"name":"a","ratio":0.5},"#,
        r#""partOrNone":{},"unboxedOrNone":{"name":"a","ratio":0.5},"parts":[{},{"name":"a","ratio":0.5}],"#,
        r#""texts":["","a\nb","0123456789abcdef01234567","0123456789abcdef012345678"],"numbers":[1,-1],"#,
        r#""labels":{"a":"","b\"":"LONG"},"amounts":{"cpu":"100m","memory":"1Gi"},"#,
        r#""partsByName":{"one":{"name":"a","ratio":0.5}},"bytes":"Ynl0ZXM=","time":"1970-01-01T00:00:00Z","#,
        r#""timeOrNone":null,"rawOrNone":{"f:a":{}}}"#,
    ];
    assert_eq!(to_string(&whole()).unwrap(), expected.concat().replace("LONG", &"c".repeat(600)));
}

#[test]
fn fields_without_content() {
    let expected = [
        r#"{"text":"","flag":false,"small":0,"large":0,"flagOrNone":null,"smallOrNone":null,"largeOrNone":null,"#,
        r#""textOrNone":null,"part":{},"partOrNone":null,"unboxedOrNone":null,"parts":null,"texts":null,"#,
        r#""numbers":null,"labels":null,"amounts":null,"partsByName":null,"bytes":null,"time":null,"#,
        r#""timeOrNone":null,"rawOrNone":null}"#,
    ];
    assert_eq!(to_string(&Whole::default()).unwrap(), expected.concat());
    let empty = Whole {
        parts: List::from([]),
        texts: List::from([]),
        labels: Map::from_iter::<[(Str, Str); 0]>([]),
        amounts: Map::from_iter::<[(Str, Quantity); 0]>([]),
        ..Whole::default()
    };
    let json = to_string(&empty).unwrap();
    for member in [r#""parts":[],"#, r#""texts":[],"#, r#""labels":{},"#, r#""amounts":{},"#] {
        assert!(json.contains(member), "{member} in {json}");
    }
}

#[test]
fn what_cannot_be_said_has_a_path() {
    let broken = || Part { name: "a".into(), ratio: f64::NAN };
    let raw = FieldsV1 { raw: "{".into() };
    let wholes = [
        ("part.ratio", Whole { part: broken(), ..whole() }),
        ("partOrNone.ratio", Whole { part_or_none: Some(Box::new(broken())), ..whole() }),
        ("unboxedOrNone.ratio", Whole { unboxed_or_none: Some(broken()), ..whole() }),
        ("parts[1].ratio", Whole { parts: [Part::default(), broken()].into(), ..whole() }),
        ("partsByName.one.ratio", Whole { parts_by_name: [("one", broken())].into(), ..whole() }),
        ("rawOrNone", Whole { raw_or_none: Some(raw), ..whole() }),
    ];
    for (path, whole) in wholes {
        let error = to_string(&whole).unwrap_err().to_string();
        assert!(error.contains(&format!("{path}: ")), "{path} in {error}");
    }
}

#[test]
fn members_fill_any_room() {
    for length in (0..2000).step_by(if cfg!(miri) { 199 } else { 1 }) {
        let part = Part { name: "n".repeat(length).into(), ratio: 0.0 };
        let (mut out, expected) = (Vec::new(), format!(r#"{{"name":"{}"}}"#, part.name));
        out.reserve_exact(length);
        write(&mut out, Ref::new(&part)).unwrap();
        assert_eq!(String::from_utf8(out), Ok(if length == 0 { "{}".into() } else { expected }));
    }
}

#[test]
fn escapes_at_every_place() {
    let escapes = [("\"", r#"\""#), ("\n", r"\n"), ("<", r"\u003c"), ("\u{2028}", r"\u2028"), ("ß", "ß")];
    for length in (0..80).chain(505..515).step_by(if cfg!(miri) { 23 } else { 1 }) {
        for place in (0..=length).step_by(if cfg!(miri) { 15 } else { 1 }) {
            let (front, behind) = ("n".repeat(place), "n".repeat(length - place));
            for (plain, escaped) in escapes {
                let part = Part { name: format!("{front}{plain}{behind}").into(), ratio: 0.0 };
                assert_eq!(to_string(&part).unwrap(), format!(r#"{{"name":"{front}{escaped}{behind}"}}"#));
            }
        }
    }
}

#[derive(Clone, Default, PartialEq)]
struct Keys {
    short: i32,
    twenty: Str,
    most: Str,
    nearly_most: i32,
    long_text: Str,
    long: i32,
}

apimachinery::message! {
    Keys {
        short => "n", 1, Never;
        twenty => "twentyLettersTwenty2", 2, Never;
        most => "thirtySixLettersThirtySixLetters3636", 3, Never;
        nearly_most => "thirtySevenLettersThirtySevenLetters3", 4, Never;
        long_text => "thirtySevenLettersThirtySevenLettersT", 5, Never;
        long => "thirtyEightLettersThirtyEightLetters38", 6, Never;
    }
}

#[test]
fn keys_of_every_length() {
    let members = Keys::shape().json_fields().iter().map(|field| {
        let is_number = matches!(field.ty(), Type::Int32);
        field.key().to_string() + if is_number { "0" } else { r#""""# }
    });
    let expected = format!("{{{}}}", members.collect::<Vec<_>>().join(","));
    assert_eq!(to_string(&Keys::default()).unwrap(), expected);
}

#[derive(Clone, Default, PartialEq)]
struct Data {
    never: Bytes,
    empty: Bytes,
    zero: Bytes,
}

apimachinery::message! {
    Data { never => "never", 1, Never; empty => "empty", 2, Empty; zero => "zero", 3, Zero; }
}

#[test]
fn omitzero_writes_bytes_that_are_empty_and_not_nil() {
    let [nil, empty] = [Bytes::default(), Bytes::from(vec![])];
    assert!(Ref::new(&nil).is_zero() && !Ref::new(&empty).is_zero());
    let text = |bytes: &Bytes| {
        let [never, empty, zero] = [(); 3].map(|()| bytes.clone());
        to_string(&Data { never, empty, zero }).expect("every value can be encoded as JSON")
    };
    assert_eq!(text(&nil), r#"{"never":null}"#);
    assert_eq!(text(&empty), r#"{"never":"","zero":""}"#);
}
