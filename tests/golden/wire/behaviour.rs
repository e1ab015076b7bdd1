//! Types with a Protobuf form: inlined and recursive structs.

use apimachinery::meta::{List, Map};
use apimachinery::serializer::{json, protobuf};

use super::store::v1::{Branch, Graft, Light, Place, Plant, PlantKind, PlantSpec, Ties};

fn plant() -> Plant {
    let leaf = |leaves| Branch { leaves, ..Default::default() };
    let trunk = Branch {
        leaves: 1,
        branches: List::from([leaf(2), leaf(3)]),
        main: Some(Box::new(leaf(4))),
        named: Map::from([("top", leaf(5))]),
    };
    let place = Place { shelf: "left".into(), light: Light { lumen: Some(7) } };
    let spec = PlantSpec { trunk, place, kind: PlantKind::TREE, ..Default::default() };
    Plant { spec, ..Default::default() }
}

#[test]
fn inlined_structs_are_flat_in_json() {
    let text = json::to_string(&plant().spec).expect("JSON");
    let expected = concat!(
        r#"{"shelf":"left","lumen":7,"#,
        r#""trunk":{"leaves":1,"branches":[{"leaves":2},{"leaves":3}],"main":{"leaves":4},"named":{"top":{"leaves":5}}},"#,
        r#""kind":"Tree","planted":null}"#
    );
    assert_eq!(text, expected);
    assert_eq!(json::from_str::<PlantSpec>(&text).expect("valid JSON"), plant().spec);
}

#[test]
fn inlined_structs_are_messages_on_the_wire() {
    let place = Place { shelf: "a".into(), light: Light { lumen: Some(1) } };
    assert_eq!(protobuf::to_vec(&place).unwrap(), [0x0a, 1, b'a', 0x12, 2, 0x08, 1]);
    let bytes = protobuf::to_vec(&PlantSpec { place, ..Default::default() }).unwrap();
    let inlined = [0x1a, 7, 0x0a, 1, b'a', 0x12, 2, 0x08, 1];
    assert!(bytes.windows(inlined.len()).any(|window| window == inlined), "{bytes:x?}");
}

#[test]
fn recursive_types_survive_the_wire() {
    let bytes = protobuf::to_vec(&plant()).unwrap();
    assert_eq!(protobuf::from_slice::<Plant>(&bytes).expect("valid bytes"), plant());
}

fn ties(json: &str) -> Result<Ties, String> {
    json::from_str(json).map_err(|error| error.to_string())
}

#[test]
fn a_union_is_one_of_its_fields_in_json() {
    for text in ["true", "false", r#"{"leaves":1}"#] {
        assert_eq!(json::to_string(&ties(text).expect("a value of the union")).expect("JSON"), text);
    }
    assert!(ties(r#"{"leaves":1}"#).expect("a branch").tied, "anything but false is true");
    for (text, found) in [("null", "null"), ("[]", "array"), (r#""a""#, "string")] {
        assert_eq!(ties(text).unwrap_err(), format!("expected bool or object, found {found}"));
    }
}

#[test]
fn a_union_without_bool_takes_anything_else_for_nothing() {
    let text = r#"{"grafts":{"a":{"leaves":1},"b":[{"leaves":2}],"c":null,"d":"x","e":[],"f":7}}"#;
    let spec: PlantSpec = json::from_str(text).expect("nothing is rejected");
    assert_eq!(spec.grafts["a"].branch, Some(Box::new(Branch { leaves: 1, ..Default::default() })));
    assert_eq!(spec.grafts["b"].branches.len(), 1);
    assert!(["c", "d", "f"].iter().all(|key| spec.grafts[*key] == Graft::default()));
    let written = json::to_string(&spec.grafts).expect("JSON");
    assert_eq!(written, r#"{"a":{"leaves":1},"b":[{"leaves":2}],"c":null,"d":null,"e":null,"f":null}"#);
}

#[test]
fn a_union_replaces_what_it_was_and_keeps_its_mistakes_to_itself() {
    let text = br#"{"ties":{"leaves":1},"ties":{"bark":1,"branches":[]},"planted":null}"#;
    let error = json::from_slice_strict::<PlantSpec>(text).unwrap_err();
    assert_eq!(error.details(), [r#"duplicate field "ties""#]);
    let spec: PlantSpec = json::from_slice(text).expect("a lax document");
    assert_eq!(spec.ties.expect("ties").branch.expect("a branch").leaves, 0);
}

#[test]
fn a_union_is_a_message_on_the_wire() {
    let ties = ties(r#"{"leaves":1}"#).expect("a branch");
    let bytes = protobuf::to_vec(&ties).expect("bytes");
    assert_eq!(bytes, [0x08, 1, 0x12, 2, 0x08, 1]);
    assert_eq!(protobuf::from_slice::<Ties>(&bytes).expect("valid bytes"), ties);
}
