//! Protobuf messages without an envelope to objects and back: our functions, the same types through prost, and prost's
//! types; also inside a message of another crate.

use std::convert::Infallible;

use apimachinery::serializer::protobuf;
use prost::Message;

use crate::candidate::{Candidate, each, each_of};
use crate::check::{same, text};
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
        each(
            "buffa",
            messages,
            |message| buffa::Message::decode_from_slice(message),
            |index, object: F::Buffa| objects.is_message(index, &buffa::Message::encode_to_vec(&object)),
        ),
        each("apimachinery", messages, |message| protobuf::from_slice(message), is_ours),
        each("apimachinery+prost", messages, |message| F::Ours::decode(&message[..]), is_ours),
    ]
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let is_message = |index, found: Vec<u8>| objects.is_message(index, &found);
    vec![
        each("prost", &objects.prost, prost_of, is_message),
        each_of("buffa", &objects.buffa, buffa_of, is_message),
        each("apimachinery", &objects.ours, |object| protobuf::to_vec(object), is_message),
        each("apimachinery+prost", &objects.ours, prost_of, is_message),
    ]
}

/// A message of another crate that contains one of the objects.
#[derive(Clone, PartialEq, Message)]
#[prost(skip_debug)]
pub(crate) struct Carrier<T: Message + Default> {
    #[prost(message, optional, tag = "2")]
    object: Option<T>,
    #[prost(string, tag = "3")]
    note: String,
}

/// Wraps each of `objects` in a message.
pub(crate) fn carried<T: Message + Default + Clone>(objects: &[T]) -> Vec<Carrier<T>> {
    let note = "carried".to_owned();
    objects.iter().map(|object| Carrier { object: Some(object.clone()), note: note.clone() }).collect()
}

pub(super) fn decode_nested<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let messages = &objects.carriers;
    vec![
        each(
            "prost",
            messages,
            |message| Carrier::<F::Prost>::decode(&message[..]),
            |index, found| same(&found.encode_to_vec(), &messages[index]),
        ),
        each(
            "apimachinery+prost",
            messages,
            |message| Carrier::<F::Ours>::decode(&message[..]),
            |index, found| same(&found.encode_to_vec(), &messages[index]),
        ),
    ]
}

pub(super) fn encode_nested<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let is_carrier = |index: usize, found: Vec<u8>| same(&found, &objects.carriers[index]);
    vec![
        each("prost", &objects.carried_prost, prost_of, is_carrier),
        each("apimachinery+prost", &objects.carried_ours, prost_of, is_carrier),
    ]
}

fn prost_of<T: Message>(object: &T) -> Result<Vec<u8>, Infallible> {
    Ok(object.encode_to_vec())
}

fn buffa_of<T: buffa::Message>(object: &T) -> Result<Vec<u8>, Infallible> {
    Ok(object.encode_to_vec())
}
