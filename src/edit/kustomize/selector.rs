//! Selectors of objects by group, version and kind.

use crate::meta::Value;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::Scheme;

/// The group, version and kind of the objects that a patch applies to. A part that is `None` or empty matches everything.
/// Used by [`Editor::convert_json_patch`](super::super::Editor::convert_json_patch).
///
/// ```
/// use apimachinery::edit::KindSelector;
///
/// let selector = KindSelector { kind: Some("Ingress".into()), ..KindSelector::default() };
/// assert!(selector.version.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindSelector {
    /// The group; `Some("")` and `None` match all groups, as in kustomize.
    pub group: Option<String>,
    /// The version without the group, such as `v1beta1`.
    pub version: Option<String>,
    /// The kind.
    pub kind: Option<String>,
}

/// The function that chooses the version to which a kind is converted.
pub(super) type Target<'a> = &'a dyn Fn(&GroupVersionKind) -> Option<GroupVersion>;

/// Returns the version to which an object must be converted, if it is not its own.
pub(super) fn wanted(gvk: &GroupVersionKind, target: Target<'_>) -> Option<GroupVersion> {
    target(gvk).filter(|target| *target != gvk.group_version())
}

impl KindSelector {
    /// Returns the selector in a mapping with the keys `group`, `version` and `kind`.
    pub(crate) fn of(value: &Value) -> KindSelector {
        let text =
            |key: &str| value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_string);
        KindSelector { group: text("group"), version: text("version"), kind: text("kind") }
    }

    fn matches(&self, gvk: &GroupVersionKind) -> bool {
        let is = |wanted: &Option<String>, found: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted.is_empty() || wanted == found)
        };
        is(&self.group, &gvk.group) && is(&self.version, &gvk.version) && is(&self.kind, &gvk.kind)
    }

    /// Returns the kinds that the selector matches, each with the version to which it is converted.
    pub(super) fn kinds(&self, scheme: &Scheme, target: Target<'_>) -> Vec<(GroupVersionKind, Option<GroupVersion>)> {
        let all = scheme.kinds().filter(|info| !info.list).map(|info| info.group_version_kind());
        let matching = all.filter(|gvk| self.matches(gvk));
        let with_target = matching.map(|gvk| {
            let to = wanted(&gvk, target);
            (gvk, to)
        });
        with_target.collect()
    }

    /// Returns the selector of the same objects after their conversion, or `None` if it stays as it is.
    ///
    /// # Errors
    ///
    /// Returns a message if the objects are converted to different versions.
    pub(super) fn converted(&self, scheme: &Scheme, target: Target<'_>) -> Result<Option<KindSelector>, String> {
        let (has_group, has_version) = (self.group.is_some(), self.version.is_some());
        if !has_group && !has_version {
            return Ok(None);
        }
        let kinds = self.kinds(scheme, target);
        if kinds.iter().all(|(_, to)| to.is_none()) {
            return Ok(None);
        }
        let mut found: Vec<KindSelector> = Vec::new();
        for (gvk, to) in kinds {
            let to = to.unwrap_or_else(|| gvk.group_version());
            let new = KindSelector {
                group: self.group.as_ref().map(|_| to.group.to_string()),
                version: self.version.as_ref().map(|_| to.version.to_string()),
                kind: self.kind.clone(),
            };
            if !found.contains(&new) {
                found.push(new);
            }
        }
        match &found[..] {
            [new] => Ok(Some(new.clone()).filter(|new| new != self)),
            _ => Err("the selector matches objects that are converted to different versions; write one selector with \
                      group, version and kind for each of them"
                .to_string()),
        }
    }
}
