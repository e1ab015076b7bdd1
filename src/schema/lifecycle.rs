use std::mem;

use super::{GroupVersionKind, Release};

/// The releases of Kubernetes in which a version of a kind was introduced, deprecated and removed. A release that is
/// unknown or not yet determined is `None`. [`Lifecycle::stage`] evaluates them for a release.
///
/// ```
/// # #[cfg(feature = "extensions")] {
/// use apimachinery::schema::{GroupVersionKind, Release, Stage};
///
/// let scheme = apimachinery::apis::scheme();
/// let old = GroupVersionKind::new("extensions", "v1beta1", "Deployment");
/// let lifecycle = &scheme.info(&old).expect("a known kind").lifecycle;
/// assert_eq!(lifecycle.removed, Some(Release::new(1, 16)));
/// assert_eq!(lifecycle.replacement, Some(GroupVersionKind::new("apps", "v1", "Deployment")));
/// assert_eq!(lifecycle.stage(Release::new(1, 10)), Stage::Deprecated);
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lifecycle {
    /// The first release whose API server served the kind, or `None` if it is unknown.
    pub introduced: Option<Release>,
    /// The first release whose API server warned about the use of the kind, or `None` if the kind is not deprecated.
    pub deprecated: Option<Release>,
    /// The first release whose API server no longer serves the kind, or `None` if its removal is not scheduled.
    pub removed: Option<Release>,
    /// The kind to use instead, or `None` if there is none.
    pub replacement: Option<GroupVersionKind>,
    /// A text for users in addition to the releases, for example about behavior that changes with the replacement;
    /// usually empty.
    pub warning: &'static str,
}

impl Lifecycle {
    /// A life cycle in which no release, replacement or warning is set. Its stage is [`Stage::Current`] in every
    /// release.
    pub const UNKNOWN: Lifecycle = Lifecycle::new(None, None, None);

    /// Creates a life cycle from the first release that served the kind, the first one that warned about its use, and
    /// the first one that no longer served it. `None` means that the release is unknown or not determined.
    ///
    /// ```
    /// use apimachinery::schema::{GroupVersionKind, Lifecycle, Release};
    ///
    /// const GADGET: Lifecycle = Lifecycle::new(Some(Release::new(1, 2)), Some(Release::new(1, 5)), None)
    ///     .replaced_by(GroupVersionKind::from_static("example.com", "v2", "Gadget"))
    ///     .with_warning("v2 counts in bytes");
    /// assert_eq!(GADGET.introduced, Some(Release::new(1, 2)));
    /// assert_eq!(GADGET.warning, "v2 counts in bytes");
    /// ```
    #[must_use]
    pub const fn new(introduced: Option<Release>, deprecated: Option<Release>, removed: Option<Release>) -> Self {
        Lifecycle { introduced, deprecated, removed, replacement: None, warning: "" }
    }

    /// Sets the kind to use instead. Call it at most once for a life cycle: a second call leaks the previous
    /// replacement.
    #[must_use]
    pub const fn replaced_by(mut self, replacement: GroupVersionKind) -> Self {
        mem::forget(self.replacement.replace(replacement));
        self
    }

    /// Sets [`Lifecycle::warning`], a text for users about this version of the kind, in addition to the releases.
    #[must_use]
    pub const fn with_warning(mut self, warning: &'static str) -> Self {
        self.warning = warning;
        self
    }

    /// Returns the stage of the kind in `release`. If the release of the introduction is unknown, the kind counts as
    /// introduced; if that of the deprecation or removal is unknown, it counts as not deprecated or not removed. So the
    /// stage of a kind without any known release is always [`Current`](Stage::Current).
    ///
    /// ```
    /// use apimachinery::schema::{Lifecycle, Release, Stage};
    ///
    /// let [introduced, deprecated, removed] = [8, 21, 25].map(|minor| Some(Release::new(1, minor)));
    /// let cron_job = Lifecycle::new(introduced, deprecated, removed);
    /// let stages = [7, 8, 21, 25].map(|minor| cron_job.stage(Release::new(1, minor)));
    /// assert_eq!(stages, [Stage::Future, Stage::Current, Stage::Deprecated, Stage::Removed]);
    /// ```
    #[must_use]
    pub fn stage(&self, release: Release) -> Stage {
        let has_come = |milestone: Option<Release>| milestone.is_some_and(|milestone| milestone <= release);
        match () {
            () if has_come(self.removed) => Stage::Removed,
            () if self.introduced.is_some_and(|introduced| introduced > release) => Stage::Future,
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
    /// The kind is served and not deprecated.
    Current,
    /// The kind is served, and the API server warns about its use.
    Deprecated,
    /// The kind has been removed: the API server does not serve it.
    Removed,
}
