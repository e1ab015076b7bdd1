//! Functions of networking.k8s.io that the definitions cannot express.

use crate::apis::networking::internal;
use crate::apis::networking::v1beta1::IngressBackend;
use crate::conversion::{Error, Scope};
use crate::meta::IntOrString;

pub(crate) mod v1beta1 {
    pub(crate) mod conversion {
        pub(crate) use super::super::{ingress_backend_from_hub, ingress_backend_to_hub};
    }
}

// The backend of an Ingress. Old versions have the name of the service beside its port, which is a number or a name.

/// Creates a service backend if the name or the port is set, even if the port is an empty name.
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

/// If a port has both a name and a number, the name takes precedence.
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
