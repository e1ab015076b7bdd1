//! Functions of flowcontrol.apiserver.k8s.io that the definitions cannot express.

pub(crate) mod v1beta3 {
    /// Indicates that zero shares are intended, and no default applies.
    const PRESERVES_ZERO_SHARES: &str = "flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares";

    pub(crate) mod conversion {
        use super::PRESERVES_ZERO_SHARES;
        use crate::apis::flowcontrol::{v1, v1beta3};
        use crate::conversion::{Error, Scope};
        use crate::field::Str;

        pub(crate) fn priority_level_configuration_to_hub(
            _: &mut v1beta3::PriorityLevelConfiguration,
            to: &mut v1::PriorityLevelConfiguration,
            scope: &Scope<'_>,
        ) -> Result<(), Error> {
            let has_no_shares =
                to.spec.limited.as_ref().is_some_and(|limited| limited.nominal_concurrency_shares == Some(0));
            let removed = to.metadata.annotations.remove(PRESERVES_ZERO_SHARES);
            if removed.is_some_and(|value| !has_no_shares || !value.is_empty()) {
                let path = format!("metadata.annotations[{PRESERVES_ZERO_SHARES}]");
                scope.lose(&path, "the annotation only marks shares of zero, by being there");
            }
            Ok(())
        }

        /// The hub distinguishes zero from unset, and this version does not: an annotation indicates an intended zero.
        pub(crate) fn priority_level_configuration_from_hub(
            _: &mut v1::PriorityLevelConfiguration,
            to: &mut v1beta3::PriorityLevelConfiguration,
            _: &Scope<'_>,
        ) -> Result<(), Error> {
            let limited = to.spec.limited.as_ref();
            if limited.is_some_and(|limited| limited.nominal_concurrency_shares == 0)
                && !to.metadata.annotations.contains_key(PRESERVES_ZERO_SHARES)
            {
                to.metadata.annotations.insert(PRESERVES_ZERO_SHARES, Str::EMPTY);
            }
            Ok(())
        }
    }

    pub(crate) mod defaults {
        use super::PRESERVES_ZERO_SHARES;
        use crate::apis::flowcontrol::v1beta3::PriorityLevelConfiguration;
        use crate::defaulting::Defaulting;

        const SHARES: i32 = 30;

        pub(crate) fn set_defaults_priority_level_configuration(
            level: &mut PriorityLevelConfiguration,
            _: &Defaulting,
        ) {
            let zero_is_meant = level.metadata.annotations.contains_key(PRESERVES_ZERO_SHARES);
            if let Some(limited) = &mut level.spec.limited
                && limited.nominal_concurrency_shares == 0
                && !zero_is_meant
            {
                limited.nominal_concurrency_shares = SHARES;
            }
        }
    }
}
