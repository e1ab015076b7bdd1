//! Errors contain the path to the value and its position in the text.

use std::collections::BTreeMap;

use apimachinery::yaml::{self, Mark};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::types::{Closed, External, Record, Untagged};

fn check<T: DeserializeOwned>(text: &str, expected: &str) {
    let error = yaml::from_str::<T>(text).err().expect("an error");
    assert_eq!(error.to_string(), expected, "{text:?}");
    let Mark { line, column } = error.position().expect("a position");
    assert!(expected.ends_with(&format!(" at line {line} column {column}")));
    assert!(expected.starts_with(error.path().expect("a path")));
}

#[test]
fn values() {
    check::<Record>(
        "name: web\nports:\n- 80\n- 70000\n",
        "ports[1]: invalid value: integer `70000`, expected u16 at line 4 column 3",
    );
    check::<Vec<Vec<u8>>>("- [1]\n- [2, 'é', x]", "[1][1]: invalid type: string \"é\", expected u8 at line 2 column 7");
    check::<BTreeMap<String, Vec<bool>>>(
        "a.b: [~]",
        "a.b[0]: invalid type: null, expected a boolean at line 1 column 7",
    );
    check::<External>(
        "Struct:\n  x: 1\n  z: 2",
        "Struct.z: invalid type: integer `2`, expected a string at line 3 column 6",
    );
    check::<String>("\n  1.5", "invalid type: floating point `1.5`, expected a string at line 2 column 3");
}

#[test]
fn keys() {
    check::<Closed>("name: a\nnome: b", "unknown field `nome`, expected `name` or `ports` at line 2 column 1");
    check::<Vec<External>>(
        "- Unit\n- Other: 1",
        "[1]: unknown variant `Other`, expected one of `Unit`, `Newtype`, `Tuple`, `Struct` at line 2 column 3",
    );
    check::<BTreeMap<u8, Value>>("1: a\n256: b", "invalid value: integer `256`, expected u8 at line 2 column 1");
}

#[test]
fn the_whole() {
    check::<Vec<Closed>>("- name: a\n-\n  ports: []\n", "[1]: missing field `name` at line 3 column 3");
    check::<(u8, u8)>("- 1", "invalid length 1, expected a tuple of size 2 at line 1 column 1");
    check::<(u8, u8)>("[1, 2, 3]", "invalid length 3, expected 2 items at line 1 column 1");
    check::<Untagged>("{side: 1}", "data did not match any variant of untagged enum Untagged at line 1 column 1");
}

#[test]
fn what_comes_by_an_alias_stands_at_its_anchor() {
    check::<Vec<Vec<u8>>>(
        "- &a [1]\n- *a\n- [1, &b x]\n",
        "[2][1]: invalid type: string \"x\", expected u8 at line 3 column 7",
    );
    check::<(Value, Vec<u8>)>("- &a [x]\n- *a\n", "[1][0]: invalid type: string \"x\", expected u8 at line 1 column 7");
}

#[test]
fn text_that_is_no_yaml() {
    let error = yaml::from_str::<Value>("a: 1\nb: 'c' d\n").unwrap_err();
    assert_eq!(error.to_string(), "yaml: line 1: did not find expected key");
    assert_eq!((error.position(), error.path()), (Some(Mark::new(2, 8)), None));
}
