//! The claim templates of a StatefulSet: objects inside an object.

use crate::apis::core::v1::PersistentVolumeClaim;
use crate::conversion::Scope;
use crate::meta::TypeMeta;

/// Removes kind and apiVersion, which objects of the hub do not have.
pub(super) fn clear_kinds(templates: &mut [PersistentVolumeClaim], scope: &Scope<'_>) {
    for (index, template) in templates.iter_mut().enumerate() {
        let TypeMeta { api_version, kind } = std::mem::take(&mut template.type_meta);
        for (name, said, usual) in [("apiVersion", api_version, "v1"), ("kind", kind, "PersistentVolumeClaim")] {
            if !said.is_empty() && said != usual {
                scope.lose(
                    &format!("volumeClaimTemplates[{index}].{name}"),
                    "every template is a v1 PersistentVolumeClaim",
                );
            }
        }
    }
}

/// Sets kind and apiVersion of the templates in every version, as releases before 1.17 did.
pub(super) fn set_kinds(templates: &mut [PersistentVolumeClaim]) {
    for template in templates {
        template.type_meta = TypeMeta::new("v1", "PersistentVolumeClaim");
    }
}
