use crate::schema::{GroupVersionKind, Lifecycle, Release, Stage};

/// Static information about a version of a kind: its names, endpoint and life cycle. The generator creates one for each
/// kind of the definitions; [`Scheme::info`](super::Scheme::info) and [`Scheme::kinds`](super::Scheme::kinds) return
/// them.
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
    /// The API group, such as `apps`; empty for the core group.
    pub group: &'static str,
    /// The version, such as `v1`.
    pub version: &'static str,
    /// The kind, such as `Deployment`.
    pub kind: &'static str,
    /// The endpoint of the kind: its names, verbs and subresources. `None` if the kind has no endpoint, such as lists
    /// and the kinds that only subresources exchange.
    pub resource: Option<ResourceInfo>,
    /// If true, the kind is a list of another kind, such as `PodList`.
    pub list: bool,
    /// If true, the kind is the same in every version, such as `Status`, and is never converted.
    pub unversioned: bool,
    /// If false, no API server serves this version of the kind, but it can be decoded and converted. If true, API
    /// servers serve it in the releases given by [`KindInfo::lifecycle`]; [`KindInfo::is_served`] checks one release.
    pub served: bool,
    /// The releases in which the kind was introduced, deprecated and removed.
    pub lifecycle: Lifecycle,
    /// The labels that field selectors support in addition to `metadata.name` and `metadata.namespace`, such as
    /// `spec.nodeName`. Each is paired with the label that has the same meaning in the hub type.
    pub field_labels: &'static [(&'static str, &'static str)],
}

impl KindInfo {
    /// Returns the group, version and kind.
    #[must_use]
    pub fn group_version_kind(&self) -> GroupVersionKind {
        GroupVersionKind::new(self.group, self.version, self.kind)
    }

    /// Returns true if an API server of `release` serves the kind: [`KindInfo::served`] is true, and the kind has been
    /// introduced and not removed. If the release of its introduction or removal is unknown, only the other one is
    /// considered.
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

/// The endpoint of a kind in the API server: the names in URLs and for kubectl, the verbs and the subresources.
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
    /// The plural in lower case, as in URLs, such as `deployments`.
    pub plural: &'static str,
    /// The singular in lower case, which kubectl accepts too, such as `deployment`.
    pub singular: &'static str,
    /// The short names that kubectl accepts, such as `deploy`; empty if there are none.
    pub short_names: &'static [&'static str],
    /// The groups of resources that kubectl selects by one name, such as `all` in `kubectl get all`; empty if there are
    /// none.
    pub categories: &'static [&'static str],
    /// If true, each object belongs to a namespace; if false, objects are cluster-scoped.
    pub namespaced: bool,
    /// The supported verbs, sorted: a subset of `create`, `delete`, `deletecollection`, `get`, `list`, `patch`,
    /// `update` and `watch`.
    pub verbs: &'static [&'static str],
    /// The subresources, such as `status` and `scale`, sorted by name; empty if there are none.
    pub subresources: &'static [SubresourceInfo],
}

impl ResourceInfo {
    /// Returns true if the API server stores the objects, that is, if they can be both created and read. Objects that
    /// can only be created are requests, such as `TokenReview`; those that can only be read are computed, such as
    /// `ComponentStatus`.
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
    /// The name: the last part of the path of the endpoint, such as `status`.
    pub name: &'static str,
    /// Group, version and kind of the objects in requests to the subresource and its responses.
    pub kind: (&'static str, &'static str, &'static str),
    /// The supported verbs, such as `get` and `update`, sorted.
    pub verbs: &'static [&'static str],
}
