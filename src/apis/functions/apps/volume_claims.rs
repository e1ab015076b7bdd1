//! The claim templates of a StatefulSet: kinds inside of a kind.

use crate::apis::core::v1::PersistentVolumeClaim;
use crate::meta::TypeMeta;

/// The hub's objects do not say what they are.
pub(super) fn clear_kinds(templates: &mut [PersistentVolumeClaim]) {
    for template in templates {
        template.type_meta = TypeMeta::default();
    }
}

/// Every version names the kind of its templates, as releases before 1.17 did.
pub(super) fn set_kinds(templates: &mut [PersistentVolumeClaim]) {
    for template in templates {
        template.type_meta = TypeMeta::new("v1", "PersistentVolumeClaim");
    }
}
