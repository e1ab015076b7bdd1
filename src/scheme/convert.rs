use std::cell::RefCell;
use std::slice;

use super::object_kinds::type_of;
use super::registry::TypeKinds;
use super::route::About;
use super::{Error, Scheme};
use crate::conversion::{self, Loss, Scope};
use crate::defaulting::Defaulting;
use crate::meta::{Object, TypeMeta, is_unstructured};
use crate::schema::{GroupVersionKind, GroupVersioner};

impl Scheme {
    /// Fills in the defaults of an object of the kind `gvk`, with the function registered for exactly this version.
    /// Fields that are set are not changed. `context` supplies the feature gates and the clock that some defaults
    /// depend on. If no function is registered for `gvk`, or the object is of another Rust type, the object is not
    /// changed. Counterpart of `runtime.Scheme.Default`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1::Deployment;
    /// use apimachinery::defaulting::Defaulting;
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let (scheme, mut deployment) = (apimachinery::apis::scheme(), Deployment::default());
    /// let gvk = GroupVersionKind::new("apps", "v1", "Deployment");
    /// scheme.apply_defaults(&mut deployment, &gvk, &Defaulting::default());
    /// assert_eq!(deployment.spec.replicas, Some(1));
    /// # }
    /// ```
    pub fn apply_defaults(&self, object: &mut dyn Object, gvk: &GroupVersionKind, context: &Defaulting) {
        let entry = self.registry.entry_or_unversioned(gvk);
        if let Some(fill) = entry.and_then(|entry| entry.default.as_ref()) {
            fill.fill(object, context);
        }
    }

    /// Returns a copy of an object, converted to the kind that `target` selects for it, see
    /// [`Scheme::convert_into_version`]. The object itself is not changed. Counterpart of `ConvertToVersion`;
    /// `convert_into_version` is the counterpart of `UnsafeConvertToVersion`.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1beta1::Deployment;
    /// use apimachinery::meta::TypeMeta;
    /// use apimachinery::schema::InternalGroupVersioner;
    ///
    /// let (scheme, deployment) = (apimachinery::apis::scheme(), Deployment::default());
    /// let hub = scheme.convert_to_version(&deployment, &InternalGroupVersioner)?;
    /// assert_eq!(hub.type_meta(), TypeMeta::default());
    /// assert_eq!(deployment, Deployment::default());
    /// # }
    /// # Ok::<(), apimachinery::scheme::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Scheme::convert_into_version`].
    pub fn convert_to_version(
        &self,
        object: &dyn Object,
        target: &dyn GroupVersioner,
    ) -> Result<Box<dyn Object>, Error> {
        self.convert_into_version(object.clone_box(), target)
    }

    /// Converts an object to the kind that `target` selects for it. Consumes the object, so that values shared by both
    /// versions are moved instead of copied.
    ///
    /// `target` selects a kind for the object's own kinds (see [`Scheme::object_kinds`]) or, if it accepts none of them,
    /// for the kinds of its hub type. If the selected kind is one of the object's own, or the object is the same in every
    /// version, nothing is converted. Conversions between two versions go through the hub; upstream reports an unknown
    /// conversion instead.
    ///
    /// An unstructured object is first converted to the type registered for its kind. The `type_meta` of the result is
    /// the selected kind; it is empty for hub objects.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::v1beta1::Deployment;
    /// use apimachinery::schema::GroupVersion;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let new = scheme.convert_into_version(Box::new(Deployment::default()), &GroupVersion::new("apps", "v1")).unwrap();
    /// assert_eq!(new.type_meta().api_version, "apps/v1");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the type or the chosen kind is not registered, if no kind suits `target`, if the two kinds
    /// do not share a hub type, or if a conversion function fails.
    pub fn convert_into_version(
        &self,
        object: Box<dyn Object>,
        target: &dyn GroupVersioner,
    ) -> Result<Box<dyn Object>, Error> {
        self.convert_for(object, target, None)
    }

    /// Converts an object as [`Scheme::convert_into_version`] does, and also returns its losses: values that were set
    /// and are dropped because a version cannot represent them. They are in the order in which the conversion finds
    /// them; the list is empty if nothing is lost.
    ///
    /// The path of a loss is relative to the object if the value is lost during the conversion to the hub, and relative
    /// to the hub type if it is lost during the conversion from the hub.
    ///
    /// ```
    /// # #[cfg(feature = "autoscaling")] {
    /// use apimachinery::schema::GroupVersion;
    /// use apimachinery::serializer::Codec;
    ///
    /// let hpa = br#"{"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","spec":{"metrics":[
    ///     {"type":"ContainerResource","containerResource":{"name":"cpu","container":"app","target":{}}}]}}"#;
    /// let codec = Codec::new(apimachinery::apis::scheme());
    /// let new = codec.decode(hpa).unwrap().object;
    /// let target = GroupVersion::new("autoscaling", "v2beta1");
    /// let (_, losses) = codec.scheme().convert_with_losses(new, &target)?;
    /// assert_eq!(losses[0].path, "spec.metrics[0].containerResource.container");
    /// # }
    /// # Ok::<(), apimachinery::scheme::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Same as [`Scheme::convert_into_version`].
    pub fn convert_with_losses(
        &self,
        object: Box<dyn Object>,
        target: &dyn GroupVersioner,
    ) -> Result<(Box<dyn Object>, Vec<Loss>), Error> {
        let losses = RefCell::default();
        let object = self.convert_for(object, target, Some(&losses))?;
        Ok((object, losses.into_inner()))
    }

    pub(super) fn convert_for(
        &self,
        object: Box<dyn Object>,
        target: &dyn GroupVersioner,
        losses: Option<&RefCell<Vec<Loss>>>,
    ) -> Result<Box<dyn Object>, Error> {
        let object = self.typed(object)?;
        let ty = self.type_kinds(&*object)?;
        let kinds = self.kinds_of(ty, &*object);
        let chosen = target.kind_for(kinds);
        if let Some(gvk) = chosen.as_ref().filter(|gvk| kinds.contains(gvk)) {
            return Ok(with_kind(object, gvk));
        }
        if let Some(own) = &ty.unversioned {
            let gvk = target.kind_for(slice::from_ref(own));
            return Ok(with_kind(object, gvk.as_ref().unwrap_or(own)));
        }
        if let Some(gvk) = target.kind_for(&ty.kinds).filter(|gvk| self.is_by_hand(ty, gvk)) {
            return Ok(with_kind(object, &gvk));
        }
        let source = self.entry_of(&*object)?;
        let gvk = chosen.or_else(|| target.kind_for(self.hub_kinds(source)));
        let gvk = gvk.ok_or_else(|| Error::not_suitable_type(object.type_name(), target, self.name()))?;
        let entry = self.registry.entry_or_unversioned(&gvk);
        let entry = entry.ok_or_else(|| Error::not_registered(&gvk, self.name()))?;
        let object = self.between(object, source, entry, About { context: Some(target), losses })?;
        Ok(with_kind(object, &gvk))
    }

    /// Converts `from` and stores the result in `into`, whose type determines the target. The `type_meta` of `into` is
    /// not changed, except that it is cleared when both objects are of the same kind, as in upstream. Counterpart of
    /// `runtime.Scheme.Convert`.
    ///
    /// `context` is passed to the conversion functions, see [`Scope::context`](crate::conversion::Scope::context);
    /// `None` is sufficient for the built-in ones. If `into` is unstructured, it is filled with the content of `from`;
    /// if `from` is a hub object, `context` selects the version of that content. An unstructured `from` is first
    /// converted to the type registered for its kind.
    ///
    /// ```
    /// # #[cfg(feature = "apps")] {
    /// use apimachinery::apis::apps::{v1, v1beta1};
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let mut old = v1beta1::Deployment::default();
    /// old.metadata.name = "web".into();
    /// let mut new = apimachinery::apis::apps::internal::Deployment::default();
    /// scheme.convert(Box::new(old), &mut new, None).unwrap();
    /// assert_eq!(new.metadata.name, "web");
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if no conversion between the two types is registered, directly or through a hub, or if a
    /// conversion function fails.
    pub fn convert(
        &self,
        from: Box<dyn Object>,
        into: &mut dyn Object,
        context: Option<&dyn GroupVersioner>,
    ) -> Result<(), Error> {
        self.convert_into_object(from, into, About { context, losses: None })
    }

    /// Converts an object as [`Scheme::convert`] does, and returns the values that were set but are lost.
    pub(crate) fn convert_reporting(
        &self,
        from: Box<dyn Object>,
        into: &mut dyn Object,
        context: Option<&dyn GroupVersioner>,
    ) -> Result<Vec<Loss>, Error> {
        let losses = RefCell::default();
        self.convert_into_object(from, into, About { context, losses: Some(&losses) })?;
        Ok(losses.into_inner())
    }

    fn convert_into_object(&self, from: Box<dyn Object>, into: &mut dyn Object, about: About<'_>) -> Result<(), Error> {
        if is_unstructured(into) {
            return self.convert_untyped(from, into, about);
        }
        let mut from = self.typed(from)?;
        let (source, target) = (self.entry_of(&*from).ok(), self.entry_of(into).ok());
        let is_direct = type_of(&*from) != type_of(into) && self.converter().knows(type_of(&*from), type_of(into));
        match (source, target) {
            (Some(source), Some(target)) if source.gvk != target.gvk && !is_direct => {
                let type_meta = into.type_meta();
                let mut made = self.between(from, source, target, about)?;
                let about = About { context: None, ..about };
                self.run(&mut *made, into, &about.scope(target.gvk.group_version()))?;
                into.set_type_meta(type_meta);
                Ok(())
            }
            (source, target) => {
                let external = [target, source].into_iter().flatten().find(|entry| !entry.gvk.is_internal());
                let version = external.map(|entry| entry.gvk.group_version()).unwrap_or_default();
                Ok(self.run(&mut *from, into, &about.scope(version))?)
            }
        }
    }

    /// Returns true if objects of the kind `from` can be converted to the kind `to`: both are registered, and they are
    /// equal, a function is registered for their types, or they share a hub type. A conversion function may still
    /// reject an individual object.
    ///
    /// ```
    /// # #[cfg(feature = "extensions")] {
    /// use apimachinery::schema::GroupVersionKind;
    ///
    /// let scheme = apimachinery::apis::scheme();
    /// let old = GroupVersionKind::new("extensions", "v1beta1", "Deployment");
    /// assert!(scheme.can_convert(&old, &GroupVersionKind::new("apps", "v1", "Deployment")));
    /// assert!(!scheme.can_convert(&old, &GroupVersionKind::new("apps", "v1", "StatefulSet")));
    /// # }
    /// ```
    #[must_use]
    pub fn can_convert(&self, from: &GroupVersionKind, to: &GroupVersionKind) -> bool {
        let entries = self.registry.entry(from).zip(self.registry.entry(to));
        entries.is_some_and(|(from, to)| {
            let (hub, other) = (from.hub_type(), to.hub_type());
            let is_direct = match self.registry.types.get(&from.type_id).filter(|_| from.type_id == to.type_id) {
                Some(ty) => {
                    from.gvk == to.gvk
                        || ty.unversioned.is_some()
                        || self.is_by_hand(ty, &from.gvk)
                        || self.is_by_hand(ty, &to.gvk)
                }
                None => self.converter().knows(from.type_id, to.type_id),
            };
            is_direct || (hub.is_some() && hub == other)
        })
    }

    /// Returns true if `ty` is registered by hand, without a definition, as the kind `gvk`, such as the options of
    /// requests in every version. Such a type is the same in all its versions.
    fn is_by_hand(&self, ty: &TypeKinds, gvk: &GroupVersionKind) -> bool {
        ty.internal().is_empty() && ty.kinds.contains(gvk) && self.info(gvk).is_none()
    }

    pub(super) fn run(
        &self,
        from: &mut dyn Object,
        to: &mut dyn Object,
        scope: &Scope<'_>,
    ) -> Result<(), conversion::Error> {
        let (source, target) = (from.type_name(), to.type_name());
        let unknown = || Err(conversion::Error::unknown_conversion(source, target));
        self.converter().convert_object(from, to, scope).unwrap_or_else(unknown)
    }
}

/// Sets the `type_meta` of an object to `gvk`, or clears it if `gvk` is a kind of the hub.
fn with_kind(mut object: Box<dyn Object>, gvk: &GroupVersionKind) -> Box<dyn Object> {
    object.set_type_meta(if gvk.is_internal() { TypeMeta::default() } else { TypeMeta::from(gvk) });
    object
}
