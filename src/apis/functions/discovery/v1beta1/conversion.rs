//! Conversions of discovery.k8s.io/v1beta1 that the definitions cannot express.

use super::super::topology;
use crate::apis::discovery::{internal, v1beta1};
use crate::conversion::{Error, Scope};

pub(crate) fn endpoint_to_hub(
    from: &mut v1beta1::Endpoint,
    to: &mut internal::Endpoint,
    _: &Scope<'_>,
) -> Result<(), Error> {
    topology::to_hub(std::mem::take(&mut from.topology), to);
    Ok(())
}

pub(crate) fn endpoint_from_hub(
    from: &mut internal::Endpoint,
    to: &mut v1beta1::Endpoint,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    to.topology = topology::from_hub(from, to.node_name.as_ref(), scope);
    Ok(())
}
