use super::{Error, Scheme};
use crate::conversion::Scope;
use crate::defaulting::Defaulting;
use crate::meta::{Object, TypeMeta};
use crate::schema::{GroupVersion, GroupVersionKind, INTERNAL_VERSION};

impl Scheme {
    /// Fills the defaults of an object that is of kind `gvk`; a kind without defaults stays as it is.
    pub fn default(&self, object: &mut dyn Object, gvk: &GroupVersionKind, context: &Defaulting) {
        if let Some(fill) = self.entry(gvk).and_then(|entry| entry.default.as_ref()) {
            fill(object, context);
        }
    }

    /// Converts an object of kind `gvk` to the version `target`, which may be the hub's
    /// (`__internal`), of its own group or of one that shares its hub type. The object is used up:
    /// what both versions share moves.
    ///
    /// The result's `type_meta` says the target's kind; in the hub it is empty.
    ///
    /// # Errors
    ///
    /// If the kind or its target is not registered, the two have no hub type in common, or a
    /// conversion function fails.
    pub fn convert_to_version(
        &self,
        object: Box<dyn Object>,
        gvk: &GroupVersionKind,
        target: &GroupVersion,
    ) -> Result<Box<dyn Object>, Error> {
        let target = target.with_kind(gvk.kind.clone());
        if !self.recognizes(&target) {
            return Err(Error::no_target(gvk, &target.group_version(), self.name));
        }
        let mut object = match (gvk == &target, gvk.is_internal(), target.is_internal()) {
            (true, _, _) | (_, true, true) => object,
            (_, true, false) => self.version_from_hub(object, gvk, &target)?,
            (_, false, true) => self.version_to_hub(object, gvk, &target)?,
            (_, false, false) => {
                let hub = GroupVersion::internal(gvk.group.clone()).with_kind(gvk.kind.clone());
                let object = self.version_to_hub(object, gvk, &hub)?;
                self.version_from_hub(object, &hub, &target)?
            }
        };
        object.set_type_meta(if target.is_internal() { TypeMeta::default() } else { TypeMeta::from(&target) });
        Ok(object)
    }

    fn version_to_hub(
        &self,
        mut object: Box<dyn Object>,
        gvk: &GroupVersionKind,
        hub: &GroupVersionKind,
    ) -> Result<Box<dyn Object>, Error> {
        let entry = self.entry(gvk).ok_or_else(|| Error::not_registered(gvk, self.name))?;
        self.check_hub(entry.hub, gvk, hub)?;
        object.set_type_meta(TypeMeta::default());
        match &entry.to_hub {
            None => Ok(object),
            Some(convert) => {
                let converted = convert(object, &Scope::new(gvk.group_version()));
                Ok(converted.map_err(|error| error.between(gvk, hub))?)
            }
        }
    }

    fn version_from_hub(
        &self,
        object: Box<dyn Object>,
        hub: &GroupVersionKind,
        gvk: &GroupVersionKind,
    ) -> Result<Box<dyn Object>, Error> {
        let entry = self.entry(gvk).ok_or_else(|| Error::not_registered(gvk, self.name))?;
        self.check_hub(entry.hub, gvk, hub)?;
        match &entry.from_hub {
            None => Ok(object),
            Some(convert) => {
                let converted = convert(object, &Scope::new(gvk.group_version()));
                Ok(converted.map_err(|error| error.between(hub, gvk))?)
            }
        }
    }

    /// The kind's hub type must be the one registered under the hub's name.
    fn check_hub(
        &self,
        hub_type: Option<std::any::TypeId>,
        gvk: &GroupVersionKind,
        hub: &GroupVersionKind,
    ) -> Result<(), Error> {
        debug_assert_eq!(hub.version, INTERNAL_VERSION);
        let registered = self.hub_entry(hub).map(|hub| hub.type_id);
        if hub_type.is_some() && hub_type == registered { Ok(()) } else { Err(Error::unknown_conversion(gvk, hub)) }
    }
}
