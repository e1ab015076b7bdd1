use std::fmt;

/// The prefix of every encrypted value.
const PREFIX: &[u8] = b"k8s:enc:";

/// The encryption of a stored value, as stated by its prefix `k8s:enc:<provider>:<version>:<name>:`.
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
pub struct Encrypted {
    /// The provider, such as `aescbc`, `aesgcm`, `secretbox` or `kms`.
    pub provider: String,
    /// The version of the provider's format.
    pub version: String,
    /// The name of the key, or of the plugin for `kms`.
    pub name: String,
}

impl Encrypted {
    /// Returns the encryption of a value, or `None` if it is not encrypted. Parts that the prefix does not contain are
    /// empty.
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
