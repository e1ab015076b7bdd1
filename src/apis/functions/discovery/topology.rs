//! The topology of an endpoint: old versions have a map of labels, the hub has fields for zone and node.

use crate::apis::discovery::internal::Endpoint;
use crate::conversion::Scope;
use crate::field::{Map, Str};

const ZONE: &str = "topology.kubernetes.io/zone";
const HOSTNAME: &str = "kubernetes.io/hostname";

/// Moves the zone into its field. A host name that differs from the node remains a label.
pub(super) fn to_hub(mut topology: Map<Str>, to: &mut Endpoint) {
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
pub(super) fn from_hub(from: &mut Endpoint, node: Option<&Str>, scope: &Scope<'_>) -> Map<Str> {
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
