//! Conversions between ReplicationController and ReplicaSet, so that programs handle the old kind with the code of the
//! new one. Upstream registers the same conversions beside the versions of core.
//!
//! Upstream intends to preserve selectors that a ReplicationController cannot represent in an annotation, but its code
//! never reaches that branch. Such selectors are an error, as upstream.

use std::mem::take;

use super::apps::internal::{ReplicaSet, ReplicaSetCondition, ReplicaSetSpec, ReplicaSetStatus};
use super::core::v1::{
    ReplicationController, ReplicationControllerCondition, ReplicationControllerSpec, ReplicationControllerStatus,
};
use super::meta::v1::LabelSelector;
use crate::conversion::{self, Converter, Error, Scope};
use crate::field::{List, Str};

pub(super) fn register(converter: &mut Converter) {
    converter.register(controller_to_set).register(set_to_controller);
}

fn controller_to_set(from: &mut ReplicationController, to: &mut ReplicaSet, _: &Scope<'_>) -> Result<(), Error> {
    to.metadata = take(&mut from.metadata);
    spec_to_set(&mut from.spec, &mut to.spec);
    to.status = status_to_set(take(&mut from.status));
    Ok(())
}

fn set_to_controller(from: &mut ReplicaSet, to: &mut ReplicationController, scope: &Scope<'_>) -> Result<(), Error> {
    to.metadata = take(&mut from.metadata);
    scope.field("spec", || spec_to_controller(&mut from.spec, &mut to.spec))?;
    if from.status.terminating_replicas.is_some() {
        scope.lose("status.terminatingReplicas", "a ReplicationController does not count terminating pods");
    }
    to.status = status_to_controller(take(&mut from.status));
    Ok(())
}

fn spec_to_set(from: &mut ReplicationControllerSpec, to: &mut ReplicaSetSpec) {
    to.replicas = from.replicas;
    to.min_ready_seconds = from.min_ready_seconds;
    to.selector = LabelSelector::from_labels(&from.selector);
    to.template = from.template.take().map(|template| *template).unwrap_or_default();
}

fn spec_to_controller(from: &mut ReplicaSetSpec, to: &mut ReplicationControllerSpec) -> Result<(), Error> {
    to.replicas = Some(from.replicas.unwrap_or_default());
    to.min_ready_seconds = from.min_ready_seconds;
    to.template = Some(Box::new(take(&mut from.template)));
    if let Some(selector) = &from.selector {
        to.selector = conversion::field("selector", selector.as_map())?;
    }
    Ok(())
}

/// Empty conditions become nil, because upstream appends them one by one.
fn items<A, B>(from: List<A>, item: impl FnMut(A) -> B) -> List<B> {
    if from.is_empty() { List::nil() } else { from.into_iter().map(item).collect() }
}

fn status_to_set(from: ReplicationControllerStatus) -> ReplicaSetStatus {
    ReplicaSetStatus {
        replicas: from.replicas,
        fully_labeled_replicas: from.fully_labeled_replicas,
        ready_replicas: from.ready_replicas,
        available_replicas: from.available_replicas,
        observed_generation: from.observed_generation,
        conditions: items(from.conditions, |from| ReplicaSetCondition {
            type_: Str::from(from.type_).into(),
            status: from.status,
            last_transition_time: from.last_transition_time,
            reason: from.reason,
            message: from.message,
        }),
        ..ReplicaSetStatus::default()
    }
}

fn status_to_controller(from: ReplicaSetStatus) -> ReplicationControllerStatus {
    ReplicationControllerStatus {
        replicas: from.replicas,
        fully_labeled_replicas: from.fully_labeled_replicas,
        ready_replicas: from.ready_replicas,
        available_replicas: from.available_replicas,
        observed_generation: from.observed_generation,
        conditions: items(from.conditions, |from| ReplicationControllerCondition {
            type_: Str::from(from.type_).into(),
            status: from.status,
            last_transition_time: from.last_transition_time,
            reason: from.reason,
            message: from.message,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::json;
    use crate::scheme::Scheme;

    const CONTROLLER: &str = r#"{"metadata":{"name":"web"},"spec":{"replicas":2,"selector":{"app":"web"},"template":{"metadata":{},"spec":{"containers":[{"name":"web","resources":{}}],"securityContext":{}}}},"status":{"replicas":2,"conditions":[{"type":"ReplicaFailure","status":"True","lastTransitionTime":null}]}}"#;

    fn scheme() -> Scheme {
        crate::apis::scheme()
    }

    #[test]
    fn goes_to_a_replica_set_and_back() {
        let controller: ReplicationController = json::from_str(CONTROLLER).expect("a controller");
        let mut set = ReplicaSet::default();
        scheme().convert(Box::new(controller), &mut set, None).expect("a pair of its own");
        assert_eq!(set.spec.selector.as_ref().expect("it has one").match_labels["app"], "web");
        assert_eq!(set.status.conditions[0].type_, "ReplicaFailure");

        let mut back = ReplicationController::default();
        scheme().convert(Box::new(set), &mut back, None).expect("a pair of its own");
        assert_eq!(json::to_string(&back).expect("it has a form"), CONTROLLER);
    }

    #[test]
    fn a_selector_that_labels_cannot_say_is_an_error() {
        let mut set = ReplicaSet::default();
        set.spec.selector = Some(LabelSelector::parse("tier notin (back)").expect("a selector"));
        let error = scheme().convert(Box::new(set), &mut ReplicationController::default(), None).unwrap_err();
        let text = r#"operator "NotIn" cannot be converted into the old label selector format"#;
        assert!(error.to_string().ends_with(text), "{error}");
    }
}
