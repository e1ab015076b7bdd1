use std::cmp::Ordering;

/// The stability level of a version, from least to most stable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stability {
    Alpha,
    Beta,
    Stable,
}

/// Compares the names of two versions by stability and number: `v1alpha1` < `v1beta1` < `v1` < `v2`. Stable versions
/// are greater than beta versions, which are greater than alpha versions; within a level, the numbers decide. Texts
/// that are not of this form are less than all versions, and are compared with each other in reverse byte order.
/// Counterpart of `CompareKubeAwareVersionStrings`.
///
/// ```
/// use apimachinery::schema::compare_kube_aware_versions;
///
/// let mut versions = ["v1beta1", "v2", "foo", "v10", "v1alpha1", "v1"];
/// versions.sort_by(|a, b| compare_kube_aware_versions(b, a));
/// assert_eq!(versions, ["v10", "v2", "v1", "v1beta1", "v1alpha1", "foo"]);
/// ```
#[must_use]
pub fn compare_kube_aware_versions(a: &str, b: &str) -> Ordering {
    match (parse(a), parse(b)) {
        (None, None) => b.cmp(a),
        (a, b) => a.cmp(&b),
    }
}

/// Parses `v1`, `v1beta2` and the like into stability, major and minor number.
fn parse(version: &str) -> Option<(Stability, i64, i64)> {
    let version = version.strip_prefix('v')?;
    let stages = [("alpha", Stability::Alpha), ("beta", Stability::Beta)];
    let staged = stages.iter().find_map(|(name, stability)| Some((version.split_once(name)?, *stability)));
    match staged {
        None => Some((Stability::Stable, number(version)?, 0)),
        Some(((major, minor), stability)) => Some((stability, number(major)?, number(minor)?)),
    }
}

/// Parses digits without a sign; returns `None` on overflow.
fn number(digits: &str) -> Option<i64> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { digits.parse().ok() } else { None }
}
