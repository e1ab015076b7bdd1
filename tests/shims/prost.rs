//! prost: our types keep all guarantees of derived messages.

use apimachinery::apis::apps::v1::Deployment;
use apimachinery::meta::{Map, Str};
use apimachinery::serializer::protobuf;
use prost::Message;
use prost::bytes::{Buf, BytesMut};

use super::deployments;
use super::everything::{Everything, everything};

/// A message of another crate that contains ours.
#[derive(Clone, PartialEq, prost::Message)]
struct Carrier {
    #[prost(message, optional, tag = "1")]
    one: Option<Everything>,
    #[prost(message, repeated, tag = "2")]
    many: Vec<Deployment>,
    #[prost(string, tag = "3")]
    note: String,
}

fn carrier() -> Carrier {
    Carrier { one: Some(everything()), many: deployments().take(5).collect(), note: "beside".into() }
}

fn bytes(value: &Everything) -> Vec<u8> {
    protobuf::to_vec(value).expect("the value can be encoded as Protobuf")
}

/// Returns the bytes in chunks of one byte. Only for short messages, because a chain consults all its parts for each
/// byte.
fn in_pieces(bytes: &[u8]) -> Box<dyn Buf + '_> {
    let empty: Box<dyn Buf + '_> = Box::new(&bytes[..0]);
    let halves = |bytes: &[u8]| bytes.len() / 2;
    match bytes.len() {
        0 => empty,
        1 => Box::new(bytes),
        _ => {
            let (left, right) = bytes.split_at(halves(bytes));
            Box::new(in_pieces(left).chain(in_pieces(right)))
        }
    }
}

#[test]
fn the_length_is_that_of_the_encoding() {
    for deployment in deployments() {
        let expected = protobuf::to_vec(&deployment).expect("the value can be encoded as Protobuf");
        assert_eq!(deployment.encode_to_vec(), expected);
        assert_eq!(deployment.encoded_len(), expected.len());
    }
    assert_eq!(everything().encoded_len(), bytes(&everything()).len());
    assert_eq!(Everything::default().encoded_len(), Everything::default().encode_to_vec().len());
}

#[test]
fn a_buffer_must_have_room() {
    let (value, length) = (everything(), everything().encoded_len());
    let mut room = vec![0; length];
    value.encode(&mut &mut room[..]).expect("a buffer of the exact size");
    assert_eq!(room, bytes(&value));
    let error = value.encode(&mut &mut vec![7; length - 1][..]).expect_err("a buffer that is too small");
    assert_eq!((error.required_capacity(), error.remaining()), (length, length - 1));
    let mut room = vec![7; length + 1];
    let error = value.encode_length_delimited(&mut &mut room[..]).expect_err("a buffer that is too small");
    assert_eq!(error.required_capacity(), length + 2);
    assert!(room.iter().all(|byte| *byte == 7), "nothing is written where not all has room");
}

#[test]
fn lengths_stand_in_front() {
    let value = everything();
    let mut stream = BytesMut::new();
    value.encode_length_delimited(&mut stream).expect("growing succeeds");
    Everything::default().encode_length_delimited(&mut stream).expect("growing succeeds");
    assert_eq!(stream[..stream.len() / 2], value.encode_length_delimited_to_vec()[..stream.len() / 2]);
    let first = Everything::decode_length_delimited(&mut stream).expect("the first message");
    let second = Everything::decode_length_delimited(&mut stream).expect("the second message");
    assert_eq!((bytes(&first), bytes(&second)), (bytes(&value), bytes(&Everything::default())));
    assert!(!stream.has_remaining());
    Everything::decode_length_delimited(&[3, 1][..]).expect_err("a truncated message");
}

#[test]
fn merging_is_decoding_what_stands_one_behind_the_other() {
    let mut other = Everything { maybe: Some(5), texts: vec!["more".into()].into(), ..Everything::default() };
    other.labels = Map::from([("a", Str::from("changed"))]);
    let both = [bytes(&everything()), bytes(&other)].concat();
    let mut merged = everything();
    merged.merge(&*bytes(&other)).expect("a message");
    let decoded = Everything::decode(&*both).expect("concatenated messages are a message");
    assert_eq!(bytes(&merged), bytes(&decoded));
    assert_eq!((merged.maybe, merged.texts.len(), merged.labels["a"].as_str()), (Some(5), 3, "changed"));
}

#[test]
fn clearing_is_the_default() {
    let mut value = everything();
    value.clear();
    assert!(value == Everything::default());
}

#[test]
fn a_foreign_message_holds_ours() {
    let carrier = carrier();
    let message = carrier.encode_to_vec();
    assert_eq!(message.len(), carrier.encoded_len());
    let again = Carrier::decode(&*message).expect("written output is valid");
    assert_eq!(again.encode_to_vec(), message);
    assert_eq!((again.many.len(), again.note.as_str()), (5, "beside"));
}

#[test]
fn chunks_may_end_anywhere() {
    let message = Carrier { many: Vec::new(), ..carrier() }.encode_to_vec();
    let again = Carrier::decode(in_pieces(&message)).expect("the same bytes");
    assert_eq!(again.encode_to_vec(), message);
    let whole = Everything::decode(in_pieces(&bytes(&everything()))).expect("the same bytes");
    assert_eq!(bytes(&whole), bytes(&everything()));
}

#[test]
fn a_cut_off_message_is_an_error_and_no_panic() {
    let message = Carrier { many: Vec::new(), ..carrier() }.encode_to_vec();
    for length in 0..message.len() {
        // A message truncated between two fields is valid.
        let _ = Carrier::decode(&message[..length]);
        if length % 16 == 0 {
            let _ = Carrier::decode(in_pieces(&message[..length]));
        }
    }
    Everything::decode(&[0x2a, 5, b'x'][..]).expect_err("a truncated text");
    Carrier::decode(&[0x0a, 3, 0x2a, 5, b'x'][..]).expect_err("a text longer than its message");
}

#[test]
fn unknown_fields_are_passed_over_and_wrong_wire_types_are_not() {
    // Unknown field numbers: a varint, eight bytes, a group that contains a string, and four bytes.
    let unknown = [0xf8, 0x3f, 1, 0xf9, 0x3f, 1, 2, 3, 4, 5, 6, 7, 8, 0xfb, 0x3f, 0x0a, 1, 1, 0xfc, 0x3f];
    let message = [&unknown[..], &[0x10, 9, 0xfd, 0x3f, 1, 2, 3, 4]].concat();
    assert_eq!(Everything::decode(&*message).expect("a message").small, 9);
    let nested = [&[0x0a, message.len() as u8], &*message].concat();
    assert_eq!(Carrier::decode(&*nested).expect("a message").one.expect("it is set").small, 9);
    for (value, name) in [(&[0x12, 0][..], "small"), (&[0x2b, 0x2c], "text"), (&[0x75, 0, 0, 0, 0], "child")] {
        let nested = [&[0x0a, value.len() as u8], value].concat();
        for error in [Everything::decode(value).map(drop), Carrier::decode(&*nested).map(drop)] {
            let error = error.expect_err("a wire type that does not match").to_string();
            assert!(error.contains(name) && error.contains("wrong wireType"), "{error}");
        }
    }
}
