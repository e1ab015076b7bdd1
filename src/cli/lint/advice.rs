//! What to do about a kind that a release does not have, or warns of.

use std::iter;

use crate::cli::route::{newest, replacements, successor};
use crate::schema::{GroupVersion, GroupVersionKind, Release, Stage};
use crate::scheme::{KindInfo, Scheme};

/// What is wrong with a kind, and what helps.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Advice {
    /// Everything but current.
    pub(super) stage: Stage,
    /// What to use instead.
    pub(super) replacement: Option<GroupVersionKind>,
    /// Whether `convert` leads there, and the version that it must be told, if it would choose another one.
    pub(super) conversion: Option<Option<GroupVersion>>,
    /// What users are told of the kind, or of what replaced it; else empty.
    pub(super) warning: &'static str,
    /// Whether a later release has what replaces it.
    pub(super) comes_later: bool,
}

/// Nothing, if the release has the kind and does not warn of it.
pub(super) fn advice(scheme: &Scheme, info: &KindInfo, target: Release) -> Option<Advice> {
    let stage = info.lifecycle.stage(target);
    if stage == Stage::Current {
        return None;
    }
    let gvk = info.group_version_kind();
    let stands = |wanted: Stage| move |info: &KindInfo| info.served && info.lifecycle.stage(target) == wanted;
    let current = successor(scheme, &gvk, stands(Stage::Current));
    // A version that goes soon is better than one that is not there.
    let version =
        current.or_else(|| successor(scheme, &gvk, stands(Stage::Deprecated)).filter(|_| stage != Stage::Deprecated));
    let conversion =
        version.clone().map(|version| Some(version).filter(|version| newest(scheme, &gvk).as_ref() != Some(version)));
    let named = version.map(|version| version.with_kind(gvk.kind.clone()));
    let row = || replacements(scheme, &gvk);
    let is_current = |info: &&KindInfo| stands(Stage::Current)(info);
    let mut warnings = iter::once(info.lifecycle.warning).chain(row().map(|info| info.lifecycle.warning));
    Some(Advice {
        stage,
        replacement: named.or_else(|| row().find(is_current).map(KindInfo::group_version_kind)),
        conversion,
        warning: warnings.find(|warning| !warning.is_empty()).unwrap_or_default(),
        comes_later: row().any(|info| info.lifecycle.stage(target) == Stage::Future),
    })
}
