//! Defaults of a Pod that do not apply to pod templates.

use super::resources::{add, add_missing, is_huge_page, is_of_pods, raise};
use crate::apis::core::v1::{Container, Pod, PodSpec, ResourceList};
use crate::defaulting::Defaulting;

/// Sets requests from limits, first in containers, then in the pod; enables service links; and sets host ports in the
/// host network.
pub(crate) fn set_defaults_pod(pod: &mut Pod, context: &Defaulting) {
    let spec = &mut pod.spec;
    for container in spec.containers.iter_mut().chain(&mut spec.init_containers) {
        default_requests(container);
        if spec.host_network {
            default_host_ports(container);
        }
    }
    if context.gate("PodLevelResources") {
        default_huge_page_limits(spec);
        default_pod_requests(spec);
    }
    spec.enable_service_links.get_or_insert(true);
}

fn default_requests(container: &mut Container) {
    let resources = &mut container.resources;
    if !resources.limits.is_nil() {
        add_missing(resources.requests.make(), &resources.limits);
    }
}

fn default_host_ports(container: &mut Container) {
    for port in container.ports.iter_mut().filter(|port| port.host_port == 0) {
        port.host_port = port.container_port;
    }
}

/// A pod with pod-level resources gets the huge pages of its containers as a limit, unless it sets that page size
/// itself.
fn default_huge_page_limits(spec: &mut PodSpec) {
    let limits = of_containers(spec, |container| &container.resources.limits);
    let Some(resources) = &mut spec.resources else { return };
    if resources.limits.is_empty() && resources.requests.is_empty() {
        return;
    }
    let requests = &resources.requests;
    let huge = limits.iter().filter(|(name, _)| is_huge_page(name) && !requests.contains_key(name));
    add_missing(&mut resources.limits, huge);
}

/// A pod with a pod-level limit requests the sum of its containers, or else the limit.
fn default_pod_requests(spec: &mut PodSpec) {
    let requests = of_containers(spec, |container| &container.resources.requests);
    let Some(resources) = &mut spec.resources else { return };
    if resources.limits.is_empty() {
        return;
    }
    let divisible = requests.iter().filter(|(name, _)| is_of_pods(name) && !is_huge_page(name));
    add_missing(&mut resources.requests, divisible);
    add_missing(&mut resources.requests, resources.limits.iter().filter(|(name, _)| is_of_pods(name)));
}

/// Returns the total requests of the containers. Init containers run one by one before the others, so they only raise
/// the maximum; sidecars count from their start on.
fn of_containers(spec: &PodSpec, list: impl Fn(&Container) -> &ResourceList) -> ResourceList {
    let mut total = ResourceList::default();
    let mut running = ResourceList::default();
    let mut highest = ResourceList::default();
    for container in &spec.containers {
        add(&mut total, list(container));
    }
    for container in &spec.init_containers {
        let mut at_start = list(container).clone();
        if container.restart_policy.as_deref() == Some("Always") {
            add(&mut total, &at_start);
            add(&mut running, &at_start);
            raise(&mut highest, &running);
        } else {
            add(&mut at_start, &running);
            raise(&mut highest, &at_start);
        }
    }
    raise(&mut total, &highest);
    total
}
