use crate::field::Map;

/// A set of feature gates of an API server, as far as they affect defaults. Pass it to
/// [`Defaulting::with_profile`](super::Defaulting::with_profile) to get the defaults of a server with these gates.
///
/// By default, these are the gates of the newest release, [`RELEASE`](crate::apis::RELEASE), without any configuration.
/// Conversions do not depend on gates. Gates that upstream has locked to enabled are not represented.
///
/// ```
/// use apimachinery::defaulting::{Defaulting, Profile};
///
/// let newest = Profile::default();
/// assert!(newest.gate("MaxUnavailableStatefulSet") && !newest.gate("PodLogsQuerySplitStreams"));
///
/// let ours = newest.with_gate("MaxUnavailableStatefulSet", false);
/// assert!(!Defaulting::default().with_profile(ours).gate("MaxUnavailableStatefulSet"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    switched: Map<bool>,
}

impl Profile {
    /// The gates that built-in defaults depend on, and whether they are enabled in the newest release:
    ///
    /// * `H2CContainerProbe`: sets the protocol of HTTP probes and hooks.
    /// * `MaxUnavailableStatefulSet`: sets `maxUnavailable` of a StatefulSet's rolling update to 1.
    /// * `PodGroupPreemptionPolicy`: sets the preemption policy of pod groups.
    /// * `PodLevelResources`: derives the requests and limits of a pod as a whole from those that are set.
    /// * `PodLevelResourcesFixDefaulting`: leaves this to the creation of the pod, after admission.
    /// * `PodLogsQuerySplitStreams`: selects `All` streams of a pod's logs.
    /// * `VolumeLimitScaling`: declares that a CSIDriver does not prevent scheduling.
    ///
    /// ```
    /// use apimachinery::defaulting::Profile;
    ///
    /// assert!(Profile::GATES.iter().all(|(name, on)| Profile::default().gate(name) == *on));
    /// ```
    pub const GATES: [(&'static str, bool); 7] = [
        ("H2CContainerProbe", false),
        ("MaxUnavailableStatefulSet", true),
        ("PodGroupPreemptionPolicy", false),
        ("PodLevelResources", true),
        ("PodLevelResourcesFixDefaulting", true),
        ("PodLogsQuerySplitStreams", false),
        ("VolumeLimitScaling", true),
    ];

    /// Enables (`on` = true) or disables the gate `name`; the last call for a name takes effect. The name need not be
    /// in [`Profile::GATES`], so your own defaults can depend on your own gates.
    #[must_use]
    pub fn with_gate(mut self, name: impl Into<String>, on: bool) -> Self {
        let name: String = name.into();
        self.switched.insert(name, on);
        self
    }

    /// Returns true if the gate `name` is enabled. Returns false for gates that are neither in [`Profile::GATES`] nor
    /// set.
    #[must_use]
    pub fn gate(&self, name: &str) -> bool {
        let newest = || Self::GATES.iter().any(|(known, on)| *known == name && *on);
        self.switched.get(name).copied().unwrap_or_else(newest)
    }
}
