//! The Scheme: a registry of kinds with their Rust types, defaults and conversions. A [`Builder`] collects them and
//! creates the immutable [`Scheme`], which looks up kinds, creates objects, fills in defaults and converts objects
//! between versions.

mod builder;
mod convert;
mod entry;
mod enums;
mod erased;
mod error;
mod field_label;
mod info;
mod kind_builder;
mod known_types;
mod loss;
mod object_kinds;
mod registry;
mod route;
mod storage;
mod unstructured;
mod verbs;
mod versions;

use std::fmt;

pub use self::builder::Builder;
pub(crate) use self::builder::generated;
pub use self::enums::EnumField;
pub use self::error::Error;
pub use self::info::{KindInfo, ResourceInfo, SubresourceInfo};
pub use self::kind_builder::KindBuilder;
pub use self::known_types::KnownType;
pub use self::loss::{Loss, LossWhen};
pub use self::object_kinds::ObjectKinds;
use self::registry::Registry;
use crate::conversion::Converter;
use crate::meta::Object;
pub use crate::schema::Lifecycle;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind};

/// A registry of kinds with their Rust types, defaults and conversions. A [`Builder`] creates it; afterwards it is
/// immutable and can be shared between threads. Counterpart of `runtime.Scheme`.
///
/// Each kind has versions and, usually, a hub: an internal type through which all its versions are converted. Versions
/// and hubs with equal fields share one Rust type, so a type may be registered as several kinds.
/// [`Scheme::object_kinds`] returns the kinds of an object.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::schema::GroupVersionKind;
///
/// let scheme = apimachinery::apis::scheme();
/// let gvk = GroupVersionKind::new("apps", "v1", "Deployment");
/// assert!(scheme.recognizes(&gvk));
/// let zero = scheme.new_object(&gvk).unwrap();
/// assert_eq!(scheme.object_kinds(&*zero).unwrap().kinds[0], gvk);
/// # }
/// ```
pub struct Scheme {
    registry: Registry,
}

impl Scheme {
    /// Creates an empty builder for registering kinds. As in upstream, the Scheme is named after the source location of
    /// this call, unless it is given a name with [`Builder::named`].
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    ///
    /// let line = line!() + 1;
    /// let scheme = Scheme::builder().build();
    /// assert!(scheme.name().ends_with(&format!(":{line}")));
    /// assert_eq!(Scheme::builder().named("mine").build().name(), "mine");
    /// ```
    #[must_use]
    #[track_caller]
    pub fn builder() -> Builder {
        Builder::new()
    }

    /// Returns the name of the Scheme, which appears in error messages.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.registry.name
    }

    /// Returns the registry of conversion functions between Rust types, for conversions of parts of objects. The
    /// converter does not convert through the hub; use [`Scheme::convert`] for whole objects.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::{internal, v1beta1};
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let (mut old, mut hub) = (v1beta1::Deployment::default(), internal::Deployment::default());
    /// let scope = Scope::new(GroupVersion::new("apps", "v1beta1"));
    /// apimachinery::apis::scheme().converter().convert(&mut old, &mut hub, &scope)?;
    /// # }
    /// # Ok::<(), apimachinery::conversion::Error>(())
    /// ```
    #[must_use]
    pub fn converter(&self) -> &Converter {
        &self.registry.converter
    }

    /// Returns true if the kind `gvk` is registered with exactly this group, version and name. Hub kinds, with the
    /// version [`INTERNAL_VERSION`](crate::schema::INTERNAL_VERSION), are included.
    #[must_use]
    pub fn recognizes(&self, gvk: &GroupVersionKind) -> bool {
        self.registry.entry(gvk).is_some()
    }

    /// Creates an object of the kind `gvk` in which no field is set, including its `type_meta`. An unversioned kind
    /// such as `Status` is found by its name alone, regardless of group and version. Counterpart of
    /// `runtime.Scheme.New`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let object = scheme.new_object(&GroupVersionKind::new("apps", "v1", "Deployment"))?;
    /// assert_eq!(object.type_meta(), TypeMeta::default());
    /// assert!(scheme.new_object(&GroupVersionKind::new("apps", "v9", "Deployment")).is_err());
    /// # }
    /// # Ok::<(), apimachinery::scheme::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the kind is not registered.
    pub fn new_object(&self, gvk: &GroupVersionKind) -> Result<Box<dyn Object>, Error> {
        let entry = self.registry.entry_or_unversioned(gvk);
        entry.map(|entry| (entry.new)()).ok_or_else(|| Error::not_registered(gvk, self.name()))
    }

    /// Returns true if a kind of the group is registered in a version other than the hub version.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let scheme = apimachinery::apis::scheme();
    /// assert!(scheme.is_group_registered("apps") && !scheme.is_group_registered("example.com"));
    /// # }
    /// ```
    #[must_use]
    pub fn is_group_registered(&self, group: &str) -> bool {
        self.registry.versions.observed().iter().any(|version| version.group == group)
    }

    /// Returns true if a kind is registered in this version. Returns false for hub versions, and for versions for which
    /// only a priority is set.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// assert!(scheme.is_version_registered(&GroupVersion::new("apps", "v1")));
    /// assert!(!scheme.is_version_registered(&GroupVersion::internal("apps")));
    /// # }
    /// ```
    #[must_use]
    pub fn is_version_registered(&self, version: &GroupVersion) -> bool {
        self.registry.versions.observed().contains(version)
    }

    /// Returns the versions of a group in order of preference, without the hub version. Versions passed to
    /// [`Builder::set_version_priority`] come first, even if no kind is registered in them; the others follow in order
    /// of registration. The list is empty for unknown groups. Counterpart of `PrioritizedVersionsForGroup`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let versions = apimachinery::apis::scheme().prioritized_versions_for_group("apps");
    /// assert_eq!(versions[0].to_string(), "apps/v1");
    /// # }
    /// ```
    #[must_use]
    pub fn prioritized_versions_for_group(&self, group: &str) -> Vec<GroupVersion> {
        self.registry.versions.of_group(group)
    }

    /// Returns the versions of all groups, without hub versions. All versions passed to
    /// [`Builder::set_version_priority`] come first; the others follow in order of registration. Groups are in order of
    /// registration, whereas upstream's order is random. Counterpart of `PrioritizedVersionsAllGroups`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let scheme = apimachinery::apis::scheme();
    /// let (all, of_apps) = (scheme.prioritized_versions_all_groups(), scheme.prioritized_versions_for_group("apps"));
    /// assert!(all.iter().filter(|version| version.group == "apps").eq(&of_apps));
    /// # }
    /// ```
    #[must_use]
    pub fn prioritized_versions_all_groups(&self) -> Vec<GroupVersion> {
        self.registry.versions.all()
    }

    /// Returns the preferred version of every group, the first one in its order of preference. Groups are in the order
    /// of [`Scheme::prioritized_versions_all_groups`]. Counterpart of `PreferredVersionAllGroups`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// let preferred = apimachinery::apis::scheme().preferred_version_all_groups();
    /// assert!(preferred.contains(&"apps/v1".parse().unwrap()));
    /// # }
    /// ```
    #[must_use]
    pub fn preferred_version_all_groups(&self) -> Vec<GroupVersion> {
        self.registry.versions.preferred()
    }

    /// Returns the versions of the kind's group in which the kind is registered, without the hub version, in order of
    /// preference. The list is empty if there are none. Counterpart of `VersionsForGroupKind`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::schema::GroupKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let versions = scheme.versions_for_group_kind(&GroupKind::new("apps", "Deployment"));
    /// assert_eq!(versions[0].to_string(), "apps/v1");
    /// assert!(scheme.versions_for_group_kind(&GroupKind::new("apps", "Gadget")).is_empty());
    /// # }
    /// ```
    #[must_use]
    pub fn versions_for_group_kind(&self, kind: &GroupKind) -> Vec<GroupVersion> {
        let mut versions = self.prioritized_versions_for_group(&kind.group);
        versions.retain(|version| self.recognizes(&version.with_kind(kind.kind.clone())));
        versions
    }
}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.registry.entries.len();
        f.debug_struct("Scheme").field("name", &self.name()).field("kinds", &kinds).finish_non_exhaustive()
    }
}
