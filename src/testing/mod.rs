//! Property tests for API types: does an object come back from another version as it was?
//!
//! [`roundtrip`] fills every kind of a [`Scheme`](crate::scheme::Scheme) by its type table with odd values (nothing and
//! empty, zero and absent, texts that parsers stumble over), sends it from its version to the hub and back and from the
//! hub to the version and back, and changes it on the way. Whatever the definitions do not give up must come back, from
//! annotations if need be: `drop` and `set` lose a field, `values` and `alias` have words and names for one thing, and a
//! rule may not tell empty from absent (see [`LossWhen`](crate::scheme::LossWhen)). What fails is made as small as can be.
//!
//! ```
//! # #[cfg(feature = "node")] {
//! use apimachinery::scheme::Scheme;
//! use apimachinery::testing::roundtrip;
//!
//! let mut builder = Scheme::builder();
//! apimachinery::apis::register(&mut builder); // or of your own crate
//! let scheme = builder.build();
//! let done = roundtrip(&scheme).only("node.k8s.io/v1alpha1", "RuntimeClass").cases(20).run().unwrap();
//! assert_eq!((done.pairs, done.objects), (1, 60), "three properties");
//! # }
//! ```
//!
//! A failure says where, what, and how to see it again:
//!
//! ```text
//! example.com/v1beta1 Shop, from the hub to the version and back: `spec.closed` differs
//!   before: true
//!   after:  false
//!   of the smallest object:
//!     metadata: {}
//!     spec:
//!       closed: true
//!   again: .only("example.com/v1beta1", "Shop").seed(3).cases(1)
//! ```

mod change;
mod difference;
mod failure;
mod fill;
mod pair;
mod random;
mod roundtrip;
mod shrink;

pub use self::failure::{Failure, Failures, Property};
use self::random::Random;
pub use self::roundtrip::{Roundtrip, Summary, roundtrip};
use crate::meta::Object;

/// Fills an object by its table with odd values, the same for a seed; what it says it is stays.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::apis::core::v1::ConfigMap;
///
/// let [mut one, mut other] = [ConfigMap::default(), ConfigMap::default()];
/// apimachinery::testing::fill(&mut one, 7);
/// apimachinery::testing::fill(&mut other, 7);
/// assert!(one == other && one != ConfigMap::default());
/// # }
/// ```
pub fn fill(object: &mut dyn Object, seed: u64) {
    let said = object.type_meta();
    fill::fill_object(&mut Random::new(seed), object.cursor_mut());
    object.set_type_meta(said);
}
