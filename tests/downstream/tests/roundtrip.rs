//! The test kit, applied to the API of another crate.

use apimachinery::scheme::{LossWhen, Scheme};
use apimachinery::testing::roundtrip;

/// Returns a scheme with the built-in kinds: a field contains a pod template, whose definitions declare its losses.
fn scheme() -> Scheme {
    let mut builder = Scheme::builder().named("downstream");
    apimachinery::apis::register(&mut builder);
    downstream::apis::register(&mut builder);
    builder.build()
}

/// Random sizes are rarely valid input of the conversion function, so v1beta1 fields are rejected on conversion to the
/// hub.
#[test]
fn fields_come_back_from_every_version() {
    let scheme = scheme();
    let test = roundtrip(&scheme).only("farm.example.com/v1", "Field").only("farm.example.com/v1beta1", "Field");
    let done = test.cases(200).run().unwrap();
    assert_eq!((done.pairs, done.objects), (2, 1200));
    assert!(done.refused * 4 < done.objects, "{done:?}");
}

/// The pod template belongs to another group, where its losses are declared.
#[test]
fn the_scheme_says_what_a_version_gives_up() {
    let scheme = scheme();
    let own = scheme.losses().filter(|(version, _)| version.group == "farm.example.com").map(|(_, loss)| loss);
    let own: Vec<_> = own.filter(|loss| !loss.reason.is_empty()).map(|loss| (loss.path, loss.reason)).collect();
    assert_eq!(own, [("size", "a size that is not said is 0x0"), ("area", "a size that is not said is 0x0")]);
    let (_, cidr) = scheme.losses().find(|(_, loss)| loss.path == "podCIDR").expect("a loss of nodes");
    assert_eq!((cidr.when, cidr.reason), (LossWhen::Always, "a second name"));
}
