//! An API of two kinds in three versions, with rules of most sorts: no version loses a value that its definitions do not
//! declare lost.

use apimachinery::scheme::Scheme;
use apimachinery::testing::roundtrip;

fn scheme() -> Scheme {
    let mut builder = Scheme::builder();
    super::register(&mut builder);
    builder.build()
}

#[test]
fn every_value_survives_or_is_declared_lost() {
    let done = roundtrip(&scheme()).cases(300).run().unwrap();
    assert_eq!(done.pairs, 6);
    assert!(done.refused * 10 < done.objects * 9, "{done:?}");
}
