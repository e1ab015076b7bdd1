//! Properties of edits: the same meaning, every comment once, no untouched line changed, nothing to do in a second run.
#![cfg(all(feature = "serde", feature = "apps", feature = "extensions"))]

mod generated;
mod golden;
mod levels;
mod patches;
mod properties;
#[path = "../../src/testing/random.rs"]
mod random;
mod recorded;
mod rendering;
mod styles;

use std::sync::LazyLock;

use apimachinery::apis;
use apimachinery::edit::Editor;
use apimachinery::schema::{GroupVersion, GroupVersionKind};
use apimachinery::serializer::Codec;

static CODEC: LazyLock<Codec> = LazyLock::new(|| Codec::new(apis::scheme()));

fn editor() -> Editor {
    Editor::new(CODEC.clone())
}

/// Returns the version of a kind that the newest release prefers: in its own group, or else in the group of its replacement.
fn newest(gvk: &GroupVersionKind) -> Option<GroupVersion> {
    let scheme = CODEC.scheme();
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
