//! Defaults of flowcontrol/v1beta3 that the definitions cannot express.

use super::PRESERVES_ZERO_SHARES;
use crate::apis::flowcontrol::v1beta3::PriorityLevelConfiguration;
use crate::defaulting::Defaulting;

const SHARES: i32 = 30;

pub(crate) fn set_defaults_priority_level_configuration(level: &mut PriorityLevelConfiguration, _: &Defaulting) {
    let zero_is_meant = level.metadata.annotations.contains_key(PRESERVES_ZERO_SHARES);
    if let Some(limited) = &mut level.spec.limited
        && limited.nominal_concurrency_shares == 0
        && !zero_is_meant
    {
        limited.nominal_concurrency_shares = SHARES;
    }
}
