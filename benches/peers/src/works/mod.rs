//! The operations, with the implementation of each candidate.

mod cbor;
mod convert;
mod copy;
mod json;
pub(crate) mod protobuf;
mod scheme;
mod yaml;

use apimachinery::meta::Kind;
use apimachinery::serializer::Codec;

pub(crate) use self::convert::convert;
use crate::candidate::{Candidate, of_go};
use crate::family::Family;
use crate::limits;
use crate::objects::Objects;

/// An operation; the first candidate is the baseline, 1.00x.
pub(crate) struct Work<'a> {
    pub(crate) name: &'static str,
    /// Size in bytes of the encoded objects that a pass reads or writes.
    pub(crate) bytes: usize,
    /// Number of objects in a pass.
    pub(crate) objects: usize,
    pub(crate) candidates: Vec<Candidate<'a>>,
}

impl<'a> Work<'a> {
    /// Adds lower bounds.
    fn beside(mut self, limits: impl IntoIterator<Item = Candidate<'a>>) -> Self {
        self.candidates.extend(limits);
        self
    }
}

/// Returns all operations on objects: decoding, encoding and copying in every format, by our functions and through
/// foreign traits, and uses of the Scheme.
pub(crate) fn all<'a, F: Family>(objects: &'a Objects<F>, codec: &'a Codec) -> Vec<Work<'a>> {
    let (texts, messages) = (&objects.json[..], &objects.protobuf[..]);
    let (yamls, items) = (objects.yaml.as_deref().unwrap_or_default(), objects.cbor.as_deref().unwrap_or_default());
    let mut all = vec![
        work(objects, "json-decode", "json-encode", texts, json::decode(objects))
            .beside(limits::reading(&objects.given)),
        work(objects, "json-encode", "json-encode", texts, json::encode(objects)),
        work(objects, "pb-decode", "pb-encode", messages, protobuf::decode(objects)),
        work(objects, "pb-encode", "pb-encode", messages, protobuf::encode(objects)).beside(limits::copying(messages)),
        work(objects, "deep-copy", "json-encode", texts, copy::copy(objects)).beside([limits::memcpy(texts)]),
        work(objects, "yaml-decode", "yaml-encode", yamls, yaml::decode(objects)),
        work(objects, "yaml-encode", "yaml-encode", yamls, yaml::encode(objects)),
        work(objects, "cbor-decode", "cbor-encode", items, cbor::decode(objects)),
        work(objects, "cbor-encode", "cbor-encode", items, cbor::encode(objects)).beside(limits::copying(items)),
    ];
    all[0].bytes = objects.given.iter().map(String::len).sum();
    let carriers = objects.carriers.iter().map(Vec::len).sum();
    let nested = |name, candidates| Work { name, bytes: carriers, objects: objects.json.len(), candidates };
    all.push(nested("pb-decode-nested", protobuf::decode_nested(objects)));
    all.push(nested("pb-encode-nested", protobuf::encode_nested(objects)).beside(limits::copying(&objects.carriers)));
    all.extend(scheme::all(F::Ours::gvk(), codec.scheme(), objects.go.as_ref()));
    all
}

/// Returns an operation on all objects with Go as a candidate, whose output must equal its input.
fn work<'a, F: Family, T: AsRef<[u8]>>(
    objects: &'a Objects<F>,
    name: &'static str,
    written: &'static str,
    encoded: &'a [T],
    mut candidates: Vec<Candidate<'a>>,
) -> Work<'a> {
    let go = objects.go.as_ref().filter(|_| !encoded.is_empty());
    candidates.extend(of_go(go, name, move |go| go.writes(written, encoded)));
    let bytes = encoded.iter().map(|encoded| encoded.as_ref().len()).sum();
    Work { name, bytes, objects: objects.json.len(), candidates }
}
