//! Functions of discovery.k8s.io that the definitions cannot express.

use crate::apis::discovery::internal::Endpoint;
use crate::conversion::Scope;
use crate::field::{Map, Str};

pub(crate) mod v1alpha1 {
    pub(crate) mod conversion {
        use super::super::{from_hub, to_hub};
        use crate::apis::discovery::{internal, v1alpha1};
        use crate::conversion::{Error, Scope};

        pub(crate) fn endpoint_to_hub(
            from: &mut v1alpha1::Endpoint,
            to: &mut internal::Endpoint,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to_hub(std::mem::take(&mut from.topology), to);
            Ok(())
        }

        pub(crate) fn endpoint_from_hub(
            from: &mut internal::Endpoint,
            to: &mut v1alpha1::Endpoint,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            to.topology = from_hub(from, to.node_name.as_ref(), scope);
            Ok(())
        }
    }
}

pub(crate) mod v1beta1 {
    pub(crate) mod conversion {
        use super::super::{from_hub, to_hub};
        use crate::apis::discovery::{internal, v1beta1};
        use crate::conversion::{Error, Scope};

        pub(crate) fn endpoint_to_hub(
            from: &mut v1beta1::Endpoint,
            to: &mut internal::Endpoint,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            to_hub(std::mem::take(&mut from.topology), to);
            Ok(())
        }

        pub(crate) fn endpoint_from_hub(
            from: &mut internal::Endpoint,
            to: &mut v1beta1::Endpoint,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            to.topology = from_hub(from, to.node_name.as_ref(), scope);
            Ok(())
        }
    }
}

// The topology of an endpoint: old versions have a map of labels, the hub has fields for zone and node.

const ZONE: &str = "topology.kubernetes.io/zone";
const HOSTNAME: &str = "kubernetes.io/hostname";

/// Moves the zone into its field. A host name that differs from the node remains a label.
fn to_hub(mut topology: Map<Str>, to: &mut Endpoint) {
    if topology.is_nil() {
        return;
    }
    to.zone = topology.remove(ZONE);
    if topology.get(HOSTNAME).is_some_and(|host| to.node_name.as_ref() == Some(host)) {
        topology.remove(HOSTNAME);
    }
    to.deprecated_topology = if topology.is_empty() { Map::nil() } else { topology };
}

/// Returns the labels of an endpoint of the hub, whose node was already moved. Keeps a host name label.
fn from_hub(from: &mut Endpoint, node: Option<&Str>, scope: &Scope<'_>) -> Map<Str> {
    let mut topology = std::mem::take(&mut from.deprecated_topology);
    if let Some(zone) = from.zone.take() {
        if topology.get(ZONE).is_some_and(|old| *old != zone) {
            scope.lose(&format!("deprecatedTopology[{ZONE}]"), "zone says something else, and takes precedence");
        }
        topology.insert(ZONE, zone);
    }
    if let Some(node) = node
        && topology.get(HOSTNAME).is_none_or(|host| host.is_empty())
    {
        topology.insert(HOSTNAME, node.clone());
    }
    topology
}
