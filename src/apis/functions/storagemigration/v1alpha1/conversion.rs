//! Conversion of storagemigration.k8s.io/v1alpha1 that no rule says.

use crate::apis::meta::v1::Condition;
use crate::apis::storagemigration::v1alpha1::MigrationCondition;
use crate::conversion::Error;
use crate::field::List;

pub(crate) fn conditions_to_hub(conditions: List<MigrationCondition>) -> Result<List<Condition>, Error> {
    let condition = |from: MigrationCondition| Condition {
        type_: from.type_,
        status: from.status,
        last_transition_time: from.last_update_time,
        reason: from.reason,
        message: from.message,
        ..Condition::default()
    };
    Ok(conditions.into_iter().map(condition).collect())
}

/// v1alpha1 knew no generation of a condition.
pub(crate) fn conditions_from_hub(conditions: List<Condition>) -> Result<List<MigrationCondition>, Error> {
    let condition = |from: Condition| MigrationCondition {
        type_: from.type_,
        status: from.status,
        last_update_time: from.last_transition_time,
        reason: from.reason,
        message: from.message,
    };
    Ok(conditions.into_iter().map(condition).collect())
}
