//! Tests of the fields that are boxed, and that the choice never changes.

use super::{Case, KEEPER, field, kind, object, zoo};

fn structs(extra: &[String]) -> String {
    let mut fields = vec![
        field("Big", "*Big", 1),
        field("Small", "*Small", 2),
        field("Wide", "*Wide", 3),
        field("Node", "Node", 4),
        field("Plain", "Big", 5),
    ];
    fields.extend(extra.iter().cloned());
    let texts =
        |count: u32| (1..=count).map(|number| field(&format!("F{number}"), "string", number)).collect::<Vec<_>>();
    let node = [field("Left", "*Node", 1), field("Rest", "[]Node", 2), field("By", "map[string]Node", 3)];
    let wide = [field("Big", "*Big", 1), field("At", "*int64", 2), field("On", "*bool", 3)];
    [
        kind("Keeper", &fields.join(", ")),
        object("Big", &texts(3)),
        object("Small", &texts(1)),
        object("Wide", &wide),
        object("Node", &node),
    ]
    .join(", ")
}

fn case(extra: &[String]) -> Case {
    Case::new(&zoo(KEEPER, &structs(extra), ""), "zoo.example.com/v1 Keeper")
}

fn boxed(case: &Case) -> Vec<String> {
    let text = case.body("zoo/v1.proto");
    let lines = text.lines().filter(|line| line.ends_with("[(api.box) = true];"));
    lines.map(|line| line.split(" = ").next().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn large_and_recursive_messages_are_boxed() {
    let case = case(&[]);
    assert_eq!(case.import().boxes, 3);
    assert_eq!(boxed(&case), ["optional Big big", "optional Node left", "optional Big big"]);
}

#[test]
fn a_choice_is_kept() {
    let mut case = case(&[]);
    case.import();
    let text = case.read("defs/zoo/v1.proto");
    let changed = text
        .replace("optional Big big = 1 [(api.box) = true];", "optional Big big = 1;")
        .replace("optional Small small = 2;", "optional Small small = 2 [(api.box) = true];");
    case.write("defs/zoo/v1.proto", &changed);
    assert_eq!(case.import().written, [""; 0], "an import without changes writes nothing");

    let again = zoo(KEEPER, &structs(&[field("More", "*Big", 9), field("Tiny", "*Small", 10)]), "");
    case.facts.clear();
    case.facts("facts.json", &format!("[{}, {again}]", super::META));
    assert_eq!(case.import().written, ["zoo/v1.proto"]);
    assert_eq!(boxed(&case), ["optional Small small", "optional Big more", "optional Node left"]);
}

#[test]
fn a_message_without_a_pointer_to_itself_is_refused() {
    let spec = kind("Keeper", &field("Knot", "Knot", 1));
    let knot = object("Knot", &[field("Knot", "Knot", 1)]);
    let case = Case::new(&zoo(KEEPER, &format!("{spec}, {knot}"), ""), "zoo.example.com/v1 Keeper");
    assert_eq!(
        case.errors(),
        "error: zoo.example.com/v1 Knot: the message contains itself: use a pointer, list or map\n"
    );
}

#[test]
fn the_members_of_a_union_are_boxed() {
    let union = object("Union", &[field("A", "*Small", 1), field("B", "*Small", 2)]);
    let named = object("Named", &[field("Name", "string", 1), field("A", "*Small", 2), field("B", "*Small", 3)]);
    let alone = object("Alone", &[field("C", "*Small", 1)]);
    let fields = [field("X", "*Union", 1), field("Y", "Named", 2), field("Z", "Alone", 3)];
    let small = object("Small", &[field("Text", "string", 1)]);
    let structs = [kind("Keeper", &fields.join(", ")), union, named, alone, small].join(", ");
    let case = Case::new(&zoo(KEEPER, &structs, ""), "zoo.example.com/v1 Keeper");
    case.import();
    assert_eq!(boxed(&case), ["optional Small a", "optional Small b"]);
}
