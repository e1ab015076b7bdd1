//! Selects the version to which an object is converted, if any.

use std::iter;

use crate::apis;
use crate::schema::{GroupVersion, GroupVersionKind, Release, Stage, compare_kube_aware_versions};
use crate::scheme::{KindInfo, Scheme};

/// The maximum length of a chain of replacements; the longest one in Kubernetes has three.
const MAX_REPLACEMENTS: usize = 16;

/// The operation of a command on objects.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// The version in which the object is written.
    Unchanged,
    /// The preferred version that the newest release serves.
    Served,
    /// A version that this release serves, see [`served_versions`].
    ServedIn(Release),
    /// The version requested by the user.
    Requested(GroupVersion),
    /// The storage version of the kind.
    Storage,
}

/// The operation on one object.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Write the object unchanged, for this reason.
    PassThrough(String),
    /// Decode and encode the object.
    Reencode,
    /// Convert the object to this version.
    ConvertTo(GroupVersion),
    /// Convert the object to the first of these versions that has fields for all of its content, or else to the first.
    ConvertToOneOf(Vec<GroupVersion>),
}

impl Target {
    /// Returns the action for an object of kind `gvk`; `is_alone` is true if it is the only document of the input.
    ///
    /// # Errors
    ///
    /// Returns an error if the object cannot be converted as required.
    pub(super) fn action(&self, scheme: &Scheme, gvk: &GroupVersionKind, is_alone: bool) -> Result<Action, String> {
        if !is_known(scheme, gvk) {
            return Ok(Action::PassThrough(unknown(scheme, gvk, "passed through")));
        }
        match self {
            Target::Unchanged => Ok(Action::Reencode),
            Target::Storage => match scheme.storage_version(&gvk.group_kind()) {
                Some(version) => Ok(Action::ConvertTo(version)),
                None => Err(format!("{} is not stored", name(gvk))),
            },
            Target::Served => Ok(match (served_version(scheme, gvk), scheme.info(gvk)) {
                (Some(version), _) => Action::ConvertTo(version),
                (None, Some(info)) => no_successor(scheme, info, apis::RELEASE),
                (None, None) => Action::Reencode,
            }),
            Target::ServedIn(release) => Ok(match scheme.info(gvk) {
                None => Action::Reencode,
                Some(info) => match served_versions(scheme, info, *release) {
                    versions if versions.is_empty() => no_successor(scheme, info, *release),
                    versions => Action::ConvertToOneOf(versions),
                },
            }),
            Target::Requested(requested) => {
                let target = requested.with_kind(gvk.kind.clone());
                let refusal = match (is_known(scheme, &target), scheme.can_convert(gvk, &target)) {
                    (true, true) => return Ok(Action::ConvertTo(requested.clone())),
                    (true, false) => format!("{} cannot be converted to {requested}", name(gvk)),
                    (false, _) => not_in(scheme, gvk, requested),
                };
                if is_alone { Err(refusal) } else { Ok(Action::PassThrough(format!("{refusal}, passed through"))) }
            }
        }
    }
}

impl Target {
    /// Returns an error message if the kind was removed and has no version to which it can be converted.
    pub(super) fn removal(&self, scheme: &Scheme, gvk: &GroupVersionKind) -> Option<String> {
        let release = match self {
            Target::Served => apis::RELEASE,
            Target::ServedIn(release) => *release,
            Target::Unchanged | Target::Requested(_) | Target::Storage => return None,
        };
        let info = scheme.info(gvk)?;
        let is_gone = info.lifecycle.stage(release) == Stage::Removed;
        (is_gone && served_versions(scheme, info, release).is_empty()).then(|| gone(scheme, info, release))
    }
}

/// Returns true if a version of the scheme has the kind. The kinds that Kubernetes registers in every version, such as
/// `apps/v1 DeleteOptions`, are among them, although they have no [`KindInfo`].
pub(super) fn is_known(scheme: &Scheme, gvk: &GroupVersionKind) -> bool {
    !gvk.is_internal() && scheme.recognizes(gvk)
}

/// Returns the message for an unknown kind.
pub(super) fn unknown(scheme: &Scheme, gvk: &GroupVersionKind, what: &str) -> String {
    format!("unknown kind {}, {what}{}", name(gvk), hint(scheme, gvk))
}

/// Returns an error message if the group of `requested` is known and does not contain the version.
pub(super) fn unknown_version(scheme: &Scheme, requested: &GroupVersion) -> Option<String> {
    if scheme.is_version_registered(requested) || !scheme.is_group_registered(&requested.group) {
        return None;
    }
    let versions = scheme.prioritized_versions_for_group(&requested.group);
    Some(format!("unknown version {requested}: expected one of {}", listed(versions)))
}

/// Returns the version that the newest release serves.
pub(super) fn served_version(scheme: &Scheme, gvk: &GroupVersionKind) -> Option<GroupVersion> {
    successor(scheme, gvk, is_served)
}

/// Returns the versions for users of `release`: the version of the kind itself, if the release serves it and has not
/// deprecated it, or else all versions to which it can be converted that are served and not deprecated, stable ones
/// first and newer ones before older ones. If there are none, the version itself is returned if it is served, or else the
/// deprecated versions.
pub(super) fn served_versions(scheme: &Scheme, info: &KindInfo, release: Release) -> Vec<GroupVersion> {
    let gvk = info.group_version_kind();
    let is_in_stage = |info: &KindInfo, stage| info.served && info.lifecycle.stage(release) == stage;
    if is_in_stage(info, Stage::Current) {
        return vec![version_of(info)];
    }
    let suits = |info: &&KindInfo| {
        info.kind == gvk.kind
            && (gvk == info.group_version_kind() || scheme.can_convert(&gvk, &info.group_version_kind()))
    };
    let all: Vec<_> = family(scheme, &gvk).filter(suits).collect();
    let in_stage = |stage| {
        let mut versions: Vec<_> =
            all.iter().filter(|info| is_in_stage(info, stage)).map(|info| version_of(info)).collect();
        // The sort is stable, so that the own group comes before its replacements.
        versions.sort_by(|a, b| compare_kube_aware_versions(&b.version, &a.version));
        versions.dedup();
        versions
    };
    match in_stage(Stage::Current) {
        current if !current.is_empty() => current,
        // A change from one deprecated version to another one gains nothing.
        _ if is_in_stage(info, Stage::Deprecated) => vec![version_of(info)],
        _ => in_stage(Stage::Deprecated),
    }
}

/// Returns the versions of a kind in its group, followed by its replacements and all versions in their groups. A version
/// can occur several times.
fn family<'a>(scheme: &'a Scheme, gvk: &GroupVersionKind) -> impl Iterator<Item = &'static KindInfo> + use<'a> {
    let replaced = replacements(scheme, gvk).flat_map(|info| {
        let versions = in_group(scheme, info.group_version_kind());
        iter::once(info).chain(versions)
    });
    in_group(scheme, gvk.clone()).chain(replaced)
}

/// Returns the first version of the kind in its own group for which `suits` returns true, or else the first one among
/// its replacements and their groups. Versions to which the kind cannot be converted are ignored.
pub(super) fn successor(
    scheme: &Scheme,
    gvk: &GroupVersionKind,
    suits: impl Fn(&KindInfo) -> bool,
) -> Option<GroupVersion> {
    // Conversion keeps the kind's name.
    let suits =
        |info: &&KindInfo| info.kind == gvk.kind && suits(info) && scheme.can_convert(gvk, &info.group_version_kind());
    family(scheme, gvk).find(suits).map(version_of)
}

/// Returns the versions of a kind in its group, in order of preference.
fn in_group<'a>(scheme: &'a Scheme, gvk: GroupVersionKind) -> impl Iterator<Item = &'static KindInfo> + use<'a> {
    let versions = scheme.versions_for_group_kind(&gvk.group_kind()).into_iter();
    versions.filter_map(move |version| scheme.info(&version.with_kind(gvk.kind.clone())))
}

/// Returns the replacement of a kind, the replacement of the replacement, and so on.
pub(super) fn replacements<'a>(
    scheme: &'a Scheme,
    gvk: &GroupVersionKind,
) -> impl Iterator<Item = &'static KindInfo> + use<'a> {
    let next = |info: &&KindInfo| scheme.info(&replacement(info)?);
    iter::successors(scheme.info(gvk), next).skip(1).take(MAX_REPLACEMENTS)
}

/// Returns true if the newest known release serves the kind.
pub(super) fn is_served(info: &KindInfo) -> bool {
    info.is_served(apis::RELEASE)
}

/// Returns the replacement of a kind. A list has the life cycle of its items.
pub(super) fn replacement(info: &KindInfo) -> Option<GroupVersionKind> {
    let mut replacement = info.lifecycle.replacement.clone()?;
    if info.list {
        replacement.kind = format!("{}List", replacement.kind).into();
    }
    Some(replacement)
}

fn no_successor(scheme: &Scheme, info: &KindInfo, release: Release) -> Action {
    Action::PassThrough(format!("{}, passed through", gone(scheme, info, release)))
}

/// Returns the reason why a kind cannot be converted for a release that does not serve it.
fn gone(scheme: &Scheme, info: &KindInfo, release: Release) -> String {
    let gone = match info.lifecycle.stage(release) {
        Stage::Removed => format!("was removed in {}", release_text(info.lifecycle.removed)),
        Stage::Future => format!("is not available before {}", release_text(info.lifecycle.introduced)),
        _ => "is not served".to_string(),
    };
    let gvk = info.group_version_kind();
    let why = match replacements(scheme, &gvk).find(|info| info.is_served(release)) {
        Some(other) => format!("cannot be converted to {}", name(&other.group_version_kind())),
        None => "has no successor".to_string(),
    };
    format!("{} {gone} and {why}", name(&gvk))
}

fn not_in(scheme: &Scheme, gvk: &GroupVersionKind, requested: &GroupVersion) -> String {
    let mut versions: Vec<_> = scheme.kinds().filter(|info| info.kind == gvk.kind).map(version_of).collect();
    versions.dedup();
    format!("{requested} has no kind {}, which is in {}", gvk.kind, listed(versions))
}

/// Returns a suggestion for an unknown kind. There is none for groups of custom resources, recognized by a dot, because
/// their kinds are unrelated to built-in ones.
fn hint(scheme: &Scheme, gvk: &GroupVersionKind) -> String {
    if gvk.group.contains('.') && !scheme.is_group_registered(&gvk.group) {
        return String::new();
    }
    let mut same: Vec<_> = scheme.kinds().filter(|info| gvk.kind == info.kind).collect();
    same.sort_by_key(|info| gvk.group != info.group);
    if !same.is_empty() {
        return format!("; {} is in {}", gvk.kind, listed(same.into_iter().map(version_of)));
    }
    let meant = scheme.kinds().find(|info| gvk.kind.eq_ignore_ascii_case(info.kind));
    meant.map_or_else(String::new, |info| format!("; did you mean {}?", info.kind))
}

/// Returns the group and version of a kind.
pub(super) fn version_of(info: &KindInfo) -> GroupVersion {
    GroupVersion::new(info.group, info.version)
}

/// Returns the text of a release; empty if it is unknown.
pub(super) fn release_text(release: Option<Release>) -> String {
    release.map(|release| release.to_string()).unwrap_or_default()
}

/// Returns a name such as `apps/v1 Deployment`.
pub(super) fn name(gvk: &GroupVersionKind) -> String {
    format!("{} {}", gvk.api_version(), gvk.kind)
}

fn listed(versions: impl IntoIterator<Item = GroupVersion>) -> String {
    versions.into_iter().map(|version| version.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meta::TypeMeta;
    use crate::scheme::Lifecycle;

    #[derive(Clone, Default, PartialEq)]
    struct Thing {
        type_meta: TypeMeta,
    }

    crate::message! { Thing: kind {} }

    /// Group, version, kind, removal and replacement of a kind.
    type Life = (&'static str, &'static str, &'static str, Gone, Option<(&'static str, &'static str, &'static str)>);

    enum Gone {
        No,
        In(&'static str),
        NeverServed,
    }

    use Gone::{In, NeverServed, No};

    fn scheme(lives: Vec<Life>) -> Scheme {
        let mut builder = Scheme::builder().named("test");
        for (group, version, kind, gone, replacement) in lives {
            let removed = if let In(release) = gone { Some(release.parse().expect("a release")) } else { None };
            let mut info = KindInfo::new(group, version, kind);
            info.list = kind.ends_with("List");
            info.served = !matches!(gone, NeverServed);
            info.lifecycle = Lifecycle::new(None, None, removed);
            info.lifecycle.replacement =
                replacement.map(|(group, version, kind)| GroupVersionKind::from_static(group, version, kind));
            builder.kind::<Thing>(Box::leak(Box::new(info))).shared();
        }
        builder.build()
    }

    fn check(scheme: &Scheme, version: &str, kind: &str, expected: &str) {
        let gvk = GroupVersionKind::from_api_version(version, kind);
        let action = match Target::Served.action(scheme, &gvk, true) {
            Ok(Action::ConvertTo(version)) => version.to_string(),
            Ok(Action::PassThrough(reason)) => reason,
            other => panic!("{other:?}"),
        };
        assert_eq!(action, expected, "{version} {kind}");
    }

    #[test]
    fn the_own_group_comes_first() {
        let scheme = scheme(vec![
            ("", "v1", "Event", No, Some(("events", "v1", "Event"))),
            ("events", "v1", "Event", No, None),
            ("scaling", "v2", "Scaler", No, None),
            ("scaling", "v1", "Scaler", No, None),
            ("scaling", "v2beta1", "Scaler", In("1.25"), Some(("scaling", "v1", "Scaler"))),
            ("apps", "v2alpha1", "App", NeverServed, None),
            ("apps", "v1", "App", No, None),
        ]);
        check(&scheme, "v1", "Event", "v1");
        check(&scheme, "scaling/v2beta1", "Scaler", "scaling/v2");
        check(&scheme, "scaling/v1", "Scaler", "scaling/v2");
        check(&scheme, "apps/v2alpha1", "App", "apps/v1");
    }

    // `extensions` enables all groups of these kinds.
    #[cfg(feature = "extensions")]
    #[test]
    fn releases_choose_among_the_versions_that_they_serve() {
        let scheme = apis::scheme();
        for (version, kind, release, expected) in [
            ("autoscaling/v2beta1", "HorizontalPodAutoscaler", "1.22", "autoscaling/v1 autoscaling/v2beta2"),
            ("autoscaling/v2beta1", "HorizontalPodAutoscaler", "1.23", "autoscaling/v2 autoscaling/v1"),
            ("autoscaling/v1", "HorizontalPodAutoscaler", "1.36", "autoscaling/v1"),
            ("extensions/v1beta1", "Ingress", "1.22", "networking.k8s.io/v1"),
            ("extensions/v1beta1", "Ingress", "1.18", "networking.k8s.io/v1beta1"),
            ("extensions/v1beta1", "Deployment", "1.7", "extensions/v1beta1"),
            ("extensions/v1beta1", "Deployment", "1.8", "apps/v1beta2"),
            ("apps/v1", "Deployment", "1.8", "apps/v1beta2"),
            ("policy/v1beta1", "PodSecurityPolicy", "1.24", "policy/v1beta1"),
            ("policy/v1beta1", "PodSecurityPolicy", "1.25", ""),
        ] {
            let gvk = GroupVersionKind::from_api_version(version, kind);
            let info = scheme.info(&gvk).expect("a known kind");
            let versions = served_versions(&scheme, info, release.parse().expect("a release"));
            let versions: Vec<_> = versions.iter().map(ToString::to_string).collect();
            assert_eq!(versions.join(" "), expected, "{version} {kind} in {release}");
        }
    }

    #[test]
    fn replacements_are_followed_to_the_end() {
        let scheme = scheme(vec![
            ("extensions", "v1beta1", "Budget", In("1.16"), Some(("policy", "v1beta1", "Budget"))),
            ("extensions", "v1beta1", "BudgetList", In("1.16"), Some(("policy", "v1beta1", "Budget"))),
            ("policy", "v1beta1", "Budget", In("1.25"), Some(("budget", "v1", "Budget"))),
            ("policy", "v1beta1", "BudgetList", In("1.25"), Some(("budget", "v1", "Budget"))),
            ("budget", "v1", "Budget", No, None),
            ("budget", "v1", "BudgetList", No, None),
        ]);
        check(&scheme, "extensions/v1beta1", "Budget", "budget/v1");
        check(&scheme, "extensions/v1beta1", "BudgetList", "budget/v1");
    }

    #[test]
    fn what_nothing_replaces_passes_through() {
        let scheme = scheme(vec![
            ("extensions", "v1beta1", "Policy", In("1.16"), Some(("policy", "v1beta1", "Policy"))),
            ("policy", "v1beta1", "Policy", In("1.25"), None),
            ("old", "v1", "Circle", In("1.9"), Some(("older", "v1", "Circle"))),
            ("older", "v1", "Circle", In("1.9"), Some(("old", "v1", "Circle"))),
            ("old", "v1", "Preset", In("1.20"), Some(("gone", "v1", "Preset"))),
            ("old", "v1", "Spot", In("1.20"), Some(("new", "v1", "Place"))),
            ("new", "v1", "Place", No, None),
            ("alpha", "v1alpha1", "Draft", NeverServed, None),
        ]);
        for (version, kind, gone) in [
            ("extensions/v1beta1", "Policy", "was removed in 1.16 and has no successor"),
            ("old/v1", "Circle", "was removed in 1.9 and has no successor"),
            ("old/v1", "Preset", "was removed in 1.20 and has no successor"),
            ("old/v1", "Spot", "was removed in 1.20 and cannot be converted to new/v1 Place"),
            ("policy/v1beta1", "Policy", "was removed in 1.25 and has no successor"),
            ("alpha/v1alpha1", "Draft", "is not served and has no successor"),
        ] {
            check(&scheme, version, kind, &format!("{version} {kind} {gone}, passed through"));
        }
    }
}
