//! Functions of storagemigration.k8s.io that the definitions cannot express.

pub(crate) mod v1alpha1 {
    pub(crate) mod conversion {
        use crate::apis::meta::v1::Condition;
        use crate::apis::storagemigration::v1alpha1::MigrationCondition;
        use crate::conversion::{Error, Scope};
        use crate::field::{List, Str};

        pub(crate) fn conditions_to_hub(
            conditions: List<MigrationCondition>,
            _: &Scope<'_>,
        ) -> Result<List<Condition>, Error> {
            let condition = |from: MigrationCondition| Condition {
                type_: from.type_.into(),
                status: Str::from(from.status).into(),
                last_transition_time: from.last_update_time,
                reason: from.reason,
                message: from.message,
                ..Condition::default()
            };
            Ok(conditions.into_iter().map(condition).collect())
        }

        /// Conditions of v1alpha1 have no generation.
        pub(crate) fn conditions_from_hub(
            conditions: List<Condition>,
            scope: &Scope<'_>,
        ) -> Result<List<MigrationCondition>, Error> {
            for (index, condition) in conditions.iter().enumerate() {
                if condition.observed_generation != 0 {
                    scope.lose(&format!("[{index}].observedGeneration"), "v1alpha1 has no generation of a condition");
                }
            }
            let condition = |from: Condition| MigrationCondition {
                type_: from.type_.into(),
                status: Str::from(from.status).into(),
                last_update_time: from.last_transition_time,
                reason: from.reason,
                message: from.message,
            };
            Ok(conditions.into_iter().map(condition).collect())
        }
    }
}
