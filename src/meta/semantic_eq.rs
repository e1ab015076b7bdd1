use super::Object;
use crate::format;

/// True if two objects say the same: upstream's `equality.Semantic`.
///
/// Quantities are compared by value and times by instant; nil and empty lists, maps and bytes mean
/// the same. An absent value is not a zero one, and objects of different types differ. For exact
/// equality there is `==`.
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
