use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::slice;

use super::entry::Entry;
use super::registry::TypeKinds;
use super::{Error, Scheme};
use crate::meta::{Object, TypeMeta, Unknown, is_unstructured, said_kind};
use crate::schema::GroupVersionKind;

/// The kinds that an object is.
///
/// ```
/// # #[cfg(feature = "apps")] {
/// use apimachinery::apis::apps::v1beta1::Deployment;
/// use apimachinery::meta::TypeMeta;
///
/// let type_meta = TypeMeta::new("apps/v1beta1", "Deployment");
/// let scheme = apimachinery::apis::scheme();
/// let found = scheme.object_kinds(&Deployment { type_meta, ..Default::default() })?;
/// assert_eq!((found.kinds.len(), found.unversioned), (1, false));
/// # }
/// # Ok::<(), apimachinery::scheme::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectKinds<'a> {
    /// At least one; the object is written as the first unless a version is asked for.
    pub kinds: Cow<'a, [GroupVersionKind]>,
    /// True for an object that is the same in every version.
    pub unversioned: bool,
}

impl Scheme {
    /// The kinds that an object is, in order of registration.
    ///
    /// Upstream tells by the Go type; here equal types of a definition's versions are one Rust type,
    /// and the hub's may be the same. There `type_meta` tells: if it names one of the kinds, the
    /// object is of that kind alone; else (it is empty) it is of the hub, or of all of them if the
    /// hub has a type of its own. An object without type, such as
    /// [`Unstructured`](crate::meta::Unstructured), is what it says.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1beta1::Deployment;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let kinds = scheme.object_kinds(&Deployment::default()).unwrap();
    /// assert_eq!(kinds.kinds[0].to_string(), "apps/v1beta1, Kind=Deployment");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// If the type is not registered; if an object without type does not say kind and version.
    pub fn object_kinds(&self, object: &dyn Object) -> Result<ObjectKinds<'_>, Error> {
        if is_unstructured(object) || (object as &dyn Any).is::<Unknown>() {
            let kinds = Cow::Owned(vec![whole_kind(object)?]);
            return Ok(ObjectKinds { kinds, unversioned: false });
        }
        let ty = self.type_kinds(object)?;
        Ok(ObjectKinds { kinds: Cow::Borrowed(self.kinds_of(ty, object)), unversioned: ty.unversioned.is_some() })
    }

    /// Whether an object is the same in every version; none if its type is not registered.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::scheme::Scheme;
    ///
    /// assert_eq!(apimachinery::apis::scheme().is_unversioned(&Deployment::default()), Some(false));
    /// assert_eq!(Scheme::builder().build().is_unversioned(&Deployment::default()), None);
    /// # }
    /// ```
    #[must_use]
    pub fn is_unversioned(&self, object: &dyn Object) -> Option<bool> {
        self.type_kinds(object).ok().map(|ty| ty.unversioned.is_some())
    }

    /// All kinds that the type of an object is registered as: those of versions in order of
    /// registration, then those of the hub.
    pub(crate) fn kinds_of_type(&self, object: &dyn Object) -> &[GroupVersionKind] {
        self.type_kinds(object).map_or(&[], |ty| &ty.kinds)
    }

    pub(super) fn type_kinds(&self, object: &dyn Object) -> Result<&TypeKinds, Error> {
        let ty = self.registry.types.get(&type_of(object));
        ty.ok_or_else(|| Error::not_registered_type(object.type_name(), self.name()))
    }

    /// The kind that an object has, by its `type_meta` if that names a kind of its type.
    pub(super) fn entry_of(&self, object: &dyn Object) -> Result<&Entry, Error> {
        let ty = self.type_kinds(object)?;
        let kind = ty.named_by(&object.type_meta()).or_else(|| self.kinds_of(ty, object).first());
        let entry = kind.and_then(|kind| self.registry.entry(kind));
        entry.ok_or_else(|| Error::not_registered_type(object.type_name(), self.name()))
    }

    pub(super) fn kinds_of<'a>(&self, ty: &'a TypeKinds, object: &dyn Object) -> &'a [GroupVersionKind] {
        if ty.kinds.len() == 1 || ty.external == 0 {
            return &ty.kinds;
        }
        let named = ty.named_by(&object.type_meta());
        if ty.internal().is_empty() {
            // By hand, a type is many kinds on purpose, and is then all of them, as upstream.
            let defined = named.filter(|kind| self.info(kind).is_some_and(|info| !info.unversioned));
            return defined.map_or(&ty.kinds, slice::from_ref);
        }
        named.map_or(ty.internal(), slice::from_ref)
    }
}

impl TypeKinds {
    fn named_by(&self, meta: &TypeMeta) -> Option<&GroupVersionKind> {
        let (group, version) = meta.api_version.split_once('/').unwrap_or(("", &meta.api_version));
        self.kinds.iter().find(|kind| kind.kind == meta.kind && kind.group == group && kind.version == version)
    }
}

pub(super) fn type_of(object: &dyn Object) -> TypeId {
    (object as &dyn Any).type_id()
}

/// The kind of an object whose type says none: it must say it itself.
fn whole_kind(object: &dyn Object) -> Result<GroupVersionKind, Error> {
    let gvk = said_kind(object);
    match (gvk.kind.is_empty(), gvk.version.is_empty()) {
        (true, _) => Err(Error::missing_kind()),
        (_, true) => Err(Error::missing_version()),
        _ => Ok(gvk),
    }
}
