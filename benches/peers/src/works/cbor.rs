//! CBOR, compared with generic CBOR crates. They do not follow Kubernetes' rules and write text strings for texts and
//! names, so they use separate input bytes.

use apimachinery::serializer::cbor;

use crate::candidate::{Candidate, each, each_of};
use crate::check::{same, text};
use crate::family::Family;
use crate::objects::{Objects, ciborium_of};

pub(super) fn decode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let plain = &objects.plain_cbor;
    let is_openapi = |index, object: F::OpenApi| objects.is_openapi(index, &object);
    vec![
        each_of("ciborium", plain, |item| ciborium::from_reader(&item[..]), is_openapi),
        each_of("minicbor-serde", plain, |item| minicbor_serde::from_slice(item), is_openapi),
        each_of(
            "apimachinery",
            &objects.cbor,
            |item| cbor::from_slice(item),
            |index, object: F::Ours| objects.is_ours(index, &object),
        ),
    ]
}

pub(super) fn encode<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    let is_plain = |index, found: Vec<u8>| {
        let object: F::OpenApi = text(ciborium::from_reader(&found[..]))?;
        objects.is_openapi(index, &object)
    };
    vec![
        each_of("ciborium", &objects.openapi, ciborium_of, is_plain),
        each_of("minicbor-serde", &objects.openapi, |object| minicbor_serde::to_vec(object), is_plain),
        each(
            "apimachinery",
            &objects.ours,
            |object| cbor::to_vec(object),
            |index, found| same(&found, &objects.cbor.as_ref().map_err(String::clone)?[index]),
        ),
    ]
}
