//! The test kit on an API of one's own.

use apimachinery::scheme::{LossWhen, Scheme};
use apimachinery::testing::roundtrip;

fn scheme() -> Scheme {
    let mut builder = Scheme::builder().named("downstream");
    downstream::apis::register(&mut builder);
    builder.build()
}

/// A size by chance is hardly ever one that the function reads, so half of the fields of v1beta1 are refused.
#[test]
fn fields_come_back_from_every_version() {
    let done = roundtrip(&scheme()).cases(200).run().unwrap();
    assert_eq!((done.pairs, done.objects), (2, 1200));
    assert!(done.refused <= 200, "{done:?}");
}

#[test]
fn what_a_version_gives_up_is_data() {
    let scheme = scheme();
    let losses: Vec<_> = scheme.losses().map(|(version, loss)| (version.version.as_str(), loss.path, loss.when)).collect();
    assert_eq!(losses, [], "{:?}", LossWhen::Always);
}
