//! The list in KINDS.md of every kind with the releases that contain it.
//!
//! `BLESS=1 cargo test --test catalog` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use apimachinery::apis::{self, RELEASE};
use apimachinery::schema::{GroupVersionKind, Release};
use apimachinery::scheme::{KindInfo, ResourceInfo, Scheme};

const FILE: &str = "KINDS.md";

const HEAD: &str = "\
<!-- Made by `BLESS=1 cargo test --test catalog`. Do not edit. -->
# Kinds

Every kind that this library knows, and the releases of Kubernetes that served it. The versions of a group come in its
order of preference. `+ List` stands for the kind's list, which has the same life cycle. A kind is deprecated from the
first release that warns of it. What is stored is stored in the version named; everything else is answered and forgotten.
Where no release is named, none is recorded; records begin with 1.8, and a kind of that release may be older. What is
to come is a plan, by Kubernetes' own rule for versions that are not stable.
";

/// Returns the table row of a kind; a cell without information is empty.
fn row(scheme: &Scheme, info: &KindInfo, has_list: bool) -> [String; 7] {
    let life = &info.lifecycle;
    let replacement = life.replacement.map(|(group, version, kind)| {
        let gvk = GroupVersionKind::new(group, version, kind);
        format!("{} {kind}", gvk.api_version())
    });
    let is_stored = info.resource.as_ref().is_some_and(ResourceInfo::is_stored);
    let storage = scheme.storage_version(&info.group_version_kind().group_kind()).filter(|_| is_stored);
    [
        info.version.to_owned(),
        format!("{}{}", info.kind, if has_list { " + List" } else { "" }),
        info.resource.as_ref().map_or("", |resource| resource.plural).to_owned(),
        releases(info),
        life.deprecated.to_owned(),
        replacement.unwrap_or_else(|| life.warning.to_owned()),
        storage.map(|version| version.to_string()).unwrap_or_default(),
    ]
}

/// Formats the releases of a kind, such as `1.8 to 1.15` or `since 1.9`.
fn releases(info: &KindInfo) -> String {
    let life = &info.lifecycle;
    let removed = life.removed.parse::<Release>().ok();
    let last = removed.map(|release| Release::new(release.major, release.minor.saturating_sub(1)).to_string());
    match (life.introduced, last) {
        ("", None) if !info.served => "none".to_owned(),
        ("", None) => String::new(),
        ("", Some(last)) => format!("until {last}"),
        (first, None) => format!("since {first}"),
        (first, Some(last)) if last == first => last,
        (first, Some(last)) => format!("{first} to {last}"),
    }
}

/// Returns the document and the kinds that it lists.
fn document(scheme: &Scheme) -> (String, BTreeSet<String>) {
    let (mut text, mut named) = (HEAD.to_owned(), BTreeSet::new());
    for group in scheme.preferred_version_all_groups().into_iter().map(|version| version.group) {
        let title = if group.is_empty() { "core" } else { group.as_str() };
        let _ = write!(
            text,
            "\n## {title}\n\n| version | kind | resource | served | deprecated | use instead | stored as |\n| --- | --- | --- | --- | --- | --- | --- |\n"
        );
        for version in scheme.prioritized_versions_for_group(&group) {
            for info in scheme.kinds().filter(|info| version == info.group_version_kind().group_version()) {
                let gvk = info.group_version_kind();
                let list = gvk.group_version().with_kind(format!("{}List", info.kind));
                let has_list = scheme.info(&list).is_some_and(|list| list.list);
                if !info.list {
                    let _ = writeln!(text, "| {} |", row(scheme, info, has_list).join(" | "));
                    named.insert(gvk.to_string());
                    named.extend(has_list.then(|| list.to_string()));
                }
            }
        }
    }
    (text, named)
}

#[test]
fn kinds_md_names_every_kind() {
    let scheme = apis::scheme();
    let (text, named) = document(&scheme);
    let all: BTreeSet<String> = scheme.kinds().map(|info| info.group_version_kind().to_string()).collect();
    assert_eq!(all.symmetric_difference(&named).collect::<Vec<_>>(), Vec::<&String>::new());
    if super::blesses() {
        fs::write(FILE, &text).expect("the list is written");
    }
    let committed = fs::read_to_string(FILE).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == text, "{FILE} is not what it was; run BLESS=1 cargo test --test catalog");
}

#[test]
fn what_replaces_a_kind_is_served() {
    let scheme = apis::scheme();
    let mut dead_ends = Vec::new();
    for info in scheme.kinds().filter(|info| !info.list) {
        let Some((group, version, kind)) = info.lifecycle.replacement else { continue };
        let other = scheme.info(&GroupVersionKind::new(group, version, kind)).expect("the generator supports it");
        let life = &other.lifecycle;
        let leads_on = other.is_served(RELEASE) || life.replacement.is_some() || !life.warning.is_empty();
        dead_ends.extend((!leads_on).then(|| format!("{} → {group}/{version} {kind}", info.group_version_kind())));
    }
    assert_eq!(dead_ends, Vec::<String>::new());
}
