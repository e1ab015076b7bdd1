use std::any::Any;

use super::Scheme;
use crate::meta::Object;
use crate::schema::{GroupVersion, GroupVersionKind};

impl Scheme {
    /// All kinds that the type of an object is registered as, in order of registration, the hub's last.
    pub(crate) fn kinds_of_type(&self, object: &dyn Object) -> Vec<GroupVersionKind> {
        let type_id = (object as &dyn Any).type_id();
        let external = self.entries.iter().filter(|entry| entry.type_id == type_id).map(|entry| entry.gvk.clone());
        let hubs = self.hubs.iter().filter(|(_, hub)| hub.type_id == type_id);
        let hubs = hubs.map(|(kind, _)| GroupVersion::internal(kind.group.clone()).with_kind(kind.kind.clone()));
        external.chain(hubs).collect()
    }
}
