//! Defaults of apiextensions/v1 that the definitions cannot express.

use super::super::defaults::{set_names, set_stored};
use crate::apis::apiextensions::v1::CustomResourceDefinition;
use crate::defaulting::Defaulting;

pub(crate) fn set_defaults_custom_resource_definition(definition: &mut CustomResourceDefinition, _: &Defaulting) {
    let (spec, status) = (&mut definition.spec, &mut definition.status);
    set_names(&mut spec.names);
    let storage = spec.versions.iter().find(|version| version.storage);
    set_stored(&mut status.stored_versions, storage.map(|version| &version.name));
}
