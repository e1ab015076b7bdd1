use crate::field::Map;

/// Which feature gates a server has switched on, as far as they change what it fills in.
///
/// Unless said otherwise it is a server of the newest release, 1.36, that nobody configured. No conversion asks for a
/// gate. Upstream's gates that are on for good are no gates here.
///
/// ```
/// use apimachinery::defaulting::{Defaulting, Profile};
///
/// let newest = Profile::default();
/// assert!(newest.gate("PodLevelResources") && !newest.gate("MaxUnavailableStatefulSet"));
///
/// let ours = newest.with_gate("MaxUnavailableStatefulSet", true);
/// assert!(Defaulting::default().with_profile(ours).gate("MaxUnavailableStatefulSet"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    switched: Map<bool>,
}

impl Profile {
    /// The gates that built-in defaults ask for, and whether 1.36 has them on:
    ///
    /// * `MaxUnavailableStatefulSet`: a rolling update of a StatefulSet takes 1 pod at a time (`maxUnavailable`).
    /// * `PodLevelResources`: requests and limits of a pod as a whole follow from those that it says.
    /// * `PodLogsQuerySplitStreams`: the logs of a pod are those of `All` streams.
    /// * `VolumeLimitScaling`: a CSIDriver says that it does not prevent scheduling.
    ///
    /// ```
    /// use apimachinery::defaulting::Profile;
    ///
    /// assert!(Profile::GATES.iter().all(|(name, on)| Profile::default().gate(name) == *on));
    /// ```
    pub const GATES: [(&'static str, bool); 4] = [
        ("MaxUnavailableStatefulSet", false),
        ("PodLevelResources", true),
        ("PodLogsQuerySplitStreams", false),
        ("VolumeLimitScaling", false),
    ];

    /// Switches a gate on or off, which may be one of your own definitions; the last call for a name counts.
    #[must_use]
    pub fn with_gate(mut self, name: impl Into<String>, on: bool) -> Self {
        let name: String = name.into();
        self.switched.insert(name, on);
        self
    }

    /// True if the gate is on; false for one that nobody knows.
    #[must_use]
    pub fn gate(&self, name: &str) -> bool {
        let newest = || Self::GATES.iter().any(|(known, on)| *known == name && *on);
        self.switched.get(name).copied().unwrap_or_else(newest)
    }
}
