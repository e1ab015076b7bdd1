use crate::schema::{GroupVersionKind, Lifecycle};

/// What is known of a kind besides its type; made by the generator.
///
/// ```
/// use apimachinery::scheme::{KindInfo, Lifecycle};
///
/// static PING: KindInfo = KindInfo {
///     group: "example.com",
///     version: "v1",
///     kind: "Ping",
///     resource: None,
///     list: false,
///     unversioned: false,
///     served: true,
///     lifecycle: Lifecycle::UNKNOWN,
///     field_labels: &[],
/// };
/// assert_eq!(PING.group_version_kind().to_string(), "example.com/v1, Kind=Ping");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindInfo {
    /// The group; empty for core.
    pub group: &'static str,
    /// The version.
    pub version: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// The names at the endpoint, if there is one.
    pub resource: Option<ResourceInfo>,
    /// A list of another kind.
    pub list: bool,
    /// The same type in every version.
    pub unversioned: bool,
    /// Known and converted; offered as well?
    pub served: bool,
    /// When it came and went.
    pub lifecycle: Lifecycle,
    /// Field labels that a selector may use besides name and namespace, and the hub's label of each.
    pub field_labels: &'static [(&'static str, &'static str)],
}

impl KindInfo {
    /// Its name in full.
    #[must_use]
    pub fn group_version_kind(&self) -> GroupVersionKind {
        GroupVersionKind::new(self.group, self.version, self.kind)
    }
}

/// The names of a resource at its endpoint.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::schema::GroupVersionKind;
///
/// let scheme = apimachinery::apis::scheme();
/// let info = scheme.info(&GroupVersionKind::new("apps", "v1", "Deployment")).expect("a known kind");
/// let resource = info.resource.as_ref().expect("it has an endpoint");
/// assert_eq!((resource.plural, resource.short_names), ("deployments", &["deploy"][..]));
/// assert!(resource.namespaced);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceInfo {
    /// The plural, such as `deployments`.
    pub plural: &'static str,
    /// The singular.
    pub singular: &'static str,
    /// Short names, such as `deploy`.
    pub short_names: &'static [&'static str],
    /// Categories, such as `all`.
    pub categories: &'static [&'static str],
    /// In a namespace, or of the cluster.
    pub namespaced: bool,
}
