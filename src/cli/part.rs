//! Documents by their role: manifests, patches, kustomizations and lists of replacements.

use super::findings::Findings;
use super::messages::{SUSPECTED_PATCH, omitted_default};
use super::roles::Role;
use crate::edit::{Edited, Editor, Refusal, is_list};
use crate::schema::{GroupVersion, GroupVersionKind};

/// A document of a file in a role.
pub(super) struct Part<'r> {
    role: &'r Role,
    form: Form,
}

/// The form of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// An object, or a part of one, that contains its kind.
    Object,
    /// A part of an object that has the kind of the selected objects.
    Selected,
    /// Operations, or references to objects.
    Other,
}

/// The versions to one of which an object of a kind is converted.
type Targets<'a> = &'a dyn Fn(&GroupVersionKind) -> Vec<GroupVersion>;

impl<'r> Part<'r> {
    pub(super) fn of(editor: &Editor, role: &'r Role, raw: &[u8]) -> Part<'r> {
        let form = match role {
            Role::Manifest => Form::Object,
            Role::Patch(_) if is_list(raw) => Form::Other,
            // A text that cannot be read is refused later.
            Role::Patch(selectors) => match editor.has_selected_kind(raw, selectors) {
                Ok(true) => Form::Selected,
                _ => Form::Object,
            },
            Role::Kustomization | Role::Replacements => Form::Other,
        };
        Part { role, form }
    }

    /// Returns true for an object, or a part of one, that contains its kind.
    pub(super) fn is_object(&self) -> bool {
        self.form == Form::Object
    }

    /// Returns the edits of the document.
    pub(super) fn convert(&self, editor: &Editor, raw: &[u8], targets: Targets<'_>) -> Result<Edited, Vec<Refusal>> {
        let target = &|gvk: &GroupVersionKind| targets(gvk).into_iter().next();
        match self.role {
            Role::Kustomization => editor.convert_kustomization(raw, target),
            Role::Replacements => editor.convert_replacements(raw, target),
            Role::Patch(selectors) if self.form == Form::Other => editor.convert_json_patch(raw, selectors, target),
            Role::Patch(selectors) => editor.convert_merge_patch(raw, selectors, target).map_err(|one| vec![one]),
            Role::Manifest => editor.convert_any(raw, targets).map_err(|refusal| vec![refusal]),
        }
    }

    /// Adds warnings about what the document lacks, or is not converted.
    pub(super) fn warn(&self, raw: &[u8], edited: &Edited, findings: &mut Findings) {
        match self.role {
            Role::Kustomization if names_configurations(raw) => findings
                .warn("the files under `configurations` are not converted; check the kinds and paths that they name"),
            Role::Patch(selectors) if selectors.is_empty() && self.form == Form::Other => {
                findings.warn("not converted, because no kustomization selects the objects of this JSON patch");
            }
            Role::Manifest if edited.conversions.iter().any(|conversion| conversion.is_patch) => {
                findings.warn(SUSPECTED_PATCH);
            }
            _ => {}
        }
        for omitted in &edited.omitted {
            findings.warn(omitted_default(omitted));
        }
    }
}

/// Returns true for a kustomization with the field `configurations`, in YAML or JSON.
fn names_configurations(raw: &[u8]) -> bool {
    [&b"\nconfigurations:"[..], b"\"configurations\":"].iter().any(|key| memchr::memmem::find(raw, key).is_some())
}
