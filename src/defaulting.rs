//! Defaulting: filling of fields that a document omits. The values depend on the version of the document, and some of
//! them on feature gates and the current time.

pub(crate) mod literal;
mod profile;

use std::fmt;
use std::sync::Arc;

pub use self::profile::Profile;
use crate::meta::Time;

/// The context of defaulting: the feature gates and the clock that some defaults depend on. It is passed to decoders
/// that fill in defaults, and by them to the registered defaulting functions.
///
/// In upstream, both are global. `Defaulting::default()` has the gates of the newest release and no clock.
/// Clones share the clock.
///
/// ```
/// use apimachinery::defaulting::Defaulting;
/// use apimachinery::meta::Time;
///
/// let context = Defaulting::default()
///     .with_gate("MaxUnavailableStatefulSet", true)
///     .with_clock(|| Time::from_unix(1_709_251_199, 0));
/// assert!(context.gate("MaxUnavailableStatefulSet"));
/// assert!(context.gate("PodLevelResources"));
/// assert!(!context.gate("NoSuchGate"));
/// assert_eq!(context.now().unwrap().to_string(), "2024-02-29T23:59:59Z");
/// assert_eq!(Defaulting::default().now(), None);
/// ```
#[derive(Clone, Default)]
pub struct Defaulting {
    profile: Profile,
    clock: Option<Arc<dyn Fn() -> Time + Send + Sync>>,
}

impl Defaulting {
    /// Enables (`on` = true) or disables the feature gate `name`; the last call for a name takes effect.
    /// [`Profile::GATES`] lists the gates of built-in defaults; you can define others for your own defaults.
    #[must_use]
    pub fn with_gate(mut self, name: impl Into<String>, on: bool) -> Self {
        self.profile = self.profile.with_gate(name, on);
        self
    }

    /// Replaces all gates with the gates of `profile`. Gates set earlier with [`Defaulting::with_gate`] are dropped.
    ///
    /// ```
    /// use apimachinery::defaulting::{Defaulting, Profile};
    ///
    /// let server = Profile::default().with_gate("VolumeLimitScaling", true);
    /// assert!(Defaulting::default().with_profile(server).gate("VolumeLimitScaling"));
    /// ```
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// Sets the clock that is read by defaults such as a taint's `timeAdded`. Without a clock, defaulting functions
    /// leave such fields unset, so that equal documents produce equal objects.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// Returns true if the feature gate `name` is enabled. Returns false for gates that are neither in
    /// [`Profile::GATES`] nor set.
    #[must_use]
    pub fn gate(&self, name: &str) -> bool {
        self.profile.gate(name)
    }

    /// Returns the current time, or `None` if no clock is set. Each call calls the clock.
    #[must_use]
    pub fn now(&self) -> Option<Time> {
        self.clock.as_ref().map(|clock| clock())
    }
}

impl fmt::Debug for Defaulting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Defaulting").field("profile", &self.profile).finish_non_exhaustive()
    }
}
