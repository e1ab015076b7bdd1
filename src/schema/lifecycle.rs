use super::Release;

/// The releases of Kubernetes, such as `1.16`, in which a version of a kind was introduced, deprecated and removed. A
/// release that is unknown or not yet determined is the empty text. [`Lifecycle::stage`] evaluates them for a release.
///
/// ```
/// # #[cfg(feature = "extensions")] {
/// use apimachinery::schema::{GroupVersionKind, Release, Stage};
///
/// let scheme = apimachinery::apis::scheme();
/// let old = GroupVersionKind::new("extensions", "v1beta1", "Deployment");
/// let lifecycle = &scheme.info(&old).expect("a known kind").lifecycle;
/// assert_eq!(lifecycle.removed, "1.16");
/// assert_eq!(lifecycle.replacement, Some(("apps", "v1", "Deployment")));
/// assert_eq!(lifecycle.stage(Release::new(1, 10)), Stage::Deprecated);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifecycle {
    /// The first release whose API server served the kind, such as `1.16`; empty if it is unknown.
    pub introduced: &'static str,
    /// The first release whose API server warned about the use of the kind; empty if the kind is not deprecated.
    pub deprecated: &'static str,
    /// The first release whose API server no longer serves the kind; empty if its removal is not scheduled.
    pub removed: &'static str,
    /// Group, version and kind of the API to use instead, or `None` if there is none.
    pub replacement: Option<(&'static str, &'static str, &'static str)>,
    /// A text for users in addition to the releases, for example about behavior that changes with the replacement;
    /// usually empty.
    pub warning: &'static str,
}

impl Lifecycle {
    /// A lifecycle in which no release, replacement or warning is set. Its stage is [`Stage::Current`] in every
    /// release.
    pub const UNKNOWN: Lifecycle =
        Lifecycle { introduced: "", deprecated: "", removed: "", replacement: None, warning: "" };

    /// Returns the stage of the kind in `release`. A milestone without a known release counts as not reached, so a kind
    /// without releases is [`Current`](Stage::Current) in all of them.
    ///
    /// ```
    /// use apimachinery::schema::{Lifecycle, Release, Stage};
    ///
    /// let cron_job = Lifecycle { introduced: "1.8", deprecated: "1.21", removed: "1.25", ..Lifecycle::UNKNOWN };
    /// let stages = [7, 8, 21, 25].map(|minor| cron_job.stage(Release::new(1, minor)));
    /// assert_eq!(stages, [Stage::Future, Stage::Current, Stage::Deprecated, Stage::Removed]);
    /// ```
    #[must_use]
    pub fn stage(&self, release: Release) -> Stage {
        let has_come = |text: &str| text.parse().is_ok_and(|step: Release| step <= release);
        match () {
            () if has_come(self.removed) => Stage::Removed,
            () if !self.introduced.is_empty() && !has_come(self.introduced) => Stage::Future,
            () if has_come(self.deprecated) => Stage::Deprecated,
            () => Stage::Current,
        }
    }
}

/// The stage of a kind in a release, returned by [`Lifecycle::stage`].
///
/// ```
/// use apimachinery::schema::{Lifecycle, Release, Stage};
///
/// assert_eq!(Lifecycle::UNKNOWN.stage(Release::new(1, 36)), Stage::Current);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The kind is introduced in a later release.
    Future,
    /// The kind is served.
    Current,
    /// The kind is served, and the API server warns about its use.
    Deprecated,
    /// The kind has been removed: the API server does not serve it.
    Removed,
}
