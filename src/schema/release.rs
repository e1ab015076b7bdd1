use std::fmt;
use std::str::FromStr;

/// A minor release of Kubernetes, or of another project that defines APIs, such as 1.36. Patch releases do not affect
/// APIs and are ignored.
///
/// ```
/// use apimachinery::schema::Release;
///
/// let release: Release = "v1.9.4".parse().unwrap();
/// assert_eq!(release, Release::new(1, 9));
/// assert!(release < Release::new(1, 10));
/// assert_eq!(release.to_string(), "1.9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// The major version: 1 in `1.36`.
    pub major: u32,
    /// The minor version: 36 in `1.36`.
    pub minor: u32,
}

impl Release {
    /// Creates a release from its major and minor version.
    ///
    /// ```
    /// use apimachinery::schema::Release;
    ///
    /// assert_eq!(Release::new(1, 36).minor, 36);
    /// ```
    #[must_use]
    pub const fn new(major: u32, minor: u32) -> Release {
        Release { major, minor }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The error returned when a text that is not of the form `MAJOR.MINOR`, such as `1.36`, is parsed to a [`Release`].
///
/// ```
/// use apimachinery::schema::Release;
///
/// let error = "new".parse::<Release>().unwrap_err();
/// assert_eq!(error.to_string(), "invalid release \"new\": expected MAJOR.MINOR, such as 1.36");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReleaseError(String);

impl fmt::Display for ParseReleaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid release {:?}: expected MAJOR.MINOR, such as 1.36", self.0)
    }
}

impl std::error::Error for ParseReleaseError {}

impl FromStr for Release {
    type Err = ParseReleaseError;

    fn from_str(text: &str) -> Result<Release, ParseReleaseError> {
        let mut parts = text.strip_prefix('v').unwrap_or(text).split('.').map(number);
        match (parts.next().flatten(), parts.next().flatten()) {
            (Some(major), Some(minor)) if parts.all(|part| part.is_some()) => Ok(Release { major, minor }),
            _ => Err(ParseReleaseError(text.to_owned())),
        }
    }
}

/// Parses digits without a sign.
fn number(digits: &str) -> Option<u32> {
    let all_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { digits.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<Release>) {
        assert_eq!(text.parse().ok(), expected, "{text:?}");
    }

    #[test]
    fn two_numbers_are_a_release() {
        check("1.36", Some(Release::new(1, 36)));
        check("v1.36.3", Some(Release::new(1, 36)));
        for text in ["", "1", "1.", ".1", "1.x", "v", "vv1.2", "1.+2", "1.2.", "1.2-rc", "1.99999999999"] {
            check(text, None);
        }
    }
}
