//! Defaults that a patch would have to contain.

use super::path::{Path, Step};
use super::reason::Reason;
use super::{Edited, Editor};
use crate::schema::GroupVersionKind;

/// The lists whose items a strategic merge patch merges by name, and the items of Lists.
const MERGED_LISTS: [&str; 11] = [
    "containers",
    "env",
    "ephemeralContainers",
    "hostAliases",
    "imagePullSecrets",
    "initContainers",
    "items",
    "ports",
    "volumeMounts",
    "volumes",
    "webhooks",
];

/// A default of the old version that a converted patch does not contain, and that the new version does not fill in. It
/// belongs to an item of a list that the patch replaces, so that it is missing after the merge. Patches get no defaults;
/// whether the value is wanted is for the author to decide. Reported in [`Edited::omitted`].
///
/// ```
/// # #[cfg(feature = "networking")] {
/// use apimachinery::edit::Editor;
/// use apimachinery::serializer::Codec;
///
/// let text = b"{apiVersion: networking.k8s.io/v1beta1, kind: Ingress, spec: {rules: [{http: {paths: [{path: /a}]}}]}}";
/// let editor = Editor::new(Codec::new(apimachinery::apis::scheme()));
/// let edited = editor.convert_patch(text, &|_| Some("networking.k8s.io/v1".parse().unwrap()))?;
/// assert_eq!(edited.omitted[0].path.to_string(), "spec.rules[0].http.paths[0].pathType");
/// assert_eq!(edited.omitted[0].value, "\"ImplementationSpecific\"");
/// # }
/// # Ok::<(), apimachinery::edit::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OmittedDefault {
    /// The path at which the value would have to be written.
    pub path: Path,
    /// The value as JSON.
    pub value: String,
}

/// Returns the edits for the text of a patch as if its objects were complete. Returns `None` if they cannot be completed.
pub(super) fn complete(editor: &Editor, text: &[u8], patch: &Edited) -> Option<Edited> {
    let target = |gvk: &GroupVersionKind| {
        patch.conversions.iter().find(|conversion| conversion.from == *gvk).map(|conversion| conversion.to.clone())
    };
    editor.convert(text, &target).ok()
}

/// Returns the defaults that a complete conversion adds to items of lists that a patch replaces.
pub(super) fn find(complete: Edited) -> Vec<OmittedDefault> {
    let changes = complete.edits.into_iter().flat_map(|edit| edit.changes);
    let found = changes.filter_map(|change| match (change.old, change.new, change.reason) {
        (None, Some(path), Reason::Default { value, .. }) if is_in_replaced_list(&path) => {
            Some(OmittedDefault { path, value })
        }
        _ => None,
    });
    found.collect()
}

fn is_in_replaced_list(path: &Path) -> bool {
    let is_merged = |name: &Step| matches!(name, Step::Key(name) if MERGED_LISTS.contains(&&**name));
    path.steps().windows(2).any(|pair| matches!(pair[1], Step::Index(_)) && !is_merged(&pair[0]))
}
