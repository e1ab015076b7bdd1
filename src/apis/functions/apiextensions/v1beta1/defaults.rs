//! Defaults of apiextensions/v1beta1 that the definitions cannot express.

use super::super::defaults::{set_names, set_stored};
use crate::apis::apiextensions::v1beta1::{
    CustomResourceDefinition, CustomResourceDefinitionSpec, CustomResourceDefinitionVersion,
};
use crate::defaulting::Defaulting;

pub(crate) fn set_defaults_custom_resource_definition(definition: &mut CustomResourceDefinition, _: &Defaulting) {
    let (spec, status) = (&mut definition.spec, &mut definition.status);
    set_names(&mut spec.names);
    set_versions(spec);
    let storage = spec.versions.iter().find(|version| version.storage);
    set_stored(&mut status.stored_versions, storage.map(|version| &version.name));
}

/// The first releases had one version, which is the first one in the list.
fn set_versions(spec: &mut CustomResourceDefinitionSpec) {
    match spec.versions.first() {
        Some(first) if spec.version.is_empty() => spec.version = first.name.clone(),
        None if !spec.version.is_empty() => {
            let name = spec.version.clone();
            spec.versions.push(CustomResourceDefinitionVersion {
                name,
                served: true,
                storage: true,
                ..Default::default()
            });
        }
        _ => {}
    }
}
