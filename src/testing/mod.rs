//! Property tests for conversions: an object must survive a round trip through another version.
//!
//! [`roundtrip`] fills every kind of a [`Scheme`](crate::scheme::Scheme), by its type table, with unusual values: nil
//! and empty lists, zero and unset fields, and strings that parsers commonly misread. It converts each object from its
//! version to the hub and back, from the hub to the version and back, and from the hub to the version with a change
//! made there. Every value that the definitions do not declare lost must be preserved, if necessary in annotations.
//! Losses are declared by the definitions (see [`scheme::Loss`](crate::scheme::Loss)): by the rules `drop` and `set`,
//! by `values` and `alias`, which convert several spellings to one, and by rules that do not distinguish empty from
//! unset values. If all fields with an `enum` have one of its values, they also have one after each conversion (see
//! [`scheme::EnumField`](crate::scheme::EnumField)). Each failing object is reduced to a minimal one.
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
//! A failure reports the kind, the field, and how to reproduce it:
//!
//! ```text
//! example.com/v1beta1 Shop, from the hub to the version and back: `spec.closed` differs
//!   before: true
//!   after:  false
//!   smallest failing object:
//!     metadata: {}
//!     spec:
//!       closed: true
//!   reproduce with: .only("example.com/v1beta1", "Shop").seed(3).cases(1)
//! ```

mod change;
mod difference;
mod enums;
mod failure;
mod fill;
mod pair;
mod random;
mod roundtrip;
mod shrink;

use self::enums::Enums;
pub use self::failure::{Failure, Failures, Property};
use self::random::Random;
pub use self::roundtrip::{Roundtrip, Summary, roundtrip};
use crate::meta::Object;

/// Fills all fields of an object with pseudorandom values, including nil and empty lists, unset fields, zero, the
/// largest numbers, and strings that parsers commonly misread. Previous values are replaced, except for `type_meta`.
/// The same seed always produces the same values. Values satisfy the types, but not the validation of the API server.
/// Use it for your own round-trip tests.
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
    fill_with(object, seed, &Enums::default());
}

/// Fills an object, most of whose fields with a closed set of values get one of them.
fn fill_with(object: &mut dyn Object, seed: u64, enums: &Enums) {
    let said = object.type_meta();
    fill::fill_object(&mut Random::new(seed), object.cursor_mut(), enums);
    object.set_type_meta(said);
}
