//! Reflection under Miri (`.ci/miri`): every kind of field, encoded and decoded in every format.
//!
//! The tests also run without Miri.

use apimachinery::conversion::{self, Error};
use apimachinery::meta::{List, Map, Object, Str, Unknown};
use apimachinery::reflect::{Mut, ViewMut};
use apimachinery::serializer::{cbor, json, protobuf, value};

use super::everything::{Everything, JSON, everything};

#[test]
fn json_goes_in_and_out() {
    let value = everything();
    assert_eq!(value.children.len(), 3);
    assert_eq!(value.labels["b"], "3");
    assert_eq!(value.inlined.inner.as_deref(), Some("in"));
    let text = json::to_string(&value).expect("the value can be encoded as JSON");
    let again: Everything = json::from_str(&text).expect("written output can be read");
    assert_eq!(json::to_string(&again).expect("the value can be encoded as JSON"), text);
}

#[test]
fn cbor_goes_in_and_out() {
    let value = everything();
    let bytes = cbor::to_vec(&value).expect("the value can be encoded");
    let again: Everything = cbor::from_slice(&bytes).expect("written output can be read");
    // Raw JSON is encoded as a CBOR map, whose keys are sorted.
    let text = json::to_string(&value)
        .expect("the value can be encoded as JSON")
        .replace(r#"{"b":1,"a":[2]}"#, r#"{"a":[2],"b":1}"#);
    assert_eq!(json::to_string(&again).expect("the value can be encoded as JSON"), text);
    assert_eq!(cbor::to_vec(&again).expect("the value can be encoded"), bytes);
    for length in (0..bytes.len()).step_by(if cfg!(miri) { 37 } else { 1 }) {
        // A truncated item is never valid.
        assert!(cbor::from_slice::<Everything>(&bytes[..length]).is_err());
    }
}

#[test]
fn texts_and_maps_of_every_length_are_written_as_cbor() {
    for length in [0, 1, 23, 24, 25, 255, 256, 70_000] {
        let text = Str::from("x".repeat(length));
        let map: Map<Str> = (0..length.min(30)).map(|at| (Str::from(&text[at..]), text.clone())).collect();
        let list = List::from([(text, map)].map(|(text, map)| [(text, map)].into_iter().collect::<Map<Map<Str>>>()));
        let bytes = cbor::to_vec(&list).expect("the value can be encoded");
        assert_eq!(cbor::from_slice::<List<Map<Map<Str>>>>(&bytes).expect("written output can be read"), list);
    }
}

#[test]
fn protobuf_goes_in_and_out() {
    let value = everything();
    let bytes = protobuf::to_vec(&value).expect("the value can be encoded");
    let again: Everything = protobuf::from_slice(&bytes).expect("written output can be read");
    assert_eq!(protobuf::to_vec(&again).expect("the value can be encoded"), bytes);
    for length in (0..bytes.len()).step_by(if cfg!(miri) { 37 } else { 1 }) {
        // Decoding a truncated message must not panic. Some prefixes are valid messages.
        let _ = protobuf::from_slice::<Everything>(&bytes[..length]);
    }
}

/// Returns the varint at an offset and the offset after it.
fn varint(message: &[u8], at: usize) -> Option<(usize, usize)> {
    let length = message.get(at..)?.iter().take(10).position(|byte| *byte < 0x80)? + 1;
    let bytes = message[at..at + length].iter().rev();
    Some((bytes.fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f)), at + length))
}

/// Returns the message with each tag encoded one byte longer than necessary, or `None` if the message is incomplete.
fn with_long_tags(message: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < message.len() {
        let (tag, value) = varint(message, at)?;
        out.extend(&message[at..value - 1]);
        out.extend([message[value - 1] | 0x80, 0]);
        let end = match tag & 7 {
            0 => varint(message, value)?.1,
            1 => value + 8,
            2 => varint(message, value).and_then(|(length, at)| at.checked_add(length))?,
            _ => return None,
        };
        out.extend(message.get(value..end)?);
        at = end;
    }
    Some(out)
}

/// Decodes a message and returns the result with the warnings.
fn decoded(message: &[u8]) -> (Result<Everything, String>, Vec<String>) {
    let (mut value, mut lost) = (Everything::default(), Vec::new());
    let read = protobuf::merge(value.cursor_mut(), message, &mut |loss| lost.push(loss.to_string()));
    (read.map(|()| value).map_err(|error| error.to_string()), lost)
}

#[test]
fn protobuf_is_read_alike_however_its_tags_are_written() {
    let mut value = everything();
    value.text = "Größe".into();
    value.labels.insert("a key that does not stand inline", "and a value that does not".into());
    let bytes = protobuf::to_vec(&value).expect("the value can be encoded");
    let mut compared = 0;
    let mut compare = |message: &[u8]| {
        if let Some(long) = with_long_tags(message) {
            assert_eq!(decoded(message), decoded(&long), "{message:?}");
            compared += 1;
        }
    };
    compare(&bytes);
    for at in (0..bytes.len()).step_by(if cfg!(miri) { 397 } else { 1 }) {
        for byte in [0, 0x0a, 0x12, 0x7f, 0x80, 0xff, bytes[at] ^ 1, bytes[at] ^ 0x10] {
            let mut message = bytes.clone();
            message[at] = byte;
            compare(&message);
        }
        let mut twice = bytes[..at].to_vec();
        twice.extend(&bytes);
        compare(&twice);
    }
    assert!(compared > if cfg!(miri) { 5 } else { 1000 }, "{compared} are whole");
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

#[test]
fn values_become_untyped_and_zero() {
    let mut value = everything();
    let untyped = value::to_value(&value).expect("the value can be encoded as JSON");
    assert!(value::assign(Mut::new(&mut value), &untyped).expect("the same type").is_empty());
    // Only the keys of raw JSON are sorted.
    assert_eq!(value::to_value(&value).expect("the value can be encoded as JSON"), untyped);
    Mut::new(&mut value).set_zero();
    assert!(value == Everything::default());
}

#[test]
fn a_copy_owns_its_memory() {
    let mut value = everything();
    value.children.push(everything());
    let before = json::to_string(&value).expect("the value can be encoded as JSON");
    let mut copy = value.clone();
    assert!(copy == value);
    copy.children[3].texts[0].push_str(" and what no longer stands inline");
    copy.named.insert("a", Everything::default());
    copy.labels.insert("b", "a text that is too long to stand inline".into());
    copy.child = None;
    assert_eq!(json::to_string(&value).expect("the value can be encoded as JSON"), before);
    let again = copy.clone();
    let text = json::to_string(&copy).expect("the value can be encoded as JSON");
    drop((value, copy));
    assert_eq!(json::to_string(&again).expect("the value can be encoded as JSON"), text);
}

/// Pushes the numbers to a list and their texts to a map, with one cursor for each that exists throughout.
fn fill(list: &mut List<i32>, map: &mut Map<i32>, numbers: std::ops::Range<i32>) {
    let (ViewMut::List(mut list), ViewMut::Map(mut map)) = (Mut::new(list).view(), Mut::new(map).view()) else {
        panic!("a list and a map");
    };
    for number in numbers {
        for place in [list.push(), map.append(&format!("{number:05}"))] {
            let ViewMut::Int32(place) = place.view() else { panic!("an integer") };
            *place = number;
        }
    }
}

#[test]
fn two_cursors_at_a_time_do_not_mix_their_items() {
    for count in [1, 2, 3, if cfg!(miri) { 600 } else { 6000 }] {
        let (mut list, mut map) = (List::nil(), Map::nil());
        fill(&mut list, &mut map, 0..count);
        fill(&mut list, &mut map, count..count + 2);
        assert!(list.iter().copied().eq(0..count + 2));
        assert!(map.values().copied().eq(0..count + 2) && map.len() == list.len());
    }
}

#[test]
fn a_list_takes_no_more_than_its_items() {
    let mut list: List<Str> = json::from_str(r#"["a","b","c","d","e"]"#).expect("a list");
    assert_eq!(std::mem::take(&mut list).into_vec().capacity(), 5);
    let ViewMut::List(mut cursor) = Mut::new(&mut list).view() else { panic!("a list") };
    for index in 0..3 {
        cursor.item(index);
    }
    cursor.truncate(2);
    cursor.push();
    drop(cursor);
    assert_eq!(list, List::from([Str::EMPTY, Str::EMPTY, Str::EMPTY]));
}

/// A struct whose size does not divide the initial capacity of lists in bytes.
#[derive(Clone, Default, PartialEq)]
struct Odd {
    name: Str,
    args: List<Str>,
    parts: List<Odd>,
    count: i64,
    ready: bool,
}

apimachinery::message! {
    Odd {
        name => "name", 1, Empty;
        args => "args", 2, Empty;
        parts => "parts", 3, Empty;
        count => "count", 4, Empty;
        ready => "ready", 5, Empty;
    }
}

#[test]
fn lists_in_lists_get_room_for_what_they_have() {
    const { assert!(!size_of::<Odd>().is_multiple_of(16)) };
    let item = r#"{"args":["a","b","c"],"parts":[{"args":["a"]},{"count":1},{"args":["b","c"]}]}"#;
    let text = format!(r#"{{"parts":[{}]}}"#, [item; 7].join(","));
    let mut odd: Odd = json::from_str(&text).expect("it fits the type");
    assert_eq!(json::to_string(&odd).expect("the value can be encoded as JSON"), text);
    for part in odd.parts.iter_mut() {
        assert_eq!((part.args.make().capacity(), part.parts.make().capacity()), (3, 3));
    }
    assert_eq!(odd.parts.make().capacity(), 7);
}

#[test]
fn items_on_the_wire_get_room_at_once_and_may_stand_apart() {
    let message = [0x12, 1, b'a', 0x12, 1, b'b', 0x12, 1, b'c', 0x1a, 2, 0x20, 1, 0x12, 1, b'd'];
    let args = |message: &[u8]| protobuf::from_slice(message).map(|odd: Odd| odd.args);
    let together = args(&message[..9]).expect("a message");
    assert_eq!(together, List::from(["a", "b", "c"].map(Str::from)));
    assert_eq!(together.into_vec().capacity(), 3);
    assert_eq!(args(&message).expect("a message"), List::from(["a", "b", "c", "d"].map(Str::from)));
    assert!(args(&message[..8]).is_err() && args(&message[..14]).is_err());
}

#[test]
fn lists_become_others_or_say_where_they_fail() {
    let items =
        || List::from(["1", "2", "x", "a text that is too long to stand inline"].map(|text| Box::new(Str::from(text))));
    let length = |from: &mut Box<Str>, to: &mut Everything| {
        to.texts.push(std::mem::take(&mut **from));
        to.small = to.texts[0].len() as i32;
        Ok(())
    };
    let made = conversion::list("items", items(), length).expect("a text has a length");
    assert!(made.iter().map(|item| item.small).eq([1, 1, 1, 39]));
    let number = |from: &mut Box<Str>, to: &mut Everything| {
        to.text = std::mem::take(&mut **from);
        to.small = to.text.parse().map_err(|_| Error::new("not a number"))?;
        Ok(())
    };
    let error = conversion::list("items", items(), number).expect_err("a string is not a number");
    assert_eq!(error.to_string(), "items[2]: not a number");
}

#[test]
fn objects_are_exchanged_if_they_are_of_one_type() {
    let (mut value, mut other): (Box<dyn Object>, Box<dyn Object>) =
        (Box::new(everything()), Box::<Unknown>::default());
    other = other.assign(value).expect_err("a value of another type");
    value = other.take();
    assert!(value.dyn_eq(&everything()) && other.dyn_eq(&Everything::default()));
    assert!(other.assign(value).is_ok() && other.dyn_eq(&everything()));
}
