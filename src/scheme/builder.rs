use std::panic::Location;

use super::entry::{Entry, Facts};
use super::registry::Registry;
use super::versions::Versions;
use super::{Error, KindBuilder, KindInfo, Scheme};
use crate::conversion::Converter;
use crate::field::Str;
use crate::meta::Object;
use crate::schema::{GroupKind, GroupVersion, GroupVersionKind};

/// Collects kinds, defaulters and conversions; [`Builder::build`] makes the [`Scheme`].
///
/// Generated code calls it: every group's `register` function. The order of registration is
/// observable, as upstream: the first kind of a type is the one that it is written as, and without
/// a priority it is the order of a group's versions. Register hub types after all versions.
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
/// assert_eq!(builder.versions(), [ping.group_version()], "the hub is no external version");
///
/// let scheme = builder.build();
/// assert!(scheme.recognizes(&ping));
/// ```
pub struct Builder {
    pub(super) registry: Registry,
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

    /// The same builder with another name for the Scheme, which error texts show. Unless said
    /// otherwise it is file and line of the call of [`Scheme::builder`], as upstream.
    #[must_use]
    pub fn named(mut self, name: impl Into<Str>) -> Self {
        self.registry.name = name.into();
        self
    }

    /// Registers `T` as the kind that `info` names, with all that is known of it. What belongs to the kind is
    /// registered on the [`KindBuilder`] that comes back.
    ///
    /// ```
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::scheme::{KindInfo, Lifecycle, Scheme};
    /// # #[derive(Clone, Default, PartialEq)]
    /// # struct Ping { type_meta: TypeMeta }
    /// # apimachinery::message! { Ping: kind {} }
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
    /// let mut builder = Scheme::builder();
    /// builder.kind::<Ping>(&PING).shared();
    /// assert_eq!(builder.build().info(&PING.group_version_kind()), Some(&PING));
    /// ```
    ///
    /// # Panics
    ///
    /// As [`Builder::known_type`], and for an unversioned kind as [`Builder::unversioned_type`].
    pub fn kind<T: Object + Default>(&mut self, info: &'static KindInfo) -> KindBuilder<'_, T> {
        let at = self.registry.add_with_info(Facts::of::<T>(), info);
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers `T` as a kind of which nothing else is known: upstream's `AddKnownTypeWithName`.
    /// A type may be several kinds; the same again is no change.
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
    /// If the kind has no version, or is registered with another type. Both are mistakes of the
    /// program, and the texts are upstream's.
    pub fn known_type<T: Object + Default>(&mut self, gvk: GroupVersionKind) -> KindBuilder<'_, T> {
        let at = self.registry.add(Entry::new(gvk, Facts::of::<T>()));
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers `T`, under the name of the type, as a kind that is the same in every version:
    /// upstream's `AddUnversionedTypes`. It is never converted, and [`Scheme::new_object`] finds it
    /// by the kind's name alone.
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
    /// As [`Builder::known_type`], or if another type is the unversioned kind of that name.
    pub fn unversioned_type<T: Object + Default>(&mut self, version: &GroupVersion) -> KindBuilder<'_, T> {
        let path = std::any::type_name::<T>();
        let name = path.rsplit_once("::").map_or(path, |(_, name)| name);
        let at = self.registry.add(Entry::new(version.with_kind(name), Facts::of::<T>()));
        self.registry.make_unversioned(at);
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers `H` as the hub type of a kind: the type that all its versions convert to and from, upstream's internal
    /// one.
    ///
    /// # Panics
    ///
    /// As [`Builder::known_type`].
    pub fn hub<H: Object + Default>(&mut self, group: &'static str, kind: &'static str) {
        self.registry.add_hub(group, kind, Facts::of::<H>());
    }

    /// Sets the order of preference of a group's versions; for generated code, whose versions are
    /// external ones. Unlike [`Builder::set_version_priority`] it checks nothing.
    ///
    /// ```
    /// use apimachinery::scheme::Scheme;
    ///
    /// let mut builder = Scheme::builder();
    /// builder.version_priority("apps", &["v1", "v1beta1"]);
    /// let versions = builder.build().prioritized_versions_for_group("apps");
    /// assert_eq!(versions, ["apps/v1", "apps/v1beta1"].map(|version| version.parse().unwrap()));
    /// ```
    pub fn version_priority(&mut self, group: &'static str, versions: &[&'static str]) {
        let mut names = Vec::with_capacity(versions.len());
        for &version in versions {
            names.push(version.into());
        }
        self.registry.versions.prioritize(group, names);
    }

    /// Sets the order of preference of a group's versions, in place of the one before.
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
    /// If a version is internal or empty, or they are not of exactly one group, as upstream's
    /// `SetVersionPriority`.
    pub fn set_version_priority(&mut self, versions: &[GroupVersion]) -> Result<(), Error> {
        let group = Versions::group_of(versions)?;
        let mut names = Vec::with_capacity(versions.len());
        for version in versions {
            names.push(version.version.clone());
        }
        self.registry.versions.prioritize(group, names);
        Ok(())
    }

    /// Says in which version of its group a kind is stored, where that is not the preferred one. See
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

    /// Sets what selectors on fields of a kind may say: the function gets label and value, and
    /// gives those of the hub. The last registration counts. Upstream's `AddFieldLabelConversionFunc`.
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

    /// The conversions between types, to register more of them. Those of [`Converter::register`] go before the
    /// generated ones, and before what the Scheme would do by way of the hub.
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

    /// The external versions that are registered so far, in that order.
    #[must_use]
    pub fn versions(&self) -> &[GroupVersion] {
        self.registry.versions.observed()
    }

    /// The Scheme, which does not change any more.
    #[must_use]
    pub fn build(self) -> Scheme {
        Scheme { registry: self.registry }
    }
}
