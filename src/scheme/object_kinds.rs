use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::slice;

use super::entry::Entry;
use super::registry::TypeKinds;
use super::{Error, Scheme};
use crate::meta::{Object, TypeMeta, Unknown, is_unstructured, said_kind};
use crate::schema::GroupVersionKind;

/// The kinds that an object can be encoded as without conversion, and whether they are the same in every version.
/// Returned by [`Scheme::object_kinds`].
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
#[non_exhaustive]
pub struct ObjectKinds<'a> {
    /// The kinds of the object, at least one, in order of registration. The object is encoded as the first one unless a
    /// version is requested.
    pub kinds: Cow<'a, [GroupVersionKind]>,
    /// If true, the kind is the same in every version, such as `Status`, and the object is never converted.
    pub unversioned: bool,
}

impl Scheme {
    /// Returns the kinds that an object can be encoded as without conversion, in order of registration.
    ///
    /// Upstream determines them from the Go type. Here, several versions with equal fields share one Rust type, which
    /// may also be the hub type. If the object's `type_meta` names one of the kinds registered for the type, the object
    /// is of that kind only. Otherwise (normally because `type_meta` is empty) it is of the hub kinds of the type, or
    /// of all its kinds if the hub has a different type. An object without a fixed type, such as
    /// [`Unstructured`](crate::meta::Unstructured), is of the kind in its `kind` and `apiVersion`, registered or not.
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
    /// Returns an error if the type is not registered, or if an object without a fixed type lacks `kind` or
    /// `apiVersion`.
    pub fn object_kinds(&self, object: &dyn Object) -> Result<ObjectKinds<'_>, Error> {
        if is_unstructured(object) || (object as &dyn Any).is::<Unknown>() {
            let kinds = Cow::Owned(vec![whole_kind(object)?]);
            return Ok(ObjectKinds { kinds, unversioned: false });
        }
        let ty = self.type_kinds(object)?;
        Ok(ObjectKinds { kinds: Cow::Borrowed(self.kinds_of(ty, object)), unversioned: ty.unversioned.is_some() })
    }

    /// Returns `Some(true)` if the kind of the object is the same in every version, such as `Status`, `Some(false)` if
    /// it is not, and `None` if the type of the object is not registered. Counterpart of `IsUnversioned`.
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

    /// Returns all kinds that the object's type is registered as, first all versions in order of registration, then the
    /// hub.
    pub(crate) fn kinds_of_type(&self, object: &dyn Object) -> &[GroupVersionKind] {
        self.type_kinds(object).map_or(&[], |ty| &ty.kinds)
    }

    pub(super) fn type_kinds(&self, object: &dyn Object) -> Result<&TypeKinds, Error> {
        let ty = self.registry.types.get(&type_of(object));
        ty.ok_or_else(|| Error::not_registered_type(object.type_name(), self.name()))
    }

    /// Returns the kind of an object: the one named by `type_meta` if its type is registered as that kind, otherwise
    /// the first of its kinds.
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
            // Types registered by hand as several kinds, without definitions, are of all these kinds, as in upstream.
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

/// Returns the kind stated by an object whose type does not determine it.
fn whole_kind(object: &dyn Object) -> Result<GroupVersionKind, Error> {
    let gvk = said_kind(object);
    match (gvk.kind.is_empty(), gvk.version.is_empty()) {
        (true, _) => Err(Error::missing_kind()),
        (_, true) => Err(Error::missing_version()),
        _ => Ok(gvk),
    }
}
