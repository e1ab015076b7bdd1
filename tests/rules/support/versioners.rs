//! Versioners, by their names in the recorded rules.

use apimachinery::schema::{
    DisabledGroupVersioner, GroupKind, GroupVersion, GroupVersioner, GroupVersions, InternalGroupVersioner,
    MultiGroupVersioner,
};

/// Parses the name of a versioner: `internal`, `disabled`, `group/version`, a list in brackets, or `multi` or
/// `coercing` with the target and the accepted kinds.
///
/// A name that begins with a capital letter is `Kind.group`, any other is a group; `v1` means the core group.
pub(crate) fn versioner(name: &str) -> Box<dyn GroupVersioner> {
    let words: Vec<&str> = name.split(' ').collect();
    match (name, words.as_slice()) {
        ("internal", _) => Box::new(InternalGroupVersioner),
        ("disabled", _) => Box::new(DisabledGroupVersioner),
        (_, ["multi", target, accepted @ ..]) => Box::new(MultiGroupVersioner::new(version(target), kinds(accepted))),
        (_, ["coercing", target, accepted @ ..]) => {
            Box::new(MultiGroupVersioner::coercing(version(target), kinds(accepted)))
        }
        _ => match name.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
            Some(list) => {
                let listed = list.split(',').filter(|text| !text.is_empty());
                Box::new(listed.map(version).collect::<GroupVersions>())
            }
            None => Box::new(version(name)),
        },
    }
}

fn version(text: &str) -> GroupVersion {
    text.parse().expect("a version")
}

fn kinds(words: &[&str]) -> Vec<GroupKind> {
    let kind = |word: &&str| match *word {
        "v1" => GroupKind::default(),
        word if word.starts_with(|c: char| c.is_ascii_uppercase()) => word.into(),
        group => GroupKind::new(group, ""),
    };
    words.iter().map(kind).collect()
}
