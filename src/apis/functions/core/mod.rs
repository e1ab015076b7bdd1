//! Functions of the core group that the definitions cannot express.

mod image;

pub(crate) mod v1 {
    pub(crate) mod conversion {
        use crate::apis::core::v1::Secret;
        use crate::conversion::{Error, Scope};
        use crate::field::Bytes;

        /// `stringData` is write-only: it overwrites `data`.
        pub(crate) fn secret_to_hub(secret: &mut Secret, scope: &Scope<'_>) -> Result<(), Error> {
            for (key, text) in std::mem::take(&mut secret.string_data) {
                let text = Bytes::from(text.as_bytes());
                if secret.data.get(&key).is_some_and(|old| *old != text) {
                    scope.lose(
                        &format!("data[{key}]"),
                        "stringData has another value for the key, which takes precedence",
                    );
                }
                secret.data.insert(key, text);
            }
            Ok(())
        }

        pub(crate) fn secret_from_hub(_: &mut Secret, _: &Scope<'_>) -> Result<(), Error> {
            Ok(())
        }
    }

    pub(crate) mod defaults {
        use super::super::image::has_latest_tag;
        use crate::apis::core::v1::{
            ClientIPConfig, Container, EphemeralContainerCommon, HTTPProtocol, Lifecycle, LimitRangeItem, Namespace,
            Pod, PodIP, PodSpec, PodStatus, Probe, PullPolicy, ResourceList, Service, ServiceSpec,
            SessionAffinityConfig, Volume, VolumeSource,
        };
        use crate::defaulting::Defaulting;
        use crate::field::named_text::Text;
        use crate::field::{List, Str};
        use crate::meta::{IntOrString, Quantity};

        /// Rounds the quantities of a resource list up to thousandths.
        const MILLI: i32 = -3;

        pub(crate) fn set_defaults_container(container: &mut Container, _: &Defaulting) {
            default_pull_policy(&mut container.image_pull_policy, &container.image);
        }

        pub(crate) fn set_defaults_ephemeral_container_common(
            container: &mut EphemeralContainerCommon,
            _: &Defaulting,
        ) {
            default_pull_policy(&mut container.image_pull_policy, &container.image);
        }

        /// A volume without a source is an emptyDir.
        pub(crate) fn set_defaults_volume(volume: &mut Volume, _: &Defaulting) {
            if volume.volume_source == VolumeSource::default() {
                volume.volume_source.empty_dir = Some(Box::default());
            }
            if let Some(image) = &mut volume.volume_source.image {
                default_pull_policy(&mut image.pull_policy, &image.reference);
            }
        }

        pub(crate) fn set_defaults_resource_list(resources: &mut ResourceList, _: &Defaulting) {
            for quantity in resources.values_mut() {
                quantity.round_up(MILLI);
            }
        }

        /// Adds the label with the name, by which selectors find a namespace.
        pub(crate) fn set_defaults_namespace(namespace: &mut Namespace, _: &Defaulting) {
            let name = namespace.metadata.name.clone();
            if !name.is_empty() {
                namespace.metadata.labels.insert("kubernetes.io/metadata.name", name);
            }
        }

        /// The image pull policy of the tag `latest` is `Always`.
        fn default_pull_policy(policy: &mut PullPolicy, image: &str) {
            if policy.is_empty() {
                *policy = if has_latest_tag(image) { PullPolicy::ALWAYS } else { PullPolicy::IF_NOT_PRESENT };
            }
        }

        /// The default limit of a container is the maximum; the default request is the limit, or else the minimum.
        pub(crate) fn set_defaults_limit_range_item(item: &mut LimitRangeItem, _: &Defaulting) {
            if item.type_ != "Container" {
                return;
            }
            add_missing(item.default.make(), &item.max);
            add_missing(item.default_request.make(), &item.default);
            add_missing(&mut item.default_request, &item.min);
        }

        /// Sets requests from limits, first in containers, then in the pod; enables service links; and sets host ports in the
        /// host network.
        pub(crate) fn set_defaults_pod(pod: &mut Pod, context: &Defaulting) {
            let spec = &mut pod.spec;
            // Pod templates keep a negative grace period; their pods get this default.
            if spec.termination_grace_period_seconds.is_some_and(|seconds| seconds < 0) {
                spec.termination_grace_period_seconds = Some(1);
            }
            for container in spec.containers.iter_mut().chain(&mut spec.init_containers) {
                default_requests(container);
                if spec.host_network {
                    default_host_ports(container);
                }
            }
            // With the second gate, the API server computes them when it creates the pod, after admission.
            if context.gate("PodLevelResources") && !context.gate("PodLevelResourcesFixDefaulting") {
                default_huge_page_limits(spec);
                default_pod_requests(spec);
            }
            spec.enable_service_links.get_or_insert(true);
            if context.gate("H2CContainerProbe") {
                default_protocols(spec);
            }
        }

        /// Probes and hooks of a pod over HTTP use version 1.
        fn default_protocols(spec: &mut PodSpec) {
            for container in spec.containers.iter_mut().chain(&mut spec.init_containers) {
                let probes = [container.liveness_probe.as_mut(), container.readiness_probe.as_mut()];
                default_protocols_of(probes, container.startup_probe.as_deref_mut(), container.lifecycle.as_mut());
            }
            for container in &mut spec.ephemeral_containers {
                let container = &mut container.ephemeral_container_common;
                let probes = [container.liveness_probe.as_mut(), container.readiness_probe.as_mut()];
                default_protocols_of(probes, container.startup_probe.as_deref_mut(), container.lifecycle.as_mut());
            }
        }

        fn default_protocols_of(
            probes: [Option<&mut Probe>; 2],
            startup: Option<&mut Probe>,
            lifecycle: Option<&mut Lifecycle>,
        ) {
            let probes =
                probes.into_iter().flatten().chain(startup).filter_map(|probe| probe.handler.http_get.as_deref_mut());
            let hooks = lifecycle.into_iter().flat_map(|lifecycle| {
                let start = lifecycle.post_start.as_deref_mut().and_then(|hook| hook.http_get.as_deref_mut());
                let stop = lifecycle.pre_stop.as_mut().and_then(|hook| hook.http_get.as_deref_mut());
                [start, stop].into_iter().flatten()
            });
            for action in probes.chain(hooks) {
                action.protocol.get_or_insert(HTTPProtocol::HTTP1);
            }
        }

        /// `serviceAccount` is an alias of `serviceAccountName`, which takes precedence.
        pub(crate) fn set_defaults_pod_spec(spec: &mut PodSpec, _: &Defaulting) {
            if spec.service_account_name.is_empty() {
                spec.service_account_name = spec.service_account.clone();
            }
            spec.service_account = spec.service_account_name.clone();
        }

        /// `podIP` is an alias of the first item of `podIPs`. If they differ, it takes precedence, as old nodes set only
        /// this field.
        pub(crate) fn set_defaults_pod_status(status: &mut PodStatus, _: &Defaulting) {
            let first = status.pod_ips.first().map(|first| first.ip.clone());
            match first {
                Some(first) if status.pod_ip.is_empty() => status.pod_ip = first,
                Some(first) if first == status.pod_ip => {}
                None if status.pod_ip.is_empty() => {}
                _ => status.pod_ips = List::from([PodIP { ip: status.pod_ip.clone() }]),
            }
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
                for ingress in service.status.load_balancer.ingress.iter_mut().filter(|ingress| !ingress.ip.is_empty())
                {
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

        fn default_text(text: &mut impl Text, default: &'static str) {
            if text.is_empty() {
                *text = Str::from_static(default).into();
            }
        }

        /// Adds the entries of `more` that `list` lacks.
        fn add_missing<'a>(list: &mut ResourceList, more: impl IntoIterator<Item = (&'a Str, &'a Quantity)>) {
            for (name, quantity) in more {
                if !list.contains_key(name) {
                    list.insert(name.clone(), quantity.clone());
                }
            }
        }

        /// Adds the amounts of `more`.
        fn add(list: &mut ResourceList, more: &ResourceList) {
            for (name, quantity) in more.iter() {
                match list.get_mut(name) {
                    Some(sum) => *sum += quantity,
                    None => drop(list.insert(name.clone(), quantity.clone())),
                }
            }
        }

        /// Raises the amounts to those of `other` where these are greater.
        fn raise(list: &mut ResourceList, other: &ResourceList) {
            for (name, quantity) in other.iter() {
                if list.get(name).is_none_or(|known| quantity > known) {
                    list.insert(name.clone(), quantity.clone());
                }
            }
        }

        /// Returns true for resources that pods can have at the pod level.
        fn is_of_pods(name: &str) -> bool {
            name == "cpu" || name == "memory" || is_huge_page(name)
        }

        /// Returns true for huge pages of any size, which cannot be overcommitted.
        fn is_huge_page(name: &str) -> bool {
            name.starts_with("hugepages-")
        }
    }
}
