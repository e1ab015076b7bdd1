//! Defaulting: filling what a document left out, at the version that it was written in.

mod profile;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use self::profile::Profile;
use crate::meta::Time;

/// What a defaulting function may want to know: feature gates and the time.
///
/// Both are handed in, never global as upstream's. By default the gates are those of the newest release, and there is
/// no clock. Cloning shares the clock.
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
    /// Switches a feature gate on or off; the last call for a name counts.
    #[must_use]
    pub fn with_gate(mut self, name: impl Into<String>, on: bool) -> Self {
        self.profile = self.profile.with_gate(name, on);
        self
    }

    /// Takes all gates from a profile.
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

    /// Sets the clock that defaults such as a taint's `timeAdded` read. Without one a
    /// defaulting function leaves such a field alone, so that equal documents give equal objects.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// True if the feature gate is on; false for one that nobody knows.
    #[must_use]
    pub fn gate(&self, name: &str) -> bool {
        self.profile.gate(name)
    }

    /// The time of the clock, asked anew at every call; `None` if there is no clock.
    #[must_use]
    pub fn now(&self) -> Option<Time> {
        self.clock.as_ref().map(|clock| clock())
    }
}

/// A default that is written as text, such as a quantity or a duration. Generated code calls it.
///
/// ```
/// use apimachinery::meta::{Duration, Quantity};
///
/// assert_eq!(apimachinery::defaulting::literal::<Quantity>("100m").milli_value(), 100);
/// assert_eq!(apimachinery::defaulting::literal::<Duration>("5m").as_nanos(), 300_000_000_000);
/// ```
///
/// # Panics
///
/// If the text is no such value; the generator has checked it.
#[must_use]
pub fn literal<T: FromStr<Err: fmt::Debug>>(text: &'static str) -> T {
    text.parse().expect("the generator checks literals")
}

impl fmt::Debug for Defaulting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Defaulting").field("profile", &self.profile).finish_non_exhaustive()
    }
}
