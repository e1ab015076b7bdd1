//! Defaulting: filling what a document left out, at the version that it was written in.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::meta::Time;

/// What a defaulting function may want to know: feature gates and the time.
///
/// Both are handed in, never global. The default profile has the gates of the release that the
/// definitions were made from, and no clock.
///
/// ```
/// use apimachinery::defaulting::Defaulting;
///
/// let context = Defaulting::default().with_gate("MaxUnavailableStatefulSet", true);
/// assert!(context.gate("MaxUnavailableStatefulSet"));
/// assert!(!context.gate("NoSuchGate"));
/// ```
#[derive(Clone, Default)]
pub struct Defaulting {
    gates: BTreeMap<String, bool>,
    clock: Option<Arc<dyn Fn() -> Time + Send + Sync>>,
}

impl Defaulting {
    /// Switches a feature gate on or off.
    #[must_use]
    pub fn with_gate(mut self, name: impl Into<String>, on: bool) -> Self {
        self.gates.insert(name.into(), on);
        self
    }

    /// Sets the clock that defaults such as a taint's `timeAdded` read.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// True if the feature gate is on.
    #[must_use]
    pub fn gate(&self, name: &str) -> bool {
        self.gates.get(name).copied().unwrap_or(false)
    }

    /// The time, if there is a clock.
    #[must_use]
    pub fn now(&self) -> Option<Time> {
        self.clock.as_ref().map(|clock| clock())
    }
}

/// A default that is written as text, such as a quantity or a duration.
///
/// ```
/// use apimachinery::meta::Quantity;
///
/// assert_eq!(apimachinery::defaulting::literal::<Quantity>("100m").milli_value(), 100);
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
        f.debug_struct("Defaulting").field("gates", &self.gates).finish_non_exhaustive()
    }
}
