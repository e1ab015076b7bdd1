//! The releases that serve a kind, compared with the documents of all releases.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use apimachinery::apis::{self, RELEASE};
use apimachinery::schema::Release;
use apimachinery::scheme::{KindInfo, Scheme};

/// The table in `tests/facts/versions.txt`.
struct Table {
    minors: RangeInclusive<u32>,
    /// The minor releases that serve a kind, by `apps/v1 Deployment`.
    kinds: BTreeMap<String, Vec<RangeInclusive<u32>>>,
}

fn minor(release: &str) -> u32 {
    release.parse::<Release>().expect("a release").minor
}

fn table() -> Table {
    let text = std::fs::read_to_string("tests/facts/versions.txt").expect("the facts are part of the repository");
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let releases: Vec<u32> = lines.next().expect("the releases").split(' ').skip(1).map(minor).collect();
    let newest = *releases.last().expect("a release");
    let period = |text: &str| {
        let (first, last) = text.split_once('-').expect("a range");
        minor(first)..=if last.is_empty() { newest } else { minor(last) }
    };
    let kinds = lines.map(|line| {
        let (kind, periods) = line.rsplit_once(' ').expect("a kind and its releases");
        (kind.to_owned(), periods.split(',').map(period).collect())
    });
    Table { minors: releases[0]..=newest, kinds: kinds.collect() }
}

/// Differences from the documents: the kinds of a version, the releases, and the reason.
const DIFFERENCES: [(&str, &[&str], RangeInclusive<u32>, &str); 4] = [
    ("apps/v1beta1", &["ControllerRevision", "Deployment", "StatefulSet"], 16..=17, DISABLED),
    (
        "apps/v1beta2",
        &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"],
        16..=17,
        DISABLED,
    ),
    (
        "extensions/v1beta1",
        &["DaemonSet", "Deployment", "NetworkPolicy", "PodSecurityPolicy", "ReplicaSet"],
        16..=17,
        DISABLED,
    ),
    ("storage.k8s.io/v1alpha1", &["CSIStorageCapacity"], 19..=20, GATED),
];

/// The documents contain every resource that a server can serve.
const DISABLED: &str = "disabled by default, and documented as removed";

/// Documents before 1.21 were written with the default feature gates.
const GATED: &str = "served with a feature gate that was off";

fn is_expected(info: &KindInfo, release: u32) -> bool {
    let version = info.group_version_kind().api_version().to_string();
    DIFFERENCES.iter().any(|(other, kinds, releases, _)| {
        *other == version && kinds.contains(&info.kind) && releases.contains(&release)
    })
}

/// Returns the differences between the life cycles and the table.
fn differences(scheme: &Scheme, table: &Table) -> (Vec<String>, usize) {
    let (mut found, mut compared) = (Vec::new(), 0);
    for info in scheme.kinds().filter(|info| info.resource.is_some() && !info.list) {
        let name = format!("{} {}", info.group_version_kind().api_version(), info.kind);
        let periods = table.kinds.get(&name).map_or(&[][..], Vec::as_slice);
        for minor in table.minors.clone() {
            let (ours, theirs) =
                (info.is_served(Release::new(1, minor)), periods.iter().any(|period| period.contains(&minor)));
            compared += 1;
            if (ours != theirs) != is_expected(info, minor) {
                found.push(format!("{name} in 1.{minor}: served {ours}, in the document {theirs}"));
            }
        }
    }
    (found, compared)
}

#[test]
fn releases_serve_what_their_documents_contain() {
    let (scheme, table) = (apis::scheme(), table());
    let (found, compared) = differences(&scheme, &table);
    assert_eq!(found, Vec::<String>::new());
    assert!(compared > 3000, "{compared}");
}

#[test]
fn the_documents_contain_known_kinds_only() {
    let scheme = apis::scheme();
    let is_known = |name: &str| {
        let (version, kind) = name.split_once(' ').expect("a version and a kind");
        scheme.recognizes(
            &version.parse::<apimachinery::schema::GroupVersion>().expect("a version").with_kind(kind.to_owned()),
        )
    };
    let unknown: Vec<_> = table().kinds.into_keys().filter(|name| !is_known(name)).collect();
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn the_table_ends_with_the_newest_release() {
    assert_eq!(Release::new(1, *table().minors.end()), RELEASE);
}
