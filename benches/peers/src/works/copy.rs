use std::convert::Infallible;

use prost::Message;

use crate::candidate::{Candidate, each, each_of};
use crate::family::Family;
use crate::objects::Objects;

/// Returns copies of objects, created and dropped.
pub(super) fn copy<F: Family>(objects: &Objects<F>) -> Vec<Candidate<'_>> {
    vec![
        each_of("k8s-openapi", &objects.openapi, cloned, |index, copy| objects.is_openapi(index, &copy)),
        each("prost", &objects.prost, cloned, |index, copy| objects.is_message(index, &copy.encode_to_vec())),
        each("apimachinery", &objects.ours, cloned, |index, copy| objects.is_ours(index, &copy)),
    ]
}

fn cloned<T: Clone>(object: &T) -> Result<T, Infallible> {
    Ok(object.clone())
}
