//! The works that are compared, and how each candidate does them.

mod cbor;
mod codecs;
mod convert;
mod traits;
pub mod yaml;

use std::hint::black_box;

use crate::candidates::{Family, Objects};

pub use self::convert::convert;

/// One kind of work; the first candidate is the peer that counts as 1.00x.
pub struct Work<'a> {
    /// What is done.
    pub name: String,
    /// Bytes that a pass reads or writes, by the size of the encoded objects.
    pub bytes: usize,
    /// Objects in a pass.
    pub objects: usize,
    /// Who does it.
    pub candidates: Vec<Candidate<'a>>,
}

/// Someone who does the work.
pub struct Candidate<'a> {
    /// Its name.
    pub name: &'static str,
    /// Works through all objects once.
    pub pass: Box<dyn Fn() + 'a>,
}

/// A candidate that does `work` on each of `items` and drops the result.
fn each<'a, T, R>(name: &'static str, items: &'a [T], work: impl Fn(&T) -> R + 'a) -> Candidate<'a> {
    let pass = move || items.iter().for_each(|item| drop(black_box(work(black_box(item)))));
    Candidate { name, pass: Box::new(pass) }
}

/// Decoding, encoding and copying in every format, by our functions and through foreign traits.
#[must_use]
pub fn all<F: Family>(objects: &Objects<F>) -> Vec<Work<'_>> {
    let texts = |texts: &[String]| texts.iter().map(String::len).sum();
    let (json, yaml_text) = (texts(&objects.json), texts(&objects.yaml));
    let protobuf = objects.protobuf.iter().map(Vec::len).sum();
    let work = |name: &str, bytes, candidates| {
        let name = format!("{} of {}", name, objects.name);
        Work { name, bytes, objects: objects.json.len(), candidates }
    };
    vec![
        work("JSON decode", json, codecs::json_decode(objects)),
        work("JSON encode", json, codecs::json_encode(objects)),
        work("Protobuf decode", protobuf, codecs::protobuf_decode(objects)),
        work("Protobuf encode", protobuf, codecs::protobuf_encode(objects)),
        work("CBOR decode", protobuf, cbor::decode(objects)),
        work("CBOR encode", protobuf, cbor::encode(objects)),
        work("copy and drop", json, codecs::copy(objects)),
        work("YAML decode", yaml_text, yaml::decode(objects)),
        work("YAML encode", yaml_text, yaml::encode(objects)),
        work("JSON decode from a reader", json, traits::reader_decode(objects)),
        work("decode of a value", json, traits::value_decode(objects)),
        work("encode to a value", json, traits::value_encode(objects)),
        work("Protobuf decode inside a foreign message", protobuf, traits::nested_decode(objects)),
        work("Protobuf encode inside a foreign message", protobuf, traits::nested_encode(objects)),
    ]
}
