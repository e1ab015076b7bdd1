//! Values read from YAML, compared with values that serde_json reads from the JSON.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::apis::extensions::v1beta1;
use apimachinery::meta::Unstructured;
use apimachinery::yaml::{self, Mark};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::corpus;
use super::types::{
    Adjacent, Bytes, Closed, External, First, Ignored, Internal, Name, Pair, Record, UnitStruct, Untagged, Wrapped,
    each_type,
};

/// Checks that both produce the same value, or that both reject the text. Returns true for a value.
fn check<T: DeserializeOwned + PartialEq + Debug>(text: &str) -> bool {
    let found = yaml::from_str::<T>(text);
    let json = match yaml::to_json(text.as_bytes()) {
        Ok(json) => json,
        Err(error) => {
            assert_eq!(found, Err(error), "{text:?}");
            return false;
        }
    };
    let name = std::any::type_name::<T>();
    match (&found, serde_json::from_str::<T>(&json)) {
        (Ok(found), Ok(expected)) => assert_eq!(found, &expected, "{name} from {text:?}"),
        (Err(error), Err(expected)) => {
            assert!(error.path().is_some() && error.position().is_some(), "{error}");
            let expected = expected.to_string();
            let (message, _) = expected.rsplit_once(" at line ").unwrap_or((&expected, ""));
            // serde_json has a separate text for floats, and none for keys that are not booleans.
            let is_odd = message.contains("floating point") || message.ends_with("expected a boolean");
            let is_of_serde = message.starts_with("invalid type") && !is_odd;
            if is_of_serde || message.contains(" field ") {
                assert!(error.to_string().contains(message), "{name} from {text:?}: {error}, not {message}");
            }
        }
        (found, expected) => panic!("{name} from {text:?}: {found:?}, not {expected:?}"),
    }
    found.is_ok()
}

#[test]
fn every_type_reads_every_document_as_serde_json_does() {
    let documents = corpus::documents();
    macro_rules! check_all {
        ($($type:ty),*) => {$(
            let read = documents.iter().filter(|text| check::<$type>(text)).count();
            assert!(read > 0, "nothing is a {}", stringify!($type));
        )*};
    }
    each_type!(check_all);
}

#[test]
fn our_own_types_are_types_like_others() {
    let documents = corpus::documents();
    for text in &documents {
        check::<Deployment>(text);
        check::<v1beta1::Deployment>(text);
        check::<Unstructured>(text);
    }
    let manifests = documents.iter().filter(|text| text.contains("kind: Deployment\n"));
    assert!(manifests.filter(|text| check::<v1beta1::Deployment>(text)).count() >= 4);
}

#[test]
fn text_is_borrowed_where_it_stands() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Borrowed<'a> {
        plain: &'a str,
        quoted: &'a str,
        #[serde(borrow)]
        map: BTreeMap<&'a str, &'a [u8]>,
        list: (&'a str, &'a str),
    }
    let text = "{plain: a b, 'quoted': \"c\", map: {key: 'd', k: !!str 1}, list: [&x ü, *x]}";
    let found: Borrowed<'_> = yaml::from_str(text).expect("the text contains all of it");
    let map = [("key", &b"d"[..]), ("k", b"1")].into();
    assert_eq!(found, Borrowed { plain: "a b", quoted: "c", map, list: ("ü", "ü") });
    assert!(text.as_bytes().as_ptr_range().contains(&found.plain.as_ptr()));
    for made in ["'it''s'", "\"\\x41\"", "a\n b", "|\n a\n b\n"] {
        let error = yaml::from_str::<&str>(made).expect_err("not a part of the text");
        assert!(error.to_string().contains("expected a borrowed string"), "{error}");
    }
    let utf16: Vec<u8> = "\u{feff}ab".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(yaml::from_slice::<&str>(&utf16).is_err());
    assert_eq!(yaml::from_slice::<String>(&utf16).as_deref(), Ok("ab"));
}

#[test]
fn warnings_tell_what_is_there_twice() {
    let text = "a: 1\nb:\n- c: 1\n  1: x\n  1: z\na:\n  d: 2\n";
    let yaml::Parsed { value, warnings, .. } = yaml::from_str_strict::<Value>(text).expect("valid YAML");
    assert_eq!(value, serde_json::json!({"a": {"d": 2}, "b": [{"c": 1, "1": "z"}]}));
    let places: Vec<_> = warnings.iter().map(|warning| (warning.position(), warning.key())).collect();
    assert_eq!(places, [(Mark::new(5, 3), "1"), (Mark::new(6, 1), "\"a\"")]);
    assert_eq!(warnings[1].to_string(), "line 7: key \"a\" already set in map");
    let merged = "m: &m {x: 1}\na:\n  x: 2\n  <<: *m\n";
    let warnings = yaml::from_slice_strict::<Value>(merged.as_bytes()).expect("valid YAML").warnings;
    assert_eq!(warnings[0].position(), Mark::new(3, 3));
}

#[test]
fn documents_come_one_by_one() {
    let stream = "# nothing\n---\nname: a\n---\n~\n---\nnome: b\n---\n- [\n---\nname: c\n--- d\nname: e\n";
    let found: Vec<Result<Closed, _>> = yaml::from_documents(stream.as_bytes()).collect();
    let names: Vec<_> = found.iter().map(|item| item.as_ref().map(|closed| closed.name.as_str()).ok()).collect();
    assert_eq!(names, [Some("a"), None, None, None]);
    let messages: Vec<_> = found.iter().filter_map(|item| item.as_ref().err()).map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "unknown field `nome`, expected `name` or `ports` at line 7 column 1",
            "yaml: line 1: did not find expected node content",
            "invalid Yaml document separator: d",
        ]
    );
    let positions: Vec<_> = found.iter().filter_map(|item| item.as_ref().err()).map(yaml::Error::position).collect();
    assert_eq!(positions, [(7, 1), (10, 1), (12, 1)].map(|(line, column)| Some(Mark::new(line, column))));
}
