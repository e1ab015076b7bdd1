//! The backend of an Ingress: old versions name service and port side by side, the port by number or name.

use crate::apis::networking::internal;
use crate::apis::networking::v1beta1::IngressBackend;
use crate::conversion::{Error, Scope};
use crate::meta::IntOrString;

/// There is a service if name or port says anything, an empty name of a port included.
pub(crate) fn ingress_backend_to_hub(
    from: &mut IngressBackend,
    to: &mut internal::IngressBackend,
    _: &Scope<'_>,
) -> Result<(), Error> {
    let port = std::mem::take(&mut from.service_port);
    if from.service_name.is_empty() && port == IntOrString::default() {
        return Ok(());
    }
    let mut service = Box::<internal::IngressServiceBackend>::default();
    service.name = std::mem::take(&mut from.service_name);
    match port {
        IntOrString::Int(number) => service.port.number = number,
        IntOrString::String(name) => service.port.name = name,
    }
    to.service = Some(service);
    Ok(())
}

/// Where a port has both, its name wins.
pub(crate) fn ingress_backend_from_hub(
    from: &mut internal::IngressBackend,
    to: &mut IngressBackend,
    scope: &Scope<'_>,
) -> Result<(), Error> {
    if let Some(service) = from.service.take() {
        if !service.port.name.is_empty() && service.port.number != 0 {
            scope.lose("service.port.number", "a port has a name or a number, and the name takes precedence");
        }
        to.service_name = service.name;
        to.service_port = match service.port.name.is_empty() {
            true => IntOrString::Int(service.port.number),
            false => IntOrString::String(service.port.name),
        };
    }
    Ok(())
}
