//! Defaults of a Service.

use crate::apis::core::v1::{ClientIPConfig, Service, ServiceSpec, SessionAffinityConfig};
use crate::defaulting::Defaulting;
use crate::field::Str;
use crate::meta::IntOrString;

/// The default timeout of session affinity in seconds: 3 hours.
const CLIENT_IP_SECONDS: i32 = 10_800;

/// Sets session affinity, type, ports, and traffic policies by type.
pub(crate) fn set_defaults_service(service: &mut Service, _: &Defaulting) {
    let spec = &mut service.spec;
    default_affinity(spec);
    default_text(&mut spec.type_, "ClusterIP");
    for port in &mut spec.ports {
        default_text(&mut port.protocol, "TCP");
        if port.target_port == IntOrString::Int(0) || port.target_port == IntOrString::String(Str::EMPTY) {
            port.target_port = IntOrString::Int(port.port);
        }
    }
    default_traffic(spec);
    if spec.type_ == "LoadBalancer" {
        spec.allocate_load_balancer_node_ports.get_or_insert(true);
        for ingress in service.status.load_balancer.ingress.iter_mut().filter(|ingress| !ingress.ip.is_empty()) {
            ingress.ip_mode.get_or_insert_with(|| "VIP".into());
        }
    }
}

/// Without session affinity, removes its settings. With it, sets all of them if the timeout is missing.
fn default_affinity(spec: &mut ServiceSpec) {
    default_text(&mut spec.session_affinity, "None");
    if spec.session_affinity == "None" {
        spec.session_affinity_config = None;
    }
    let config = spec.session_affinity_config.as_ref().and_then(|config| config.client_ip.as_ref());
    if spec.session_affinity == "ClientIP" && config.and_then(|client| client.timeout_seconds).is_none() {
        let client = ClientIPConfig { timeout_seconds: Some(CLIENT_IP_SECONDS) };
        spec.session_affinity_config = Some(SessionAffinityConfig { client_ip: Some(client) });
    }
}

fn default_traffic(spec: &mut ServiceSpec) {
    let from_outside = match &*spec.type_ {
        "LoadBalancer" | "NodePort" => true,
        "ClusterIP" => !spec.external_ips.is_empty(),
        _ => false,
    };
    if from_outside {
        default_text(&mut spec.external_traffic_policy, "Cluster");
    }
    if matches!(&*spec.type_, "NodePort" | "LoadBalancer" | "ClusterIP") {
        spec.internal_traffic_policy.get_or_insert_with(|| "Cluster".into());
    }
}

fn default_text(text: &mut Str, default: &str) {
    if text.is_empty() {
        *text = default.into();
    }
}
