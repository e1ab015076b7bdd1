//! Panics in functions of user-defined types, after which all values can still be used and dropped.
#![forbid(unsafe_code)]

use apimachinery::meta::Value;
use apimachinery::reflect::{Mut, ViewMut};
use apimachinery::serializer::{cbor, json, protobuf, value};
use apimachinery::yaml;
use soundness::{Bomb, JSON, panic_at_every_call};

fn bomb() -> Bomb {
    json::from_str(JSON).expect("it fits the type")
}

#[test]
fn while_json_is_read_and_merged() {
    panic_at_every_call(100, || drop(bomb()));
    panic_at_every_call(200, || {
        let mut bomb = bomb();
        json::merge(Mut::new(&mut bomb), JSON.as_bytes()).expect("it fits the type");
        let none = r#"{"traps":null,"maybe":null,"next":null,"items":[],"byKey":null,"boxes":[{}],"lists":[[]]}"#;
        json::merge(Mut::new(&mut bomb), none.as_bytes()).expect("it fits the type");
    });
}

#[test]
fn while_yaml_is_read_and_merged() {
    // YAML rejects repeated keys.
    let text = json::to_string(&bomb()).expect("the value can be encoded as JSON");
    panic_at_every_call(200, || {
        let mut bomb: Bomb = yaml::decode(text.as_bytes()).expect("it fits the type");
        yaml::merge(Mut::new(&mut bomb), text.as_bytes()).expect("it fits the type");
    });
}

#[test]
fn while_protobuf_is_read_and_merged() {
    let mut message = protobuf::to_vec(&bomb()).expect("the value can be encoded");
    // The same fields again, so that maps get repeated keys and lists more items.
    message.extend(message.clone());
    panic_at_every_call(200, || {
        let mut bomb: Bomb = protobuf::from_slice(&message).expect("it is a message");
        protobuf::merge(Mut::new(&mut bomb), &message, &mut |_| {}).expect("it is a message");
    });
}

#[test]
fn while_cbor_is_read_and_merged() {
    let item = cbor::to_vec(&bomb()).expect("the value can be encoded");
    panic_at_every_call(200, || {
        let mut bomb: Bomb = cbor::from_slice(&item).expect("it fits the type");
        cbor::merge(Mut::new(&mut bomb), &item).expect("it fits the type");
    });
}

#[test]
fn while_untyped_values_are_read_and_assigned() {
    let untyped = value::to_value(&bomb()).expect("the value can be encoded");
    panic_at_every_call(200, || {
        let mut bomb: Bomb = value::from_value(&untyped).expect("it fits the type");
        value::assign(Mut::new(&mut bomb), &untyped).expect("it fits the type");
        value::assign(Mut::new(&mut bomb), &Value::from([("items", Value::Null)])).expect("it fits the type");
    });
}

#[test]
fn while_values_are_written() {
    panic_at_every_call(300, || {
        let bomb = bomb();
        json::to_string(&bomb).expect("the value can be encoded");
        cbor::to_vec(&bomb).expect("the value can be encoded");
        protobuf::to_vec(&bomb).expect("the value can be encoded");
        value::to_value(&bomb).expect("the value can be encoded");
    });
}

#[test]
fn while_values_are_copied_compared_and_cleared() {
    panic_at_every_call(200, || {
        let mut bomb = bomb();
        let copy = bomb.clone();
        assert!(copy == bomb);
        bomb.plain = copy.plain.clone();
        assert!(bomb.plain == copy.plain);
        Mut::new(&mut bomb).set_zero();
        drop(copy);
        assert!(bomb.items.is_nil());
    });
}

#[test]
fn while_cursors_are_used() {
    panic_at_every_call(100, || {
        let mut bomb = bomb();
        let (ViewMut::List(mut items), ViewMut::Map(mut keys)) =
            (Mut::new(&mut bomb.items).view(), Mut::new(&mut bomb.by_key).view())
        else {
            panic!("a list and a map")
        };
        for index in 0..6 {
            items.push().set_zero();
            keys.append(["b", "a", "c"][index % 3]).set_zero();
        }
        items.truncate(2);
        items.push();
        keys.clear();
        keys.append("d");
        drop((items, keys));
        let ViewMut::List(mut traps) = Mut::new(&mut bomb.traps).view() else { panic!("a list") };
        traps.clear();
        (0..9).for_each(|_| drop(traps.push()));
        // Values created by a leaked cursor are leaked, too.
        std::mem::forget(traps);
        assert!(bomb.traps.is_nil() && bomb.items.len() == 3 && bomb.by_key.len() == 1);
    });
}
