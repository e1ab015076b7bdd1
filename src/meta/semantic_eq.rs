use super::Object;
use crate::format;

/// Returns true if two objects are equal in meaning, even if some values are written differently. Counterpart of
/// `equality.Semantic`.
///
/// Quantities are compared by value and times by instant; nil and empty are equal for lists, maps and bytes. An unset
/// value differs from a zero value, and objects of different types differ. Use `==` for exact equality.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::apis::core::v1::ResourceQuota;
/// use apimachinery::meta::semantic_eq;
///
/// let quota = |cpu: &str| {
///     let mut quota = ResourceQuota::default();
///     quota.spec.hard.insert("cpu", cpu.parse().unwrap());
///     quota
/// };
/// assert!(semantic_eq(&quota("1.500"), &quota("1500m")));
/// assert!(quota("1.500") != quota("1500m"));
/// # }
/// ```
#[must_use]
pub fn semantic_eq(a: &dyn Object, b: &dyn Object) -> bool {
    format::semantic_eq(a.cursor(), b.cursor())
}
