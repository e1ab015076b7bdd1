//! The test kit on our own definitions: every kind and version that has a hub.

use apimachinery::apis::meta::v1::ObjectMeta;
use apimachinery::meta::{Str, TypeMeta};
use apimachinery::schema::GroupVersionKind;
use apimachinery::scheme::Scheme;
use apimachinery::testing::roundtrip;

use super::number_from;

/// What functions on a type change by Kubernetes' own rules.
const CHANGED: &[(&[&str], &[&str])] = &[
    // One metric is a field of its own, and is there always; the others are annotations.
    (
        &["autoscaling/v1"],
        &[
            "metadata.annotations",
            "spec.targetCPUUtilizationPercentage",
            "spec.metrics",
            "spec.behavior",
            "status.currentMetrics",
            "status.conditions",
        ],
    ),
    // The type of a metric's target follows from the value that is there.
    (&["autoscaling/v2beta1"], &["metadata.annotations", "spec.metrics", "spec.behavior", "status.currentMetrics"]),
    // A claim says what it is in the version, and nothing in the hub.
    (&["apps/v1", "apps/v1beta2", "apps/v1beta1"], &["spec.volumeClaimTemplates"]),
    // The labels are made from the text of the selector.
    (&["apps/v1beta2", "apps/v1beta1", "extensions/v1beta1"], &["status.selector", "status.targetSelector"]),
    // A list of none is no list.
    (&["coordination.k8s.io/v1alpha1"], &["spec.preferredStrategies"]),
    // A negative period is one second; texts become bytes, and what is empty is absent.
    (&["v1"], &["spec.terminationGracePeriodSeconds", "stringData", "data"]),
    // What all versions of a resource share stands once in the hub, beside them; a version may be the only one.
    (
        &["apiextensions.k8s.io/v1"],
        &[
            "spec.version",
            "spec.versions",
            "spec.validation",
            "spec.subresources",
            "spec.additionalPrinterColumns",
            "spec.selectableFields",
        ],
    ),
    // Values in a schema are spelt in one way.
    (&["apiextensions.k8s.io/v1beta1"], &["spec.versions", "spec.validation"]),
    // The node's name and the zone are entries of the topology.
    (
        &["discovery.k8s.io/v1beta1", "discovery.k8s.io/v1alpha1"],
        &["endpoints.topology", "endpoints.nodeName", "endpoints.deprecatedTopology", "endpoints.zone"],
    ),
    // The annotation says of a zero that it is meant.
    (&["flowcontrol.apiserver.k8s.io/v1beta3"], &["metadata.annotations"]),
    // The group follows from the kind, and the user `*` is a group.
    (&["rbac.authorization.k8s.io/v1alpha1"], &["subjects"]),
    // A port has a name or a number.
    (
        &["networking.k8s.io/v1beta1", "extensions/v1beta1"],
        &["spec.defaultBackend", "spec.backend", "spec.rules.http.paths.backend"],
    ),
    // There is no list of rules that is nil.
    (&["extensions/v1beta1"], &["spec.ingress", "spec.egress"]),
    // An empty selector means nothing here and everything in the hub: labels of their own tell them apart.
    (&["policy/v1beta1", "policy/v1"], &["spec.selector"]),
    // Conditions are made anew one by one.
    (&["storagemigration.k8s.io/v1alpha1"], &["status.conditions"]),
];

#[test]
fn versions_and_hubs_return_what_they_hold() {
    let scheme = apimachinery::apis::scheme();
    let mut test =
        roundtrip(&scheme).seed(number_from("ROUNDTRIP_SEED", 1)).cases(number_from("ROUNDTRIP_OBJECTS", 12));
    for (versions, paths) in CHANGED {
        for version in *versions {
            test = paths.iter().fold(test, |test, path| test.allow(version, path));
        }
    }
    let done = test.run().unwrap();
    assert!(done.refused * 2 < done.objects, "{done:?}");
}

#[derive(Clone, Default, PartialEq)]
struct Shop {
    type_meta: TypeMeta,
    metadata: ObjectMeta,
    name: Str,
    closed: bool,
}

apimachinery::message! {
    Shop: kind {
        metadata => "metadata", 1, Never;
        name => "name", 2, Never;
        closed => "closed", 3, Empty;
    }
}

/// A version whose functions forget what they know nothing of.
#[derive(Clone, Default, PartialEq)]
struct OldShop {
    type_meta: TypeMeta,
    metadata: ObjectMeta,
    title: Str,
}

apimachinery::message! {
    OldShop: kind {
        metadata => "metadata", 1, Never;
        title => "title", 2, Never;
    }
}

#[test]
fn what_is_forgotten_is_found_and_made_small() {
    let mut builder = Scheme::builder();
    builder.known_type::<OldShop>(GroupVersionKind::new("example.com", "v1beta1", "Shop")).convert::<Shop>(
        |old, hub, _| {
            (hub.metadata, hub.name) = (std::mem::take(&mut old.metadata), std::mem::take(&mut old.title));
            Ok(())
        },
        |hub, old, _| {
            (old.metadata, old.title) = (std::mem::take(&mut hub.metadata), std::mem::take(&mut hub.name));
            Ok(())
        },
    );
    builder.hub::<Shop>("example.com", "Shop");
    let scheme = builder.build();

    let failures = roundtrip(&scheme).run().unwrap_err();
    assert_eq!(failures.iter().len(), 1);
    let failure = failures.iter().next().expect("one");
    let text = format!(
        "example.com/v1beta1 Shop, from the hub to the version and back: `closed` differs
  before: true
  after:  false
  of the smallest object:
    closed: true
    metadata: {{}}
    name: \"\"
  again: .only(\"example.com/v1beta1\", \"Shop\").seed({}).cases(1)",
        failure.seed
    );
    assert_eq!(failure.to_string(), text);
    let again = roundtrip(&scheme).only("example.com/v1beta1", "Shop").seed(failure.seed).cases(1).run().unwrap_err();
    assert_eq!(again.iter().next().map(ToString::to_string), Some(text));

    let allowed = roundtrip(&scheme).allow("example.com/v1beta1", "closed").run().expect("nothing else is lost");
    assert_eq!((allowed.pairs, allowed.objects, allowed.refused), (1, 300, 0));
}
