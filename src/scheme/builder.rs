use std::panic::Location;

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
/// let scheme = builder.build();
/// assert!(scheme.recognizes(&ping));
/// ```
pub struct Builder {
    registry: Registry,
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

    /// Registers `T` as the kind that `info` names.
    ///
    /// # Panics
    ///
    /// As [`Builder::known_type`], and for an unversioned kind as [`Builder::unversioned_type`].
    pub fn kind<T: Object + Default>(&mut self, info: &'static KindInfo) -> KindBuilder<'_, T> {
        let at = self.registry.add::<T>(info.group_version_kind());
        self.registry.entries[at].info = Some(info);
        if info.unversioned {
            self.registry.make_unversioned(at);
        }
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers `T` as a kind of which nothing else is known: upstream's `AddKnownTypeWithName`.
    /// A type may be several kinds; the same again is no change.
    ///
    /// # Panics
    ///
    /// If the kind has no version, or is registered with another type. Both are mistakes of the
    /// program, and the texts are upstream's.
    pub fn known_type<T: Object + Default>(&mut self, gvk: GroupVersionKind) -> KindBuilder<'_, T> {
        let at = self.registry.add::<T>(gvk);
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers `T`, under the name of the type, as a kind that is the same in every version:
    /// upstream's `AddUnversionedTypes`. It is never converted, and [`Scheme::new_object`] finds it
    /// by the kind's name alone.
    ///
    /// # Panics
    ///
    /// As [`Builder::known_type`], or if another type is the unversioned kind of that name.
    pub fn unversioned_type<T: Object + Default>(&mut self, version: &GroupVersion) -> KindBuilder<'_, T> {
        let path = std::any::type_name::<T>();
        let name = path.rsplit_once("::").map_or(path, |(_, name)| name);
        let at = self.registry.add::<T>(version.with_kind(name));
        self.registry.make_unversioned(at);
        KindBuilder::new(&mut self.registry, at)
    }

    /// Registers `H` as the hub type of a kind.
    ///
    /// # Panics
    ///
    /// As [`Builder::known_type`].
    pub fn hub<H: Object + Default>(&mut self, group: &'static str, kind: &'static str) {
        self.known_type::<H>(GroupVersion::internal(group).with_kind(kind));
    }

    /// Sets the order of preference of a group's versions; for generated code, whose versions are
    /// external ones.
    pub fn version_priority(&mut self, group: &'static str, versions: &[&'static str]) {
        self.registry.versions.prioritize(group, versions.iter().map(|&version| version.into()).collect());
    }

    /// Sets the order of preference of a group's versions, in place of the one before.
    ///
    /// # Errors
    ///
    /// If a version is internal or empty, or they are not of exactly one group, as upstream's
    /// `SetVersionPriority`.
    pub fn set_version_priority(&mut self, versions: &[GroupVersion]) -> Result<(), Error> {
        let group = Versions::group_of(versions)?;
        let names = versions.iter().map(|version| version.version.clone()).collect();
        self.registry.versions.prioritize(group, names);
        Ok(())
    }

    /// Says in which version of its group a kind is stored, where that is not the preferred one.
    pub fn storage_version(&mut self, group: &'static str, kind: &'static str, version: &'static str) {
        self.registry.storage.insert(GroupKind::new(group, kind), GroupVersion::new(group, version));
    }

    /// Sets what selectors on fields of a kind may say: the function gets label and value, and
    /// gives those of the hub. The last registration counts.
    pub fn field_labels(
        &mut self,
        gvk: GroupVersionKind,
        convert: impl Fn(&str, &str) -> Result<(Str, Str), Error> + Send + Sync + 'static,
    ) {
        self.registry.field_labels.insert(gvk, Box::new(convert));
    }

    /// The conversions between types, to register more of them.
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
