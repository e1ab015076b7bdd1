//! Protobuf messages without envelope to objects and back: our functions, the same types through prost, and prost's.

use std::convert::Infallible;

use apimachinery::serializer::protobuf;
use prost::Message;

use crate::candidate::{Candidate, each};
use crate::check::text;
use crate::family::Family;
use crate::objects::Objects;

pub(super) fn decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let messages = &objects.protobuf;
    let is_ours = |index, object: F::Ours| objects.is_message(index, &text(protobuf::to_vec(&object))?);
    vec![
        each(
            "prost",
            messages,
            |message| F::Prost::decode(&message[..]),
            |index, object| objects.is_message(index, &object.encode_to_vec()),
        ),
        each("apimachinery", messages, |message| protobuf::from_slice(message), is_ours),
        each("apimachinery+prost", messages, |message| F::Ours::decode(&message[..]), is_ours),
    ]
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let is_message = |index, found: Vec<u8>| objects.is_message(index, &found);
    vec![
        each("prost", &objects.prost, prost_of, is_message),
        each("apimachinery", &objects.ours, |object| protobuf::to_vec(object), is_message),
        each("apimachinery+prost", &objects.ours, prost_of, is_message),
    ]
}

fn prost_of<T: Message>(object: &T) -> Result<Vec<u8>, Infallible> {
    Ok(object.encode_to_vec())
}
