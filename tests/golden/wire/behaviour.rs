//! Types with a Protobuf form: inlined and recursive structs.

use apimachinery::meta::{List, Map};
use apimachinery::serializer::{json, protobuf};

use super::store::v1::{Branch, Light, Place, Plant, PlantKind, PlantSpec};

fn plant() -> Plant {
    let leaf = |leaves| Branch { leaves, ..Default::default() };
    let trunk = Branch {
        leaves: 1,
        branches: List::from([leaf(2), leaf(3)]),
        main: Some(Box::new(leaf(4))),
        named: Map::from([("top", leaf(5))]),
    };
    let place = Place { shelf: "left".into(), light: Light { lumen: Some(7) } };
    let spec = PlantSpec { trunk, place, kind: PlantKind::TREE.into(), ..Default::default() };
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
