use std::fmt;

/// The prefix of every encrypted value.
const PREFIX: &[u8] = b"k8s:enc:";

/// A description of how a value in etcd is encrypted, read from its prefix `k8s:enc:<provider>:<version>:<name>:`. This
/// crate does not decrypt values.
///
/// ```
/// use apimachinery::serializer::storage::Encrypted;
///
/// let found = Encrypted::find(b"k8s:enc:kms:v2:lighthouse:\x0a\x03").expect("an encrypted value");
/// assert_eq!((&*found.provider, &*found.version, &*found.name), ("kms", "v2", "lighthouse"));
/// assert_eq!(found.to_string(), r#"the value is encrypted: provider kms v2, plugin "lighthouse""#);
/// assert!(Encrypted::find(b"k8s\0").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encrypted {
    /// The encryption provider configured in the API server: `aescbc`, `aesgcm`, `secretbox` or `kms`.
    pub provider: String,
    /// The version of the provider's format, such as `v1`, or `v2` for newer `kms` plugins.
    pub version: String,
    /// The name of the key in the API server's encryption configuration, or of the plugin for `kms`.
    pub name: String,
}

impl Encrypted {
    /// Parses the prefix of an encrypted value, `k8s:enc:PROVIDER:VERSION:NAME:`, and returns its parts. Returns `None` if
    /// the value does not begin with `k8s:enc:`, because it is not encrypted. Parts that the prefix lacks are empty.
    #[must_use]
    pub fn find(value: &[u8]) -> Option<Self> {
        let mut parts = value.strip_prefix(PREFIX)?.splitn(4, |&byte| byte == b':');
        let mut part = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
        Some(Encrypted { provider: part(), version: part(), name: part() })
    }
}

impl fmt::Display for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Encrypted { provider, version, name } = self;
        let what = if provider == "kms" { "plugin" } else { "key" };
        write!(f, "the value is encrypted: provider {provider} {version}, {what} {name:?}")
    }
}
