use crate::schema::{GroupVersionKind, Lifecycle, Release, Stage};

/// Information about a kind in addition to its type, created by the generator.
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
    /// The names and verbs of the resource; `None` if the kind has no endpoint.
    pub resource: Option<ResourceInfo>,
    /// True if the kind is a list of another kind.
    pub list: bool,
    /// True if the kind has the same type in every version.
    pub unversioned: bool,
    /// True if a server offers the kind. Kinds that are not served can still be decoded and converted.
    pub served: bool,
    /// The releases in which the kind was introduced, deprecated and removed.
    pub lifecycle: Lifecycle,
    /// The field labels that selectors accept in addition to name and namespace, each with the hub's label.
    pub field_labels: &'static [(&'static str, &'static str)],
}

impl KindInfo {
    /// Returns the group, version and kind.
    #[must_use]
    pub fn group_version_kind(&self) -> GroupVersionKind {
        GroupVersionKind::new(self.group, self.version, self.kind)
    }

    /// Returns true if an API server of `release` serves the kind. If the release of its introduction, deprecation or
    /// removal is unknown, that change is assumed not to have happened.
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
/// let resource = info.resource.as_ref().expect("the kind has an endpoint");
/// assert_eq!((resource.plural, resource.short_names), ("deployments", &["deploy"][..]));
/// assert!(resource.namespaced);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceInfo {
    /// The plural, such as `deployments`.
    pub plural: &'static str,
    /// The singular, such as `deployment`.
    pub singular: &'static str,
    /// Short names, such as `deploy`.
    pub short_names: &'static [&'static str],
    /// Categories, such as `all`.
    pub categories: &'static [&'static str],
    /// True if objects belong to a namespace, false if they are cluster-scoped.
    pub namespaced: bool,
    /// The supported verbs, such as `create`.
    pub verbs: &'static [&'static str],
    /// The subresources, sorted by name.
    pub subresources: &'static [SubresourceInfo],
}

impl ResourceInfo {
    /// Returns true if the API server stores the objects. Resources that can only be created are answered and
    /// discarded; those that can only be read are computed.
    ///
    /// ```
    /// # #[cfg(feature = "authentication")] {
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let review = scheme.info(&GroupVersionKind::new("authentication.k8s.io", "v1", "TokenReview"));
    /// let resource = review.and_then(|info| info.resource.as_ref()).expect("the kind has an endpoint");
    /// assert!(!resource.is_stored());
    /// # }
    /// ```
    #[must_use]
    pub fn is_stored(&self) -> bool {
        ["create", "get"].iter().all(|verb| self.verbs.contains(verb))
    }
}

/// A subresource: an endpoint below the endpoint of an object, such as `pods/log`.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::schema::GroupVersionKind;
///
/// let scheme = apimachinery::apis::scheme();
/// let pod = scheme.info(&GroupVersionKind::new("", "v1", "Pod")).expect("a known kind");
/// let below = pod.resource.as_ref().expect("the kind has an endpoint").subresources;
/// let eviction = below.iter().find(|subresource| subresource.name == "eviction").expect("pods/eviction");
/// assert_eq!((eviction.kind, eviction.verbs), (("policy", "v1", "Eviction"), &["create"][..]));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubresourceInfo {
    /// The last part of the path, such as `status`.
    pub name: &'static str,
    /// Group, version and kind of the objects that the subresource exchanges.
    pub kind: (&'static str, &'static str, &'static str),
    /// The supported verbs, such as `get`.
    pub verbs: &'static [&'static str],
}
