use crate::schema::{GroupVersionKind, Lifecycle, Release, Stage};

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

    /// Whether a server of a release offers it, as far as anybody knows when it came and went.
    ///
    /// ```
    /// # #[cfg(feature = "extensions")] {
    /// use apimachinery::schema::{GroupVersionKind, Release};
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let old = scheme.info(&GroupVersionKind::new("extensions", "v1beta1", "Deployment")).expect("a known kind");
    /// assert!(old.is_served(Release::new(1, 15)) && !old.is_served(Release::new(1, 16)));
    /// # }
    /// ```
    #[must_use]
    pub fn is_served(&self, release: Release) -> bool {
        self.served && matches!(self.lifecycle.stage(release), Stage::Current | Stage::Deprecated)
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
    /// What can be done at the endpoint, such as `create`.
    pub verbs: &'static [&'static str],
    /// The endpoints below that of an object, sorted by name.
    pub subresources: &'static [SubresourceInfo],
}

impl ResourceInfo {
    /// Whether the server keeps the objects: what can only be created is answered and forgotten, and what can only be
    /// read is made up.
    ///
    /// ```
    /// # #[cfg(feature = "authentication")] {
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let review = scheme.info(&GroupVersionKind::new("authentication.k8s.io", "v1", "TokenReview"));
    /// let resource = review.and_then(|info| info.resource.as_ref()).expect("it has an endpoint");
    /// assert!(!resource.is_stored());
    /// # }
    /// ```
    #[must_use]
    pub fn is_stored(&self) -> bool {
        ["create", "get"].iter().all(|verb| self.verbs.contains(verb))
    }
}

/// An endpoint below that of an object, such as `pods/log`.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::schema::GroupVersionKind;
///
/// let scheme = apimachinery::apis::scheme();
/// let pod = scheme.info(&GroupVersionKind::new("", "v1", "Pod")).expect("a known kind");
/// let below = pod.resource.as_ref().expect("it has an endpoint").subresources;
/// let eviction = below.iter().find(|subresource| subresource.name == "eviction").expect("pods/eviction");
/// assert_eq!((eviction.kind, eviction.verbs), (("policy", "v1", "Eviction"), &["create"][..]));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubresourceInfo {
    /// The last part of its path, such as `status`.
    pub name: &'static str,
    /// Group, version and kind of what it answers.
    pub kind: (&'static str, &'static str, &'static str),
    /// What can be done there, such as `get`.
    pub verbs: &'static [&'static str],
}
