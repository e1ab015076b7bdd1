//! Properties of edits: the same meaning, every comment once, no untouched line changed, nothing to do in a second run.
#![cfg(all(feature = "serde", feature = "apps", feature = "extensions"))]

mod golden;
mod levels;
mod recorded;
mod styles;

use apimachinery::apis;
use apimachinery::edit::Editor;
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::scheme::Scheme;
use apimachinery::serializer::Codec;

fn editor() -> Editor {
    Editor::new(Codec::new(apis::scheme()))
}

/// Returns the version of a kind that the newest release prefers: in its own group, or else in the group of its replacement.
fn newest(scheme: &Scheme, gvk: &GroupVersionKind) -> Option<GroupVersion> {
    let mut kind = gvk.clone();
    for _ in 0..4 {
        for version in scheme.versions_for_group_kind(&kind.group_kind()) {
            let candidate = version.with_kind(gvk.kind.clone());
            let is_served = scheme.info(&candidate).is_some_and(|info| info.is_served(apis::RELEASE));
            if is_served && scheme.can_convert(gvk, &candidate) {
                return Some(version);
            }
        }
        kind = scheme.info(&kind)?.lifecycle.replacement.clone()?;
    }
    None
}
