use std::mem;

use super::verbs::{RESOURCE_VERBS, SUBRESOURCE_VERBS};
use crate::meta::Kind;
use crate::schema::{GroupVersionKind, Lifecycle, Release, Stage};

/// Static information about a version of a kind: its names, endpoint and life cycle. The generator creates one for each
/// kind of the definitions; [`Scheme::info`](super::Scheme::info) and [`Scheme::kinds`](super::Scheme::kinds) return
/// them.
///
/// ```
/// use apimachinery::scheme::{KindInfo, ResourceInfo};
///
/// static PING: KindInfo =
///     KindInfo::new("example.com", "v1", "Ping").with_resource(ResourceInfo::new("pings", "ping").cluster_scoped());
/// assert_eq!(PING.group_version_kind().to_string(), "example.com/v1, Kind=Ping");
/// assert!(PING.served && !PING.resource.as_ref().unwrap().namespaced);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Creates the information about a kind that is served, without an endpoint and with an unknown life cycle. The
    /// other methods add these properties. All of them are `const`, so the information can be stored in a `static` for
    /// [`Builder::kind`](super::Builder::kind). `group` is empty for the core group.
    #[must_use]
    pub const fn new(group: &'static str, version: &'static str, kind: &'static str) -> Self {
        KindInfo {
            group,
            version,
            kind,
            resource: None,
            list: false,
            unversioned: false,
            served: true,
            lifecycle: Lifecycle::UNKNOWN,
            field_labels: &[],
        }
    }

    /// Creates the information about the kind of the Rust type `T`, with the life cycle in [`Kind::LIFECYCLE`] and
    /// without an endpoint.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::scheme::KindInfo;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Ping { type_meta: TypeMeta }
    /// # apimachinery::message! { Ping: kind {} }
    ///
    /// apimachinery::kind!(Ping, "example.com", "v1", "Ping", "", Namespaced);
    ///
    /// static PING: KindInfo = KindInfo::of::<Ping>();
    /// assert_eq!(PING, KindInfo::new("example.com", "v1", "Ping"));
    /// ```
    #[must_use]
    pub const fn of<T: Kind>() -> Self {
        KindInfo::new(T::GROUP, T::VERSION, T::KIND).with_lifecycle(T::LIFECYCLE)
    }

    /// Sets the endpoint of the kind: its names, verbs and subresources.
    #[must_use]
    pub const fn with_resource(mut self, resource: ResourceInfo) -> Self {
        self.resource = Some(resource);
        self
    }

    /// Sets the life cycle. Call it at most once: a second call leaks the memory of the life cycle that it replaces.
    ///
    /// ```
    /// use apimachinery::schema::{Lifecycle, Release};
    /// use apimachinery::scheme::KindInfo;
    ///
    /// const LIFE: Lifecycle = Lifecycle::new(Some(Release::new(1, 2)), None, None);
    /// static PING: KindInfo = KindInfo::new("example.com", "v1", "Ping").with_lifecycle(LIFE).as_unversioned();
    /// assert!(PING.unversioned && !PING.is_served(Release::new(1, 1)));
    /// ```
    #[must_use]
    pub const fn with_lifecycle(mut self, lifecycle: Lifecycle) -> Self {
        mem::forget(mem::replace(&mut self.lifecycle, lifecycle));
        self
    }

    /// Sets the labels that field selectors support in addition to `metadata.name` and `metadata.namespace`. Each pair
    /// contains the label of this version and the label with the same meaning in the hub type.
    ///
    /// ```
    /// use apimachinery::scheme::KindInfo;
    ///
    /// static PING: KindInfo = KindInfo::new("example.com", "v1", "Ping").with_field_labels(&[("spec.to", "spec.host")]);
    /// assert_eq!(PING.field_labels[0].1, "spec.host");
    /// ```
    #[must_use]
    pub const fn with_field_labels(mut self, labels: &'static [(&'static str, &'static str)]) -> Self {
        self.field_labels = labels;
        self
    }

    /// Declares that the kind is a list of another kind, such as `PodList`.
    #[must_use]
    pub const fn as_list(mut self) -> Self {
        self.list = true;
        self
    }

    /// Declares that the kind is the same in every version, such as `Status`. It is then never converted.
    #[must_use]
    pub const fn as_unversioned(mut self) -> Self {
        self.unversioned = true;
        self
    }

    /// Declares that no API server serves this version of the kind. It can still be decoded and converted.
    ///
    /// ```
    /// use apimachinery::schema::Release;
    /// use apimachinery::scheme::KindInfo;
    ///
    /// static PING: KindInfo = KindInfo::new("example.com", "v1alpha1", "PingList").as_list().not_served();
    /// assert!(PING.list && !PING.is_served(Release::new(1, 36)));
    /// ```
    #[must_use]
    pub const fn not_served(mut self) -> Self {
        self.served = false;
        self
    }

    /// Returns the group, version and kind as one value.
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

/// The endpoint of a kind in the API server, in [`KindInfo::resource`]: the names in URLs and for kubectl, the verbs
/// and the subresources.
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
#[non_exhaustive]
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
    /// Creates a namespaced resource with the plural name `plural` and the singular name `singular`, both in lower
    /// case. It supports all standard verbs and has no short names, categories or subresources.
    ///
    /// ```
    /// use apimachinery::scheme::{ResourceInfo, SubresourceInfo};
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// const PING: GroupVersionKind = GroupVersionKind::from_static("example.com", "v1", "Ping");
    /// static PINGS: ResourceInfo = ResourceInfo::new("pings", "ping")
    ///     .with_short_names(&["pi"])
    ///     .with_categories(&["all"])
    ///     .with_verbs(&["create", "get"])
    ///     .with_subresources(const { &[SubresourceInfo::new("status", PING)] });
    /// assert!(PINGS.namespaced && PINGS.is_stored());
    /// assert_eq!(PINGS.subresources[0].verbs, ["get", "patch", "update"]);
    /// ```
    #[must_use]
    pub const fn new(plural: &'static str, singular: &'static str) -> Self {
        ResourceInfo {
            plural,
            singular,
            short_names: &[],
            categories: &[],
            namespaced: true,
            verbs: &RESOURCE_VERBS,
            subresources: &[],
        }
    }

    /// Sets the short names that kubectl accepts, such as `deploy`.
    #[must_use]
    pub const fn with_short_names(mut self, names: &'static [&'static str]) -> Self {
        self.short_names = names;
        self
    }

    /// Sets the groups of resources that kubectl selects by one name, such as `all`.
    #[must_use]
    pub const fn with_categories(mut self, categories: &'static [&'static str]) -> Self {
        self.categories = categories;
        self
    }

    /// Declares that the resource is cluster-scoped: its objects do not belong to a namespace.
    #[must_use]
    pub const fn cluster_scoped(mut self) -> Self {
        self.namespaced = false;
        self
    }

    /// Sets the verbs that the endpoint supports, such as `get` and `list`, in alphabetical order.
    #[must_use]
    pub const fn with_verbs(mut self, verbs: &'static [&'static str]) -> Self {
        self.verbs = verbs;
        self
    }

    /// Sets the subresources, which must be sorted by name. The order is not checked.
    #[must_use]
    pub const fn with_subresources(mut self, subresources: &'static [SubresourceInfo]) -> Self {
        self.subresources = subresources;
        self
    }

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

/// A subresource: an endpoint below the endpoint of an object, such as `pods/log`, with its name, its verbs and the
/// kind of its objects. [`ResourceInfo::subresources`] contains the subresources of a resource.
///
/// ```
/// # #[cfg(feature = "core")] {
/// use apimachinery::schema::GroupVersionKind;
///
/// let scheme = apimachinery::apis::scheme();
/// let pod = scheme.info(&GroupVersionKind::new("", "v1", "Pod")).expect("a known kind");
/// let below = pod.resource.as_ref().expect("the kind has an endpoint").subresources;
/// let eviction = below.iter().find(|subresource| subresource.name == "eviction").expect("pods/eviction");
/// assert_eq!(eviction.kind, GroupVersionKind::new("policy", "v1", "Eviction"));
/// assert_eq!(eviction.verbs, ["create"]);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubresourceInfo {
    /// The name: the last part of the path of the endpoint, such as `status`.
    pub name: &'static str,
    /// The kind of the objects in requests to the subresource and its responses.
    pub kind: GroupVersionKind,
    /// The supported verbs, such as `get` and `update`, sorted.
    pub verbs: &'static [&'static str],
}

impl SubresourceInfo {
    /// Creates a subresource with the name `name`, such as `status`. Its requests and responses contain objects of
    /// `kind`, and it supports the verbs `get`, `patch` and `update`.
    #[must_use]
    pub const fn new(name: &'static str, kind: GroupVersionKind) -> Self {
        SubresourceInfo { name, kind, verbs: &SUBRESOURCE_VERBS }
    }

    /// Creates a subresource with the name `name`, whose requests and responses contain objects of the Rust type `T`.
    /// It supports the verbs `get`, `patch` and `update`.
    ///
    /// ```
    /// # #[cfg(feature = "autoscaling")] {
    /// use apimachinery::apis::autoscaling::v1::Scale;
    /// use apimachinery::scheme::SubresourceInfo;
    ///
    /// const SCALE: SubresourceInfo = SubresourceInfo::of::<Scale>("scale").with_verbs(&["get"]);
    /// assert_eq!(SCALE.kind.to_string(), "autoscaling/v1, Kind=Scale");
    /// # }
    /// ```
    #[must_use]
    pub const fn of<T: Kind>(name: &'static str) -> Self {
        SubresourceInfo::new(name, GroupVersionKind::from_static(T::GROUP, T::VERSION, T::KIND))
    }

    /// Sets the verbs that the endpoint supports, such as `get` and `list`, in alphabetical order.
    #[must_use]
    pub const fn with_verbs(mut self, verbs: &'static [&'static str]) -> Self {
        self.verbs = verbs;
        self
    }
}
