use std::panic::Location;

use super::entry::{Entry, Facts};
use super::registry::Registry;
use super::versions::Versions;
use super::{Error, KindBuilder, KindInfo, Scheme};
use crate::conversion::Converter;
use crate::field::Str;
use crate::meta::Object;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind};

/// A builder that collects kinds with their defaults and conversions, from which [`Builder::build`] creates a
/// [`Scheme`].
///
/// The built-in kinds are registered by generated functions, `apis::register` and one for each group; call the methods
/// directly to add your own types. As in upstream, the order of registration matters: objects of a type are encoded as
/// the first kind registered for it, and the versions of a group without priorities are in order of registration.
/// Register hub types, the internal types through which versions are converted, after all versions.
///
/// ```
/// use apimachinery::schema::GroupVersionKind;
/// use apimachinery::scheme::Scheme;
/// use apimachinery::meta::TypeMeta;
///
/// #[derive(Clone, Default, PartialEq)]
/// struct Ping {
///     type_meta: TypeMeta,
/// }
/// apimachinery::message! { Ping: kind {} }
///
/// let ping = GroupVersionKind::new("example.com", "v1", "Ping");
/// let mut builder = Scheme::builder().named("example");
/// builder.known_type::<Ping>(ping.clone());
/// builder.hub::<Ping>("example.com", "Ping");
/// assert_eq!(builder.versions(), [ping.group_version()], "the hub is not an external version");
///
/// let scheme = builder.build();
/// assert!(scheme.recognizes(&ping));
/// ```
pub struct Builder {
    pub(super) registry: Registry,
}

/// Functions for generated code, exported by [`private`](crate::private).
pub(crate) mod generated {
    use super::Builder;

    /// Sets the order of preference of a group's versions without checking them. Called by generated code; use
    /// [`Builder::set_version_priority`] instead.
    ///
    /// ```
    /// use apimachinery::private::version_priority;
    /// use apimachinery::scheme::Scheme;
    ///
    /// let mut builder = Scheme::builder();
    /// version_priority(&mut builder, "apps", &["v1", "v1beta1"]);
    /// let versions = builder.build().prioritized_versions_for_group("apps");
    /// assert_eq!(versions, ["apps/v1", "apps/v1beta1"].map(|version| version.parse().unwrap()));
    /// ```
    pub fn version_priority(builder: &mut Builder, group: &'static str, versions: &[&'static str]) {
        let mut names = Vec::with_capacity(versions.len());
        for &version in versions {
            names.push(version.into());
        }
        builder.registry.versions.prioritize(group, names);
    }
}

impl Builder {
    #[track_caller]
    pub(super) fn new() -> Self {
        let caller = Location::caller();
        let mut registry = Registry::default();
        registry.name = format!("{}:{}", caller.file(), caller.line()).into();
        crate::conversion::register_builtin(&mut registry.converter);
        Builder { registry }
    }

    /// Sets the name of the Scheme, which appears in error messages. By default it is the file and line of the call of
    /// [`Scheme::builder`], as in upstream.
    #[must_use]
    pub fn named(mut self, name: impl Into<Str>) -> Self {
        self.registry.name = name.into();
        self
    }

    /// Registers the Rust type `T` as the kind described by `info`. Use the returned [`KindBuilder`] to register
    /// defaults and conversions of the kind. Generated code calls this method; [`Builder::known_type`] registers a kind
    /// without further information.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::scheme::{KindInfo, Scheme};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Ping { type_meta: TypeMeta }
    /// # apimachinery::message! { Ping: kind {} }
    ///
    /// static PING: KindInfo = KindInfo::new("example.com", "v1", "Ping");
    /// let mut builder = Scheme::builder();
    /// builder.kind::<Ping>(&PING).shared();
    /// assert_eq!(builder.build().info(&PING.group_version_kind()), Some(&PING));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Builder::known_type`], or for an unversioned kind in the same cases as
    /// [`Builder::unversioned_type`].
    pub fn kind<T: Object + Default>(&mut self, info: &'static KindInfo) -> KindBuilder<'_, T> {
        let at = self.registry.add_with_info(Facts::of::<T>(), info);
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers the Rust type `T` as the kind `gvk`, without resource names and life cycle. Use the returned
    /// [`KindBuilder`] to register defaults and conversions of the kind. A type may be registered as several kinds;
    /// repeating a registration has no effect. Counterpart of `AddKnownTypeWithName`.
    ///
    /// ```should_panic
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::scheme::Scheme;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Ping { type_meta: TypeMeta }
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Pong { type_meta: TypeMeta }
    /// # apimachinery::message! { Ping: kind {} }
    /// # apimachinery::message! { Pong: kind {} }
    ///
    /// let mut builder = Scheme::builder();
    /// builder.known_type::<Ping>(GroupVersionKind::new("example.com", "v1", "Ping"));
    /// builder.known_type::<Pong>(GroupVersionKind::new("example.com", "v1", "Ping"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the version of `gvk` is empty, or if the kind is already registered with another type. Both are
    /// programming errors; the messages are identical to upstream's.
    pub fn known_type<T: Object + Default>(&mut self, gvk: GroupVersionKind) -> KindBuilder<'_, T> {
        let at = self.registry.add(Entry::new(gvk, Facts::of::<T>()));
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers the Rust type `T` as a kind of `version` that is the same in every version, such as `Status`. The name
    /// of the kind is the name of the type without its path. Such a kind is never converted, and [`Scheme::new_object`]
    /// finds it by name alone. Counterpart of `AddUnversionedTypes`.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::schema::{GroupVersion, GroupVersionKind};
    /// use apimachinery::scheme::Scheme;
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Health { type_meta: TypeMeta }
    /// # apimachinery::message! { Health: kind {} }
    ///
    /// let mut builder = Scheme::builder();
    /// builder.unversioned_type::<Health>(&GroupVersion::new("", "v1"));
    /// let scheme = builder.build();
    /// assert!(scheme.new_object(&GroupVersionKind::new("apps", "v1", "Health")).is_ok());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in the same cases as [`Builder::known_type`], and also if the unversioned kind of that name is registered
    /// with another type.
    pub fn unversioned_type<T: Object + Default>(&mut self, version: &GroupVersion) -> KindBuilder<'_, T> {
        let path = std::any::type_name::<T>();
        let name = path.rsplit_once("::").map_or(path, |(_, name)| name);
        let at = self.registry.add(Entry::new(version.with_kind(name), Facts::of::<T>()));
        self.registry.make_unversioned(at);
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers the Rust type `H` as the hub type of the kind `kind` in `group`: the internal type to and from which
    /// all versions of the kind are converted. The functions for that are registered for each version, with
    /// [`KindBuilder::convert`], [`KindBuilder::convert_in_place`] or [`KindBuilder::shared`]. Counterpart of
    /// upstream's internal types.
    ///
    /// # Panics
    ///
    /// Panics if another hub type is already registered for the kind.
    pub fn hub<H: Object + Default>(&mut self, group: &'static str, kind: &'static str) {
        self.registry.add_hub(group, kind, Facts::of::<H>());
    }

    /// Sets the order of preference of a group's versions, the most preferred first, and replaces any previous order.
    /// The first one is the group's preferred version, see [`Scheme::preferred_version_all_groups`]. Versions that are
    /// not in the list follow in order of registration. Counterpart of `SetVersionPriority`.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::scheme::Scheme;
    ///
    /// let mut builder = Scheme::builder();
    /// builder.set_version_priority(&[GroupVersion::new("apps", "v1"), GroupVersion::new("apps", "v1beta1")])?;
    /// let error = builder.set_version_priority(&[GroupVersion::internal("apps")]).unwrap_err();
    /// assert_eq!(error.to_string(), "internal versions cannot be prioritized: apps/__internal");
    /// # Ok::<(), apimachinery::scheme::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if a version is internal or empty, if the list is empty, or if the versions are not all of one
    /// group. The texts are identical to upstream's.
    pub fn set_version_priority(&mut self, versions: &[GroupVersion]) -> Result<(), Error> {
        let group = Versions::group_of(versions)?;
        let mut names = Vec::with_capacity(versions.len());
        for version in versions {
            names.push(version.version.clone());
        }
        self.registry.versions.prioritize(group, names);
        Ok(())
    }

    /// Sets the version in which the API server stores a kind. Needed only for kinds that are not stored in the
    /// preferred version of their group. If it is set more than once, the last call takes effect. See
    /// [`Scheme::storage_version`].
    ///
    /// ```
    /// use apimachinery::schema::GroupKind;
    /// use apimachinery::scheme::Scheme;
    ///
    /// let mut builder = Scheme::builder();
    /// builder.storage_version("apps", "Deployment", "v1beta1");
    /// let stored = builder.build().storage_version(&GroupKind::new("apps", "Deployment"));
    /// assert_eq!(stored.map(|version| version.to_string()), Some("apps/v1beta1".to_string()));
    /// ```
    pub fn storage_version(&mut self, group: &'static str, kind: &'static str, version: &'static str) {
        self.registry.storage.push((GroupKind::new(group, kind), GroupVersion::new(group, version)));
    }

    /// Registers the function `convert` for the field selectors of a kind, such as `spec.nodeName=a`. It receives the
    /// label `spec.nodeName` and the value `a`, and returns the label and the value for the hub type, or an error for
    /// unsupported labels. [`Scheme::convert_field_label`] calls it. The last registration for a kind takes effect.
    /// Counterpart of `AddFieldLabelConversionFunc`.
    ///
    /// ```
    /// use apimachinery::schema::GroupVersionKind;
    /// use apimachinery::scheme::{Error, Scheme};
    ///
    /// let pod = GroupVersionKind::new("", "v1", "Pod");
    /// let mut builder = Scheme::builder();
    /// builder.field_labels(pod.clone(), |label, value| match label {
    ///     "spec.host" => Ok(("spec.nodeName".into(), value.into())),
    ///     other => Err(Error::other(format!("field label not supported: {other}"))),
    /// });
    /// let (label, value) = builder.build().convert_field_label(&pod, "spec.host", "node-1")?;
    /// assert_eq!((&*label, &*value), ("spec.nodeName", "node-1"));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn field_labels(
        &mut self,
        gvk: GroupVersionKind,
        convert: impl Fn(&str, &str) -> Result<(Str, Str), Error> + Send + Sync + 'static,
    ) {
        self.registry.field_labels.push((gvk, Box::new(convert)));
    }

    /// Returns the registry of conversion functions between Rust types, to add functions to it. Functions added with
    /// [`Converter::register`] take precedence over generated ones, and over conversion through the hub.
    ///
    /// ```
    /// use apimachinery::conversion::Scope;
    /// use apimachinery::scheme::Scheme;
    ///
    /// let mut builder = Scheme::builder();
    /// builder.converter().register(|from: &mut u8, to: &mut u16, _: &Scope<'_>| Ok(*to = (*from).into()));
    /// ```
    pub fn converter(&mut self) -> &mut Converter {
        &mut self.registry.converter
    }

    /// Returns the versions of all groups that have been registered so far, without hub versions, in order of
    /// registration.
    #[must_use]
    pub fn versions(&self) -> &[GroupVersion] {
        self.registry.versions.observed()
    }

    /// Creates the Scheme, which is immutable. Completeness is not checked: if a conversion is missing, an error is
    /// returned when it is needed.
    #[must_use]
    pub fn build(self) -> Scheme {
        Scheme { registry: self.registry }
    }
}
