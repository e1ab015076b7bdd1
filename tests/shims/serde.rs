//! serde: the data model of our JSON form, in every format.

use std::collections::BTreeMap;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::serializer::json;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::deployments;
use super::everything::{Everything, JSON, everything};

fn ours(value: &Everything) -> String {
    json::to_string(value).expect("the value can be encoded as JSON")
}

#[test]
fn serde_json_reads_what_we_write() {
    for deployment in deployments() {
        let text = json::to_string(&deployment).expect("the value can be encoded as JSON");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let expected: Deployment = json::from_str(&text).expect("our own JSON");
        for (way, found) in [
            ("from_str", serde_json::from_str(&text)),
            ("from_slice", serde_json::from_slice(text.as_bytes())),
            ("from_reader", serde_json::from_reader(text.as_bytes())),
            ("a borrowed value", Deserialize::deserialize(&value)),
            ("from_value", serde_json::from_value(value.clone())),
        ] {
            let found: Deployment = found.expect(way);
            assert!(json::to_string(&found).ok() == json::to_string(&expected).ok(), "{way}: {found:?}\n{expected:?}");
        }
    }
}

#[test]
fn we_read_what_serde_json_writes() {
    for deployment in deployments() {
        let expected = json::to_string(&deployment).expect("the value can be encoded as JSON");
        let text = serde_json::to_string(&deployment).expect("serde's JSON");
        let found: Deployment = json::from_str(&text).expect("output of serde is valid");
        assert_eq!(json::to_string(&found).expect("the value can be encoded as JSON"), expected);
        let value = serde_json::to_value(&deployment).expect("a value");
        assert_eq!(value, serde_json::from_str::<Value>(&expected).expect("JSON"));
    }
}

/// serde_json copies our JSON text unchanged if it writes without white space; otherwise it receives each value.
#[test]
fn serde_json_writes_our_very_bytes() {
    let deployments: Vec<Deployment> = deployments().collect();
    let texts: Vec<String> =
        deployments.iter().map(|one| json::to_string(one).expect("the value can be encoded as JSON")).collect();
    let list = format!("{{\"all\":[{}]}}", texts.join(","));
    assert!(list.contains(r"\u003c"), "nothing in there that serde_json would write otherwise");
    let all = BTreeMap::from([("all", &deployments)]);
    assert_eq!(serde_json::to_string(&all).expect("serde's JSON"), list);
    assert_eq!(serde_json::to_vec(&all).expect("serde's JSON"), list.as_bytes());

    let expected: Value = serde_json::from_str(&list).expect("JSON");
    let pretty = serde_json::to_string_pretty(&all).expect("serde's JSON");
    assert_eq!(serde_json::from_str::<Value>(&pretty).expect("JSON"), expected);
    let mut written = Vec::new();
    serde_json::to_writer(std::io::Cursor::new(&mut written), &all).expect("serde's JSON");
    assert_eq!(serde_json::from_slice::<Value>(&written).expect("JSON"), expected);
}

#[test]
fn a_document_means_the_same_through_serde() {
    let documents = [
        JSON,
        "{}",
        r#"{"unknown":[{"a":1}],"small":1}"#,
        r#"{"flag":null,"small":null,"large":null,"share":null,"text":null,"bytes":null,"time":null,"wait":null}"#,
        r#"{"size":null,"port":null,"any":null,"maybe":null,"inner":null,"child":null,"children":null,"labels":null}"#,
        r#"{"child":{"text":"a"},"child":{"small":1},"children":[{"text":"a"},{}],"children":[{"small":1}]}"#,
        r#"{"labels":{"a":"1"},"labels":{"b":"2"},"texts":["a"],"texts":null,"maybe":1,"maybe":null}"#,
        r#"{"either":true,"child":{"either":false},"children":[{"either":["a",null]},{"either":[]},{"either":null}]}"#,
        r#"{"either":["a"],"either":{"either":{"small":1}}}"#,
        r#"{"bytes":[1,null,255],"share":3,"port":8080,"size":2,"any":[1,-2.5,"a\u0000<",{"b":{},"a":[]},true,null]}"#,
    ];
    for document in documents {
        let expected = ours(&json::from_str(document).expect("the document fits the type"));
        let found = serde_json::from_str(document).unwrap_or_else(|error| panic!("{document}: {error}"));
        assert_eq!(ours(&found), expected, "{document}");
    }
}

#[test]
fn a_value_of_the_wrong_type_says_what_was_expected() {
    for (document, expected) in [
        ("[]", "invalid type: sequence, expected Everything"),
        (r#"{"small":"1"}"#, "invalid type: string \"1\", expected a 32-bit integer"),
        (r#"{"small":2147483648}"#, "invalid value: integer `2147483648`, expected a 32-bit integer"),
        (r#"{"small":1.5}"#, "invalid type: floating point `1.5`, expected a 32-bit integer"),
        (r#"{"flag":1}"#, "invalid value: integer `1`, expected a boolean"),
        (r#"{"text":1}"#, "invalid type: integer `1`, expected a string"),
        (r#"{"share":"1"}"#, "invalid type: string \"1\", expected a number"),
        (r#"{"bytes":{}}"#, "invalid type: map, expected base64 text"),
        (r#"{"bytes":"*"}"#, "illegal base64 data"),
        (r#"{"texts":{}}"#, "invalid type: map, expected a list"),
        (r#"{"labels":[]}"#, "invalid type: sequence, expected an object"),
        (r#"{"child":true}"#, "child: expected object, found bool"),
        (r#"{"time":"noon"}"#, "noon"),
        (r#"{"either":"all"}"#, "expected bool or object or array, found string"),
        (r#"{"either":1}"#, "expected bool or object or array, found number"),
    ] {
        let error = serde_json::from_str::<Everything>(document).expect_err(document).to_string();
        assert!(error.contains(expected), "{document}: {error}");
    }
}

/// All errors of a part that serde_json passes as raw text are reported, each with its path from the root.
#[test]
fn mistakes_have_their_paths() {
    for (document, expected) in [
        (
            r#"{"child":{"small":"1","children":[{},{"text":2}]}}"#,
            "child.small: expected int32, found string; child.children[1].text: expected string, found number at line 1",
        ),
        (r#"{"children":[{},{"child":{"flag":[]}}]}"#, "children[1].child.flag: expected bool, found array at line 1"),
        (r#"{"child":{"child":{"small":1,}}}"#, "key must be a string at line 1 column 30"),
        (r#"{"child":{"small":01}}"#, "invalid number at line 1 column 20"),
        (r#"{"child":{"small":1}"#, "EOF while parsing an object at line 1 column 20"),
    ] {
        let error = serde_json::from_str::<Everything>(document).expect_err(document).to_string();
        assert!(error.contains(expected), "{document}: {error}");
    }
    let error = json::from_str::<Everything>(r#"{"child":{"flag":1}}"#).expect_err("not a boolean");
    let through_serde = serde_json::from_str::<Everything>(r#"{"child":{"flag":1}}"#).expect_err("not a boolean");
    assert!(through_serde.to_string().starts_with(&error.to_string()), "{through_serde}, {error}");
}

#[test]
fn numbers_that_json_lacks_are_errors() {
    let mut value = everything();
    value.share = f64::NAN;
    assert_eq!(serde_json::to_value(&value).expect("serde_json's rule")["share"], Value::Null);
    assert!(serde_json::to_string(&value).expect("serde_json's rule").contains(r#""share":null"#));
    value.any = "1e999".into();
    serde_json::to_string(&value).expect_err("a number too large for serde");
}

#[test]
fn only_so_many_levels() {
    let nested = |levels| (0..levels).fold(serde_json::json!({}), |inner, _| serde_json::json!({ "child": inner }));
    Everything::deserialize(&nested(499)).expect("500 levels");
    let error = Everything::deserialize(&nested(500)).expect_err("501 levels");
    assert_eq!(error.to_string(), "exceeded max depth");
    // The limit of 128 in serde_json applies to values that it parses itself.
    let text = |levels| r#"{"child":"#.repeat(levels) + "{}" + &"}".repeat(levels);
    serde_json::from_str::<Everything>(&text(499)).expect("500 levels");
    let error = serde_json::from_str::<Everything>(&text(502)).expect_err("too many levels");
    assert!(error.to_string().starts_with("exceeded max depth"), "{error}");
}

/// A struct of another crate that inlines ours, as Go does with ObjectMeta.
#[derive(Serialize, Deserialize)]
struct Flat {
    extra: i32,
    #[serde(flatten)]
    ours: Everything,
}

#[test]
fn a_struct_can_be_flattened() {
    let flat = Flat { extra: 7, ours: everything() };
    let text = serde_json::to_string(&flat).expect("serde's JSON");
    let again: Flat = serde_json::from_str(&text).expect("output of serde is valid");
    assert_eq!((again.extra, ours(&again.ours)), (7, ours(&flat.ours)));
}
