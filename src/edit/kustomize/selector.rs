//! Selectors of objects by group, version and kind.

use std::collections::BTreeMap;

use super::super::refusal::{Cause, Refusal};
use super::pattern::Pattern;
use crate::field::Str;
use crate::meta::Value;
use crate::schema::{GroupVersion, GroupVersionKind};
use crate::scheme::{KindInfo, Scheme};

/// The group, version and kind of the objects that a patch applies to. As in kustomize, the parts are regular expressions
/// that match the whole text, and a part that is `None` or empty matches everything. Used by
/// [`Editor::convert_json_patch`](super::super::Editor::convert_json_patch).
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

/// A kind, the version to which it is converted, and what was found in it.
pub(super) type Outdated<T> = (GroupVersionKind, GroupVersion, T);

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

    /// Returns true if the kind is a name, not a regular expression.
    fn names_kind(&self) -> bool {
        self.kind.as_deref().is_some_and(|kind| kind.chars().all(|character| character.is_ascii_alphanumeric()))
    }

    /// Returns true if a kind with this name can be selected.
    ///
    /// # Errors
    ///
    /// As for [`KindSelector::kinds`].
    pub(super) fn matches_kind_name(&self, kind: &str) -> Result<bool, Refusal> {
        Ok(self.patterns()?.kind.is_none_or(|pattern| pattern.matches(kind)))
    }

    fn patterns(&self) -> Result<Patterns, Refusal> {
        let read = |part: &Option<String>| match part.as_deref().filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => Pattern::read(text).map(Some).ok_or_else(|| {
                let message = format!("unknown regular expression {text:?}; name the group, version and kind instead");
                Refusal::new(Cause::Conversion, message)
            }),
        };
        Ok(Patterns { group: read(&self.group)?, version: read(&self.version)?, kind: read(&self.kind)? })
    }

    /// Returns the kinds that the selector matches, each with the version to which it is converted.
    ///
    /// # Errors
    ///
    /// Returns a refusal if a regular expression is not valid or has unusual features.
    pub(super) fn kinds(
        &self,
        scheme: &Scheme,
        target: Target<'_>,
    ) -> Result<Vec<(GroupVersionKind, Option<GroupVersion>)>, Refusal> {
        let (patterns, names_kind) = (self.patterns()?, self.names_kind());
        // An expression does not mean the kinds that only occur in requests, such as `DeploymentRollback`.
        let is_meant = |info: &&'static KindInfo| !info.list && (names_kind || info.resource.is_some());
        let all = scheme.kinds().filter(is_meant).map(KindInfo::group_version_kind);
        let matching = all.filter(|gvk| patterns.match_kind(gvk));
        let with_target = matching.map(|gvk| {
            let to = wanted(&gvk, target);
            (gvk, to)
        });
        Ok(with_target.collect())
    }

    /// Returns the kinds that the selector matches, as [`KindSelector::kinds`] does, by their names. Only those of each name
    /// are returned that have what `fits` looks for. There are none if a version to which nothing has to be converted is
    /// among them: a selector without a version also matches objects that have their new version already.
    ///
    /// # Errors
    ///
    /// As for [`KindSelector::kinds`].
    pub(super) fn outdated<T>(
        &self,
        scheme: &Scheme,
        target: Target<'_>,
        fits: impl Fn(&GroupVersionKind) -> Option<T>,
    ) -> Result<Vec<Vec<Outdated<T>>>, Refusal> {
        let mut by_name: BTreeMap<Str, Vec<(GroupVersionKind, Option<GroupVersion>)>> = BTreeMap::new();
        for (gvk, to) in self.kinds(scheme, target)? {
            by_name.entry(gvk.kind.clone()).or_default().push((gvk, to));
        }
        let mut found = Vec::new();
        for (name, mut kinds) in by_name {
            // The selector can have the new version already, while the patch is in another file and has not.
            if kinds.iter().all(|(gvk, to)| to.is_none() && fits(gvk).is_none()) {
                let current: Vec<GroupVersion> = kinds.iter().map(|(gvk, _)| gvk.group_version()).collect();
                let any = KindSelector { kind: Some(name.to_string()), ..KindSelector::default() };
                kinds = any.kinds(scheme, target)?;
                kinds.retain(|(_, to)| to.as_ref().is_some_and(|to| current.contains(to)));
            }
            let fitting = kinds.into_iter().filter_map(|(gvk, to)| fits(&gvk).map(|fit| (gvk, to, fit)));
            let fitting: Vec<_> = fitting.collect();
            match fitting.iter().any(|(_, to, _)| to.is_none()) {
                true => found.push(Vec::new()),
                false if fitting.is_empty() => {}
                false => found.push(fitting.into_iter().filter_map(|(gvk, to, fit)| Some((gvk, to?, fit))).collect()),
            }
        }
        Ok(found)
    }

    /// Returns the selector of the same objects after their conversion, or `None` if it stays as it is.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the objects are converted to different versions.
    pub(super) fn converted(&self, scheme: &Scheme, target: Target<'_>) -> Result<Option<KindSelector>, Refusal> {
        let (has_group, has_version) = (self.group.is_some(), self.version.is_some());
        if !has_group && !has_version {
            return Ok(None);
        }
        let (patterns, kinds) = (self.patterns()?, self.kinds(scheme, target)?);
        let still_matches = |(gvk, to): &(GroupVersionKind, Option<GroupVersion>)| {
            to.as_ref().is_none_or(|to| patterns.match_kind(&to.with_kind(gvk.kind.clone())))
        };
        if kinds.iter().all(still_matches) {
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
            _ => {
                let message = "the selector matches objects that are converted to different versions; write one \
                               selector with group, version and kind for each of them";
                Err(Refusal::new(Cause::Conversion, message))
            }
        }
    }
}

/// The expressions of a selector; `None` matches everything.
struct Patterns {
    group: Option<Pattern>,
    version: Option<Pattern>,
    kind: Option<Pattern>,
}

impl Patterns {
    fn match_kind(&self, gvk: &GroupVersionKind) -> bool {
        let is = |pattern: &Option<Pattern>, text: &str| pattern.as_ref().is_none_or(|pattern| pattern.matches(text));
        is(&self.group, &gvk.group) && is(&self.version, &gvk.version) && is(&self.kind, &gvk.kind)
    }
}
