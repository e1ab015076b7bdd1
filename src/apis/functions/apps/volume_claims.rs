//! The claim templates of a StatefulSet: kinds inside of a kind.

use crate::apis::core::v1::PersistentVolumeClaim;
use crate::conversion::Scope;
use crate::meta::TypeMeta;

/// The hub's objects do not say what they are.
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

/// Every version names the kind of its templates, as releases before 1.17 did.
pub(super) fn set_kinds(templates: &mut [PersistentVolumeClaim]) {
    for template in templates {
        template.type_meta = TypeMeta::new("v1", "PersistentVolumeClaim");
    }
}
